"""How rigid bodies turn: problems, methods, trajectories and measures.

>>> import polhode as ph
>>> body = ph.Problem(body=ph.Body(inertia=[1, 2, 3]), start=ph.Start(rate=[0.1, 1.0, 0.2]))
>>> a = ph.run(body, ph.Method("rk4", step=1e-3), duration=2.0, sample=0.5)
>>> a.q_NB.shape, a.w_NB_B.shape
((5, 4), (5, 3))
>>> bool(ph.measure(a)["geodesic"].largest < 1e-10)
True

Names, keys, units and defaults are those of scenario files: what `polhode list` prints is here `polhode.torque`,
`polhode.rates` and `polhode.methods()`. Attitudes are unit quaternions from body axes B to world axes N, scalar first
(q_NB); rates are of the body in the world, in body axes (w_NB_B); units are SI.
"""

from ._core import ComputationFailed, InputError, OutputError, revision, version
from ._rotation import Rotation
from ._nouns import Body, Method, Start
from ._problem import Problem
from ._trajectory import Trajectory
from ._runs import Comparison, Measure, Measures, Truth, compare, measure, run, truth
from ._saving import formats
from ._many import StudyTable, Sweep, study, sweep
from ._registry import Entries, Entry, Parameter, convert, entries, methods
from ._families import rates, torque
from ._stability import StabilityTable, stability
from ._analog import AnalogComputer, AnalogElement, AnalogMachines, analog
from ._live import Beside, Frame, Live, Punctuality
from ._picture import Picture, curves
from ._studio import studio
from ._exchange import History, read
from ._estimate import AllanCoefficient, AllanDeviation, Estimate, Readings, allan, estimate, read_log
from . import exact

__version__ = version()
__all__ = [
    "AllanCoefficient", "AllanDeviation", "AnalogComputer", "AnalogElement", "AnalogMachines", "Beside", "Body",
    "Comparison", "ComputationFailed", "Entries", "Entry", "Estimate", "Frame", "History", "InputError", "Live",
    "Measure", "Measures", "Method", "OutputError", "Parameter", "Picture", "Problem", "Punctuality", "Readings",
    "Rotation", "StabilityTable", "Start", "StudyTable", "Sweep", "Trajectory", "Truth", "allan", "analog", "compare",
    "convert", "curves", "entries", "estimate", "exact", "formats", "measure", "methods", "rates", "read", "read_log",
    "revision", "run", "stability", "studio", "study", "sweep", "torque", "truth", "version",
]
