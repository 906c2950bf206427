"""Problems, methods, trajectories, measures: the same numbers as the program, and nothing lost when something breaks."""

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import polhode as ph

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
scenarios = os.path.join(root, "scenarios")
program = os.environ.get("POLHODE_PROGRAM", os.path.join(root, "build", "polhode"))
gallery = sorted(f for f in os.listdir(scenarios) if f.endswith(".toml"))
# dear ones say nothing more here; the program's own tests run them
dear = {"rattleback.toml", "eulers-disk.toml", "tippe-top.toml", "cmg-slew.toml", "control-b-dot.toml"}


def body(**keys):
    return ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1.0, 0.2]), **keys)


def top():
    return ph.Problem(body=ph.Body(inertia=[5.76875e-4, 5.76875e-4, 9.375e-5]),
                      torques=[ph.torque.gravity(mass=0.3, at=[0, 0, 0.01], g=9.8)],
                      start=ph.Start(attitude=ph.Rotation.from_rotvec([-1.047, 0, 0]), rate=[0, 0, 125.66]))


@pytest.mark.parametrize("name", [f for f in gallery if f not in dear])
def test_same_bits_as_the_program(name, tmp_path):
    path = os.path.join(scenarios, name)
    csv = tmp_path / "rows.csv"
    ran = subprocess.run([program, "run", path, "--csv", str(csv), "--quiet"], capture_output=True, text=True)
    try:
        rows = ph.run(ph.Problem.from_toml(path))
    except ph.ComputationFailed as error:
        assert ran.returncode == 3
        rows = error.trajectory
    else:
        assert ran.returncode == 0, ran.stderr
    with open(csv, encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith("#")]
    expected = np.array([[float(x) for x in line.split(",")[:8]] for line in lines[1:]])
    got = np.asarray(rows)
    assert got.shape == expected.shape
    assert np.array_equal(got, expected)


def test_a_problem_says_how_to_build_it():
    p = top()
    names = {name: getattr(ph, name) for name in ph.__all__}
    assert eval(repr(p), names) == p
    assert ph.Problem.from_text(p.to_toml()) == p
    assert pickle.loads(pickle.dumps(p)) == p and copy.deepcopy(p) == p
    m = ph.Method("rk4", step=5e-4)
    assert eval(repr(m), names) == m and pickle.loads(pickle.dumps(m)) == m and m != ph.Method("rk4", step=1e-3)
    assert p.replaced({"torque[0].g": 1.62}).torques[0]["g"] == 1.62 and p.torques[0]["g"] == 9.8


def test_arrays_are_views_that_outlive_their_owner():
    a = ph.run(body(), ph.Method("rk4", step=1e-3), duration=1, sample=0.01)
    q = a.q_NB
    assert q.base is not None and not q.flags.owndata and not q.flags.writeable
    kept = q.copy()
    part = a[10:20]
    assert np.shares_memory(part.q_NB, q)
    del a, part
    assert np.array_equal(q, kept)
    with pytest.raises(ValueError):
        q[0, 0] = 1


def test_truth_measure_compare():
    p = top()
    rk4 = ph.Method("rk4", step=5e-4)
    a = ph.run(p, rk4, duration=2.5, sample=0.01)
    q, w = ph.truth(p, duration=2.5)(a.t)
    error = ph.Rotation(a.q_NB).normalised().angle_to(ph.Rotation(q)).max()
    m = ph.measure(a)
    assert m.geodesic.largest == pytest.approx(error, rel=1e-6)
    assert 1e-7 < error < 1e-4
    table = ph.compare(p, [rk4, ph.Method()], duration=2.5)
    assert table[1]["error_rad"] < 1e-14 < table[0]["error_rad"]
    assert "rk4" in repr(table) and "<table>" in table._repr_html_()


def test_between_rows():
    p = body()
    errors = []
    for sample in (0.1, 0.05):
        a = ph.run(p, ph.Method(), duration=2, sample=sample)
        t = np.linspace(0, 2, 777)
        q, w = a(t)
        true_q, true_w = ph.truth(p, duration=2)(t)
        errors.append(ph.Rotation(q).angle_to(ph.Rotation(true_q)).max())
        assert np.abs(w - true_w).max() < 1e-3
    assert errors[0] / errors[1] > 12 and errors[1] < 1e-6  # fourth order


