"""A body in one's own loop; gains of constraints; the analog computer: each beside the program, or a formula."""

import json
import os
import subprocess
import threading

import numpy as np
import pytest

import polhode as ph

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
program = os.environ.get("POLHODE_PROGRAM", os.path.join(root, "build", "polhode"))


def told_by_program(*words):
    return json.loads(subprocess.run([program, *words, "--json"], capture_output=True, text=True, check=True).stdout)


def body(rate=(0.1, 1.0, 0.2), **keys):
    return ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=list(rate)), **keys)


# ---- live ------------------------------------------------------------------------------------------------------------
def test_steps_are_those_of_a_run():
    rows = ph.run(body(), ph.Method("rk4", step=0.01), duration=2, sample=0.01)
    with ph.Live(body(), step=0.01) as live:
        assert live.step_length == 0.01 and live.frame.step == 0
        for n in (1, 2, 10, 100):
            frame = live.step(n - live.frame.step)
            assert frame.step == n and frame.t == rows.t[n]
            assert np.array_equal(frame.q_NB, rows.q_NB[n]) and np.array_equal(frame.w_NB_B, rows.w_NB_B[n])
            assert frame.energy == rows.energy[n] and np.array_equal(frame.L_N, rows.L_N[n])


def test_pushes_add_up_and_end():
    with ph.Live(body([0, 0, 0]), step=0.01) as live:
        live.push([0.5, 0, 0], seconds=1)  # 100 steps: w = 0.5 t
        live.push([0.5, 0, 0], seconds=0.5)
        assert live.step(50).w_NB_B[0] == pytest.approx(0.5, rel=1e-12)
        assert live.step(50).w_NB_B[0] == pytest.approx(0.75, rel=1e-12)
        assert live.step(50).w_NB_B[0] == pytest.approx(0.75, rel=1e-12)
        live.hold([-0.75, 0, 0])
        assert abs(live.step(100).w_NB_B[0]) < 1e-12
        live.hold()
        assert abs(live.step(100).w_NB_B[0]) < 1e-12
        live.reset()
        assert live.frame.step == 0 and live.step(10).w_NB_B[0] == 0


def test_a_push_in_world_axes_turns_with_the_body():
    start = ph.Start(attitude=ph.Rotation.from_rotvec([0, 0, np.pi / 2]), rate=[0, 0, 0])
    with ph.Live(ph.Problem(body=ph.Body(inertia=[1, 1, 1]), start=start), step=1e-3) as live:
        live.push([1, 0, 0], seconds=1e-3, frame="world")
        frame = live.step(1)
        assert np.abs(frame.rotation.apply(frame.w_NB_B) - [1e-3, 0, 0]).max() < 1e-15


def test_a_function_is_asked_before_every_step():
    asked = []

    def stimulus(step, t):
        asked.append((step, t))
        return [np.cos(t), 0, 0] if step < 100 else None

    with ph.Live(body([0, 0, 0]), step=0.01) as live:
        live.on_step(stimulus)
        frame = live.step(200)
        assert [n for n, _ in asked] == list(range(200)) and asked[150][1] == 1.5
        # held over each step: the sum of cos(n h) h
        assert frame.w_NB_B[0] == pytest.approx(sum(np.cos(0.01 * n) * 0.01 for n in range(100)), rel=1e-12)
        live.on_step(lambda step, t: ([0, 0, 0], [0, 1, 0], [0, 0, 0]))
        assert live.step(100).L_N[1] == pytest.approx(1, rel=1e-8)  # rk4 turns the torque into body axes


def test_what_a_stimulus_raises_comes_through_and_the_body_stands_where_it_was():
    def stimulus(step, t):
        if step == 7:
            raise LookupError("nothing there")
        return [0, 0, 0]

    with ph.Live(body(), step=0.01) as live:
        live.on_step(stimulus)
        with pytest.raises(LookupError, match="nothing there"):
            live.step(20)
        assert live.frame.step == 7
        live.on_step(lambda step, t: live.step(1))
        with pytest.raises(RuntimeError, match="function it asks"):
            live.step(1)
        live.on_step(lambda step, t: [1, 2])
        with pytest.raises(ValueError, match="three numbers"):
            live.step(1)
        live.on_step(None)
        assert live.step(3).step == 10


