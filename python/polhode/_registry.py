"""What can be named, from the library's own registry.

>>> import polhode as ph
>>> ph.torque.gravity(mass=0.3, at=[0, 0, 0.01], g=9.8)
torque.gravity(mass=0.3, at=[0, 0, 0.01], g=9.8)
>>> [p.name for p in ph.entries("torque", "constant").parameters]
['value', 'frame']
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Optional, Union, overload

import numpy as np

from . import _core
from ._html import escaped, table

if TYPE_CHECKING:
    from ._types import Array, Numbers


@dataclass(frozen=True)
class Parameter:
    """A key that an entry takes: its type, unit ("" for none), default as a scenario would say it, and what it means."""

    name: str
    type: str
    unit: str
    default: str
    required: bool
    summary: str
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """Something that can be named in a scenario."""

    kind: str
    name: str
    summary: str
    order: str
    source: str
    unit: str
    parameters: tuple[Parameter, ...]

    def _repr_html_(self) -> str:
        rows = [(p.name, p.unit, p.default, p.summary) for p in self.parameters]
        return f"<b>{escaped(self.name)}</b>: {escaped(self.summary)}" + table(("key", "unit", "default", ""), rows)


class Entries(list[Entry]):
    """Entries of the registry; in a notebook a table."""

    def _repr_html_(self) -> str:
        return table(("name", "order", "what it is", "source"), [(e.name, e.order, e.summary, e.source) for e in self])


def _entry(d: dict[str, Any]) -> Entry:
    parameters = tuple(Parameter(**{**p, "choices": tuple(p["choices"])}) for p in d["parameters"])
    return Entry(**{**d, "parameters": parameters})


@overload
def entries(kind: str = "", name: Literal[None] = None) -> Entries: ...
@overload
def entries(kind: str, name: str) -> Entry: ...
def entries(kind: str = "", name: Optional[str] = None) -> Union[Entries, Entry]:
    """The entries of a kind of the registry ("torque", "integrator", "measure", ...), or the one of a name."""
    kinds = _core.registry_kinds()
    if kind and kind not in kinds:
        raise ValueError(f"'{kind}' is no kind of the registry; there are {', '.join(kinds)}{_nearest(kind, kinds)}")
    found = Entries(_entry(d) for d in _core.registry_entries(kind))
    if name is None:
        return found
    for e in found:
        if e.name == name:
            return e
    names = [e.name for e in found]
    raise ValueError(f"'{name}' is no {kind}; there are {', '.join(names)}{_nearest(name, names)}")


def methods() -> Entries:
    """The integrators, with orders, parameters with units, and sources."""
    return entries("integrator")


def _nearest(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean '{near[0]}'?" if near else ""


def convert(to: str, like: str, numbers: Numbers) -> Array:
    """An attitude from one representation into another, by the names of `polhode convert`.

    >>> [round(x, 12) for x in convert("euler-zyx", "quaternion", [0.5, 0.5, 0.5, 0.5])]
    [1.570796326795, 0.0, 1.570796326795]
    """
    return np.array(_core.attitude_as(to, like, [float(x) for x in np.asarray(numbers, float).ravel()]))