def test_a_function_as_torque_is_the_formula():
    by_formula = body(torques=[ph.torque.formula(value=["-0.1*wx", "-0.1*wy", "-0.1*wz"])])
    by_function = body(torques=[lambda t, q, w: -0.1 * w])
    rk4 = ph.Method("rk4", step=1e-2)
    a, b = (ph.run(p, rk4, duration=1, sample=0.1) for p in (by_formula, by_function))
    assert np.abs(np.asarray(a) - np.asarray(b)).max() < 1e-15


def test_what_a_function_raises_carries_the_rows():
    def torque(t, q, w):
        if t > 0.5:
            raise LookupError("no torque there")
        return [0, 0, 0]

    with pytest.raises(LookupError, match="no torque there") as caught:
        ph.run(body(torques=[torque]), ph.Method("rk4", step=1e-2), duration=1, sample=0.1)
    assert 0.4 <= caught.value.trajectory.t[-1] <= 0.5
    with pytest.raises(ValueError, match="three numbers"):
        ph.run(body(torques=[lambda t, q, w: [1, 2]]), ph.Method("rk4", step=1e-2), duration=1)
    with pytest.raises(ValueError, match="nan"):
        ph.run(body(torques=[lambda t, q, w: [1, 2, float("nan")]]), ph.Method("rk4", step=1e-2), duration=1)


def test_a_run_that_breaks_down_carries_its_rows():
    p = ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1.0, 0.2]),
                   torques=[ph.torque.formula(value=["1/(1-t)", "0", "0"])])
    with pytest.raises(ph.ComputationFailed) as caught:
        ph.run(p, ph.Method("rk4", step=1e-2), duration=2, sample=0.1)
    assert caught.value.time == pytest.approx(1, abs=0.02) and 5 < len(caught.value.trajectory) < 15
    assert isinstance(caught.value, RuntimeError)


def test_bad_input_says_where():
    with pytest.raises(ph.InputError, match="rk4") as caught:
        ph.run(body(), ph.Method("rk44", step=1e-2), duration=1)
    assert isinstance(caught.value, ValueError) and caught.value.key == "method.integrator"
    with pytest.raises(TypeError, match="did you mean 'mass'"):
        ph.torque.gravity(mas=1)
    with pytest.raises(AttributeError, match="did you mean 'gravity'"):
        ph.torque.gravty
    with pytest.raises(ValueError, match="finite"):
        ph.run(ph.Problem(body=ph.Body(inertia=[1, 2, float("inf")])), ph.Method("rk4", step=1), duration=1)


def test_functions_of_the_registry_describe_themselves():
    assert "mass" in ph.torque.gravity.__doc__ and "Source" in ph.torque.gravity.__doc__
    assert set(dir(ph.torque)) >= {"gravity", "constant", "formula"}
    assert any(m.name == "dop853" for m in ph.methods())


def test_the_interpreter_goes_on_while_a_run_does():
    counted = [0]
    stop = threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    ph.run(body(), ph.Method("rk4", step=2e-7), duration=1, sample=1)
    after = counted[0]
    stop.set()
    thread.join()
    assert after - before > 3


def test_ctrl_c_ends_a_run_and_keeps_its_rows():
    script = ("import polhode as ph, os, signal, threading\n"
              "p = ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1, 0.2]))\n"
              "threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
              "try:\n    ph.run(p, ph.Method('rk4', step=1e-8), duration=1e4, sample=1e-3)\n"
              "except KeyboardInterrupt as e:\n    print('rows', len(e.trajectory) > 0)\n")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, env=dict(os.environ))
    assert done.stdout.strip() == "rows True", done.stderr


def test_pickle_of_a_trajectory_is_checked():
    a = ph.run(body(), ph.Method("rk4", step=1e-2), duration=1, sample=0.1)
    b = pickle.loads(pickle.dumps(a))
    assert a == b and b.problem == a.problem
    assert "<svg" in a._repr_svg_() and "rows" in a._repr_html_()


def test_files(tmp_path):
    a = ph.run(body(), ph.Method("rk4", step=1e-2), duration=1, sample=0.1)
    a.to_npz(tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz") as z:
        assert np.array_equal(z["q_NB"], a.q_NB)
    a.to_csv(tmp_path / "a.csv")
    assert np.array_equal(np.loadtxt(tmp_path / "a.csv", delimiter=",", skiprows=1)[:, :8], np.asarray(a))


def test_signals_module_is_untouched():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
