"""Names of types that the package's functions speak of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Callable, Union

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Numbers = npt.ArrayLike  # what NumPy makes an array of: a number, lists, arrays
Vector = Union[Sequence[float], Array]  # three numbers
Matrix = Union[Sequence[float], Sequence[Sequence[float]], Array]  # three moments, or three rows
Formula = Union[str, float]
Formulas = Sequence[Formula]
TorqueFunction = Callable[[float, Array, Array], Any]  # of t, q_NB, w_NB_B: three numbers, N m in body axes
