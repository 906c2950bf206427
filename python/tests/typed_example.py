"""What mypy --strict checks: the package as somebody with types uses it."""

from __future__ import annotations

from typing import Optional

import numpy as np
import numpy.typing as npt

import polhode as ph


def worst_error(problem: ph.Problem, method: ph.Method) -> float:
    rows: ph.Trajectory = ph.run(problem, method, duration=1.0, sample=0.1)
    q: npt.NDArray[np.float64] = rows.q_NB
    assert q.shape[1] == 4
    return ph.measure(rows)["geodesic"].largest


free = ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(attitude=ph.Rotation(), rate=[0.1, 1.0, 0.2]),
                  torques=[ph.torque.constant(value=[0, 0, 0.01], frame="body")])
rotation: ph.Rotation = ph.Rotation.from_rotvec([0, 0, 1.0])
angle: float = float(rotation.magnitude())
print(worst_error(free, ph.Method("rk4", step=1e-3)), angle)

heavy = ph.torque.gravity(mass="300 g", at=["0 mm", "0 mm", "10 mm"])
given = ph.Problem(rates=ph.rates.constant(value=[0, 0, 1.0]))
table: ph.Comparison = ph.compare(free, [ph.Method(), ph.Method("adams-bashforth", step=1e-2, order=4)], duration=1.0)
limits: ph.StabilityTable = ph.stability("algebraic", steps_per_cycle=[20])
drift: npt.NDArray[np.float64] = ph.analog("quaternion").machines(2).drift
with ph.Live(free, step=0.01) as live:
    live.push([0.1, 0, 0], seconds=0.1)
    frame: ph.Frame = live.step(20)
    print(frame.rotation.magnitude(), table, limits, drift.shape, given.title)
still = np.random.default_rng(1).normal(0, 0.01, (200, 3))
estimated: ph.Estimate = ph.estimate(still, np.tile([0, 0, 9.81], (200, 1)), dt=0.01, estimator="filter")
sure: Optional[npt.NDArray[np.float64]] = estimated.sd_tilt
white: float = ph.allan(still[:, 0], 0.01).white.value
print(estimated.rotations.magnitude().shape, sure is None, white)
field = ph.Rotation.random(99, 1).apply([45.0, 0, 0])
constants: ph.Calibration = ph.calibrate(np.zeros((99, 3)), mag=field, dt=0.1, magnetometer=True)
print(constants["magnetometer"]["field"], constants.sensors.keys())
exact_q, exact_w = ph.exact.free_body([1, 2, 3], rotation, [0.1, 1, 0.2], np.linspace(0, 1, 5))
order: str = ph.entries("integrator", "rk4").order
try:
    ph.run(free, ph.Method("rk4", step=1e-3), duration=1.0, progress=lambda t: print(t))
except ph.ComputationFailed as error:
    print(error.time, len(error.partial))
