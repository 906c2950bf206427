"""Every class as a Python object: pickled, copied, compared, written down; progress; threads; memory."""

import copy
import io
import os
import pickle
import subprocess
import sys
import threading
import time
import types

import numpy as np
import pytest

import polhode as ph
from polhode import _progress

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
scenarios = os.path.join(root, "scenarios")
names = {name: getattr(ph, name) for name in ph.__all__}


def body(**keys):
    return ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1.0, 0.2]), **keys)


rk4 = ph.Method("rk4", step=1e-2)
made = {
    "Body": lambda: ph.Body(inertia=np.array([1, 2, 3.5]), mass=2),
    "Start": lambda: ph.Start(attitude=ph.Rotation.from_rotvec([0, 0, 1]), rate=[0, 0, 1]),
    "Method": lambda: ph.Method("adams-bashforth", step=1e-3, order=3),
    "torque": lambda: ph.torque.gravity(mass=0.3, at=[0, 0, 0.01], g=9.8),
    "Problem": lambda: body(torques=[ph.torque.constant(value=[0, 0, 0.01])], title='with "quotes" and \\'),
    "given rates": lambda: ph.Problem(rates=ph.rates.coning(axis=[0, 0, 1], half_angle=0.1, rate=2.0)
                                      if "half_angle" in ph.rates.coning.__doc__ else ph.rates.constant(value=[0, 0, 1])),
    "Rotation": lambda: ph.Rotation.random(5, 3),
    "one Rotation": lambda: ph.Rotation.from_rotvec([0.1, 0.2, 0.3]),
    "Trajectory": lambda: ph.run(body(), rk4, duration=1, sample=0.1),
    "Measures": lambda: ph.measure(body(), rk4, duration=1),
    "Measure": lambda: ph.measure(body(), rk4, duration=1).geodesic,
    "Truth": lambda: ph.truth(body(), duration=1),
    "Comparison": lambda: ph.compare(body(), [ph.Method()], duration=1)[:0],
    "StudyTable": lambda: ph.StudyTable([{"method": "rk4", "error": 1.0}]),
    "StabilityTable": lambda: ph.stability("algebraic", steps_per_cycle=[20]),
    "AnalogComputer": lambda: ph.analog("quaternion", set={"run.duration": 1.0}),
    "AnalogElement": lambda: ph.analog("quaternion").elements[3],
    "AnalogMachines": lambda: ph.analog("quaternion", set={"run.duration": 0.5}).machines(2),
    "Sweep": lambda: ph.sweep(os.path.join(scenarios, "sweeps", "dzhanibekov.toml"), runs=3),
    "Entry": lambda: ph.entries("integrator", "rk4"),
    "Entries": lambda: ph.methods(),
    "Parameter": lambda: ph.entries("torque", "constant").parameters[0],
    "Frame": lambda: ph.Live(body(), step=0.01).step(3),
    "Punctuality": lambda: ph.Punctuality(1, 0, 0, 0.0, 1.0, 2.0, 3.0),
    "Picture": lambda: ph.curves([0, 1], [1, 2]),
    "Readings": lambda: ph.read_log(os.path.join(scenarios, "logs", "turned.csv")),
    "Estimate": lambda: ph.estimate(os.path.join(scenarios, "logs", "turned.csv"), estimator="small"),
    "AllanDeviation": lambda: ph.allan(np.arange(100.0) % 7, 0.01),
    "Calibration": lambda: ph.calibrate(np.zeros((99, 3)), mag=ph.Rotation.random(99, 1).apply([45, 0, 0]), dt=0.1,
                                        magnetometer=True),
    "Alignment": lambda: ph.align(os.path.join(scenarios, "logs", "turned.csv")),
    "AllanCoefficient": lambda: ph.AllanCoefficient(1.0, 0.1, 1.2, True),
}
# holds more numbers than anybody wants to read: named between brackets
told_in_brackets = {"Calibration", "Readings", "Estimate", "AllanDeviation", "Trajectory", "AnalogMachines", "Sweep", "Frame", "Measures", "Comparison", "StudyTable", "StabilityTable"}


@pytest.mark.parametrize("name", made)
def test_pickled_copied_compared(name):
    one = made[name]()
    for other in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
        assert other == one and type(other) is type(one)
        assert not other != one
    assert one != object() and one is not None
    if name in ("Trajectory", "Sweep", "AnalogMachines", "Frame"):
        assert made[name]() == one  # made again from nothing, the same content
    if type(one).__hash__ is not None and not isinstance(one, (list, dict)):
        assert hash(one) == hash(pickle.loads(pickle.dumps(one)))


@pytest.mark.parametrize("name", [n for n in made if n not in told_in_brackets])
def test_repr_builds_it_again(name):
    one = made[name]()
    assert eval(repr(one), dict(names)) == one