def test_a_torque_function_lives_too():
    with ph.Live(body(torques=[lambda t, q, w: -0.1 * w]), step=0.01) as live:
        frame = live.step(100)
    rows = ph.run(body(torques=[lambda t, q, w: -0.1 * w]), ph.Method("rk4", step=0.01), duration=1, sample=1)
    assert np.array_equal(frame.q_NB, rows.q_NB[-1])

    def breaks(t, q, w):
        if t > 0.05:
            raise LookupError("no torque there")
        return [0, 0, 0]

    with ph.Live(body(torques=[breaks]), step=0.01) as live, pytest.raises(LookupError, match="no torque there"):
        live.step(100)


def test_a_given_rate_is_pushed_as_a_rate():
    given = ph.Problem(rates=ph.rates.constant(value=[0, 0, 1.0]), start=ph.Start(attitude=ph.Rotation()))
    with ph.Live(given, step=0.01) as live:
        live.push(rate=[0, 0, 1.0], seconds=1)
        assert live.step(200).rotation.magnitude() == pytest.approx(3, rel=1e-9)
        live.hold(rate=[0, 0, 0])
        assert live.step(100).rotation.magnitude() == pytest.approx(3, rel=1e-9)
        with pytest.raises(ValueError, match="give a rate"):
            live.push([1, 0, 0])
    with ph.Live(body(), step=0.01) as live, pytest.raises(ValueError, match="give a torque"):
        live.push(rate=[1, 0, 0])


def test_what_is_recorded_runs_to_the_same_bits(tmp_path):
    with ph.Live(body(), ph.Method("rk4", step=0.01), duration=2) as live:
        live.record(tmp_path / "flight")
        live.push([0.3, 0, 0.1], seconds=0.5)
        live.step(40)
        live.push([0, 0.2, 0], seconds=0.3, frame="world")
        end = live.step(160)
    again = ph.run(ph.Problem.from_toml(tmp_path / "flight.toml"))
    assert again.t[-1] == end.t and np.array_equal(again.q_NB[-1], end.q_NB) and np.array_equal(again.w_NB_B[-1], end.w_NB_B)


def test_several_methods_fly_beside_each_other():
    problem = ph.Problem.from_text(body().to_toml() + '[method]\nintegrator = "rk4"\nstep = 0.01\n'
                                   '[[compare]]\nintegrator = "euler"\nstep = 0.01\n[run]\nduration = 1\n')
    with ph.Live(problem) as live:
        frame = live.step(100)
        assert len(live.methods) == 2 and len(frame.beside) == 1
        assert frame.beside[0].angle == pytest.approx(float(frame.rotation.angle_to(ph.Rotation(frame.beside[0].q_NB))), rel=1e-6)
        assert frame.beside[0].angle > 1e-4


def test_the_end_is_told():
    with ph.Live(body(), step=0.01, duration=0.5) as live:
        assert live.step(1000).step == 50
    unstable = body(torques=[ph.torque.formula(value=["1/(0.5-t)", "0", "0"])])
    with ph.Live(unstable, step=0.01) as live:
        frame = live.step(100)
        assert frame.failure and frame.step == 50 or frame.step == 49


def test_beside_a_clock():
    seen = []
    with ph.Live(body(), step=1e-3, duration=0.1) as live:
        how = live.run(speed=20, on_frame=seen.append, times_a_second=1000)
        assert how.steps == 100 and live.frame.step == 100
    assert seen and all(isinstance(f, ph.Frame) for f in seen)


def test_a_live_belongs_to_its_thread():
    caught = []

    def other():
        try:
            live.step(1)
        except RuntimeError as error:
            caught.append(str(error))

    with ph.Live(body(), step=0.01) as live:
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
    assert caught and "thread" in caught[0]


def test_methods_that_are_not_stepped_say_so():
    with pytest.raises(ph.InputError, match="fixed `step`"):
        ph.Live(body(), ph.Method("dop853", tolerance=1e-9))


