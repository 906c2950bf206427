"""Robinson's analog computer of 1958: what it is built of, how it is wired, and how many of them drift."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _core
from ._problem import Problem, _settings
from ._progress import Progress, listener
from ._registry import _nearest
from ._runs import carrying

if TYPE_CHECKING:
    from ._types import Array

circuits = ("quaternion", "dcm-two-vector")


@dataclass(frozen=True)
class AnalogElement:
    """One element of the circuit. Inputs are (name, gain); of a channel: shaft, high end and low end of its pot."""

    name: str
    kind: str
    role: str
    signal: str
    inputs: tuple[tuple[str, float], ...]


class AnalogMachines:
    """How many machines of one design ended, machine n with the parts of seed first_seed + n.

    drift (n, 3), rad in moving axes; length_error (n,); indicated_length_error (n,); predicted_deviation: what the report
    expects of the drift, rad.
    """

    drift: Array
    length_error: Array
    indicated_length_error: Array

    def __init__(self, first_seed: int, duration: float, drift: Array, length_error: Array, indicated_length_error: Array,
                 predicted_deviation: float):
        self.first_seed, self.duration, self.predicted_deviation = first_seed, duration, predicted_deviation
        self.drift, self.length_error, self.indicated_length_error = drift, length_error, indicated_length_error
        for numbers in (drift, length_error, indicated_length_error):
            numbers.flags.writeable = False

    def __len__(self) -> int:
        return len(self.drift)

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, AnalogMachines) and self.first_seed == other.first_seed
                and self.duration == other.duration and self.predicted_deviation == other.predicted_deviation
                and np.array_equal(self.drift, other.drift) and np.array_equal(self.length_error, other.length_error)
                and np.array_equal(self.indicated_length_error, other.indicated_length_error))

    __hash__ = None  # type: ignore[assignment]

    @property
    def deviation(self) -> Array:
        """Standard deviation of the drift about x, y, z, rad."""
        return np.std(self.drift, axis=0, ddof=1) if len(self) > 1 else np.zeros(3)

    def __repr__(self) -> str:
        x, y, z = np.degrees(self.deviation)
        return (f"<{len(self)} machines, seeds {self.first_seed} to {self.first_seed + len(self) - 1}, {self.duration:g} s: "
                f"drift {x:.3g}, {y:.3g}, {z:.3g} deg (standard deviations); the report expects "
                f"{np.degrees(self.predicted_deviation):.3g}>")


class AnalogComputer:
    """One machine: elements, equipment and patch diagram; `machines(n)` runs n of its kind.

    >>> import polhode as ph
    >>> computer = ph.analog("quaternion")
    >>> computer.equipment["integrators"], computer.equipment["multiplications"]
    (4, 26)
    >>> len(computer.machines(3))
    3
    """

    elements: tuple[AnalogElement, ...]
    equipment: dict[str, Any]
    diagram: str  # as SVG

    def __init__(self, text: str, name: str, settings: list[str], directory: str):
        self._given = (text, name, settings, directory)
        found = _core.analog_computer(*self._given)
        self.elements = tuple(AnalogElement(e["name"], e["kind"], e["role"], e["signal"], tuple(e["inputs"]))
                              for e in found["elements"])
        self.equipment, self.diagram = found["equipment"], found["diagram"]

    def machines(self, count: int, *, threads: int = 0, progress: Progress = False) -> AnalogMachines:
        """So many machines, each with parts of its own. What ends it early carries those before, in thousands (`.partial`)."""
        if not 1 <= int(count) <= 100_000_000:
            raise ValueError(f"machines: {count} is not between 1 and a hundred million")
        with listener(progress, 1.0, f"{count} machines") as told:
            found = _core.analog_machines(*self._given, int(count), int(threads), told)
        raised = found.pop("raised")
        machines = AnalogMachines(**found)
        if raised is not None:
            raise carrying(raised, machines)
        return machines

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnalogComputer) and self._given == other._given

    def __hash__(self) -> int:
        return hash((self._given[0], *self._given[2]))

    def __reduce__(self) -> tuple[object, ...]:
        return AnalogComputer, self._given

    def __repr__(self) -> str:
        return "AnalogComputer({!r}, {!r}, {!r}, {!r})".format(*self._given)

    def _repr_svg_(self) -> str:
        return self.diagram


def analog(what: Union[str, os.PathLike[str], Problem] = "quaternion", *,
           set: Optional[Mapping[str, object]] = None) -> AnalogComputer:
    """Robinson's analog computer.

    what : "quaternion" or "dcm-two-vector", for the experiment of the report (ten revolutions at 0.5 rad/s about x); a
    problem with a method whose arithmetic is "analog", or the file of one.
    """
    settings = _settings(set)
    if isinstance(what, Problem):
        return AnalogComputer(what.to_toml(), what.title or "problem", settings, what.directory)
    name = os.fspath(what)
    if name in circuits:
        return AnalogComputer(_core.analog_report_scenario(name), name, settings, "")
    if "." not in name:
        raise ValueError(f"analog: '{name}' is no circuit; there are {', '.join(circuits)}, or a scenario"
                         f"{_nearest(name, circuits)}")
    with open(name, encoding="utf-8") as file:
        return AnalogComputer(file.read(), name, settings, os.path.dirname(os.path.abspath(name)))
