"""Files of other programs from Python: the samples that other software wrote, there and back, and what is refused."""

import os
import pickle

import numpy as np
import pytest

import polhode as ph

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
samples = os.path.join(root, "tests", "data", "formats")
true = np.loadtxt(os.path.join(samples, "free-symmetric.csv"), delimiter=",", skiprows=1)


def sample(name, **says):
    return ph.read(os.path.join(samples, name), **says)


@pytest.mark.parametrize("name, says, rates", [
    ("orekit-v1.aem", {}, 4e-16), ("orekit-v2.aem", {}, 4e-16), ("orekit-v1.xml", {}, 4e-16), ("orekit-v2.xml", {}, 4e-16),
    ("cspice-type3.bc", {"clock": os.path.join(samples, "cspice-clock.tsc")}, 1e-14),
    ("numpy.tum", {}, None), ("numpy.npz", {}, 0), ("scipy.mat", {}, 0)])
def test_what_others_wrote(name, says, rates):
    got = sample(name, **says)
    assert len(got) == 21 and np.abs(got.t - true[:, 0]).max() < 1e-9
    assert ph.Rotation(true[:, 1:5]).angle_to(got.rotations).max() < 2e-15
    if rates is None:
        assert got.w_NB_B is None
    else:
        assert np.abs(got.w_NB_B - true[:, 5:8]).max() <= rates
    assert not got.q_NB.flags.writeable
    assert pickle.loads(pickle.dumps(got)) == got and "<svg" in got._repr_html_()


def test_what_a_message_says_of_itself():
    got = sample("orekit-v2.aem")
    assert got.about == {"what": got.about["what"], "object": "POLHODE EXAMPLE", "frame": "EME2000", "body_frame": "SC_BODY_1",
                         "epoch": "2000-01-01T12:00:00.000000000", "time_system": "TAI"}
    assert "AEM 2.0" in got.about["what"] and "21 rows" in repr(got)
    with pytest.raises(ValueError, match="nothing of the body"):
        got.problem


def test_a_state_with_a_body_is_a_problem():
    got = sample("hand-v2.apm")
    rows = ph.run(got.problem, ph.Method("dop853", tolerance=1e-12), duration=1)
    assert len(rows) > 2 and rows.rotations[0].angle_to(got.rotations[0]) < 1e-15


def rows():
    p = ph.Problem(title="to be sent", body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1.0, 0.2]))
    return ph.run(p, ph.Method("dop853", tolerance=1e-12), duration=2, sample=0.1)


@pytest.mark.parametrize("format, bits", [("aem", False), ("aem-xml", False), ("acm", False), ("tum", True), ("npz", True),
                                          ("npy", True), ("mat", True), ("mcap", True), ("csv", True), ("euroc", False)])
def test_there_and_back(format, bits, tmp_path):
    a = rows()
    path = tmp_path / ("rows" + {"aem-xml": ".xml", "euroc": ".csv"}.get(format, "." + format))
    a.save(path, format)
    got = ph.read(path, None if format in ("aem", "aem-xml", "acm", "npz", "mat", "mcap", "csv") else format)
    assert len(got) == len(a) and np.abs(got.t - a.t).max() < 1e-9
    assert got.rotations.angle_to(a.rotations.normalised()).max() < 1e-13
    if bits:
        assert np.array_equal(got.q_NB, a.q_NB)
    if got.w_NB_B is not None:
        assert np.abs(got.w_NB_B - a.w_NB_B).max() < 1e-14


def test_a_message_carries_what_was_said(tmp_path):
    rows().to_aem(tmp_path / "a.aem", epoch="2026-01-01T06:00:00", time_system="TT", frame="ICRF", object="MINE", digits=17)
    got = ph.read(tmp_path / "a.aem")
    assert got.about["epoch"].startswith("2026-01-01T06:00:00") and got.about["time_system"] == "TT"
    assert got.about["frame"] == "ICRF" and got.about["object"] == "MINE"
    assert np.array_equal(got.q_NB, rows().q_NB)


def test_what_is_refused(tmp_path):
    with pytest.raises(ph.InputError, match="did you mean 'aem'"):
        rows().save(tmp_path / "x", "aemm")
    with pytest.raises(ph.InputError):
        ph.read(os.path.join(samples, "nowhere.aem"))
    (tmp_path / "bad.aem").write_text("CCSDS_AEM_VERS = 2.0\nNOTHING = 1\n")
    with pytest.raises(ph.InputError) as caught:
        ph.read(tmp_path / "bad.aem")
    assert caught.value.line == 2
    with pytest.raises(ph.InputError, match="(?i)time"):
        rows().to_aem(tmp_path / "x.aem", epoch="2026-01-01T00:00:00", time_system="NOON")
    with pytest.raises(ph.OutputError):
        rows().to_aem(tmp_path / "no" / "such" / "folder.aem")


def test_names_that_are_no_text(tmp_path):
    with open(os.path.join(samples, "orekit-v2.xml"), "rb") as file:
        text = file.read()
    (tmp_path / "a.xml").write_bytes(text.replace(b"POLHODE EXAMPLE", b"A\xff"))
    assert ph.read(tmp_path / "a.xml").about["object"] == "A\ufffd"
    (tmp_path / "b.xml").write_bytes(text.replace(b"<TIME_SYSTEM>TAI", b"<TIME_SYSTEM>T\xff"))
    with pytest.raises(ph.InputError, match="TIME_SYSTEM"):
        ph.read(tmp_path / "b.xml")