def test_different_things_differ():
    assert ph.Body(inertia=[1, 2, 3]) != ph.Body(inertia=[1, 2, 4]) and ph.Body(inertia=[1, 2, 3]) != ph.Start(rate=[1, 2, 3])
    assert body() != body(title="x") and body() != body(torques=[lambda t, q, w: w])
    a, b = (ph.run(body(), rk4, duration=d, sample=0.1) for d in (1, 2))
    assert a != b and a == b[:11] and a.digest() == b[:11].digest() and a.digest() != b.digest()
    assert ph.Rotation([1, 0, 0, 0]) != ph.Rotation([-1, 0, 0, 0])  # the same attitude, other numbers
    assert ph.stability("algebraic", steps_per_cycle=[20]) != ph.stability("algebraic", steps_per_cycle=[21])


def test_what_cannot_travel_says_so():
    with pytest.raises(TypeError, match="torque.formula"):
        pickle.dumps(body(torques=[lambda t, q, w: w]))
    with pytest.raises(ValueError, match="torque.formula"):
        body(torques=[lambda t, q, w: w]).to_toml()
    with pytest.raises(TypeError, match="record"):
        pickle.dumps(ph.Live(body(), step=0.01))
    with pytest.raises(TypeError, match="record"):
        copy.copy(ph.Live(body(), step=0.01))
    # rows of a run with a function do travel
    a = ph.run(body(torques=[lambda t, q, w: -0.1 * w]), rk4, duration=1)
    assert pickle.loads(pickle.dumps(a)) == a
    data = bytearray(pickle.dumps(ph.run(body(), rk4, duration=1)))
    at = data.find(np.float64(0.1).tobytes())
    data[at] ^= 1
    with pytest.raises(ValueError, match="damaged"):
        pickle.loads(bytes(data))


def test_errors_travel():
    with pytest.raises(ph.InputError) as caught:
        ph.run(body(), ph.Method("rk44", step=1), duration=1)
    back = pickle.loads(pickle.dumps(caught.value))
    assert type(back) is ph.InputError and back.key == "method.integrator" and str(back) == str(caught.value)
    falls = body(torques=[ph.torque.formula(value=["1/(1-t)", "0", "0"])])
    with pytest.raises(ph.ComputationFailed) as caught:
        ph.run(falls, rk4, duration=2, sample=0.1)
    back = pickle.loads(pickle.dumps(caught.value))
    assert back.partial == caught.value.partial and back.time == caught.value.time and back.partial is back.trajectory


@pytest.mark.parametrize("name", sorted(f for f in os.listdir(scenarios) if f.endswith(".toml")))
def test_there_and_back_through_toml(name):
    one = ph.Problem.from_toml(os.path.join(scenarios, name))
    back = ph.Problem.from_text(one.to_toml(), directory=one.directory)
    assert back == one and back.to_toml() == one.to_toml()
    assert eval(repr(one), dict(names)) == one
    assert pickle.loads(pickle.dumps(one)) == one


def test_settings_of_every_kind():
    p = body(torques=[ph.torque.constant(value=[0, 0, 1])], run={"duration": 1})
    q = ph.Problem.from_text(p.to_toml(), set={"torque[0].value": np.array([1.0, 0, 0]), "start.attitude": {"mrp": [0, 0, 0.1]},
                                               "title": 'a "b"', "run.sample": np.float64(0.5)})
    assert q.torques[0]["value"] == [1.0, 0, 0] and q.start.attitude == {"mrp": [0, 0, 0.1]} and q.title == 'a "b"'
    assert len(ph.run(q)) == 3


