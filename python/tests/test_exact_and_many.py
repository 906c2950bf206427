"""Closed forms over arrays, sweeps and studies."""

import os

import numpy as np
import pytest

import polhode as ph

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def test_free_body_is_the_truth_of_the_problem():
    t = np.linspace(0, 50, 101)
    p = ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1.0, 0.2]))
    q, w = ph.exact.free_body([1, 2, 3], ph.Rotation(), [0.1, 1.0, 0.2], t)
    true_q, true_w = ph.truth(p, duration=50)(t)
    assert np.array_equal(q, true_q) and np.array_equal(w, true_w)



def test_tops_and_gyrostats_over_arrays_of_bodies():
    t, q0 = np.linspace(0, 2, 7), ph.Rotation.from_rotvec([0.5, 0, 0])
    J, P = np.array([[1, 1, 2.0], [1.5, 1.5, 1]]), np.array([[0, 0, 1.0], [0, 0, 3]])
    w = np.array([[0.1, 0, 5], [0, 0.2, 7.0]])
    q, rate = ph.exact.lagrange_top(J, P, q0, w, t)
    assert q.shape == (2, 7, 4) and rate.shape == (2, 7, 3)
    for b in range(2):
        one = ph.exact.lagrange_top(J[b], P[b], q0, w[b], t)
        assert np.array_equal(q[b], one[0]) and np.array_equal(rate[b], one[1])
    assert ph.exact.lagrange_top(J[0], P, q0, w[0], 1.0)[0].shape == (2, 4)
    J = np.array([[1, 2, 3.0], [2, 2.5, 3], [3, 1, 2.5]])
    for held in (True, False):
        q, rate = ph.exact.gyrostat(J, 2, [0.1, 0.2, 0.3], 20.0, q0, [0.1, 1, 0.2], t, held=held)
        for b in range(3):
            one = ph.exact.gyrostat(J[b], 2, [0.1, 0.2, 0.3][b], 20.0, q0, [0.1, 1, 0.2], t, held=held)
            assert np.array_equal(q[b], one[0]) and np.array_equal(rate[b], one[1])
    with pytest.raises(ValueError, match="moment and speed: 2 for 3 bodies"):
        ph.exact.gyrostat(J, 2, [0.1, 0.2], 20.0, q0, [0.1, 1, 0.2], t)
    with pytest.raises(ValueError, match=r"third axis \(body 1\)"):
        ph.exact.lagrange_top([[1, 1, 2], [1, 2, 3]], [0, 0, 1], q0, [0, 0, 1], t)


def test_a_free_body_within_a_tolerance():
    rng = np.random.default_rng(16)
    quicker = 0
    for k in range(60):
        J, w = 10 ** rng.uniform(-0.3, 0.3, 3), rng.normal(size=3) * 10 ** rng.uniform(-2, 2)
        q = rng.normal(size=4)
        q /= np.linalg.norm(q)
        span = 10 ** rng.uniform(0, 3) / np.linalg.norm(w)
        t = np.linspace(-span / 3, span, 4000) if k % 2 else np.sort(rng.uniform(-span, span, 4000))
        within = 10 ** rng.uniform(-13, -7)
        exact = ph.exact.free_body(J, q, w, t)
        near = ph.exact.free_body(J, q, w, t, within=within)
        quicker += not np.array_equal(exact[0], near[0])
        assert 2 * np.abs(near[0] - exact[0]).max() < within
        assert np.abs(near[1] - exact[1]).max() < within * np.abs(exact[1]).max()
        assert np.abs(np.linalg.norm(near[0], axis=1) - 1).max() < 1e-15
        for one, other in zip(near, ph.exact.free_body(J, q, w, t, within=within, threads=3)):
            assert np.array_equal(one, other)
    assert quicker > 20
    # what lanes decline, and what is not in order, is the closed form itself
    for J, w in (([1, 1, 3], [0.1, 1, 0.2]), ([1, 2, 3], [0, 1, 0]), ([1, 2, 3], [0, 0, 0])):
        for one, other in zip(ph.exact.free_body(J, [1, 0, 0, 0], w, t), ph.exact.free_body(J, [1, 0, 0, 0], w, t, within=1e-9)):
            assert np.array_equal(one, other)
    for wrong in (-1e-9, np.nan, 2):
        with pytest.raises(ValueError, match="within: "):
            ph.exact.free_body([1, 2, 3], [1, 0, 0, 0], [0.1, 1, 0.2], t, within=wrong)


