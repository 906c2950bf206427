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

from ._core import ComputationFailed as ComputationFailed, InputError as InputError, OutputError as OutputError
from ._core import revision as revision, version as version

# A name's file is read when the name is first asked for (PEP 562): NumPy alone takes longer to import than all of this.
_names = {
    "_rotation": "Rotation",
    "_nouns": "Body Method Start",
    "_problem": "Problem",
    "_trajectory": "Trajectory",
    "_runs": "Comparison Measure Measures Truth compare measure run truth",
    "_saving": "formats",
    "_many": "StudyTable Sweep study sweep",
    "_registry": "Entries Entry Parameter convert entries methods",
    "_families": "rates torque",
    "_stability": "StabilityTable stability",
    "_analog": "AnalogComputer AnalogElement AnalogMachines analog",
    "_live": "Beside Frame Live Punctuality",
    "_picture": "Picture curves",
    "_studio": "studio",
    "_exchange": "History read",
    "_calibrate": "Alignment Calibration align calibrate",
    "_estimate": "AllanCoefficient AllanDeviation Estimate Readings allan estimate read_log",
}
_home = {name: file for file, names in _names.items() for name in names.split()}

TYPE_CHECKING = False
if TYPE_CHECKING:  # the same for those who read and do not run
    from ._rotation import Rotation as Rotation
    from ._nouns import Body as Body, Method as Method, Start as Start
    from ._problem import Problem as Problem
    from ._trajectory import Trajectory as Trajectory
    from ._runs import (
        Comparison as Comparison, Measure as Measure, Measures as Measures, Truth as Truth, compare as compare,
        measure as measure, run as run, truth as truth)
    from ._saving import formats as formats
    from ._many import StudyTable as StudyTable, Sweep as Sweep, study as study, sweep as sweep
    from ._registry import (
        Entries as Entries, Entry as Entry, Parameter as Parameter, convert as convert, entries as entries,
        methods as methods)
    from ._families import rates as rates, torque as torque
    from ._stability import StabilityTable as StabilityTable, stability as stability
    from ._analog import (
        AnalogComputer as AnalogComputer, AnalogElement as AnalogElement, AnalogMachines as AnalogMachines,
        analog as analog)
    from ._live import Beside as Beside, Frame as Frame, Live as Live, Punctuality as Punctuality
    from ._picture import Picture as Picture, curves as curves
    from ._studio import studio as studio
    from ._exchange import History as History, read as read
    from ._calibrate import (
        Alignment as Alignment, Calibration as Calibration, align as align, calibrate as calibrate)
    from ._estimate import (
        AllanCoefficient as AllanCoefficient, AllanDeviation as AllanDeviation, Estimate as Estimate,
        Readings as Readings, allan as allan, estimate as estimate, read_log as read_log)
    from . import exact as exact
else:
    __all__ = sorted(["ComputationFailed", "InputError", "OutputError", "exact", "revision", "version", *_home])

    def __getattr__(name):
        from importlib import import_module

        if name == "exact":
            return import_module(".exact", __name__)
        if name not in _home:
            raise AttributeError(f"module 'polhode' has no attribute '{name}'")
        value = globals()[name] = getattr(import_module("." + _home[name], __name__), name)
        return value

    def __dir__():
        return sorted({*globals(), *__all__})

__version__ = version()
