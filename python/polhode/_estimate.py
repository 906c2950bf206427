"""From readings of gyro, accelerometer and magnetometer to attitude: what `polhode estimate` does, over arrays."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

import numpy as np

from . import _core
from ._html import table
from ._picture import sphere_picture
from ._rotation import Rotation
from ._toml import text_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from ._types import Array, Numbers

Sensors = Union[str, "os.PathLike[str]", Mapping[str, Any]]
_OPTIONS = {"--six-axis": "six_axis=True", "--gyro-only": 'estimator="gyro"', "--offline": "offline=True"}
_NAMES = ("t", "gyro", "acc", "mag", "q_NB", "moving")


def _frozen(found: Any) -> Any:
    if found is not None:
        found.flags.writeable = False
    return found


def _words_of_sensors(sensors: Optional[Sensors]) -> dict[str, str]:
    if sensors is None:
        return {}
    if isinstance(sensors, Mapping):
        return {"sensors_text": text_of(sensors)}
    return {"sensors_file": os.fspath(sensors)}


def _in_our_words(text: str, rows: bool) -> str:
    """What the program's messages say of its options, as arguments; lines of a file are rows of an array."""
    for option, argument in _OPTIONS.items():
        text = text.replace(option, argument)
    text = re.sub(r"--(gyro-unit|acc-unit|mag-unit) (\S+?)(?=[,;.]|$| )",
                  lambda m: f'{m[1].replace("-", "_")}="{m[2]}"', text)
    text = re.sub(r"--([a-z]+)-([a-z]+)", r"\1_\2=", text)
    return re.sub(r"\bline (\d+)", r"row \1", text) if rows else text


def _called(function: Any, rows: bool, *given: Any) -> Any:
    try:
        return function(*given)
    except _core.InputError as error:
        said = _core.InputError(_in_our_words(str(error), rows))
        said.file, said.line, said.key = error.file, error.line, error.key
    raise said


class Readings:
    """What the sensors of a log said: t (n,) s, gyro (n, 3) rad/s, acc (n, 3) m/s^2, mag (n, 3); None where there is none.

    A row of NaN is a reading that is not there. `q_NB` (n, 4) is a reference attitude where the log has one, and `moving`
    (n,) says where it counts. `units` are those of the file, `notes` what its reader should know.
    """

    t: Array
    gyro: Array
    acc: Optional[Array]
    mag: Optional[Array]
    q_NB: Optional[Array]
    moving: Optional[npt.NDArray[np.bool_]]
    name: str
    units: tuple[str, str, str]
    notes: tuple[str, ...]

    def __init__(self, found: Mapping[str, Any], sensors: Optional[Sensors] = None):
        self._found = dict(found)
        for name in _NAMES:
            setattr(self, name, _frozen(found[name]))
        self.name, self.units, self.notes = found["name"], tuple(found["units"]), tuple(found["notes"])
        self.sensors = sensors

    def inspect(self) -> dict[str, Any]:
        """Time stamps, gaps, resolution, held values, clipping, rest phases, noise, units: as `polhode inspect` says it."""
        found: dict[str, Any] = json.loads(_called(_core.inspect_log, False, self._found, {}))
        return found

    def __len__(self) -> int:
        return len(self.t)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Readings) and self.units == other.units and all(
            (a is None) == (b is None) and (a is None or np.array_equal(a, b, equal_nan=True))
            for a, b in ((getattr(self, k), getattr(other, k)) for k in _NAMES))

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Readings, (self._found, self.sensors)

    def __repr__(self) -> str:
        has = ["gyro", *(k for k in ("acc", "mag") if getattr(self, k) is not None)]
        reference = "; with a reference" if self.q_NB is not None else ""
        return f"<Readings: {self.name}; {len(self)} rows, t = {self.t[0]:g} to {self.t[-1]:g} s; {', '.join(has)}{reference}>"


