"""Files of other programs: CCSDS messages, SPICE kernels, TUM, EuRoC, NumPy, MATLAB, MCAP, anybody's tables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _core
from ._html import table
from ._picture import sphere_picture
from ._problem import Problem
from ._rotation import Rotation

if TYPE_CHECKING:
    from ._types import Array


class History:
    """Attitudes of somebody else's file: t (n,) s, q_NB (n, 4) scalar first, w_NB_B (n, 3) rad/s or None.

    `about` says what the file says of itself: what, object, frame, body_frame, epoch (of t = 0) and time_system. `notes` is
    what its reader should know. `begins` marks rows before which nothing is known (a new segment).
    """

    t: Array
    q_NB: Array
    w_NB_B: Optional[Array]
    begins: Any
    about: dict[str, str]
    notes: tuple[str, ...]

    def __init__(self, found: Mapping[str, Any]):
        self._found = dict(found)
        self.t, self.q_NB, self.w_NB_B, self.begins = (found[k] for k in ("t", "q_NB", "w_NB_B", "begins"))
        for numbers in (self.t, self.q_NB, self.w_NB_B, self.begins):
            if numbers is not None:
                numbers.flags.writeable = False
        self.about = {k: found[k] for k in ("what", "object", "frame", "body_frame", "epoch", "time_system")}
        self.notes = tuple(found["notes"])

    @property
    def rotations(self) -> Rotation:
        return Rotation._view(self.q_NB)

    @property
    def problem(self) -> Problem:
        """The state and the body of a message that holds them (APM, ACM), to run on from."""
        if not self._found["scenario"]:
            raise ValueError(f"{self.about['what']}: it says nothing of the body, so there is nothing to run")
        return Problem.from_text(self._found["scenario"])

    def __len__(self) -> int:
        return len(self.t)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History) or self.about != other.about or (self.w_NB_B is None) != (other.w_NB_B is None):
            return False
        rates = self.w_NB_B is None or other.w_NB_B is None or np.array_equal(self.w_NB_B, other.w_NB_B)
        return rates and np.array_equal(self.t, other.t) and np.array_equal(self.q_NB, other.q_NB)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return History, (self._found,)

    def __repr__(self) -> str:
        span = f"{len(self)} rows, t = {self.t[0]:g} to {self.t[-1]:g} s" if len(self) else "no rows"
        return f"<History: {self.about['what']}, {self.about['object']}; {span}; epoch {self.about['epoch'] or 'unknown'}>"

    def _repr_svg_(self) -> Optional[str]:
        return sphere_picture(self) if len(self) > 1 else None

    def _repr_html_(self) -> str:
        facts = [*((k, v) for k, v in self.about.items() if v), ("rows", len(self)), *(("note", n) for n in self.notes)]
        return f"<div>{self._repr_svg_() or ''}{table((), facts)}</div>"


def read(path: Union[str, os.PathLike[str]], format: Optional[str] = None, *, segment: Union[int, str, None] = None,
         normalise: bool = False, body_frame: Optional[str] = None, clock: Union[str, os.PathLike[str], None] = None,
         ticks_per_second: Optional[float] = None, cross_products_as_tensor: bool = False, topic: Optional[str] = None,
         says: Optional[Mapping[str, str]] = None) -> History:
    """Reads an attitude file of another program, as `polhode import` does.

    What it is, is read from its first bytes; where they do not say, `format` does (`ph.entries("format")`). Orders and
    directions are never guessed: the format fixes them, or they are asked for (`says`, of anybody's table:
    {"time": "t", "quaternion": "q1,q2,q3,q4", "scalar": "last", "direction": "body-to-world"}).
    """
    words = {"segment": segment, "normalise": "yes" if normalise else None, "body_frame": body_frame,
             "clock": os.fspath(clock) if clock is not None else None,
             "ticks_per_second": repr(float(ticks_per_second)) if ticks_per_second is not None else None,
             "cross_products_as_tensor": "yes" if cross_products_as_tensor else None, "topic": topic}
    return History(_core.read_file(os.fspath(path), format or "", {k: str(v) for k, v in words.items() if v is not None},
                                   dict(says or {})))
