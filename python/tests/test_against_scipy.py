"""Random problems beside an integration that shares nothing with the library: Euler's equations written down here and
solved by SciPy. POLHODE_HUNT=300 makes 300 of them."""

import os
import pickle

import numpy as np
import pytest

import polhode as ph

integrate = pytest.importorskip("scipy.integrate")
rotations = pytest.importorskip("scipy.spatial.transform").Rotation
count = int(os.environ.get("POLHODE_HUNT", 40))


class Other:
    """What somebody without the library would write: moments and torques as given, quaternions x y z w from SciPy."""

    def __init__(self, rng):
        self.torques, self.laws = [], []
        a, b = rng.uniform(0.2, 3, 2)
        c = rng.uniform(abs(a - b) * 1.02 + 1e-3, (a + b) * 0.98)
        self.J = rng.permutation([a, b, c])
        if rng.random() < 0.2:
            self.J[1] = self.J[0]
            self.J[2] = min(self.J[2], 1.9 * self.J[0])
        self.axes = rotations.random(random_state=rng).as_matrix() if rng.random() < 0.4 else np.eye(3)
        self.tensor = self.axes @ np.diag(self.J) @ self.axes.T
        self.q0 = rotations.random(random_state=rng)
        self.w0 = rng.normal(size=3) * 10 ** rng.uniform(-1, 0.7)
        self.duration = rng.uniform(0.5, 6)
        for _ in range(rng.integers(0, 4)):
            self.add(rng)

    def add(self, rng):
        v, u = rng.normal(size=3), rng.normal(size=3)
        kind = rng.choice(["constant", "world", "gravity", "damping", "dampings", "thruster", "couple", "formula", "rockets",
                           "table", "function"])
        R = lambda q: rotations.from_quat(q).as_matrix()  # noqa: E731
        if kind == "constant":
            self.use(ph.torque.constant(value=v), lambda t, q, w: v)
        elif kind == "world":
            self.use(ph.torque.constant(value=v, frame="world"), lambda t, q, w: R(q).T @ v)
        elif kind == "gravity":
            m, g = rng.uniform(0.1, 2), rng.uniform(1, 10)
            self.use(ph.torque.gravity(mass=m, at=0.1 * v, g=g), lambda t, q, w: np.cross(0.1 * v, R(q).T @ [0, 0, -m * g]))
        elif kind == "damping":
            c = rng.uniform(0, 0.5)
            self.use(ph.torque.damping(coefficient=c), lambda t, q, w: -c * w)
        elif kind == "dampings":
            c = rng.uniform(0, 0.5, 3)
            self.use(ph.torque.damping(coefficients=c), lambda t, q, w: -c * w)
        elif kind == "thruster":
            self.use(ph.torque.thruster(force=v, at=u, start=0.0, stop=1e3), lambda t, q, w: np.cross(u, v))
        elif kind == "couple":
            self.use(ph.torque.thruster(force=v, at=u, frame="world", couple=True), lambda t, q, w: 2 * np.cross(u, R(q).T @ v))
        elif kind == "formula":
            self.use(ph.torque.formula(value=["sin(2*t) - 0.1*wx*abs(wx)", "0.3*r31*r13 + qw*qx", "exp(-t)*cos(wy)"]),
                     lambda t, q, w: np.array([np.sin(2 * t) - 0.1 * w[0] * abs(w[0]), 0.3 * R(q)[2, 0] * R(q)[0, 2]
                                               + q[3] * q[0], np.exp(-t) * np.cos(w[1])]))
        elif kind == "rockets":
            k = rng.normal()
            self.use(ph.torque.rockets(k=k), lambda t, q, w: R(q).T @ (k * np.cross([0, 0, 1], R(q) @ [0, 0, 1])))
        elif kind == "table":
            times, x = np.array([0.0, 3.0, 7.0]), rng.normal(size=(3, 3))
            self.use(ph.torque.table(times=times, x=x[:, 0], y=x[:, 1], z=x[:, 2]),
                     lambda t, q, w: np.array([np.interp(t, times, x[:, k]) for k in range(3)]))
            self.breaks = [3.0]
        else:
            self.use(lambda t, q, w: 0.2 * np.cross(v, w), lambda t, q, w: 0.2 * np.cross(v, w))

    breaks = ()

    def use(self, torque, law):
        self.torques.append(torque)
        self.laws.append(law)

    def problem(self):
        inertia = self.J if np.array_equal(self.axes, np.eye(3)) else self.tensor
        return ph.Problem(body=ph.Body(inertia=inertia), torques=self.torques,
                          start=ph.Start(attitude=ph.Rotation.from_scipy(self.q0), rate=self.w0))

    def rates(self, t, y):
        q, w = y[:4], y[4:]
        n = q / np.linalg.norm(q)
        torque = sum((law(t, n, w) for law in self.laws), np.zeros(3))
        x, y_, z, s = q
        dq = 0.5 * np.array([s * w[0] + y_ * w[2] - z * w[1], s * w[1] + z * w[0] - x * w[2], s * w[2] + x * w[1] - y_ * w[0],
                             -x * w[0] - y_ * w[1] - z * w[2]])
        return np.concatenate([dq, np.linalg.solve(self.tensor, torque - np.cross(w, self.tensor @ w))])

    def solution(self, times):
        """Rows (n, 7) at rising times, from one to the next: steps end there and where a torque has a corner."""
        y, now, out = np.concatenate([self.q0.as_quat(), self.w0]), 0.0, []
        for t in times:
            for end in [*(b for b in self.breaks if now < b < t), t]:
                if end > now:
                    done = integrate.solve_ivp(self.rates, (now, end), y, "DOP853", rtol=3e-13, atol=1e-14)
                    assert done.success, done.message
                    y, now = done.y[:, -1], end
            out.append(y)
        return np.array(out)