# ---- stability -------------------------------------------------------------------------------------------------------
def test_boundaries_are_those_of_the_program():
    table = ph.stability("derivative", reading="lag1", steps_per_cycle=[10, 40], fraction=0.25)
    rows = told_by_program("stability", "--constraint", "derivative", "--reading", "lag1", "--steps-per-cycle", "10,40",
                           "--fraction", "0.25")
    for ours, theirs in zip(table, rows["rows"]):
        assert ours["boundary"] == theirs["boundary"] and ours["settled_error"] == theirs["settled_constraint_error"]
        assert ours["spectral_radius"] == theirs["spectral_radius"] and ours["lag"] == theirs["attitude_lag_rad_per_cycle"]
    assert table.limit_of_small_steps == rows["limit_of_small_steps"] == pytest.approx(8 / 3)
    # TN D-5302 eqs. 21 and 36
    assert ph.stability("algebraic", steps_per_cycle=[320])[0]["boundary"] == pytest.approx(1, rel=1e-3)
    assert ph.stability("derivative", steps_per_cycle=[320])[0]["boundary"] == pytest.approx(8, rel=1e-2)
    one = ph.stability("algebraic", step=0.01, rate=3.0)[0]
    assert one["gain"] == pytest.approx(one["boundary"] / 0.01)


def test_beyond_the_boundary_a_run_does_not_settle():
    found = ph.stability("algebraic", steps_per_cycle=[20], step=None)[0]["boundary"]
    h = 2 * np.pi / 20
    given = ph.Problem(rates=ph.rates.constant(value=[0, 0, 1.0]), start=ph.Start(attitude=ph.Rotation()))

    def spread(factor):
        method = ph.Method("rk4", step=h, constraint={"kind": "algebraic", "gain": factor * found / h})
        defects = ph.run(given, method, duration=2000 * h, sample=h).defect
        return np.ptp(defects[-20:])

    assert spread(0.98) < 1e-9 < spread(1.02)


def test_stability_says_what_is_wrong():
    for words, call in ((r"did you mean 'algebraic'", lambda: ph.stability("algebraik")),
                        ("derivative constraint only", lambda: ph.stability("algebraic", reading="start")),
                        ("did you mean 'rk4'", lambda: ph.stability(integrator="rk5")),
                        ("go together", lambda: ph.stability(step=0.1)),
                        ("million", lambda: ph.stability(steps_per_cycle=[2])),
                        ("between 0 and 1", lambda: ph.stability(fraction=2))):
        with pytest.raises(ValueError, match=words):
            call()


# ---- analog ----------------------------------------------------------------------------------------------------------
def test_the_computer_is_that_of_the_program(tmp_path):
    told = told_by_program("analog")
    for circuit in ("quaternion", "dcm-two-vector"):
        computer = ph.analog(circuit)
        assert computer.equipment == told[circuit]
        subprocess.run([program, "analog", circuit, "--diagram", str(tmp_path / "patch.svg"), "--quiet"], check=True)
        assert computer.diagram == (tmp_path / "patch.svg").read_text()
        names = {e.name for e in computer.elements}
        assert all(name in names for e in computer.elements for name, _ in e.inputs)
    assert told["quaternion"]["multiplications"] == 26  # Robinson 1958


def test_machines_are_those_of_the_program():
    settings = {"method.error": "correlated-gain"}
    m = ph.analog("quaternion", set=settings).machines(40, threads=2)
    told = told_by_program("analog", "quaternion", "--machines", "40", "--set", 'method.error="correlated-gain"')
    for k, axis in enumerate("xyz"):
        assert np.mean(m.drift[:, k]) == pytest.approx(told[f"drift_{axis}_rad"]["mean"], rel=1e-12, abs=1e-18)
        assert m.deviation[k] == pytest.approx(told[f"drift_{axis}_rad"]["deviation"], rel=1e-12)
    assert m.predicted_deviation == told["predicted_deviation_rad"] and m.first_seed == told["first_seed"]
    again = ph.analog("quaternion", set=settings).machines(40, threads=1)
    assert again == m


def test_more_machines_than_are_run_at_once_are_the_same_machines():
    quick = {"run.duration": 0.2}
    many = ph.analog("quaternion", set=quick).machines(4100)
    last = ph.analog("quaternion", set={**quick, "method.seed": 1 + 4097}).machines(3)
    assert np.array_equal(many.drift[4097:], last.drift)


def test_analog_says_what_is_wrong():
    with pytest.raises(ValueError, match="did you mean 'quaternion'"):
        ph.analog("quaternions")
    with pytest.raises(ph.InputError, match="analog"):
        ph.analog(body(method={"integrator": "rk4", "step": 0.1}, run={"duration": 1}))
