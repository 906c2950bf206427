"""Rotation beside plain formulas, and beside SciPy where it is installed."""

import pickle

import numpy as np
import pytest

import polhode as ph
from polhode import Rotation


def many(n=1000, seed=1):
    return Rotation.random(n, seed)


def test_round_trips():
    r = many()
    for back in (Rotation.from_matrix(r.as_matrix()), Rotation.from_rotvec(r.as_rotvec()), Rotation.from_mrp(r.as_mrp()),
                 Rotation.from_euler("zyx", r.as_euler("zyx")), Rotation.from_euler("zxz", r.as_euler("zxz")),
                 Rotation.from_quat(r.xyzw, scalar_first=False), pickle.loads(pickle.dumps(r))):
        assert r.angle_to(back).max() < 1e-14


def test_apply_is_the_matrix_and_composes():
    a, b = many(500, 2), many(500, 3)
    v = np.random.default_rng(4).normal(size=(500, 3))
    assert np.abs(a.apply(v) - np.einsum("nij,nj->ni", a.as_matrix(), v)).max() < 1e-14
    assert np.abs((a * b).apply(v) - a.apply(b.apply(v))).max() < 1e-14
    assert np.abs(a.apply_inverse(a.apply(v)) - v).max() < 1e-14
    assert np.abs(a.inv().apply(v) - a.apply(v, inverse=True)).max() < 1e-14
    assert a.apply([1, 0, 0]).shape == (500, 3) and a[0].apply(v).shape == (500, 3) and a[0].apply([1, 0, 0]).shape == (3,)


def test_what_is_not_guessed():
    with pytest.raises(TypeError, match="scalar_first"):
        Rotation.from_quat([1, 0, 0, 0])
    with pytest.raises(TypeError, match="scalar_first"):
        Rotation().as_quat()
    with pytest.raises(ValueError, match="no rotation"):
        Rotation.from_matrix(2 * np.eye(3))
    assert Rotation.from_matrix(2 * np.eye(3), nearest=True).magnitude() < 1e-15
    with pytest.raises(ValueError, match="intrinsic"):
        Rotation.from_euler("ZYX", [0, 0, 0])
    with pytest.raises(ValueError, match="length zero"):
        Rotation([0, 0, 0, 0])
    with pytest.raises(ValueError, match="finite"):
        Rotation([np.nan, 0, 0, 0])
    with pytest.raises(ValueError, match="do not go together"):
        many(3).apply(np.zeros((4, 3)))


def test_it_does_not_change():
    with pytest.raises(ValueError):
        many(3).wxyz[0, 0] = 1


def test_singular_places_are_told():
    r = Rotation.from_euler("zyx", [0.3, np.pi / 2, 0.2])
    assert r.singular("zyx") and not r.singular("zxz")
    assert Rotation.from_euler("zyx", r.as_euler("zyx")).angle_to(r) < 1e-14


def test_mean_interpolate_align():
    r = Rotation.from_rotvec([[0, 0, 0.1], [0, 0, 0.3]])
    assert abs(r.mean().as_rotvec()[2] - 0.2) < 1e-15
    assert np.abs(r.interpolate([0, 1], [0.0, 0.25, 1.0]).as_rotvec()[:, 2] - [0.1, 0.15, 0.3]).max() < 1e-15
    v = np.random.default_rng(5).normal(size=(20, 3))
    true = many(1)[0]
    found, rest = Rotation.align_vectors(true.apply(v), v)
    assert found.angle_to(true) < 1e-14 and rest < 1e-6


def test_as_scipy_where_the_meaning_is_the_same():
    scipy = pytest.importorskip("scipy.spatial.transform").Rotation
    r = many(10000, 6)
    s = scipy.from_quat(r.xyzw)
    v = np.random.default_rng(7).normal(size=(10000, 3))
    assert np.abs(r.apply(v) - s.apply(v)).max() < 3e-15
    assert np.abs(r.as_matrix() - s.as_matrix()).max() < 1e-15
    assert np.abs(r.as_rotvec() - s.as_rotvec()).max() < 5e-15
    assert np.abs(r.as_mrp() - s.as_mrp()).max() < 1e-15
    assert np.abs(r.as_euler("zyx") - s.as_euler("ZYX")).max() < 1e-9  # ill-determined near the lock
    assert np.abs(r.magnitude() - s.magnitude()).max() < 1e-15 * 4
    assert Rotation.from_scipy(r.to_scipy()).angle_to(r).max() < 1e-15


def test_convert_by_name():
    assert np.abs(ph.convert("euler-zyx", "quaternion", [0.5, 0.5, 0.5, 0.5]) - [np.pi / 2, 0, np.pi / 2]).max() < 1e-15
    with pytest.raises(ph.InputError, match="quaternion"):
        ph.convert("quaternon", "quaternion", [1, 0, 0, 0])