def methods_for(rng, other):
    # its series knows no functions of Python and no corners that the state decides (abs in the formula)
    smooth = not any(callable(t) or t["kind"] == "formula" for t in other.torques)
    some = [ph.Method(), ph.Method("dop853", tolerance=1e-12), ph.Method("dopri5", tolerance=1e-11), ph.Method("rk4", step=2e-3),
            ph.Method("gauss", step=1e-2, order=8) if not other.breaks else ph.Method("rk4", step=2e-3)]
    if smooth:
        some.append(ph.Method("reference"))
    return some[rng.integers(len(some))]


@pytest.mark.parametrize("seed", range(count))
def test_a_random_problem_is_what_scipy_says(seed):
    rng = np.random.default_rng([2026, seed])
    other = Other(rng)
    problem, method = other.problem(), methods_for(rng, other)
    step = method.table().get("step")
    duration = other.duration if step is None else round(other.duration / step) * step
    other.duration = duration
    sample = duration / 8 if step is None else round(duration / step / 8) * step
    rows = ph.run(problem, method, duration=duration, sample=sample)
    expected = other.solution(np.minimum(rows.t, duration))
    apart = ph.Rotation.from_quat(expected[:, :4], scalar_first=False).angle_to(rows.rotations)
    speed = 1 + np.abs(expected[:, 4:]).max()
    allowed = {"rk4": 1e-6, "gauss": 1e-7, "dopri5": 3e-8}.get(method.table().get("integrator", "default"), 1e-9) * speed**3
    assert apart.max() < allowed, (method, other.torques)
    assert np.abs(expected[:, 4:] - rows.w_NB_B).max() < allowed * speed
    # energy and momentum as anybody would write them
    tensor = other.tensor
    turn = rotations.from_quat(expected[:, :4]).as_matrix()
    assert np.abs(np.einsum("nij,jk,nk->ni", turn, tensor, expected[:, 4:]) - rows.L_N).max() < 10 * allowed * speed
    if not any(callable(t) for t in problem.torques):
        again = ph.run(pickle.loads(pickle.dumps(ph.Problem.from_text(problem.to_toml()))), method, duration, sample)
        assert again == rows
    # between the rows
    t = np.sort(rng.uniform(0, rows.t[-1], 5))
    if method.table().get("integrator", "default") not in ("rk4", "gauss"):
        q, w = rows.at(t)
        expected = other.solution(t)
        assert ph.Rotation.from_quat(expected[:, :4], scalar_first=False).angle_to(ph.Rotation(q)).max() < allowed
        assert np.abs(expected[:, 4:] - w).max() < allowed * speed
        q1, w1 = rows.at(t[2])
        assert np.array_equal(q1, q[2]) and np.array_equal(w1, w[2])