# ---- progress --------------------------------------------------------------------------------------------------------
def test_a_bar_in_a_terminal(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(_progress.time, "monotonic", lambda n=iter(range(10**9)): float(next(n)))
    ph.run(body(), ph.Method("rk4", step=1e-4), duration=1, sample=0.1, progress=True)
    lines = shown.getvalue().split("\r")
    percents = [int(line.split("]")[1].split("%")[0]) for line in lines if "]" in line]
    assert percents == sorted(percents) and percents[-1] > 90 and len(set(percents)) > 20
    assert lines[-1] == "" and lines[-2].strip() == ""  # the line is cleared at the end


def test_no_bar_where_nobody_would_see_it(capfd):
    ph.run(body(), ph.Method("rk4", step=1e-4), duration=1, progress=True)
    assert capfd.readouterr() == ("", "")


def test_a_bar_in_a_notebook(monkeypatch):
    shown = []

    class Handle:
        def update(self, what):
            shown.append(what._repr_html_())

    def display(what, display_id):
        shown.append(what._repr_html_())
        return Handle()

    shell = types.SimpleNamespace(kernel=object())
    module = types.ModuleType("IPython")
    module.get_ipython = lambda: shell
    inner = types.ModuleType("IPython.display")
    inner.display = display
    monkeypatch.setitem(sys.modules, "IPython", module)
    monkeypatch.setitem(sys.modules, "IPython.display", inner)
    monkeypatch.setattr(_progress.time, "monotonic", lambda n=iter(range(10**9)): float(next(n)))
    ph.run(body(), ph.Method("rk4", step=1e-4), duration=1, progress=True)
    assert len(shown) > 20 and '<progress max="100" value="' in shown[0] and "% of 1 s" in shown[-1]


def test_a_function_is_told_of_the_time():
    told = []
    ph.run(body(), ph.Method("rk4", step=1e-4), duration=1, progress=told.append)
    assert told == sorted(told) and 0 < told[0] < 0.1 and 0.9 < told[-1] <= 1
    runs = []
    ph.sweep(os.path.join(scenarios, "sweeps", "dzhanibekov.toml"), runs=40, threads=1, progress=runs.append)
    assert all(0 <= r <= 40 for r in runs)


# ---- threads ---------------------------------------------------------------------------------------------------------
def test_two_runs_go_on_in_two_threads():
    """Each waits, inside its run, for a word that only the other run can give: with the GIL held by one neither would end."""
    reached = [threading.Event(), threading.Event()]
    rows = [None, None]

    def go(k):
        def told(t):
            reached[k].set()
            if not reached[1 - k].wait(60):
                raise TimeoutError("the other run does not go on")

        rows[k] = ph.run(body(), ph.Method("rk4", step=1e-3), duration=1, sample=0.1, progress=told)

    threads = [threading.Thread(target=go, args=(k,)) for k in range(2)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert rows[0] is not None and rows[0] == rows[1]


@pytest.mark.parametrize("work", [
    lambda: ph.run(body(), ph.Method("rk4", step=1e-5), duration=1, sample=1),
    lambda: ph.measure(body(), ph.Method("rk4", step=1e-4), duration=1, sample=0.1),
    lambda: ph.sweep(os.path.join(scenarios, "sweeps", "dzhanibekov.toml"), runs=20, threads=1),
    lambda: ph.study(body(), [ph.Method("rk4")], steps=[1e-4], duration=1, threads=1),
    lambda: ph.analog("quaternion", set={"run.duration": 10.0}).machines(30, threads=1),
    lambda: ph.exact.free_body([1, 2, 3], ph.Rotation(), [0.1, 1, 0.2], np.linspace(0, 1, 300_000)),
    lambda: ph.Live(body(), step=1e-3).step(50_000),
], ids=["run", "measure", "sweep", "study", "analog", "exact", "live"])
def test_the_interpreter_goes_on_meanwhile(work):
    """A thread counts, and gives the GIL away after each; nobody is made to give it away, so that it counts while the
    library computes only if the library has let it go."""
    counted, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1
            time.sleep(1e-5)

    old = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    thread = threading.Thread(target=count)
    try:
        thread.start()
        before = counted[0]
        for _ in range(1000):
            work()
            if counted[0] - before > 20:
                break
        after = counted[0]
    finally:
        stop.set()
        sys.setswitchinterval(old)
        thread.join()
    assert after - before > 20


# ---- memory ----------------------------------------------------------------------------------------------------------
def test_views_share_one_block_and_outlive_their_owner():
    a = ph.run(body(), rk4, duration=1, sample=0.01)
    block = a._numbers.__array_interface__["data"][0]
    width = a._numbers.strides[0]
    for k, view in ((0, a.t), (1, a.q_NB), (5, a.w_NB_B), (8, a.energy), (9, a.L_N), (12, a.defect), (13, a.work)):
        assert view.__array_interface__["data"][0] == block + 8 * k and view.strides[0] == width
        assert not view.flags.writeable and not view.flags.owndata
        with pytest.raises(ValueError):
            view.flags.writeable = True
    assert a[3:7].t.__array_interface__["data"][0] == block + 3 * width
    assert np.asarray(a).__array_interface__["data"][0] == block
    assert a.rotations.wxyz.__array_interface__["data"][0] == block + 8
    q, r, kept = a.q_NB, a.rotations, a.q_NB.copy()
    del a
    other = [ph.run(body(), rk4, duration=1, sample=0.01) for _ in range(3)]  # would use the memory again
    assert np.array_equal(q, kept) and np.array_equal(r.wxyz, kept) and len(other) == 3


memory = """
import numpy as np, polhode as ph

def peak():
    # not ru_maxrss, which begins with that of who started this process
    with open("/proc/self/status") as file:
        return next(1024 * int(line.split()[1]) for line in file if line.startswith("VmHWM"))

body = ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1, 0.2]))
ph.run(body, ph.Method("rk4", step=1e-3), duration=1, sample=1e-3)
before = peak()
rows = {rows}
a = ph.run(body, ph.Method("rk4", step=1e-3), duration=rows * 1e-3, sample=1e-3)
assert len(a) == rows + 1
t, q, w, e, L = a.t, a.q_NB, a.w_NB_B, a.energy, a.L_N
r, part, all = a.rotations, a[10:-10], np.asarray(a)
print((peak() - before) / a._numbers.nbytes)
"""


def test_the_rows_of_a_long_run_are_in_memory_once():
    rows = int(os.environ.get("POLHODE_TEST_ROWS", 500_000))  # bench/python_bench.py does it with 1e7
    done = subprocess.run([sys.executable, "-c", memory.format(rows=rows)], capture_output=True, text=True, env=dict(os.environ))
    assert done.returncode == 0, done.stderr
    assert 0.95 < float(done.stdout) < 1.1
