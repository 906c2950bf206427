"""Body, start and method: the keys of one table each. What keys there are is in the stub beside this, which is made from
the registry (python/stubs.py)."""

import copy
from collections.abc import Mapping

import numpy as np

from ._rotation import Rotation
from ._toml import text_of


def _plain(value):
    """As a scenario holds it: lists, numbers, text, mappings."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return value


class _Keys:
    """Keys of one table, as they were given."""

    def __init__(self, **keys):
        self._keys = {k: _plain(v) for k, v in keys.items() if v is not None}

    def __getattr__(self, name):
        keys = self.__dict__.get("_keys", {})
        if name in keys:
            return keys[name]
        raise AttributeError(f"{type(self).__name__} has no '{name}' set; it has {', '.join(keys) or 'nothing'}")

    def __eq__(self, other):
        return type(self) is type(other) and self._keys == other._keys

    def __hash__(self):
        return hash(text_of({"table": self._keys}))

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self._keys.items())})"

    def __reduce__(self):
        return _rebuilt, (type(self), self._keys)

    def __deepcopy__(self, memo):
        return _rebuilt(type(self), copy.deepcopy(self._keys, memo))

    def table(self):
        return copy.deepcopy(self._keys)


def _rebuilt(cls, keys):
    made = cls.__new__(cls)
    made._keys = dict(keys)
    return made


class Body(_Keys):
    """What turns: the keys of [body].

    >>> Body(inertia=[1, 2, 3])
    Body(inertia=[1, 2, 3])
    """

    def __init__(self, inertia=None, **keys):
        super().__init__(inertia=inertia, **keys)


class Start(_Keys):
    """Attitude and rate at t = 0: the keys of [start]. An attitude may be a Rotation.

    >>> Start(attitude=Rotation(), rate=[0, 0, 1])
    Start(attitude={'quaternion': [1.0, 0.0, 0.0, 0.0]}, rate=[0, 0, 1])
    """

    def __init__(self, attitude=None, rate=None, **keys):
        if isinstance(attitude, Rotation):
            if not attitude.single:
                raise ValueError("attitude: one rotation is needed")
            attitude = {"quaternion": attitude.wxyz.tolist()}
        super().__init__(attitude=attitude, rate=rate, **keys)


class Method(_Keys):
    """How it is computed: the keys of [method]. Without any the library chooses by itself.

    >>> Method("rk4", step=5e-4)
    Method('rk4', step=0.0005)
    """

    def __init__(self, integrator=None, **keys):
        super().__init__(integrator=integrator, **keys)

    def __repr__(self):
        keys = dict(self._keys)
        first = [repr(keys.pop("integrator"))] if "integrator" in keys else []
        return f"Method({', '.join(first + [f'{k}={v!r}' for k, v in keys.items()])})"