@pytest.mark.parametrize("seed", range(count))
def test_random_rotations_are_what_scipy_says(seed):
    rng = np.random.default_rng([58, seed])
    n = 200
    angle = rng.choice([1e-12, 1e-7, 1e-3, 1.0, np.pi - 1e-3, np.pi - 1e-7, np.pi], n) * rng.uniform(0.5, 1, n) ** (rng.random(n) < 0.5)
    axis = rng.normal(size=(n, 3))
    axis[rng.random(n) < 0.2, :2] = 0
    axis /= np.linalg.norm(axis, axis=1, keepdims=True)
    v = axis * angle[:, None]
    ours, theirs = ph.Rotation.from_rotvec(v), rotations.from_rotvec(v)
    other, w = rotations.random(n, random_state=rng), rng.normal(size=(n, 3)) * 10 ** rng.uniform(-3, 3, (n, 1))
    another = ph.Rotation.from_scipy(other)
    size = np.linalg.norm(w, axis=1, keepdims=True)
    assert np.abs(ours.as_matrix() - theirs.as_matrix()).max() < 2e-15
    assert np.abs((ours.apply(w) - theirs.apply(w)) / size).max() < 3e-15
    assert np.abs((ours.apply(w, inverse=True) - theirs.apply(w, inverse=True)) / size).max() < 3e-15
    assert np.abs((ours * another).as_matrix() - (theirs * other).as_matrix()).max() < 4e-15
    assert np.abs(ours.magnitude() - theirs.magnitude()).max() < 1e-14
    back = ph.Rotation.from_matrix(theirs.as_matrix())
    assert back.angle_to(ours).max() < 1e-14
    assert np.abs(rotations.from_mrp(ours.as_mrp()).as_matrix() - theirs.as_matrix()).max() < 2e-14
    for sequence in ("xyz", "zyx", "zxz", "yzy"):
        a = ours.as_euler(sequence)
        assert np.abs(rotations.from_euler(sequence.upper(), a).as_matrix() - theirs.as_matrix()).max() < 1e-7
        b = rng.uniform(-3, 3, (n, 3))
        assert np.abs(ph.Rotation.from_euler(sequence, b).as_matrix() - rotations.from_euler(sequence.upper(), b).as_matrix()).max() < 2e-15
    assert ph.Rotation.from_scipy(rotations.from_quat(other.as_quat()).mean()).angle_to(another.mean()) < 1e-12


@pytest.mark.parametrize("seed", range(max(4, count // 10)))
def test_closed_forms_over_arrays_are_what_scipy_says(seed):
    rng = np.random.default_rng([1758, seed])
    others = [Other(rng) for _ in range(6)]
    t = np.sort(rng.uniform(0, 5, 7))
    J, w0 = np.array([o.J for o in others]), np.array([o.w0 for o in others])
    q0 = ph.Rotation.concatenate([ph.Rotation.from_scipy(o.q0) for o in others])
    q, w = ph.exact.free_body(J, q0, w0, t)
    for k, other in enumerate(others):
        other.laws, other.axes, other.tensor, other.duration, other.breaks = [], np.eye(3), np.diag(other.J), 5.0, ()
        expected = other.solution(t)
        speed = 1 + np.abs(w0[k]).max()
        assert ph.Rotation.from_quat(expected[:, :4], scalar_first=False).angle_to(ph.Rotation(q[k])).max() < 1e-10 * speed**2
        assert np.abs(expected[:, 4:] - w[k]).max() < 1e-10 * speed**2