def read_log(path: Union[str, os.PathLike[str]], *, sensors: Optional[Sensors] = None,
             columns: Union[str, Mapping[str, str], None] = None, gyro_unit: Optional[str] = None,
             acc_unit: Optional[str] = None, mag_unit: Optional[str] = None,
             topics: Union[str, tuple[str, ...], list[str], None] = None) -> Readings:
    """Reads a log of sensors as `polhode estimate` does: a table, JSON objects, MAVLink packets or MCAP.

    `columns` says how a table calls them ({"gyr_x": "wx", ...}), `sensors` is a sensors file or its tables (a mapping), and
    `topics` names channels of an MCAP file. Readings come in SI units; a sensors file's offsets and matrices are put in by
    `estimate`, which is told of them here.
    """
    words = _words_of_sensors(sensors)
    if isinstance(columns, Mapping):
        columns = ",".join(f"{quantity}={column}" for quantity, column in columns.items())
    said = {"columns": columns, "gyro_unit": gyro_unit, "acc_unit": acc_unit, "mag_unit": mag_unit}
    words.update({k: v for k, v in said.items() if v})
    found = _called(_core.read_log, False, os.fspath(path), words,
                    [topics] if isinstance(topics, str) else list(topics or ()))
    found["name"] = os.fspath(path)
    return Readings(found, sensors)


class Estimate:
    """An attitude for each row of the readings (those whose time goes forward). Its arrays are views of one block, not to be
    written to.

    t (n,) s, q_NB (n, 4) scalar first, w_NB_B (n, 3) rad/s, sd_heading and sd_tilt (n,) rad (None where the estimator does
    not say), bias (n, 3) rad/s of the gyro, weight (n,) of the magnetometer from 0 to 1, rest (n,), row (n,) of the readings.
    `constants` is what was found out about the sensors, `evaluation` the errors where there is a reference (deg), `about`
    everything that `polhode estimate --json` says.
    """

    t: Array
    q_NB: Array
    w_NB_B: Array
    sd_heading: Optional[Array]
    sd_tilt: Optional[Array]
    bias: Array
    weight: Array
    rest: npt.NDArray[np.bool_]
    row: npt.NDArray[np.int64]
    about: dict[str, Any]

    def __init__(self, numbers: Array, row: npt.NDArray[np.int64], about: dict[str, Any], deviations: bool):
        self._numbers = _frozen(numbers)
        self.row, self.about, self._deviations = _frozen(row), about, deviations
        self.t, self.q_NB, self.w_NB_B = numbers[:, 0], numbers[:, 1:5], numbers[:, 5:8]
        self.sd_heading, self.sd_tilt = (numbers[:, 8], numbers[:, 9]) if deviations else (None, None)
        self.bias, self.weight, self.rest = numbers[:, 10:13], numbers[:, 13], _frozen(numbers[:, 14] != 0)

    @property
    def estimator(self) -> str:
        return str(self.about["estimator"])

    @property
    def world(self) -> str:
        return str(self.about["world"])

    @property
    def constants(self) -> dict[str, Any]:
        """By the end of the log; empty where the estimator finds out nothing (small, gyro)."""
        return dict(self.about.get("constants", {}))

    @property
    def evaluation(self) -> Optional[dict[str, Any]]:
        return self.about.get("evaluation")

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(self.about["notes"])

    @property
    def rotations(self) -> Rotation:
        return Rotation._view(self.q_NB)

    def __len__(self) -> int:
        return len(self.t)

    def __array__(self, dtype: Any = None) -> Array:
        rows = self._numbers[:, :8]
        return rows if dtype is None else rows.astype(dtype)

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Estimate) and self.about == other.about and np.array_equal(self._numbers, other._numbers)
                and np.array_equal(self.row, other.row))

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Estimate, (self._numbers, self.row, self.about, self._deviations)

    def __repr__(self) -> str:
        sure = ""
        if self.sd_heading is not None and self.sd_tilt is not None and len(self):
            heading, tilt = np.degrees([self.sd_heading[-1], self.sd_tilt[-1]])
            sure = f"; at the end heading +- {heading:.3g} deg, tilt +- {tilt:.3g} deg"
        error = f"; error {self.evaluation['total_deg']:.3g} deg" if self.evaluation else ""
        return f"<Estimate: {self.estimator}, {self.world}; {len(self)} rows, t = {self.t[0]:g} to {self.t[-1]:g} s{sure}{error}>"

    def _repr_svg_(self) -> Optional[str]:
        return sphere_picture(self) if len(self) > 1 else None

    def _repr_html_(self) -> str:
        facts: list[tuple[str, Any]] = [("estimator", self.estimator), ("world", self.world), ("rows", len(self))]
        facts += [(k, np.array2string(np.asarray(v), precision=4)) for k, v in self.constants.items()]
        if self.evaluation:
            facts += [(k, f"{self.evaluation[k]:.3g}") for k in ("total_deg", "heading_deg", "inclination_deg")]
        return f"<div>{self._repr_svg_() or ''}{table((), [*facts, *(('note', n) for n in self.notes)])}</div>"


