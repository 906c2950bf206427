"""Many runs: sweeps and studies."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _core
from ._html import table
from ._nouns import Method
from ._problem import Problem, _settings
from ._progress import Progress, listener
from ._runs import Comparison, carrying
from ._toml import text_of

if TYPE_CHECKING:
    from ._types import Array


class Sweep:
    """What came of a sweep: statistics of each outcome, and one array a column.

    Of one that was interrupted (`error.partial`) there are no columns yet: `folder` holds what is done, and `resume()` goes
    on with it.
    """

    report: dict[str, Any]
    folder: Optional[str]  # where the results are kept; None: nowhere

    def __init__(self, path: str, settings: list[str], report: dict[str, Any], folder: Optional[str],
                 columns: dict[str, Array]):
        self._given = (path, settings)
        self.report, self.folder, self._columns = report, folder, columns

    @property
    def complete(self) -> bool:
        return bool(self.report["complete"])

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(self._columns)

    def __getitem__(self, name: str) -> Array:
        if name not in self._columns:
            raise KeyError(f"no column '{name}'; there are {', '.join(self._columns)}")
        return self._columns[name]

    def __len__(self) -> int:
        return int(self.report["runs_done"])

    @property
    def outcomes(self) -> dict[str, dict[str, Any]]:
        return {o["name"]: o for o in self.report["outcomes"]}

    @property
    def hash(self) -> str:
        """Of the results: equal where every number is equal."""
        return str(self.report["hash"])

    def problem(self, number: int) -> Problem:
        """One run as a problem of its own."""
        path, settings = self._given
        return Problem.from_text(_core.Sweep.read(path, settings).run(int(number))["scenario"])

    def resume(self, *, threads: int = 0, progress: Progress = False) -> Sweep:
        """Goes on with what an interruption left, in the same folder."""
        if self.folder is None:
            raise ValueError("this sweep is complete and kept no folder")
        return _carry_out(*self._given, self.folder, False, threads, "auto", True, False, progress)

    def __eq__(self, other: object) -> bool:
        """The same numbers."""
        return (isinstance(other, Sweep) and self.complete == other.complete and self.hash == other.hash
                and len(self) == len(other))

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Sweep, (*self._given, self.report, self.folder, self._columns)

    def __repr__(self) -> str:
        if not self.complete:
            return f"<Sweep: {len(self)} runs are done, in {self.folder}; resume() goes on>"
        return str(self.report["table"]).rstrip()

    def _repr_html_(self) -> str:
        rows = [(o["name"], o["unit"], *(f"{o[k]:.4g}" for k in ("mean", "deviation", "lowest", "highest")), o["missing"])
                for o in self.report["outcomes"]]
        return table(("outcome", "unit", "mean", "deviation", "lowest", "highest", "missing"), rows, f"{len(self)} runs")


def sweep(file: Union[str, os.PathLike[str]], runs: Optional[int] = None, *, set: Optional[Mapping[str, object]] = None,
          out: Union[str, os.PathLike[str], None] = None, threads: int = 0, backend: str = "auto", resume: bool = False,
          restart: bool = False, progress: Progress = False) -> Sweep:
    """One scenario run many times with some of its keys varied.

    Parameters
    ----------
    file : path of a sweep file
    runs : int, optional
        In place of what the file says.
    out : folder, optional
        Where the results are kept, as `polhode sweep --out` does; left out: nowhere.
    progress : bool or function(runs done)

    Ctrl-C raises a KeyboardInterrupt whose `.partial` is the Sweep so far; `error.partial.resume()` goes on with it.
    """
    settings = _settings(set)
    if runs is not None:
        settings.append(f"sweep.runs={int(runs)}")
    path = os.path.abspath(os.fspath(file))
    if out is not None:
        return _carry_out(path, settings, os.fspath(out), False, threads, backend, resume, restart, progress)
    import tempfile  # imported where it is needed: `import polhode` stays quick

    folder = os.path.join(tempfile.mkdtemp(prefix="polhode-"), "sweep")
    return _carry_out(path, settings, folder, True, threads, backend, resume, restart, progress)


def _carry_out(path: str, settings: list[str], folder: str, temporary: bool, threads: int, backend: str, resume: bool,
               restart: bool, progress: Progress) -> Sweep:
    keep = False
    try:
        definition = _core.Sweep.read(path, settings)
        with listener(progress, float(definition.runs), f"{definition.runs} runs") as told:
            report = definition.carry_out(folder, int(threads), backend, bool(resume), bool(restart), told)
        raised = report.pop("raised")
        if raised is not None:
            keep = True
            raise carrying(raised, Sweep(path, settings, report, folder, {}))
        columns = _columns(os.path.join(folder, "runs.csv")) if report["complete"] else {}
        return Sweep(path, settings, report, None if temporary else folder, columns)
    finally:
        if temporary and not keep:
            import shutil

            shutil.rmtree(os.path.dirname(folder), ignore_errors=True)


def _columns(path: str) -> dict[str, Array]:
    import csv

    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(line for line in file if not line.startswith("#"))
        names = next(rows)
        data = list(zip(*rows))
    return {name: _numbers(values) for name, values in zip(names, data)}


def _numbers(values: Iterable[str]) -> Any:
    try:
        numbers = np.array([float(v) if v else np.nan for v in values])
    except ValueError:
        numbers = np.array(values)
    numbers.flags.writeable = False
    return numbers


class StudyTable(Comparison):
    """Points of a study: problem, method, step or tolerance, error, observed order, cost."""


def study(problem: Problem, methods: Iterable[Method], steps: Optional[Iterable[float]] = None,
          tolerances: Optional[Iterable[float]] = None, *, duration: Optional[float] = None, measure: str = "geodesic",
          at: str = "end", against: str = "truth", threads: int = 0) -> StudyTable:
    """Which method and step meets my error? Every method with every step or tolerance, judged against the truth.

    Ctrl-C raises a KeyboardInterrupt whose `.partial` has the points that are done.
    """
    if steps is None and tolerances is None:
        raise ValueError("study: give steps, tolerances or both")
    steps, tolerances = ([float(x) for x in v] if v is not None else None for v in (steps, tolerances))
    tables: dict[str, Any] = {"study": {"measure": measure, "at": at, "against": against}, "problem": [], "method": []}
    for method in methods:
        keys = {k: v for k, v in method.table().items() if k not in ("step", "tolerance")}
        if tolerances is not None and _keeps_tolerance(keys.get("integrator", "default")):
            tables["method"].append({**keys, "tolerances": tolerances})
        elif steps is not None:
            tables["method"].append({**keys, "steps": steps})
        else:
            raise ValueError(f"{method!r} keeps no tolerance: give steps")
    import tempfile

    with tempfile.TemporaryDirectory(prefix="polhode-") as folder:
        scenario = _with_whole_paths(problem.tables(), problem.directory)
        scenario.pop("compare", None)
        if any(callable(t) for t in problem.torques):
            raise ValueError("study: a torque that is a Python function is not taken here; use torque.formula")
        if duration is not None:
            scenario.setdefault("run", {})["duration"] = float(duration)
        path = os.path.join(folder, "problem.toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text_of(scenario))
        tables["problem"].append({"scenario": "problem.toml"})
        points, raised = _core.study(text_of(tables), folder + os.sep, int(threads))
    if raised is not None:
        raise carrying(raised, StudyTable(points))
    return StudyTable(points)


def _with_whole_paths(tables: Any, directory: str) -> Any:
    """File names of a scenario count from its own folder; the study reads a copy of it elsewhere."""
    if isinstance(tables, dict):
        return {k: os.path.abspath(os.path.join(directory, v)) if k == "file" and isinstance(v, str)
                else _with_whole_paths(v, directory) for k, v in tables.items()}
    return [_with_whole_paths(v, directory) for v in tables] if isinstance(tables, list) else tables


def _keeps_tolerance(integrator: str) -> bool:
    from ._registry import entries

    return "adaptive" in entries("integrator", integrator).summary or integrator in ("default", "merson")
