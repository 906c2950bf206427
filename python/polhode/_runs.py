"""Running, and saying how good it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _core
from ._html import table
from ._nouns import Method
from ._problem import Problem
from ._progress import Progress, listener
from ._trajectory import Trajectory

if TYPE_CHECKING:
    from ._types import Array, Numbers


def run(problem: Problem, method: Optional[Method] = None, duration: Optional[float] = None,
        sample: Optional[float] = None, *, progress: Progress = False) -> Trajectory:
    """Computes a motion.

    Parameters
    ----------
    problem : Problem
    method : Method, optional
        Left out: the one that the problem's scenario names, otherwise the library chooses.
    duration, sample : s, optional
        How long, and the time between rows; left out: as the scenario says.
    progress : bool or function(t)
        True: a bar, in a terminal or a notebook; a function is told of the time reached.

    Returns
    -------
    Trajectory

    Raises
    ------
    InputError (a ValueError)
        What was given cannot be used.
    ComputationFailed (a RuntimeError)
        The method broke down at `.time`; `.partial` has every row before it. KeyboardInterrupt, and what a torque
        function raises, carry `.partial` too.
    """
    scenario = problem.scenario(method, duration, sample)
    with listener(progress, scenario.duration, f"{scenario.duration:g} s") as told:
        done = _core.run(scenario, 0, told)
    failed, raised = done["failure"], done["raised"]
    status = "failed" if failed else "interrupted" if raised is not None or done["statistics"]["interrupted"] else "done"
    chosen = method if method is not None else problem.method
    rows = Trajectory(done["rows"].array(), done["columns"], dynamics=done["dynamics"], statistics=done["statistics"],
                      description=done["description"], method=done["method"], problem=problem, status=status,
                      choice=(chosen, duration, sample))
    if raised is not None:
        raise carrying(raised, rows)
    if failed:
        error = _core.ComputationFailed(failed)
        error.time = done["failure_time"]
        raise carrying(error, rows)
    return rows


def carrying(error: BaseException, partial: object) -> BaseException:
    """The error with everything that was computed before it, as `.partial`; of a run also as `.trajectory`."""
    error.partial = partial  # type: ignore[attr-defined]
    if isinstance(partial, Trajectory):
        error.trajectory = partial  # type: ignore[attr-defined]
    return error


@dataclass(frozen=True)
class Measure:
    """One measure over a run: at the end, and the largest with its time."""

    name: str
    unit: str
    summary: str
    final: float
    largest: float
    largest_time: float
    per_cycle: Optional[float]


class Measures(Mapping[str, Measure]):
    """All measures of a run, by name; also as attributes: m.geodesic.largest."""

    against: str  # "closed form: Lagrange top"
    truth_error: float  # rad
    caveat: str
    cycle: Optional[float]  # s
    rows: int
    failure: str
    statistics: dict[str, Any]

    def __init__(self, d: Mapping[str, Any]):
        self._given = dict(d)
        self._all = {name: Measure(name=name, **values) for name, values in d["results"].items()}
        self.against, self.truth_error, self.caveat = d["against"], d["truth_error"], d["caveat"]
        self.cycle, self.rows, self.failure, self.statistics = d["cycle"], d["rows"], d["failure"], d["statistics"]

    def __getitem__(self, name: str) -> Measure:
        return self._all[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __getattr__(self, name: str) -> Measure:
        known = self.__dict__.get("_all", {})
        for one in (name, name.replace("_", "-")):
            if one in known:
                found: Measure = known[one]
                return found
        raise AttributeError(f"no measure '{name}'; there are {', '.join(known)}")

    def __eq__(self, other: object) -> bool:
        """The same measures against the same truth; what it cost to compute them does not count."""
        return isinstance(other, Measures) and self.against == other.against and self._all == other._all

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Measures, (self._given,)

    def __repr__(self) -> str:
        lines = [f"against {self.against}"]
        lines += [f"  {m.name:24} {m.largest: .3e} {m.unit} at t = {m.largest_time:g} s; {m.final: .3e} at the end"
                  for m in self._all.values()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return table(("measure", "largest", "at the end", "unit"),
                     [(m.name, f"{m.largest:.3e}", f"{m.final:.3e}", m.unit) for m in self._all.values()], self.against)


def measure(what: Union[Trajectory, Problem], method: Optional[Method] = None, duration: Optional[float] = None,
            sample: Optional[float] = None, against: str = "truth") -> Measures:
    """How far a run is from the truth: of a Trajectory that run() gave, or of a problem and a method.

    against: "exact", the closed form; "reference", the solution with 32 digits; "truth", the first that exists.
    """
    if isinstance(what, Trajectory):
        if what.problem is None or what._choice is None:
            raise ValueError("only a trajectory that polhode.run() made can be measured")
        method, duration, sample = what._choice
        what = what.problem
    found = _core.measure(what.scenario(method, duration, sample), 0, against)
    raised = found.pop("raised")
    measures = Measures(found)
    if raised is not None:
        raise carrying(raised, measures)
    return measures


class Truth:
    """The true motion of a problem; call it with times.

    >>> import polhode as ph
    >>> p = ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1.0, 0.2]))
    >>> q, w = ph.truth(p, duration=10)([0, 5, 10])
    >>> q.shape
    (3, 4)
    """

    def __init__(self, problem: Problem, duration: Optional[float] = None, which: str = "truth"):
        self._given = (problem, duration, which)
        self._truth = _core.Truth(problem.scenario(Method(), duration), which)

    def __call__(self, t: Numbers) -> tuple[Array, Array]:
        q, w = self._truth.at(np.asarray(t, float))
        return q, w

    @property
    def description(self) -> str:
        return str(self._truth.description)

    @property
    def closed_form(self) -> bool:
        return bool(self._truth.closed_form)

    @property
    def caveat(self) -> str:
        """What its reader should know of it; "" if nothing."""
        return str(self._truth.caveat)

    def error_bound(self, t: float) -> float:
        """rad: what is known of its own error at t, for times asked already."""
        return float(self._truth.error_bound(t))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Truth) and self._given == other._given

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Truth, self._given

    def __deepcopy__(self, memo: dict[int, Any]) -> Truth:
        return Truth(*self._given)

    def __repr__(self) -> str:
        return "Truth({!r}, {!r}, {!r})".format(*self._given)


def truth(problem: Problem, duration: Optional[float] = None, which: str = "truth") -> Truth:
    """The true motion of a problem: "exact", the closed form; "reference", 32 digits; "truth", the first that exists."""
    return Truth(problem, duration, which)


class Comparison(list[dict[str, Any]]):
    """One row for each method: a list of mappings, shown as a table; `frame()` gives a pandas DataFrame."""

    def frame(self) -> Any:
        import pandas

        return pandas.DataFrame(list(self))

    def column(self, name: str) -> list[Any]:
        if self and name not in self[0]:
            raise KeyError(f"no column '{name}'; there are {', '.join(self[0])}")
        return [row[name] for row in self]

    def _shown(self) -> tuple[list[str], list[list[str]]]:
        keys = list(self[0]) if self else []
        return keys, [[_cell(r[k]) for k in keys] for r in self]

    def __repr__(self) -> str:
        keys, rows = self._shown()
        if not rows:
            return "nothing"
        cells = [keys] + rows
        widths = [max(len(row[i]) for row in cells) for i in range(len(keys))]
        return "\n".join("  ".join(c.ljust(w) for c, w in zip(row, widths)).rstrip() for row in cells)

    def _repr_html_(self) -> str:
        keys, rows = self._shown()
        return table(keys, rows) if rows else ""


def _cell(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else "" if value is None else str(value)


def compare(problem: Problem, methods: Union[Sequence[Method], Iterable[Method]], duration: Optional[float] = None,
            sample: Optional[float] = None, against: str = "truth") -> Comparison:
    """One row a method: its error, what it keeps, and what it cost. What ends it early carries the rows before (`.partial`)."""
    rows = Comparison()
    for method in methods:
        try:
            m = measure(problem, method, duration, sample, against)
        except BaseException as error:
            raise carrying(error, rows)
        geodesic = m.get("geodesic")
        rows.append({"method": repr(method), "error_rad": geodesic.largest if geodesic else None,
                     "energy_drift": m.statistics["energy_drift"], "evaluations": m.statistics["evaluations"],
                     "cpu_seconds": m.statistics["cpu_seconds"], "failure": m.failure})
    return rows
