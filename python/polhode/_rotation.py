"""Rotations over arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _core

if TYPE_CHECKING:
    from ._types import Array, Numbers


class Rotation:
    """One rotation or n of them, from body axes B to world axes N; it does not change.

    Names are SciPy's where the meaning is the same. Where it is not, nothing is guessed: the order of a quaternion must
    be said, a matrix that is no rotation is refused, and sequences of Euler angles are intrinsic and written small.

    >>> r = Rotation.from_rotvec([0, 0, np.pi / 2])
    >>> r.apply([1, 0, 0]).round(12).tolist()
    [0.0, 1.0, 0.0]
    >>> (r * r).magnitude().round(12).item()
    3.14159265359
    """

    __slots__ = ("_q",)

    _q: Array

    def __init__(self, wxyz: Numbers = (1.0, 0.0, 0.0, 0.0)):
        q = np.array(wxyz, dtype=float)
        if q.ndim not in (1, 2) or q.shape[-1] != 4:
            raise ValueError(f"quaternions: shape {q.shape} where (4,) or (n, 4) is needed")
        if not np.isfinite(q).all():
            raise ValueError("quaternions: not all numbers are finite")
        if q.size and not (np.einsum("...i,...i", q, q) > 0).all():
            raise ValueError("a quaternion of length zero is no rotation")
        q.flags.writeable = False
        self._q = q

    @classmethod
    def _view(cls, q: Array) -> Rotation:
        """Of numbers that are known to be good and do not change: not copied."""
        made = cls.__new__(cls)
        made._q = q
        return made

    # ---- in ----------------------------------------------------------------------------------------------------------
    @classmethod
    def from_quat(cls, q: Numbers, *, scalar_first: Optional[bool] = None) -> Rotation:
        """Quaternions, whose order must be said; their length is kept (see normalised())."""
        if scalar_first is None:
            raise TypeError("from_quat: say scalar_first=True for (w, x, y, z) or scalar_first=False for (x, y, z, w)")
        q = np.asarray(q, float)
        return cls(q if scalar_first else np.roll(q, 1, axis=-1))

    @classmethod
    def from_matrix(cls, matrix: Numbers, *, nearest: bool = False) -> Rotation:
        """Matrices R_NB, v_N = R_NB v_B; what is no rotation within 1e-9 is refused, or with nearest=True made one."""
        m = np.asarray(matrix, float)
        if m.ndim not in (2, 3) or m.shape[-2:] != (3, 3):
            raise ValueError(f"matrices: shape {m.shape} where (3, 3) or (n, 3, 3) is needed")
        if nearest:  # the polar factor, by the singular values
            u, _, v = np.linalg.svd(m)
            d = np.sign(np.linalg.det(u @ v))
            u = u * np.stack([np.ones_like(d), np.ones_like(d), d], axis=-1)[..., None, :]
            m = u @ v
        worst = np.abs(np.swapaxes(m, -1, -2) @ m - np.eye(3)).max() if m.size else 0.0
        if not worst <= 1e-9 or (np.linalg.det(m) < 0).any():
            raise ValueError(f"no rotation: R^T R differs from 1 by {worst:.3g}, or a reflection; nearest=True takes the "
                             "nearest rotation")
        return cls(_core.rotation_from_matrix(m.reshape(m.shape[:-2] + (9,))))

    @classmethod
    def from_rotvec(cls, rotvec: Numbers, degrees: bool = False) -> Rotation:
        v = np.asarray(rotvec, float)
        return cls(_core.rotation_from_rotvec(np.radians(v) if degrees else v))

    @classmethod
    def from_mrp(cls, mrp: Numbers) -> Rotation:
        """Modified Rodrigues parameters: tan(angle/4) times the axis."""
        return cls(_core.rotation_from_mrp(np.asarray(mrp, float)))

    @classmethod
    def from_euler(cls, seq: str, angles: Numbers, degrees: bool = False) -> Rotation:
        """Angles (A, B, C) of an intrinsic sequence in small letters: "zyx" is yaw, pitch, roll."""
        a = np.asarray(angles, float)
        return cls(_core.rotation_from_euler(seq, np.radians(a) if degrees else a))

    @classmethod
    def identity(cls, num: Optional[int] = None) -> Rotation:
        return cls([1.0, 0, 0, 0] if num is None else np.tile([1.0, 0, 0, 0], (num, 1)))

    @classmethod
    def random(cls, num: Optional[int] = None, seed: int = 0) -> Rotation:
        """Uniform over all rotations, from a counter-based generator: the same seed, the same rotations."""
        draw = np.random.Generator(np.random.Philox(seed)).normal(size=(1 if num is None else num, 4))
        q = _core.rotation_normalised(draw)
        return cls(q[0] if num is None else q)

    @classmethod
    def concatenate(cls, rotations: Iterable[Rotation]) -> Rotation:
        return cls(np.concatenate([np.atleast_2d(r._q) for r in rotations]))

    @classmethod
    def align_vectors(cls, a: Numbers, b: Numbers, weights: Optional[Numbers] = None) -> tuple[Rotation, float]:
        """The rotation for which `apply(b)` is nearest to `a` in the least squares, and the root of the sum of squares."""
        a, b = np.atleast_2d(np.asarray(a, float)), np.atleast_2d(np.asarray(b, float))
        if a.shape != b.shape or a.shape[-1] != 3:
            raise ValueError(f"a and b: shapes {a.shape} and {b.shape} where two of (n, 3) are needed")
        w = np.ones(len(a)) if weights is None else np.asarray(weights, float)
        u, s, v = np.linalg.svd(np.einsum("i,ij,ik", w, a, b))  # Wahba's problem by singular values (Markley 1988)
        if np.linalg.det(u @ v) < 0:
            u[:, -1], s[-1] = -u[:, -1], -s[-1]
        rest = max(0.0, float(np.sum(w * np.sum(a * a + b * b, axis=1)) - 2 * s.sum()))
        return cls.from_matrix(u @ v, nearest=True), rest**0.5

    @classmethod
    def from_scipy(cls, rotation: Any) -> Rotation:
        return cls.from_quat(rotation.as_quat(), scalar_first=False)

    # ---- out ---------------------------------------------------------------------------------------------------------
    @property
    def wxyz(self) -> Array:
        return self._q

    @property
    def xyzw(self) -> Array:
        return np.roll(self._q, -1, axis=-1)

    def as_quat(self, *, scalar_first: Optional[bool] = None) -> Array:
        if scalar_first is None:
            raise TypeError("as_quat: say scalar_first=True for (w, x, y, z) or scalar_first=False for (x, y, z, w)")
        return self._q.copy() if scalar_first else self.xyzw

    def as_matrix(self) -> Array:
        return _core.rotation_to_matrix(_core.rotation_normalised(self._q)).reshape(self._q.shape[:-1] + (3, 3))

    def as_rotvec(self, degrees: bool = False) -> Array:
        v = _core.rotation_to_rotvec(self._q)
        return np.degrees(v) if degrees else v

    def as_mrp(self) -> Array:
        return _core.rotation_to_mrp(self._q)

    def as_euler(self, seq: str, degrees: bool = False) -> Array:
        """Where the sequence is singular the third angle is 0; `singular(seq)` says where."""
        a, _ = _core.rotation_to_euler(seq, self._q)
        return np.degrees(a) if degrees else a

    def singular(self, seq: str) -> Any:
        return _core.rotation_to_euler(seq, self._q)[1]

    def to_scipy(self) -> Any:
        from scipy.spatial.transform import Rotation as Other

        return Other.from_quat(self.xyzw)

    # ---- what they do ------------------------------------------------------------------------------------------------
    def apply(self, vectors: Numbers, inverse: bool = False) -> Array:
        """Vectors in body axes as vectors in world axes; with inverse=True the other way."""
        return _core.rotation_apply(self._q, vectors, inverse)

    def apply_inverse(self, vectors: Numbers) -> Array:
        return self.apply(vectors, inverse=True)

    def __mul__(self, other: Rotation) -> Rotation:
        if not isinstance(other, Rotation):
            return NotImplemented
        return Rotation(_core.rotation_multiply(self._q, other._q))

    __matmul__ = __mul__

    def inv(self) -> Rotation:
        return Rotation(_core.rotation_inverse(self._q))

    def magnitude(self) -> Array:
        """Angle of the turn, 0 to pi rad."""
        return _core.rotation_angle(self._q, np.array([1.0, 0, 0, 0]))

    def angle_to(self, other: Rotation) -> Array:
        """Angle of the turn from one to the other, 0 to pi rad."""
        return _core.rotation_angle(self._q, other._q)

    def normalised(self) -> Rotation:
        return Rotation(_core.rotation_normalised(self._q))

    def mean(self, weights: Optional[Numbers] = None) -> Rotation:
        q = np.atleast_2d(self.normalised()._q)
        w = np.ones(len(q)) if weights is None else np.asarray(weights, float)
        _, vectors = np.linalg.eigh(np.einsum("i,ij,ik", w, q, q))  # Markley, Cheng, Crassidis, Oshman 2007
        return Rotation(vectors[:, -1] * (1.0 if vectors[0, -1] >= 0 else -1.0))

    def interpolate(self, times: Numbers, t: Numbers) -> Rotation:
        """Between rotations at `times` along the shortest turn (slerp), at the times `t`."""
        times, t = np.asarray(times, float), np.asarray(t, float)
        q = np.atleast_2d(self._q)
        if times.ndim != 1 or len(times) != len(q) or len(q) < 2 or not (np.diff(times) > 0).all():
            raise ValueError("interpolate: as many rising times as rotations are needed, at least two")
        if t.size and (t.min() < times[0] or t.max() > times[-1]):
            raise ValueError(f"interpolate: t lies outside {times[0]} to {times[-1]}")
        i = np.clip(np.searchsorted(times, t, side="right") - 1, 0, len(times) - 2)
        a, b = q[i], q[i + 1]
        turn = _core.rotation_to_rotvec(_core.rotation_multiply(_core.rotation_inverse(a), b))
        part = (t - times[i]) / (times[i + 1] - times[i])
        return Rotation(_core.rotation_multiply(a, _core.rotation_from_rotvec(turn * part[..., None])))

    # ---- as a Python object ------------------------------------------------------------------------------------------
    @property
    def single(self) -> bool:
        return self._q.ndim == 1

    @property
    def shape(self) -> tuple[int, ...]:
        return self._q.shape[:-1]

    def __len__(self) -> int:
        if self.single:
            raise TypeError("a single rotation has no length")
        return len(self._q)

    def __getitem__(self, which: Any) -> Rotation:
        if self.single:
            raise TypeError("a single rotation cannot be indexed")
        return Rotation(self._q[which])

    def __iter__(self) -> Iterator[Rotation]:
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        """The same numbers; q and -q are the same attitude and different numbers (see angle_to)."""
        return isinstance(other, Rotation) and np.array_equal(self._q, other._q)

    def __hash__(self) -> int:
        return hash((self._q + 0.0).tobytes())  # 0 and -0 are equal

    def __reduce__(self) -> tuple[Any, ...]:
        return Rotation, (np.ascontiguousarray(self._q),)

    def __repr__(self) -> str:
        if self.single or len(self._q) <= 100:
            return f"Rotation({self._q.tolist()})"
        return f"<Rotation: {len(self._q)} of them, first {self._q[0].tolist()}>"