def _readings_of(gyro: Union[Readings, str, os.PathLike[str], Numbers], acc: Optional[Numbers], mag: Optional[Numbers],
                 dt: Optional[float], t: Optional[Numbers], reference: Optional[Numbers], moving: Optional[Numbers],
                 sensors: Optional[Sensors],
                 units: Mapping[str, Optional[str]]) -> tuple[Optional[Readings], dict[str, Any], dict[str, str]]:
    """A log where it was one, its columns, and words of the sensors."""
    named = {k: v for k, v in units.items() if v}
    log: Optional[Readings] = None
    if isinstance(gyro, Readings):
        log = gyro
    elif isinstance(gyro, (str, os.PathLike)):
        log = read_log(gyro, sensors=sensors, **named)
    if log is not None:
        if any(x is not None for x in (acc, mag, dt, t, reference, moving)):
            raise TypeError("a log has its readings and its times already; leave the arrays out")
        return log, log._found, {**_words_of_sensors(log.sensors if sensors is None else sensors), **named}
    if (dt is None) == (t is None):
        raise TypeError("say either dt, the seconds between rows, or t, the time of each")
    readings = np.asarray(gyro, float)
    if dt is not None and np.ndim(dt) > 0:
        raise TypeError("dt: one number, the seconds between rows; the times of uneven rows go with t=")
    if dt is not None and not dt > 0:
        raise ValueError(f"dt: seconds between rows, > 0, are needed, not {dt}")
    times = np.arange(len(readings)) * float(dt) if dt is not None else np.asarray(t, float)
    given = {"name": "readings", "t": times, "gyro": readings, "acc": acc, "mag": mag, "q_NB": reference, "moving": moving}
    return None, given, {**_words_of_sensors(sensors), **named}


