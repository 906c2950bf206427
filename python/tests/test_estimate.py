"""Attitude from readings: the bits of the program, from arrays and from files, and what is refused."""

import json
import os
import pickle
import subprocess

import numpy as np
import pytest

import polhode as ph

root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
turned = os.path.join(root, "scenarios", "logs", "turned.csv")
program = os.environ.get("POLHODE_PROGRAM") or os.path.join(root, "build", "polhode")


def by_the_program(log, *words):
    done = subprocess.run([program, "estimate", str(log), "--to", "-", "--json", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = np.array([[float(x) if x else np.nan for x in line.split(",")] for line in done.stdout.splitlines()[1:]])
    return rows, json.loads(done.stderr)


def same_bits(e, rows):
    assert np.array_equal(np.asarray(e), rows[:, :8]) and len(e) == len(rows)
    if e.sd_heading is None:
        assert np.isnan(rows[:, 8:10]).all()
    else:
        assert np.array_equal(np.stack([e.sd_heading, e.sd_tilt], axis=1), rows[:, 8:10])
    assert np.array_equal(e.bias, rows[:, 10:13]) and np.array_equal(e.weight, rows[:, 13])
    assert np.array_equal(e.rest, rows[:, 14] != 0)


@pytest.mark.parametrize("says, words", [
    ({}, []), ({"offline": True}, ["--offline"]), ({"estimator": "small"}, ["--estimator", "small"]),
    ({"estimator": "gyro", "form": "centred5"}, ["--gyro-only", "--form", "centred5"]), ({"lag": 1}, ["--lag", "1"]),
    ({"six_axis": True}, ["--six-axis"]), ({"world": "NED", "axes": "FRD"}, ["--world", "NED", "--axes", "FRD"]),
    ({"holds": "sampled", "offline": True, "iterations": 2}, ["--holds", "sampled", "--offline", "--iterations", "2"])])
def test_the_bits_of_the_program(says, words):
    rows, summary = by_the_program(turned, *words)
    log = ph.read_log(turned)
    e = ph.estimate(log, **says)
    same_bits(e, rows)
    assert e.constants == summary.get("constants", {}) and e.evaluation == summary["evaluation"]
    again = ph.estimate(log.gyro, log.acc, log.mag, t=log.t, reference=log.q_NB, moving=log.moving, **says)
    assert np.array_equal(np.asarray(again), np.asarray(e)) and again.evaluation == e.evaluation
    assert pickle.loads(pickle.dumps(e)) == e and e.estimator in repr(e)


def test_arrays_with_dt_and_without_a_magnetometer(tmp_path):
    log = ph.read_log(turned)
    gyro, acc = np.array(log.gyro), np.array(log.acc)
    gyro[200:203], acc[500, 1] = np.nan, np.nan
    t = np.arange(len(gyro)) * 0.01
    table = np.column_stack([t, np.degrees(gyro), acc])
    lines = [",".join("" if np.isnan(x) else repr(float(x)) for x in row) for row in table]
    (tmp_path / "log.csv").write_text("t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z\n" + "\n".join(lines) + "\n")
    (tmp_path / "sensors.toml").write_text('[log]\ngyro_unit = "deg/s"\n[gyro]\noffset = [0.1, 0, 0]\nrange = 34.9\n')
    sensors = {"gyro": {"offset": [0.1, 0, 0], "range": 34.9}}
    rows, _ = by_the_program(tmp_path / "log.csv", "--sensors", str(tmp_path / "sensors.toml"))
    e = ph.estimate(np.degrees(gyro), acc, dt=0.01, gyro_unit="deg/s", sensors=sensors)
    same_bits(e, rows)
    same_bits(ph.estimate(tmp_path / "log.csv", sensors=tmp_path / "sensors.toml"), rows)
    assert (e.weight == 0).all() and not e.q_NB.flags.writeable and not e.rest.flags.writeable
    assert np.may_share_memory(e.q_NB, e.t)  # views of one block


def test_rows_that_do_not_go_forward_are_left_out():
    log = ph.read_log(turned)
    t = np.array(log.t)
    t[100] = t[99]
    e = ph.estimate(log.gyro, log.acc, log.mag, t=t)
    assert len(e) == 999 and 100 not in e.row and np.array_equal(e.t, t[e.row])
    assert any("row 100" in note for note in e.notes)


def test_a_log_is_read_and_looked_over(tmp_path):
    log = ph.read_log(turned)
    assert len(log) == 1000 and log.gyro.shape == (1000, 3) and log.q_NB.shape == (1000, 4) and log.moving.dtype == bool
    assert log.units == ("rad/s", "m/s^2", "uT") and pickle.loads(pickle.dumps(log)) == log and "with a reference" in repr(log)
    assert abs(log.inspect()["mean_rate_hz"] - 100) < 1e-6 and log.inspect()["good_rows"] == 1000
    (tmp_path / "a.csv").write_text("when,w1,w2,w3\n" + "\n".join(f"{i / 100},{i % 3},0,1" for i in range(50)))
    columns = {"t": "when", "gyr_x": "w1", "gyr_y": "w2", "gyr_z": "w3"}
    own = ph.read_log(tmp_path / "a.csv", columns=columns, gyro_unit="deg/s")
    assert own.acc is None and np.array_equal(own.gyro[:, 2], np.full(50, np.pi / 180))
    assert ph.estimate(own, estimator="gyro").sd_heading is None


def test_what_is_refused():
    gyro, acc = np.random.default_rng(1).normal(0, 0.01, (100, 3)), np.tile([0, 0, 9.81], (100, 1))
    for error, words, given in [
            (TypeError, "either dt", lambda: ph.estimate(gyro, acc)),
            (TypeError, "either dt", lambda: ph.estimate(gyro, acc, dt=1, t=np.arange(100))),
            (TypeError, "leave the arrays out", lambda: ph.estimate(turned, acc)),
            (ValueError, "dt", lambda: ph.estimate(gyro, acc, dt=0)),
            (ValueError, r"acc: 99 rows where t has 100", lambda: ph.estimate(gyro, acc[1:], dt=0.01)),
            (ValueError, r"gyro: shape \(100, 2\)", lambda: ph.estimate(gyro[:, :2], acc, dt=0.01)),
            (ValueError, "gyro: row 3 is no reading", lambda: ph.estimate(np.where(np.arange(100)[:, None] == 3, np.inf, gyro), acc,
                                                                          dt=0.01)),
            (ValueError, "row 5 has no time", lambda: ph.estimate(gyro, acc, t=np.where(np.arange(100) == 5, np.nan, np.arange(100)))),
            (ValueError, "'smoother', and 'small'", lambda: ph.estimate(gyro, acc, dt=0.01, offline=True, estimator="small")),
            (ph.InputError, "did you mean 'filter'", lambda: ph.estimate(gyro, acc, dt=0.01, estimator="fliter")),
            (ph.InputError, 'acc_unit="g"', lambda: ph.estimate(gyro, acc / 9.81, dt=0.01)),
            (ph.InputError, 'estimator="gyro"', lambda: ph.estimate(gyro, dt=0.01)),
            (ph.InputError, "is not a unit of the gyro", lambda: ph.estimate(gyro, acc, dt=0.01, gyro_unit="deg")),
            (ph.InputError, "is not a world", lambda: ph.estimate(gyro, acc, dt=0.01, world="UP")),
            (ph.InputError, "goes with the filter", lambda: ph.estimate(gyro, acc, dt=0.01, offline=True, lag=1)),
            (ph.InputError, "range", lambda: ph.estimate(gyro, acc, dt=0.01, sensors={"gyro": {"rnage": 3}})),
            (ph.InputError, "no rows", lambda: ph.estimate(np.zeros((0, 3)), dt=0.01, estimator="gyro")),
            (TypeError, "go with t=", lambda: ph.estimate(gyro, acc, dt=np.full(100, 0.01))),
            (ph.InputError, "nowhere", lambda: ph.read_log("nowhere.csv"))]:
        with pytest.raises(error, match=words):
            given()


def test_allan_of_white_noise():
    a = ph.allan(np.random.default_rng(2).normal(0, 1, 50_000), 0.01)
    assert abs(a.white.value - 0.1) < 4 * a.white.sd and not a.walk.told and a.tau.shape == a.deviation.shape
    assert ((a.low < a.deviation) & (a.deviation < a.high)).all()
    with pytest.raises(ValueError, match="at least 64"):
        ph.allan([1, 2, 3], 0.01)


def positions(rng, g=9.80665):
    """A recording for calibrate: a rest, then twenty positions with turns between them, of sensors with known faults."""
    turns, w, force, here = [], [], [], ph.Rotation()
    stays = [(60.0, None), *((5.0, ph.Rotation.random(1, int(s))[0]) for s in rng.integers(1, 1 << 30, 20))]
    for rest, to in stays:
        if to is not None:
            vector = (here.inv() * to).as_rotvec()
            rate = np.tile(vector / 2.0, (100, 1))
            moved = [here * ph.Rotation.from_rotvec(vector * k / 100) for k in range(100)]
            w.append(rate), force.append(np.array([r.apply_inverse([0, 0, g]) for r in moved]))
            here = to
        n = int(rest * 50)
        w.append(np.zeros((n, 3))), force.append(np.tile(here.apply_inverse([0, 0, g]), (n, 1)))
    w, force = np.concatenate(w), np.concatenate(force)
    return (w + [0.01, -0.02, 0.005] + rng.normal(0, 1e-4, w.shape),
            force * [1.01, 0.99, 1.02] + [0.1, -0.2, 0.05] + rng.normal(0, 1e-3, force.shape))


def test_calibrate_as_the_program_does(tmp_path):
    gyro, acc = positions(np.random.default_rng(5))
    t = np.arange(len(gyro)) * 0.02
    np.savetxt(tmp_path / "log.csv", np.column_stack([t, gyro, acc]), "%.17g", ",", comments="",
               header="t,gyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z")
    found = ph.calibrate(gyro, acc, t=t)
    done = subprocess.run([program, "calibrate", "log.csv", "--json", "--to", "sensors.toml"], cwd=tmp_path,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert {**found.about, "log": "log.csv"} == json.loads(done.stdout)
    found.save(tmp_path / "ours.toml")
    assert (tmp_path / "ours.toml").read_bytes() == (tmp_path / "sensors.toml").read_bytes()
    assert ph.calibrate(tmp_path / "log.csv")["gyro"] == found["gyro"]
    assert np.allclose(found["accelerometer"]["offset"], [0.1, -0.2, 0.05], atol=2e-3)
    assert np.allclose(found["accelerometer"]["scale"], 1 / np.array([1.01, 0.99, 1.02]), atol=5e-4)
    assert np.allclose(found["gyro"]["offset"], [0.01, -0.02, 0.005], atol=1e-4)
    assert pickle.loads(pickle.dumps(found)) == found and "positions" in repr(found)
    assert ph.estimate(gyro, acc, t=t, sensors=found.sensors) == ph.estimate(gyro, acc, t=t, sensors=tmp_path / "ours.toml")
    with pytest.raises(KeyError, match="there is gyro, accelerometer"):
        found["magnetometer"]
    with pytest.raises(ph.InputError, match="no accelerometer"):
        ph.calibrate(gyro, t=t)
    with pytest.raises(ph.InputError, match="from 9 to 10"):
        ph.calibrate(gyro, acc, t=t, gravity=981)


def test_align_as_the_program_does():
    done = subprocess.run([program, "align", turned, "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said, log = json.loads(done.stdout), ph.read_log(turned)
    found = ph.align(log)
    assert (found.offset, found.offset_sd, found.rows) == (said["offset_s"], said["offset_sd_s"], said["rows"])
    assert (found.offset_unpulled, found.offset_at) == (said["offset_unpulled_s"], said["offset_at_s"])
    assert np.allclose(np.degrees(found.rotation.as_rotvec()), said["rotation_deg"], atol=1e-12)
    assert found == ph.align(log.gyro, log.q_NB, t=log.t) == pickle.loads(pickle.dumps(found))
    with pytest.raises(ph.InputError, match="no attitudes to align with"):
        ph.align(log.gyro, t=log.t)
    with pytest.raises(ph.InputError, match="from 1 to 10000"):
        ph.align(log, most=0)
