"""What came out of a run."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _core
from ._html import escaped, table
from ._picture import sphere_picture
from ._rotation import Rotation
from ._saving import Saved

if TYPE_CHECKING:
    from ._nouns import Method
    from ._problem import Problem
    from ._types import Array, Numbers


class Trajectory(Saved):
    """Rows of a run. Its arrays are views of the library's memory: nothing is copied, and they cannot be written to.

    t (n,) s, q_NB (n, 4) scalar first, w_NB_B (n, 3) rad/s, energy (n,) J, L_N (n, 3) N m s, defect (n,), and by name
    the method's own numbers or what the body has inside (`columns`, `column(name)`).
    """

    columns: tuple[str, ...]
    statistics: dict[str, Any]
    description: str
    method: str  # its name
    problem: Optional[Problem]
    status: str  # "done", "failed" or "interrupted"

    def __init__(self, numbers: Array, columns: Iterable[str], *, dynamics: bool = True,
                 statistics: Optional[dict[str, Any]] = None, description: str = "", method: str = "",
                 problem: Optional[Problem] = None, status: str = "done",
                 choice: Optional[tuple[Method, Optional[float], Optional[float]]] = None):
        self._numbers = numbers
        self._numbers.flags.writeable = False
        self.columns = tuple(columns)
        self.dynamics = dynamics
        self.statistics = dict(statistics or {})
        self.description, self.method, self.problem, self.status = description, method, problem, status
        self._choice = choice  # the Method it was run with, duration and sample

    # ---- numbers -----------------------------------------------------------------------------------------------------
    @property
    def t(self) -> Array:
        """s"""
        return self._numbers[:, 0]

    @property
    def q_NB(self) -> Array:
        """Attitude, body to world, scalar first."""
        return self._numbers[:, 1:5]

    @property
    def w_NB_B(self) -> Array:
        """Rate in body axes, rad/s."""
        return self._numbers[:, 5:8]

    @property
    def energy(self) -> Array:
        """J"""
        self._needs_dynamics("energy")
        return self._numbers[:, 8]

    @property
    def L_N(self) -> Array:
        """Angular momentum in world axes, N m s."""
        self._needs_dynamics("momentum")
        return self._numbers[:, 9:12]

    @property
    def defect(self) -> Array:
        """Constraint error of the method's own state."""
        return self._numbers[:, 12]

    @property
    def work(self) -> Array:
        """Done since the start by motors and bearings inside the body, J."""
        return self._numbers[:, 13]

    def column(self, name: str) -> Array:
        if name not in self.columns:
            raise KeyError(f"no column '{name}'; there are {', '.join(self.columns) or 'none of its own'}")
        return self._numbers[:, _core.fixed_columns + self.columns.index(name)]

    def _needs_dynamics(self, what: str) -> None:
        if not self.dynamics:
            raise AttributeError(f"the rate is given here and there is no body: no {what}")

    @property
    def rotations(self) -> Rotation:
        """The attitudes; a view as well."""
        return Rotation._view(self.q_NB)

    def __call__(self, t: Numbers) -> tuple[Array, Array]:
        """Attitude and rate between rows: the turn from row to row by a cubic that meets the rates at both ends."""
        t = np.asarray(t, float)
        times = self.t
        if t.size and not (t.min() >= times[0] and t.max() <= times[-1]):
            raise ValueError(f"t lies outside {times[0]} to {times[-1]} s")
        if len(times) < 2:
            raise ValueError("there is only one row")
        i = np.clip(np.searchsorted(times, t, side="right") - 1, 0, len(times) - 2)
        h = times[i + 1] - times[i]
        s = ((t - times[i]) / h)[..., None]
        a, w0, w1 = self.q_NB[i], self.w_NB_B[i], self.w_NB_B[i + 1]
        turn = _core.rotation_to_rotvec(_core.rotation_multiply(_core.rotation_inverse(a), self.q_NB[i + 1]))
        # the rotation vector's rate at the far end: w + (1/2) v x w + (1/12) v x (v x w) + ... (Bortz 1971 eq. 10)
        cross = np.cross(turn, w1)
        end = w1 + cross / 2 + np.cross(turn, cross) / 12
        hh = h[..., None]
        v = (s * s * (3 - 2 * s)) * turn + hh * (s * (1 - s) ** 2 * w0 - s * s * (1 - s) * end)
        rate = (6 * s * (1 - s) / hh) * turn + (1 - s) * (1 - 3 * s) * w0 - s * (2 - 3 * s) * end
        cross = np.cross(v, rate)
        return (_core.rotation_multiply(a, _core.rotation_from_rotvec(v)),
                rate - cross / 2 + np.cross(v, cross) / 6)

    def at(self, t: Numbers) -> tuple[Array, Array]:
        """Attitude and rate at any times of the run by the method's own dense output, as good as its rows.

        The method steps once more, in the same steps, and says what it knows inside them. InputError where it has no
        formula for that (rk4 and others with a fixed step): call the trajectory, a(t), which interpolates between rows.
        """
        if self.problem is None or self._choice is None:
            raise ValueError("only a trajectory that polhode.run() made has a method to ask")
        t = np.asarray(t, float)
        if t.ndim > 1:
            raise ValueError("t: one time or an array (n,) of times is needed")
        if t.size and not (t.min() >= 0 and t.max() <= self.t[-1]):
            raise ValueError(f"t lies outside 0 to {self.t[-1]} s")
        method, duration, sample = self._choice
        times, place = np.unique(np.append(0.0, t.ravel()), return_inverse=True)
        numbers = _core.rows_at(self.problem.scenario(method, duration, sample), 0, times[1:])["rows"].array()
        found = numbers[place[1:]].reshape(t.shape + numbers.shape[1:])
        return found[..., 1:5], found[..., 5:8]

    # ---- as a sequence -----------------------------------------------------------------------------------------------
    def __len__(self) -> int:
        return len(self._numbers)

    def __array__(self, dtype: Any = None) -> Array:
        rows = self._numbers[:, :8]
        return rows if dtype is None else rows.astype(dtype)

    def __getitem__(self, which: slice) -> Trajectory:
        """A part of it: a view."""
        if not isinstance(which, slice):
            raise TypeError("trajectory[10:20] gives a part; trajectory.q_NB[10] a row")
        part = Trajectory.__new__(Trajectory)
        part.__dict__.update(self.__dict__)
        part._numbers = self._numbers[which]
        return part

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Trajectory) and self.columns == other.columns
                and np.array_equal(self._numbers, other._numbers, equal_nan=True))

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> Trajectory:
        """Nothing in it changes, so that a copy may share the rows."""
        return self[:]

    def __deepcopy__(self, memo: dict[int, Any]) -> Trajectory:
        return self[:]

    def __reduce__(self) -> tuple[Any, ...]:
        problem = self.problem
        if problem is not None and any(callable(t) for t in problem.torques):
            problem = None  # functions do not travel; the rows do
        return _unpickled, (np.ascontiguousarray(self._numbers), self.columns, self.dynamics, self.statistics,
                            self.description, self.method, problem, self.status, self._choice, self.digest())

    def digest(self) -> str:
        """SHA-256 of all numbers: equal where every bit is."""
        return hashlib.sha256(np.ascontiguousarray(self._numbers)).hexdigest()

    # ---- to look at --------------------------------------------------------------------------------------------------
    def __repr__(self) -> str:
        span = f"{len(self)} rows, t = {self.t[0]:g} to {self.t[-1]:g} s" if len(self) else "no rows"
        return f"<Trajectory: {self.description or self.method}; {span}; {self.status}>"

    def to_csv(self, path: Union[str, os.PathLike[str]]) -> None:
        """The columns t,qw,qx,qy,qz,wx,wy,wz and what else there is, with every digit."""
        names = ["t", "qw", "qx", "qy", "qz", "wx", "wy", "wz"]
        use = list(range(8))
        if self.dynamics:
            names += ["energy", "Lx", "Ly", "Lz"]
            use += [8, 9, 10, 11]
        names += list(self.columns)
        use += [_core.fixed_columns + k for k in range(len(self.columns))]
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(",".join(names) + "\n")
            for row in self._numbers[:, use]:
                file.write(",".join(repr(float(x)) for x in row) + "\n")

    def to_npz(self, path: Union[str, os.PathLike[str]]) -> None:
        more = {name: self.column(name) for name in self.columns}
        if self.dynamics:
            more |= {"energy": self.energy, "L_N": self.L_N}
        np.savez(path, t=self.t, q_NB=self.q_NB, w_NB_B=self.w_NB_B, **more)

    def plot(self, path: Union[str, os.PathLike[str], None] = None, ax: Any = None) -> Any:
        """The way of the body's third axis on a sphere, as SVG in a file or as text; or q_NB over time on matplotlib's `ax`."""
        if ax is not None:
            for k, name in enumerate(("qw", "qx", "qy", "qz")):
                ax.plot(self.t, self.q_NB[:, k], label=name)
            ax.set_xlabel("t, s")
            ax.legend()
            return ax
        picture = sphere_picture(self)
        if path is None:
            return picture
        with open(path, "w", encoding="utf-8") as file:
            file.write(picture)
        return path

    def studio(self, height: int = 520) -> Any:
        """This problem and method in the studio, in a frame of the notebook; nothing is fetched from anywhere."""
        from ._studio import studio

        if self.problem is None:
            raise ValueError("this trajectory does not know its problem")
        method, duration, sample = self._choice or (None, None, None)
        return studio(self.problem, method, duration, sample, height=height)

    def _repr_svg_(self) -> Optional[str]:
        return sphere_picture(self) if len(self) > 1 else None

    def _repr_html_(self) -> str:
        facts = [("method", self.description), ("rows", str(len(self))), ("status", self.status)]
        if len(self):
            facts.append(("end", f"t = {self.t[-1]:g} s, q = {np.array2string(self.q_NB[-1], precision=6)}"))
        if self.statistics and self.dynamics:
            facts.append(("energy drift", f"{self.statistics.get('energy_drift', 0):.3g} J"))
        title = escaped(self.problem.title if self.problem is not None else "")
        return f"<div><b>{title}</b>{sphere_picture(self) if len(self) > 1 else ''}{table((), facts)}</div>"


def _unpickled(numbers: Array, columns: tuple[str, ...], dynamics: bool, statistics: dict[str, Any], description: str,
               method: str, problem: Optional[Problem], status: str, choice: Any, digest: str) -> Trajectory:
    made = Trajectory(numbers, columns, dynamics=dynamics, statistics=statistics, description=description, method=method,
                      problem=problem, status=status, choice=choice)
    if made.digest() != digest:
        raise ValueError("this trajectory was damaged on its way")
    return made
