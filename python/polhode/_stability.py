"""The largest stable gain of a constraint held by feedback."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Optional

from . import _core
from ._registry import _nearest
from ._runs import Comparison

constraints = ("algebraic", "derivative")
readings = ("start", "lag1", "stage")


class StabilityTable(Comparison):
    """One row for each number of steps in a turn of the body: the boundary, and what a gain below it settles at."""

    quantity: str
    limit_of_small_steps: float

    def __init__(self, rows: Iterable[dict[str, object]] = (), quantity: str = "", limit_of_small_steps: float = 0.0):
        super().__init__(rows)
        self.quantity, self.limit_of_small_steps = quantity, limit_of_small_steps

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, StabilityTable) and list(self) == list(other) and self.quantity == other.quantity
                and self.limit_of_small_steps == other.limit_of_small_steps)

    def __reduce__(self) -> tuple[object, ...]:
        return StabilityTable, (list(self), self.quantity, self.limit_of_small_steps)


def _one_of(name: str, given: str, known: Iterable[str]) -> None:
    if given not in known:
        raise ValueError(f"{name}: '{given}' is not known; there are {', '.join(known)}{_nearest(given, known)}")


def stability(constraint: str = "derivative", *, reading: Optional[str] = None, integrator: str = "rk4",
              steps_per_cycle: Iterable[float] = (6, 8, 10, 16, 20, 40, 80, 160, 320), step: Optional[float] = None,
              rate: Optional[float] = None, fraction: float = 0.5) -> StabilityTable:
    """Where a constraint held by feedback stops being stable, from its linearised step; as `polhode stability` does.

    Parameters
    ----------
    constraint : "algebraic" (the boundary is h K) or "derivative" (M (h w)^2)
    reading : "start", "lag1" or "stage", of the derivative constraint
    integrator : a Runge-Kutta method with fixed steps
    steps_per_cycle : steps in a turn of the body
    step, rate : s and rad/s, in place of steps_per_cycle; the row then has the gain itself
    fraction : of the boundary, for the settled error

    Returns
    -------
    StabilityTable, a row for each number of steps: boundary, settled_error, spectral_radius (below 1: a disturbance dies
    out), lag (rad a cycle), failure ("": none)

    >>> table = stability("algebraic", steps_per_cycle=[20])
    >>> round(table[0]["boundary"], 6)
    1.000025
    """
    _one_of("constraint", constraint, constraints)
    if reading is not None:
        if constraint == "algebraic":
            raise ValueError("reading: goes with the derivative constraint only; leave it out")
        _one_of("reading", reading, readings)
    _one_of("integrator", integrator, _core.runge_kutta_names())
    if not 0 < fraction < 1:
        raise ValueError(f"fraction: {fraction} is not between 0 and 1")
    counts = [float(n) for n in steps_per_cycle]
    if (step is None) != (rate is None):
        raise ValueError("step and rate go together: s and rad/s")
    if step is not None and rate is not None:
        if not (step > 0 and rate > 0):
            raise ValueError(f"step and rate: {step} s and {rate} rad/s, where both must be above 0")
        counts = [2 * math.pi / (step * rate)]
    how = reading or "start"
    rows: list[dict[str, object]] = []
    for n in counts:
        if not 2 < n < 1e6:
            raise ValueError(f"steps_per_cycle: {n:g} is not between 2 and a million")
        found = _core.stable_step(constraint, how, integrator, n, float(fraction))
        row = {"steps_per_cycle": n, **found, "lag": found["lag"] * n}
        if step is not None and rate is not None:
            row["gain"] = found["boundary"] / (step if constraint == "algebraic" else (step * rate) ** 2)
        rows.append(row)
    return StabilityTable(rows, "h K" if constraint == "algebraic" else "M (h w)^2", _core.small_step_limit(constraint, how))
