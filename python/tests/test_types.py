"""The stubs: made from the registry, the same bytes each time, and strict enough to find a slip."""

import functools
import os
import re
import subprocess
import sys

import pytest

import polhode as ph

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))
package = os.path.dirname(os.path.abspath(ph.__file__))


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    """What it has read of the standard library it need not read twice."""
    return functools.partial(read_by_mypy, os.environ.get("POLHODE_MYPY_CACHE") or str(tmp_path_factory.mktemp("mypy")))


def read_by_mypy(cache, file):
    pytest.importorskip("mypy")
    return subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir=" + cache, "--no-error-summary",
                           os.path.join(here, file)], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.path.dirname(package)})


def test_a_strict_reader_has_nothing_to_say(mypy):
    done = mypy("typed_example.py")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_example_runs():
    done = subprocess.run([sys.executable, os.path.join(here, "typed_example.py")], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.path.dirname(package)})
    assert done.returncode == 0, done.stderr


def test_slips_are_found(mypy):
    done = mypy("typed_mistakes.py")
    said = {}
    for line in done.stdout.splitlines():
        found = re.match(r".*?:(\d+): error: (.*)", line)
        if found:
            said.setdefault(int(found[1]), []).append(found[2])
    with open(os.path.join(here, "typed_mistakes.py"), encoding="utf-8") as file:
        expected = {n: line.split("# expect: ")[1].strip() for n, line in enumerate(file, 1) if "# expect: " in line}
    assert len(expected) > 5
    for n, words in expected.items():
        assert any(words in s for s in said.get(n, [])), f"line {n}: {words!r} not in {said.get(n)}"
    assert set(said) == set(expected)


def test_stubs_are_reproducible(tmp_path):
    compiled = next(f for f in os.listdir(package) if f.startswith("_core.") and f.endswith(".so"))
    os.symlink(os.path.join(package, compiled), tmp_path / compiled)
    subprocess.run([sys.executable, "-B", os.path.join(root, "python", "stubs.py"), str(tmp_path)], check=True)
    for name in ("_families.pyi", "_nouns.pyi"):
        with open(os.path.join(package, name), "rb") as shipped:
            assert shipped.read() == (tmp_path / name).read_bytes()


def test_stubs_name_everything_the_registry_has():
    with open(os.path.join(package, "_families.pyi"), encoding="utf-8") as file:
        text = file.read()
    for kind in ("torque", "rates"):
        for entry in ph.entries(kind):
            function = re.search(rf"class _{kind.capitalize()}:.*?    def {entry.name.replace('-', '_')}\(([^\n]*)", text, re.S)
            assert function, entry.name
            for p in entry.parameters:
                assert f"{p.name}: " in function[1], (entry.name, p.name)
