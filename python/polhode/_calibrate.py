"""Constants of sensors from a recording made for it, and clock and axes of a gyro against a record of attitudes: what
`polhode calibrate` and `polhode align` do, over arrays."""

from __future__ import annotations

import json
import os
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _core
from ._estimate import Readings, Sensors, _called, _readings_of
from ._html import table
from ._rotation import Rotation

if TYPE_CHECKING:
    from ._types import Array, Numbers


class Calibration:
    """Constants of sensors: reading = matrix (raw - offset).

    `sensors` are they as `estimate` takes them, `about` is everything that `polhode calibrate --json` says.
    """

    def __init__(self, about: dict[str, Any], text: str):
        self.about, self._text = about, text

    @property
    def sensors(self) -> dict[str, Any]:
        return tomllib.loads(self._text)

    def __getitem__(self, sensor: str) -> dict[str, Any]:
        """"gyro" and "accelerometer", or "magnetometer": offset, matrix, deviations and what remains."""
        found = self.about.get(sensor)
        if not isinstance(found, dict):
            raise KeyError(f"{sensor!r} was not calibrated; there is {', '.join(self.sensors)}")
        return found

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """A file for `polhode estimate --sensors` and for `sensors=` here."""
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write("# constants found by polhode calibrate\n" + self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Calibration) and (self.about, self._text) == (other.about, other._text)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Calibration, (self.about, self._text)

    def __repr__(self) -> str:
        rest = ", ".join(f"{name} rms {self[name]['rms']:.3g}" for name in self.sensors)
        positions = f"{self.about['positions']} positions, " if "positions" in self.about else ""
        return f"<Calibration: {positions}{rest}>"

    def _repr_html_(self) -> str:
        rows = [(f"{name}: {key}", np.array2string(np.asarray(value), precision=6)) for name in self.sensors
                for key, value in self[name].items()]
        if "missing_directions" in self.about:
            rows.insert(0, ("directions missing", ", ".join(self.about["missing_directions"]) or "none"))
        return table((), rows)


@dataclass(frozen=True)
class Alignment:
    """How a record of attitudes and a gyro differ, each number with its standard deviation.

    offset: attitudes are later than the gyro by, s, at the time offset_at; offset_unpulled: less what noise draws it by to
    half a row; rotation: from the gyro's axes to those of the attitudes (rotation_sd:
    of its vector, rad); clock_rate: clocks run apart by, ppm (0 +- 0 where the record is too short); residual: rates that
    remain, rad/s; rows: how many took part.
    """

    offset: float
    offset_sd: float
    offset_unpulled: float
    offset_unpulled_sd: float
    offset_at: float
    rotation: Rotation
    rotation_sd: tuple[float, float, float]
    clock_rate: float
    clock_rate_sd: float
    residual: float
    rows: int

    def _repr_html_(self) -> str:
        return table((), [("offset, s", f"{self.offset:.6g} +- {self.offset_sd:.2g}"),
                          ("rotation, deg", np.array2string(np.degrees(self.rotation.as_rotvec()), precision=4)),
                          ("+-", np.array2string(np.degrees(self.rotation_sd), precision=4)),
                          ("clock rate, ppm", f"{self.clock_rate:.3g} +- {self.clock_rate_sd:.2g}"),
                          ("rates that remain, rad/s", f"{self.residual:.3g}"), ("rows", self.rows)])


def calibrate(gyro: Union[Readings, str, os.PathLike[str], Numbers], acc: Optional[Numbers] = None,
              mag: Optional[Numbers] = None, dt: Optional[float] = None, *, t: Optional[Numbers] = None,
              magnetometer: bool = False, gravity: float = 9.80665, start: float = 50.0,
              sensors: Optional[Sensors] = None, gyro_unit: Optional[str] = None, acc_unit: Optional[str] = None,
              mag_unit: Optional[str] = None) -> Calibration:
    """Offsets, scales and angles of accelerometer and gyro from static positions, or of a magnetometer (`magnetometer=True`)
    from the ellipsoid of its readings; with the bits of `polhode calibrate`.

    Let it lie for `start` seconds, then put it down in some thirty positions, all sides up. `gravity` is that of the place,
    m/s^2. Readings as `estimate` takes them; counts of a converter will do.

    >>> import numpy as np, polhode as ph
    >>> field = 45 * ph.Rotation.random(500, 1).apply([1, 0, 0]) * [1.1, 1, 0.9] + [5, -3, 2]
    >>> found = ph.calibrate(np.zeros((500, 3)), mag=field, dt=0.1, magnetometer=True)
    >>> np.round(found["magnetometer"]["centre"], 6).tolist()
    [5.0, -3.0, 2.0]
    """
    log, given, words = _readings_of(gyro, acc, mag, dt, t, None, None, sensors,
                                     {"gyro_unit": gyro_unit, "acc_unit": acc_unit, "mag_unit": mag_unit})
    if magnetometer:
        words["magnetometer"] = "yes"
    about, text = _called(_core.calibrate, log is None, given, words, float(gravity), float(start))
    return Calibration(json.loads(about), text)


def align(gyro: Union[Readings, str, os.PathLike[str], Numbers], reference: Optional[Numbers] = None,
          dt: Optional[float] = None, *, t: Optional[Numbers] = None, most: int = 20, sensors: Optional[Sensors] = None,
          gyro_unit: Optional[str] = None) -> Alignment:
    """Clock offset, clock rate and rotation between a gyro and attitudes (n, 4), or those of a log; with the bits of
    `polhode align`. `most` is the largest offset looked at, in rows.

    >>> import numpy as np, polhode as ph
    >>> t = np.arange(4000) / 100
    >>> w = np.stack([np.sin(t), np.sin(1.3 * t), np.cos(0.7 * t)], axis=1)
    >>> q = ph.estimate(w, dt=0.01, estimator="gyro", form="centred5").q_NB
    >>> bool(abs(ph.align(w[3:], q[:-3], dt=0.01).offset - 0.03) < 0.01)
    True
    """
    log, given, words = _readings_of(gyro, None, None, dt, t, reference, None, sensors, {"gyro_unit": gyro_unit})
    found = _called(_core.align, log is None, given, words, int(most))
    turn: Array = np.array(found.pop("rotation"))
    return Alignment(rotation=Rotation.from_rotvec(turn), **found)