def estimate(gyro: Union[Readings, str, os.PathLike[str], Numbers], acc: Optional[Numbers] = None,
             mag: Optional[Numbers] = None, dt: Optional[float] = None, *, t: Optional[Numbers] = None,
             offline: bool = False, estimator: Optional[str] = None, lag: float = 0, six_axis: bool = False,
             sensors: Optional[Sensors] = None, world: Optional[str] = None, axes: Optional[str] = None,
             form: str = "causal", holds: str = "mean", iterations: int = 6, gyro_unit: Optional[str] = None,
             acc_unit: Optional[str] = None, mag_unit: Optional[str] = None, reference: Optional[Numbers] = None,
             moving: Optional[Numbers] = None) -> Estimate:
    """Attitude from readings, with the bits of `polhode estimate`.

    Parameters
    ----------
    gyro : (n, 3) rad/s; or Readings, or the name of a log, and the arrays are left out
    acc, mag : (n, 3) m/s^2, any unit of field, optional
        A row with NaN is a reading that is not there. Without `mag` the heading is relative to the start; without `acc` only
        estimator="gyro" goes.
    dt, t : s
        Between rows; or the time of each.
    offline : bool
        The whole log at once, in place of row by row.
    estimator : one of `ph.entries("estimator")`; default "filter"
    lag : s, of the filter: rows are smoothed with what comes so long after them
    sensors : a sensors file, or its tables as a mapping: {"gyro": {"range": 34.9}}
    world, axes : "ENU" (default), "NED", "NWU"; "FLU" (default), "FRD"
    form, holds, iterations : of the gyro alone, of a gyro column, of the smoother, as on the command line
    gyro_unit, acc_unit, mag_unit : "deg/s", "g", "gauss", ..; default SI
    reference, moving : (n, 4) attitudes to compare with, and (n,) where they count

    Examples
    --------
    >>> import numpy as np, polhode as ph
    >>> t = np.arange(500) / 100
    >>> gyro = np.stack([0 * t, 0 * t, 0.5 + 1e-4 * np.sin(7 * t)], axis=1)
    >>> e = ph.estimate(gyro, np.tile([0, 0, 9.81], (500, 1)), dt=0.01)
    >>> e.q_NB.shape, bool(e.rotations[0].angle_to(e.rotations[-1]) > 2.3)
    ((500, 4), True)
    """
    log, given, words = _readings_of(gyro, acc, mag, dt, t, reference, moving, sensors,
                                     {"gyro_unit": gyro_unit, "acc_unit": acc_unit, "mag_unit": mag_unit})
    if offline and estimator not in (None, "smoother"):
        raise ValueError(f"offline means the estimator 'smoother', and {estimator!r} was asked for too")
    words.update(estimator=estimator or ("smoother" if offline else "filter"), form=form, holds=holds)
    said = {"world": world, "axes": axes, "six_axis": "yes" if six_axis else None}
    words.update({k: v for k, v in said.items() if v})
    rows = log is None
    done = _called(_core.estimate, rows, given, words, float(lag), int(iterations))
    about = json.loads(done["json"])
    about["notes"] = [_in_our_words(note, rows) for note in (*(log.notes if log is not None else ()), *about["notes"])]
    return Estimate(done["numbers"], done["row"], about, done["deviations"])


class AllanCoefficient(NamedTuple):
    """A coefficient of noise with its standard deviation; `limit`: where it is not `told` from nothing, at most so much."""

    value: float
    sd: float
    limit: float
    told: bool


@dataclass(frozen=True, eq=False)
class AllanDeviation:
    """tau (m,) s, deviation with an interval of 95 % (low, high), and the fitted noise: white (N, per sqrt(Hz)), flicker (B)
    and random walk (K, per sqrt(s))."""

    tau: Array
    deviation: Array
    low: Array
    high: Array
    model: Array
    white: AllanCoefficient
    flicker: AllanCoefficient
    walk: AllanCoefficient

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AllanDeviation) and all(
            np.array_equal(np.asarray(a), np.asarray(b)) for a, b in zip(vars(self).values(), vars(other).values()))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<AllanDeviation: white {self.white.value:.4g}, flicker {self.flicker.value:.4g}, walk {self.walk.value:.4g}>"


def allan(x: Numbers, dt: float) -> AllanDeviation:
    """Overlapping Allan deviation of a sensor at rest (IEEE Std 952), as `polhode allan` computes it.

    >>> import numpy as np, polhode as ph
    >>> noise = np.random.default_rng(1).normal(0, 0.1, 20_000)
    >>> bool(abs(ph.allan(noise, 0.01).white.value - 0.01) < 5e-4)
    True
    """
    found = _core.allan(np.asarray(x, float), float(dt))
    tau, deviation, low, high, _, model = found["points"].T
    return AllanDeviation(tau, deviation, low, high, model, *(AllanCoefficient(*found[k]) for k in ("white", "flicker", "walk")))
