"""Trajectories written in the formats of other programs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Union

from . import _core

if TYPE_CHECKING:
    from ._problem import Problem

Path = Union[str, "os.PathLike[str]"]


def formats() -> list[dict[str, Any]]:
    """Each format: name, summary, ending, read, written, keeps, loses. `polhode list format` says the same."""
    return list(_core.formats())


def _format_of(path: str) -> str:
    """By the ending, where it belongs to a format; the longest that fits."""
    fitting = [f for f in formats() if f["written"] and path.lower().endswith(f["ending"])]
    if not fitting:
        endings = ", ".join(f"{f['ending']} ({f['name']})" for f in formats() if f["written"])
        raise ValueError(f"the ending of {path!r} belongs to no format: name it (format=...), or use {endings}")
    return str(max(fitting, key=lambda f: len(f["ending"]))["name"])


class Saved:
    """What writes a trajectory: save(), and a method to_NAME(path, ...) for each format that is written."""

    rates: bool = True  # the rows have rates
    about: Mapping[str, Any] = {}  # what the file says of itself that it was read from

    if TYPE_CHECKING:
        _numbers: Any
        _choice: Any
        dynamics: bool
        problem: Optional[Problem]

        # those of the registry: a test compares the names
        def to_hdf5(self, path: Path, **how: Any) -> None: ...
        def to_npy(self, path: Path, **how: Any) -> None: ...
        def to_mat(self, path: Path, **how: Any) -> None: ...
        def to_tum(self, path: Path, **how: Any) -> None: ...
        def to_euroc(self, path: Path, **how: Any) -> None: ...
        def to_aem(self, path: Path, **how: Any) -> None: ...
        def to_aem_xml(self, path: Path, **how: Any) -> None: ...
        def to_apm(self, path: Path, **how: Any) -> None: ...
        def to_acm(self, path: Path, **how: Any) -> None: ...
        def to_ck(self, path: Path, **how: Any) -> None: ...
        def to_mcap(self, path: Path, **how: Any) -> None: ...
        def to_glb(self, path: Path, **how: Any) -> None: ...

    def save(self, path: Path, format: Optional[str] = None, *, epoch: str = "", time_system: str = "", frame: str = "",
             body_frame: str = "", object: str = "", digits: int = 0) -> None:
        """Writes it in any format that `formats()` says is written; without `format` by the ending of the name.

        epoch: date of t = 0, "2026-01-01T00:00:00", by the clock `time_system`; frame, body_frame, object: names. Where
        nothing is said they are those of the scenario's [epoch], or of the file it was read from. digits: of text
        formats.
        """
        path = os.fspath(path)
        if digits and not 6 <= digits <= 17:
            raise ValueError("digits: 6 to 17")
        names = {"epoch": epoch, "time_system": time_system, "frame": frame, "body_frame": body_frame, "object": object}
        names = {key: said or str(self.about.get(key, "")) for key, said in names.items()}
        _core.write_trajectory(path, format or _format_of(path), self._numbers, self.rates, self.dynamics,
                               self._scenario(), {key: said for key, said in names.items() if said}, digits)

    def _scenario(self) -> Any:
        """What it was run from, for formats that hold a body, a title or an epoch."""
        if self.problem is None:
            return None
        if self._choice:
            return self.problem.scenario(*self._choice)
        known = "duration" in self.problem.tables().get("run", {})
        return self.problem.scenario(None, None if known else 1.0)


def _writer(name: str, summary: str) -> Callable[..., None]:
    def write(self: Saved, path: Path, **how: Any) -> None:
        self.save(path, name, **how)

    write.__name__ = "to_" + name.replace("-", "_")
    write.__qualname__ = f"Trajectory.{write.__name__}"
    write.__doc__ = f"Writes {name}: {summary}. Keywords as those of save()."
    return write


for _format in formats():
    if _format["written"]:
        _method = _writer(_format["name"], _format["summary"])
        setattr(Saved, _method.__name__, _method)
