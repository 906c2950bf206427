"""What `import polhode` reads, and that every name is there all the same."""

import ast
import os
import subprocess
import sys

import polhode as ph

package = os.path.dirname(os.path.abspath(ph.__file__))


def fresh(script):
    """What a new interpreter prints, in words."""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.path.dirname(package)})
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_nothing_is_imported_before_it_is_asked_for():
    dear = "numpy json tomllib typing dataclasses inspect subprocess"
    assert fresh(f"import sys; before = set(sys.modules); import polhode; polhode.__version__, dir(polhode)\n"
                 f"print(*[m for m in {dear!r}.split() if m in sys.modules and m not in before])") == []


def test_an_import_takes_less_than_50_ms():
    """Of the processor, which others on the same machine do not lengthen; bench/python_bench.py has the clock's."""
    script = "import time; b = time.process_time(); import polhode; print(time.process_time() - b)"
    assert min(float(fresh(script)[0]) for _ in range(3)) < 0.050


def test_every_name_is_there():
    assert {"Body", "Start", "Problem", "Method", "run", "Trajectory", "measure", "compare", "study", "sweep",
            "stability", "analog", "convert", "Rotation", "exact", "torque", "rates"} <= set(ph.__all__)
    given = {}
    exec("from polhode import *", given)
    for name in ph.__all__:
        assert given[name] is getattr(ph, name)
        assert name in dir(ph)
    assert ph.exact.__name__ == "polhode.exact"
    assert not hasattr(ph, "Rotatoin")


def test_those_who_only_read_see_the_same_names():
    with open(ph.__file__, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    block = next(node for node in tree.body if isinstance(node, ast.If))
    read = {alias.asname: node.module for node in block.body for alias in node.names}
    assert read == {**ph._home, "exact": None}
