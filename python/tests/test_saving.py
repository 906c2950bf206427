"""A trajectory written in every format of the registry, and read back by the program."""

import csv
import os
import re
import subprocess

import numpy as np
import pytest

import polhode as ph

WRITTEN = [f["name"] for f in ph.formats() if f["written"]]
BOTH = [f["name"] for f in ph.formats() if f["written"] and f["read"]]


@pytest.fixture(scope="module")
def run():
    problem = ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1.0, 0.2]))
    return ph.run(problem, ph.Method("rk4", step=1 / 64), duration=2.0, sample=0.125)


def imported(path, *how):
    """What `polhode import` makes of it: columns by name, and what it says of the file."""
    rows = str(path) + ".rows"
    done = subprocess.run([os.environ.get("POLHODE_PROGRAM", "polhode"), "import", path, "--output", rows, *how],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with open(rows, newline="") as file:
        head, *numbers = csv.reader(file)
    return dict(zip(head, np.array(numbers, float).T)), done.stderr


@pytest.mark.parametrize("name", BOTH)
def test_there_and_back(run, tmp_path, name):
    path = tmp_path / ("a" + next(f["ending"] for f in ph.formats() if f["name"] == name))
    run.save(path, name, epoch="2020-02-29T23:59:59.5", time_system="TT", frame="ICRF", object="MINE", digits=17)
    back, said = imported(path, "--from", name, *(["--clock", path.with_suffix(".tsc")] if name == "ck" else []))
    n = 1 if name == "apm" else len(run)
    assert len(back["t"]) == n
    np.testing.assert_allclose(back["t"], run.t[:n], atol=6e-10, rtol=0)
    q = np.column_stack([back["q" + k] for k in "wxyz"])
    sign = np.sign(np.sum(q * run.q_NB[:n], axis=1))[:, None]
    np.testing.assert_array_equal(sign * q, run.q_NB[:n])
    assert ("wx" in back) == (name not in ("tum", "euroc"))
    if "wx" in back:
        w = np.column_stack([back["w" + k] for k in "xyz"])
        np.testing.assert_allclose(w, run.w_NB_B[:n], atol=2e-15, rtol=0)
    if name in ("aem", "aem-xml", "apm", "acm", "hdf5"):
        assert "MINE, ICRF to SC_BODY_1, t = 0 at 2020-02-29T23:59:59.500000000 TT" in said


@pytest.mark.parametrize("name", WRITTEN)
def test_a_method_for_every_format(run, tmp_path, name):
    getattr(run, "to_" + name.replace("-", "_"))(tmp_path / "a.npz")  # numpy.savez would add this ending
    assert (tmp_path / "a.npz").stat().st_size > 0


def test_the_types_name_the_methods_of_the_registry():
    with open(ph._saving.__file__, encoding="utf-8") as text:
        declared = set(re.findall(r"def (to_\w+)", text.read()))
    assert declared | {"to_csv", "to_npz"} == {"to_" + name.replace("-", "_") for name in WRITTEN} | {"to_hdf5"}


def test_the_ending_says_the_format(run, tmp_path):
    for name in ("a.aem", "a.aem.xml", "a.tum", "a.mat", "a.mcap", "a-euroc.csv", "a.csv"):
        run.save(tmp_path / name)
    assert (tmp_path / "a.aem.xml").read_text().startswith("<?xml")
    assert (tmp_path / "a-euroc.csv").read_text().startswith("#timestamp")
    assert (tmp_path / "a.csv").read_text().startswith("t,qw")


def test_a_body_and_an_epoch_of_the_problem_are_written(run, tmp_path):
    problem = ph.Problem.from_text('[body]\ninertia = [1.0, 2.0, 3.0]\n[start]\nrate = [0.1, 1.0, 0.2]\n'
                                   '[epoch]\ntime = "2001-002T03:04:05"\nobject = "TOP"\n[run]\nduration = 1.0\n')
    ph.run(problem, ph.Method("rk4", step=1 / 64), sample=0.125).to_apm(tmp_path / "a.apm")
    text = (tmp_path / "a.apm").read_text()
    assert "EPOCH = 2001-01-02T03:04:05" in text and "OBJECT_NAME = TOP" in text and "IYY = 2.0 [kg*m**2]" in text


def test_what_is_refused(run, tmp_path):
    with pytest.raises(ValueError, match="belongs to no format"):
        run.save(tmp_path / "a.xyz")
    with pytest.raises(ph.InputError, match="did you mean 'aem'"):
        run.save(tmp_path / "a.xyz", "aen")
    with pytest.raises(ph.InputError, match="epoch"):
        run.save(tmp_path / "a.aem", epoch="yesterday")
    with pytest.raises(ph.InputError, match="time_system"):
        run.save(tmp_path / "a.aem", epoch="2020-01-01T00:00:00", time_system="NOON")
    with pytest.raises(ValueError, match="digits"):
        run.save(tmp_path / "a.aem", digits=3)
    with pytest.raises(ph.OutputError):
        run.save(tmp_path / "no" / "folder" / "a.aem")
