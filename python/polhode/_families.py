"""Torques and rates by name: one function for each entry of the registry. What they take is in the stub beside this, which
is made from the registry (python/stubs.py)."""

import inspect

import numpy as np

from ._registry import _nearest, entries


def _document(entry):
    lines = [entry.summary[:1].upper() + entry.summary[1:] + ".", "", "Parameters", "----------"]
    for p in entry.parameters:
        unit = f" in {p.unit}" if p.unit else ""
        default = "" if p.required else f", default {p.default}" if p.default else ", optional"
        lines += [f"{p.name} : {p.type}{unit}{default}", f"    {p.summary}"]
    if entry.source:
        lines += ["", f"Source: {entry.source}"]
    return "\n".join(lines)


class Table(dict):
    """A named thing with its keys, as a table of a scenario."""

    def __init__(self, family, kind, keys):
        super().__init__({"kind": kind, **keys})
        self._family = family

    def __repr__(self):
        keys = ", ".join(f"{k}={_plain(v)!r}" for k, v in self.items() if k != "kind")
        return f"{self._family}.{self['kind'].replace('-', '_')}({keys})"

    def __reduce__(self):
        return Table, (self._family, self["kind"], {k: v for k, v in self.items() if k != "kind"})


def _plain(value):
    return value.tolist() if isinstance(value, np.ndarray) else value


class _Family:
    """torque, rates: one function for each entry of the registry, made when it is first asked for."""

    def __init__(self, kind):
        self._kind = kind
        self._entries = {}

    def _known(self):
        if not self._entries:
            self._entries = {e.name.replace("-", "_"): e for e in entries(self._kind)}
        return self._entries

    def __dir__(self):
        return sorted(self._known())

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        known = self._known()
        if name not in known:
            raise AttributeError(f"there is no {self._kind} '{name}'; there are {', '.join(known)}{_nearest(name, known)}")
        entry = known[name]
        function = _maker(self._kind, entry)
        setattr(self, name, function)
        return function


def _maker(kind, entry):
    names = [p.name for p in entry.parameters]
    required = [p.name for p in entry.parameters if p.required]

    def make(**keys):
        for k in keys:
            if k not in names:
                raise TypeError(f"{kind}.{entry.name} has no key '{k}'; it takes {', '.join(names)}{_nearest(k, names)}")
        for k in required:
            if k not in keys:
                raise TypeError(f"{kind}.{entry.name} needs '{k}'")
        return Table(kind, entry.name, {k: v for k, v in keys.items() if v is not None})

    make.__name__ = entry.name.replace("-", "_")
    make.__qualname__ = f"{kind}.{make.__name__}"
    make.__doc__ = _document(entry)
    only = inspect.Parameter.KEYWORD_ONLY
    make.__signature__ = inspect.Signature(
        [inspect.Parameter(p.name, only) if p.required else inspect.Parameter(p.name, only, default=None)
         for p in sorted(entry.parameters, key=lambda p: not p.required) if p.name.isidentifier()])
    return make


torque = _Family("torque")
rates = _Family("rates")
