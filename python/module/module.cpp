// polhode._core: the library's functions for the package python/polhode, which is what people import.
#include "bindings.hpp"

PYBIND11_MODULE(_core, m) {
    m.doc() = "Plain functions of the library behind the package polhode.";
    polhode::python::bind_errors(m);
    polhode::python::bind_registry(m);
    polhode::python::bind_rotation(m);
    polhode::python::bind_exact(m);
    polhode::python::bind_runs(m);
    polhode::python::bind_saving(m);
    polhode::python::bind_sweeps(m);
    polhode::python::bind_stability(m);
    polhode::python::bind_analog(m);
    polhode::python::bind_live(m);
    polhode::python::bind_exchange(m);
    polhode::python::bind_estimation(m);
}
