"""Ctrl-C ends everything soon, and what was computed before it comes with the exception. Measured in processor time: how
long it takes on the wall is the business of who else is on the machine."""

import os
import subprocess
import sys

import pytest

import polhode as ph

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sweeps = os.path.join(root, "scenarios", "sweeps")

script = """
import os, signal, sys, threading, time
import numpy as np
import polhode as ph

body = ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1, 0.2]))
pressed = []

def press():
    begin = time.process_time()
    while time.process_time() - begin < 0.15:
        time.sleep(0.005)
    pressed.append(time.process_time())
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=press, daemon=True).start()
try:
    {work}
    print("it was over before")
except KeyboardInterrupt as error:
    took = time.process_time() - pressed[0]
    print(took, {carried})
"""

works = {
    "rk4": ("ph.run(body, ph.Method('rk4', step=1e-8), duration=1e4, sample=1e-3)", "len(error.partial)"),
    "dop853": ("ph.run(body, ph.Method('dop853', tolerance=1e-12), duration=1e7, sample=1e3)", "len(error.partial)"),
    "taylor": ("ph.run(body, ph.Method('taylor', tolerance=1e-14), duration=1e7, sample=1e3)", "len(error.partial)"),
    "gauss": ("ph.run(body, ph.Method('gauss', step=1e-3), duration=1e7, sample=1)", "len(error.partial)"),
    "reference": ("ph.run(body, ph.Method('reference'), duration=1e7, sample=1)", "len(error.partial)"),
    "rows": ("ph.run(body, ph.Method('rk4', step=1e-3), duration=1e6, sample=1e-3)", "len(error.partial)"),
    "function": ("body.torques.append(lambda t, q, w: -1e-6 * w); ph.run(body, ph.Method('rk4', step=1e-3), duration=1e6, "
                 "sample=1e-2)", "len(error.partial)"),
    "measure": ("ph.measure(body, ph.Method('rk4', step=1e-3), duration=1e6, sample=1e-2)", "error.partial.rows"),
    "compare": ("ph.compare(body, [ph.Method('rk4', step=0.1), ph.Method('rk4', step=1e-4)], duration=1e3, sample=1)",
                "len(error.partial)"),
    "truth": ("ph.truth(body, duration=1e6)(np.linspace(0, 1e6, 20_000_000))", "1"),
    "exact": ("ph.exact.free_body([1, 2, 3], ph.Rotation(), [0.1, 1, 0.2], np.linspace(0, 1e4, 20_000_000))", "1"),
    "bodies": ("ph.exact.free_body(1 + np.linspace(0, 1, 9_000_000).reshape(-1, 3), ph.Rotation(), [0.1, 1, 0.2], 1.0)", "1"),
    "study": ("ph.study(body, [ph.Method('rk4')], steps=[0.1] + [1e-5] * 1, duration=200, threads=1)", "len(error.partial)"),
    "analog": ("ph.analog('quaternion', set={{'run.duration': 0.2}}).machines(10_000_000, threads=1)", "1 + len(error.partial)"),
    "estimate": ("n = 3_000_000; g = np.random.default_rng(1).normal(0, 0.01, (n, 3)); "
                 "ph.estimate(g, np.tile([0, 0, 9.81], (n, 1)), dt=0.01)", "1"),
    "smoother": ("n = 300_000; g = np.random.default_rng(1).normal(0, 0.01, (n, 3)); "
                 "ph.estimate(g, np.tile([0, 0, 9.81], (n, 1)), dt=0.01, offline=True)", "1"),
    "live": ("ph.Live(body, step=1e-3).step(10**9)", "1"),
}


def interrupted(work, carried):
    done = subprocess.run([sys.executable, "-c", script.format(work=work.format(), carried=carried)], capture_output=True,
                          text=True, env=dict(os.environ), timeout=600)
    words = done.stdout.split()
    assert len(words) == 2, done.stdout + done.stderr
    return float(words[0]), float(words[1])


@pytest.mark.parametrize("name", works)
def test_ctrl_c_within_50_ms_of_processor_time(name):
    # a machine that is busy may give the listening thread its turn late: the best of three counts
    times = []
    for _ in range(3):
        took, carried = interrupted(*works[name])
        assert carried > 0
        times.append(took)
        if took < 0.05:
            return
    pytest.fail(f"processor seconds from Ctrl-C to the exception: {times}")


def test_an_interrupted_sweep_goes_on_where_it_was():
    file = os.path.join(sweeps, "dzhanibekov.toml")
    told = []

    def press(runs):
        told.append(runs)
        if runs > 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        ph.sweep(file, runs=3000, threads=1, backend="scalar", progress=press)
    partial = caught.value.partial
    assert told and not partial.complete and os.path.isdir(partial.folder) and "resume" in repr(partial)
    whole = partial.resume()
    assert whole.complete and len(whole) == 3000 and whole == ph.sweep(file, runs=3000)
    import shutil
    shutil.rmtree(os.path.dirname(partial.folder))


def test_a_progress_function_that_raises_ends_the_run():
    def stop(t):
        if t > 0.5:
            raise LookupError("enough")

    body = ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1, 0.2]))
    with pytest.raises(LookupError, match="enough") as caught:
        ph.run(body, ph.Method("rk4", step=1e-3), duration=10, sample=0.1, progress=stop)
    assert 0.5 < caught.value.partial.t[-1] < 1.0 and caught.value.partial.status == "interrupted"


def test_what_a_function_raises_inside_a_measure_comes_through():
    def torque(t, q, w):
        raise LookupError("no torque there")

    body = ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1, 0.2]), torques=[torque])
    with pytest.raises((LookupError, ph.InputError)):
        ph.measure(body, ph.Method("rk4", step=1e-2), duration=1)
