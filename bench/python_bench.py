"""The Python package beside SciPy, interleaved in one run: medians of CPU time. PYTHONPATH=build/python python3 bench/python_bench.py"""

import resource
import statistics
import subprocess
import sys
import time

import numpy as np
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation as Other

import polhode as ph
from polhode import _core


def medians(functions, repeats):
    """CPU seconds of each, interleaved."""
    times = [[] for _ in functions]
    for _ in range(repeats):
        for taken, function in zip(times, functions):
            begin = time.process_time()
            function()
            taken.append(time.process_time() - begin)
    return [statistics.median(t) for t in times]


def call():
    def loop():
        for _ in range(100000):
            _core.revision()

    return medians([loop], 5)[0] / 100000


def apply(n=100000):
    r = ph.Rotation.random(n, 1)
    v = np.random.default_rng(2).normal(size=(n, 3))
    s = Other.from_quat(r.xyzw)
    return medians([lambda: r.apply(v), lambda: s.apply(v)], 15)


def free_body(span, n=1000000):
    """Processor seconds of one thread at n times over `span` seconds: each by the closed form, within 1e-12 of it, and
    SciPy's DOP853 at 1e-9."""
    J, w0, t = np.array([1.0, 2, 3]), np.array([0.1, 1.0, 0.2]), np.linspace(0, span, n)

    def rates(_, y):
        q, w = y[:4], y[4:]
        return np.concatenate([0.5 * np.array([-q[1] * w[0] - q[2] * w[1] - q[3] * w[2],
                                               q[0] * w[0] + q[2] * w[2] - q[3] * w[1],
                                               q[0] * w[1] + q[3] * w[0] - q[1] * w[2],
                                               q[0] * w[2] + q[1] * w[1] - q[2] * w[0]]),
                               [(J[1] - J[2]) / J[0] * w[1] * w[2], (J[2] - J[0]) / J[1] * w[2] * w[0],
                                (J[0] - J[1]) / J[2] * w[0] * w[1]]])

    start = np.concatenate([[1.0, 0, 0, 0], w0])
    return medians([lambda: ph.exact.free_body(J, [1.0, 0, 0, 0], w0, t, threads=1),
                    lambda: ph.exact.free_body(J, [1.0, 0, 0, 0], w0, t, threads=1, within=1e-12),
                    lambda: solve_ivp(rates, (0, span), start, "DOP853", t_eval=t, rtol=1e-9, atol=1e-9)], 3)


def bodies(n=1000000):
    """Nanoseconds a body at one time."""
    rng = np.random.default_rng(3)
    J, w0 = rng.uniform(1, 2, (n, 3)), rng.normal(size=(n, 3))
    return medians([lambda: ph.exact.free_body(J, ph.Rotation(), w0, 10.0, threads=1)], 3)[0] / n


def memory(rows=10_000_000):
    """Peak memory of a long run and all its views, by the size of its rows."""
    script = ("import numpy as np, polhode as ph\n"
              "def peak():\n"
              "    with open('/proc/self/status') as f:\n"
              "        return next(1024 * int(x.split()[1]) for x in f if x.startswith('VmHWM'))\n"
              "p = ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1, 0.2]))\n"
              "before = peak()\n"
              f"a = ph.run(p, ph.Method('rk4', step=1e-3), duration={rows} * 1e-3, sample=1e-3)\n"
              "views = a.t, a.q_NB, a.w_NB_B, a.energy, a.L_N, a.rotations, a[1:], np.asarray(a)\n"
              "print(len(a), (peak() - before) / a._numbers.nbytes)\n")
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()


def importing(repeats=15):
    """Milliseconds beyond an interpreter that does nothing, interleaved: by the clock (median and least) and of the
    processor (least)."""
    scripts = {"": "pass", "import polhode": "import polhode", "and the names of a first run": "import polhode; polhode.run",
               "import numpy": "import numpy"}
    wall, cpu = {s: [] for s in scripts}, {s: [] for s in scripts}
    for _ in range(repeats):
        for name, script in scripts.items():
            before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            subprocess.run([sys.executable, "-c", script], check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            wall[name].append(1e3 * (time.perf_counter() - begin))
            cpu[name].append(1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    return [(name, statistics.median(wall[name]) - statistics.median(wall[""]), min(wall[name]) - min(wall[""]),
             min(cpu[name]) - min(cpu[""])) for name in scripts if name]


print(f"a call of the module:             {call() * 1e9:8.0f} ns")
ours, theirs = apply()
print(f"Rotation.apply, 1e5 vectors:      {ours * 1e3:8.2f} ms   SciPy {theirs * 1e3:.2f} ms   ratio {theirs / ours:.1f}")
for span in (100, 1000, 10000):
    ours, near, theirs = free_body(span)
    print(f"exact.free_body, 1e6 times over {span:5g} s: {ours * 1e3:6.1f} ms, within=1e-12 {near * 1e3:.1f} ms   "
          f"SciPy's DOP853 at 1e-9 {theirs * 1e3:.0f} ms   ratios {theirs / ours:.1f} and {theirs / near:.1f}")
print(f"exact.free_body, 1e6 bodies:      {bodies() * 1e9:8.0f} ns each")
rows, times = memory()
print(f"memory of {rows} rows and views:  {float(times):8.3f} times their size")
for name, usual, least, cpu in importing():
    print(f"{name + ':':33} {usual:8.1f} ms by the clock (least {least:.1f}), {cpu:.1f} of the processor")