def test_lanes_have_the_bits_of_one_body():
    rng = np.random.default_rng(3)
    J = rng.uniform(1, 2, size=(50, 3))
    J[7] = [1, 1, 2]  # symmetric: declined by the lanes
    w0 = rng.normal(size=(50, 3))
    w0[9] = [0, 0, 1]
    w0[11] = 0
    q0 = ph.Rotation.random(50, 4)
    t = np.linspace(0, 10, 20)
    q, w = ph.exact.free_body(J, q0, w0, t)
    assert q.shape == (50, 20, 4) and w.shape == (50, 20, 3)
    for times in (t, t[:3], 1.5):
        many_q, many_w = ph.exact.free_body(J, q0, w0, times)
        for b in range(50):
            one = [ph.exact.free_body(J[b], q0[b], w0[b], x) for x in np.atleast_1d(times)]
            assert np.array_equal(many_q[b].reshape(-1, 4), [o[0] for o in one])
            assert np.array_equal(many_w[b].reshape(-1, 3), [o[1] for o in one])


def test_top_and_gyrostat_keep_what_they_must():
    t = np.linspace(0, 3, 200)
    J, P = np.array([5.76875e-4, 5.76875e-4, 9.375e-5]), [0, 0, 0.3 * 9.8 * 0.01]
    q, w = ph.exact.lagrange_top(J, P, ph.Rotation.from_rotvec([-1.047, 0, 0]), [0, 0, 125.66], t)
    height = ph.Rotation(q).apply([0, 0, 1])[:, 2]
    energy = (w**2 @ J) / 2 + P[2] * height
    assert np.ptp(energy) < 1e-14 and np.ptp(w[:, 2]) < 1e-12 and np.ptp(height) > 0.1
    q, w = ph.exact.gyrostat([1, 2, 3], 2, 0.1, 5.0, ph.Rotation(), [0.1, 1, 0.2], t)
    L = ph.Rotation(q).apply(w * [1, 2, 3] + [0, 0, 0.5])
    assert np.ptp(L, axis=0).max() < 1e-14
    with pytest.raises(ValueError, match="no closed form"):
        ph.exact.lagrange_top([1, 2, 3], P, ph.Rotation(), [0, 0, 1], t)


def test_what_is_refused():
    with pytest.raises(ValueError, match="positive"):
        ph.exact.free_body([1, 2, 0], [1, 0, 0, 0], [0, 0, 1], 0)
    with pytest.raises(ValueError, match="length zero"):
        ph.exact.free_body([1, 2, 3], [0, 0, 0, 0], [0, 0, 1], 0)
    with pytest.raises(ValueError, match="not finite"):
        ph.exact.free_body([1, 2, 3], [1, 0, 0, 0], [0, 0, 1], [0, np.nan])


def test_sweep_is_that_of_the_program(tmp_path):
    file = os.path.join(root, "scenarios", "sweeps", "dzhanibekov.toml")
    a = ph.sweep(file, runs=40, threads=1)
    b = ph.sweep(file, runs=40, threads=2, out=tmp_path / "s")
    assert len(a) == 40 and a.hash == b.hash and len(a.columns) > 2
    name = next(iter(a.outcomes))
    assert np.nanmean(a[name]) == pytest.approx(a.outcomes[name]["mean"], rel=1e-12)
    assert isinstance(a.problem(3), ph.Problem)


def test_study_finds_the_order():
    p = ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1.0, 0.2]))
    table = ph.study(p, [ph.Method("rk4"), ph.Method("dop853")], steps=[0.02, 0.01], tolerances=[1e-8, 1e-10], duration=5)
    assert len(table) == 4
    assert table[1]["order"] == pytest.approx(4, abs=0.2)
    assert table[3]["error"] < table[2]["error"] < 1e-6
