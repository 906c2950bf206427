"""A body in your own loop: time moves when you say so, and what pushes it is what you give."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from . import _core
from ._problem import Method, Problem
from ._rotation import Rotation

if TYPE_CHECKING:
    from ._types import Array, Vector

_nothing = np.zeros(3)


@dataclass(frozen=True, eq=False)
class Beside:
    """Another method of the scenario, on the same stimuli."""

    q_NB: Array
    w_NB_B: Array
    angle: float  # rad, from the first method's attitude
    failed: bool

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Beside) and np.array_equal(self.q_NB, other.q_NB)
                and np.array_equal(self.w_NB_B, other.w_NB_B) and (self.angle, self.failed) == (other.angle, other.failed))


@dataclass(frozen=True, eq=False)
class Frame:
    """The body after so many steps: t in s, q_NB (4,), w_NB_B (3,) in rad/s, energy in J, L_N (3,) in N m s.

    `failure` says why the method made no further step; "" where it goes on. `beside` has the scenario's other methods.
    """

    step: int
    t: float
    q_NB: Array
    w_NB_B: Array
    energy: float
    L_N: Array
    beside: tuple[Beside, ...] = ()
    failure: str = ""

    @property
    def rotation(self) -> Rotation:
        return Rotation(self.q_NB)

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Frame) and (self.step, self.t, self.failure) == (other.step, other.t, other.failure)
                and all(np.array_equal(a, b, equal_nan=True) for a, b in (
                    (self.q_NB, other.q_NB), (self.w_NB_B, other.w_NB_B), (self.energy, other.energy),
                    (self.L_N, other.L_N))) and self.beside == other.beside)

    def __repr__(self) -> str:
        return f"<Frame: step {self.step}, t = {self.t:g} s, q_NB = {self.q_NB.tolist()}, w_NB_B = {self.w_NB_B.tolist()}>"


def _frame(d: dict[str, Any]) -> Frame:
    for name in ("q_NB", "w_NB_B", "L_N"):
        d[name].flags.writeable = False
    return Frame(**{**d, "beside": tuple(Beside(*b) for b in d["beside"])})


@dataclass(frozen=True)
class Punctuality:
    """What became of running beside a clock: steps, those that took too long, time given up, lateness in microseconds."""

    steps: int
    overruns: int
    slips: int
    seconds_lost: float
    late_p50_us: float
    late_p99_us: float
    late_largest_us: float


class Live:
    """Lockstep: a problem that is stepped by hand and pushed from outside. It belongs to the thread that made it.

    Parameters
    ----------
    problem : Problem
    method : Method, optional
        One with a fixed step; left out: that of the problem's scenario, or rk4 where `step` is given.
    step : s, optional
        In place of the method's.
    duration : s
        0: as long as you like.

    >>> import polhode as ph
    >>> body = ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0, 0, 0]))
    >>> with ph.Live(body, step=0.01) as live:
    ...     live.push([0.1, 0, 0], seconds=1)
    ...     frame = live.step(200)
    >>> frame.step, frame.t, round(float(frame.w_NB_B[0]), 12)
    (200, 2.0, 0.1)
    """

    def __init__(self, problem: Problem, method: Optional[Method] = None, *, step: Optional[float] = None,
                 duration: float = 0.0):
        chosen = method if method is not None else problem.method
        keys = chosen.table()
        if step is not None:
            keys["step"] = float(step)
            if keys.get("integrator", "default") == "default":
                keys["integrator"] = "rk4"
        self.problem, self.method = problem, Method(**keys)
        span = duration if duration > 0 else None if "duration" in problem.tables().get("run", {}) else 1.0
        scenario = problem.scenario(self.method if keys != problem.method.table() else None, span, None)
        self._rates = problem.tables().get("rates", {}).get("kind", "constant")
        self._live = _core.Live(scenario, float(duration))

    @property
    def step_length(self) -> float:
        """s"""
        return float(self._live.step_length)

    @property
    def methods(self) -> tuple[str, ...]:
        return tuple(self._live.methods)

    @property
    def frame(self) -> Frame:
        """Where the body is."""
        return _frame(self._live.state())

    def step(self, count: int = 1) -> Frame:
        """So many steps now. Fewer are made where the duration is over or the method fails: the frame says so."""
        if int(count) < 0:
            raise ValueError(f"step: {count} steps cannot be made")
        self._live.step(int(count))
        return self.frame

    def push(self, torque: Optional[Vector] = None, *, seconds: Optional[float] = None, frame: str = "body",
             rate: Optional[Vector] = None) -> None:
        """A push over the next `seconds` (left out: one step), beside what else acts.

        torque in N m, in body or world axes (`frame`). Where the scenario gives the rate, `rate` in rad/s, body axes, is
        added to it.
        """
        steps = 1 if seconds is None else max(1, round(float(seconds) / self.step_length))
        self._live.push(*self._stimulus(torque, frame, rate), steps)

    def hold(self, torque: Optional[Vector] = None, *, frame: str = "body", rate: Optional[Vector] = None) -> None:
        """The same until it is replaced; without numbers: nothing is held. A given `rate` stands in place of the scenario's."""
        self._live.hold(*self._stimulus(torque, frame, rate))

    def _stimulus(self, torque: Optional[Vector], frame: str, rate: Optional[Vector]) -> tuple[Any, Any, Any]:
        if frame not in ("body", "world"):
            raise ValueError(f"frame: '{frame}' is not known; there are body, world")
        if self._live.dynamics:
            if rate is not None:
                raise ValueError("rate: torques move this body; give a torque")
        elif torque is not None:
            raise ValueError("torque: the scenario gives the rate, and torques mean nothing; give a rate")
        elif self._rates != "constant":
            raise ValueError(f"rate: this scenario's rate follows '{self._rates}' and cannot be pushed; only a constant one can")
        push = _nothing if torque is None else np.asarray(torque, float)
        turn = _nothing if rate is None else np.asarray(rate, float)
        return (push, _nothing, turn) if frame == "body" else (_nothing, push, turn)

    def on_step(self, function: Optional[Callable[[int, float], Any]]) -> None:
        """Asks function(step, t) before every step what acts in it, beside pushes and what is held.

        It gives three numbers (torque in body axes, N m, or where the rate is given a rate, rad/s), three vectors (torque
        in body axes, torque in world axes, rate), or None.
        """
        self._live.on_step(function)

    def run(self, speed: float = 1.0, on_frame: Optional[Callable[[Frame], object]] = None,
            times_a_second: float = 60.0) -> Punctuality:
        """Real time, times `speed`, until the end of the duration; Ctrl-C ends it. on_frame(frame) is told of the body."""
        told = None if on_frame is None else lambda d: on_frame(_frame(d))
        return Punctuality(**self._live.run(float(speed), told, float(times_a_second)))

    def record(self, path: str | os.PathLike[str]) -> None:
        """Writes what is flown as a scenario; run() on it gives the same rows, bit for bit. Before the first step."""
        self._live.record(os.fspath(path))

    def reset(self) -> None:
        """From the start again, without pushes."""
        self._live.reset()

    def close(self) -> None:
        """Ends the flight; its record is complete."""
        self._live.finish()

    def __enter__(self) -> Live:
        return self

    def __exit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.close()

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a Live stands in the middle of a flight and cannot be pickled or copied; record() it")

    def __repr__(self) -> str:
        return f"<Live: {', '.join(self.methods)}, step {self.step_length:g} s, at t = {self.frame.t:g} s>"
