"""Motions in closed form: attitude and rate at any times, no stepping.

>>> import numpy as np, polhode as ph
>>> q, w = ph.exact.free_body([1, 2, 3], [1, 0, 0, 0], [0.1, 1.0, 0.2], np.linspace(0, 10, 5))
>>> q.shape, w.shape
((5, 4), (5, 3))
>>> energy = (w**2 @ [1, 2, 3]) / 2
>>> bool(np.ptp(energy) < 1e-15)
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Union

import numpy as np

from . import _core
from ._rotation import Rotation

if TYPE_CHECKING:
    from ._types import Array, Numbers

__all__ = ["free_body", "free_body_facts", "gyrostat", "lagrange_top"]


def _quaternion(q: Union[Rotation, Numbers]) -> Array:
    return q.wxyz if isinstance(q, Rotation) else np.asarray(q, float)


def free_body(inertia: Numbers, q0: Union[Rotation, Numbers], w0: Numbers, t: Numbers, *,
              threads: int = 0, within: float = 0.0) -> tuple[Array, Array]:
    """A body free of torque.

    Parameters
    ----------
    inertia : (3,) or (m, 3), kg m^2
        Principal moments about the centre of mass.
    q0 : Rotation, (4,) or (m, 4)
        Attitude at t = 0, body to world, scalar first.
    w0 : (3,) or (m, 3), rad/s
        Rate at t = 0 in body axes.
    t : number or (n,), s
    threads : int
        0: one, and where there is much to do as many as the computer has. The numbers do not depend on it.
    within : float, rad
        0: each time by the closed form, with the bits of the program. Otherwise how far the attitude may be from that
        (and the rates, by the largest of them): where many times lie close together, in order, they are taken from
        polynomials through the closed form, which is some ten times faster. Below 1e-13 as 0.

    Returns
    -------
    q_NB, w_NB_B : (4,) and (3,), with axes of bodies (m) and of times (n) before them where there are several
    """
    if threads < 0:
        raise ValueError(f"threads: {threads} is below 0")
    if not 0 <= within < 1:
        raise ValueError(f"within: {within} is not an angle from 0 to 1 rad")
    q, w = _core.free_body(np.asarray(inertia, float), _quaternion(q0), np.asarray(w0, float), np.asarray(t, float),
                           int(threads), float(within))
    return q, w


def free_body_facts(inertia: Numbers, q0: Union[Rotation, Numbers], w0: Numbers) -> dict[str, Any]:
    """What can be said of a free body's motion: its kind, the axis it goes round, the polhode's period."""
    facts: dict[str, Any] = _core.free_body_facts(np.asarray(inertia, float), _quaternion(q0), np.asarray(w0, float))
    return facts


def lagrange_top(inertia: Numbers, weight_moment: Numbers, q0: Union[Rotation, Numbers], w0: Numbers,
                 t: Numbers) -> tuple[Array, Array]:
    """A symmetric body about a fixed point on its axis, under gravity along -z.

    inertia about the fixed point, kg m^2; weight_moment: weight times the body vector to the centre of mass, N m. Several
    bodies as for `free_body`, with one weight_moment (3,) or one for each (m, 3).
    """
    q, w = _core.lagrange_top(np.asarray(inertia, float), np.asarray(weight_moment, float), _quaternion(q0),
                              np.asarray(w0, float), np.asarray(t, float))
    return q, w


def gyrostat(inertia: Numbers, axis: int, moment: Numbers, speed: Numbers, q0: Union[Rotation, Numbers], w0: Numbers,
             t: Numbers, held: bool = True) -> tuple[Array, Array]:
    """A free body with a rotor along principal axis 0, 1 or 2, held at a speed relative to the body, or turning freely.

    inertia of the whole body with the rotor locked, kg m^2; moment of the rotor about its axis; speed in rad/s. Several
    bodies as for `free_body`; moment and speed are numbers, or one for each body.
    """
    q, w = _core.gyrostat(np.asarray(inertia, float), int(axis), np.asarray(moment, float), np.asarray(speed, float),
                          bool(held), _quaternion(q0), np.asarray(w0, float), np.asarray(t, float))
    return q, w
