// The largest stable gain of a constraint held by feedback, one number of steps a cycle at a time.
#include "polhode/method/stability.hpp"

#include <pybind11/stl.h>

#include <cmath>
#include <string>

#include "bindings.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/library/error.hpp"
#include "polhode/method/runge_kutta_list.hpp"

namespace polhode::python {

namespace py = pybind11;

namespace {

constrain::Law law_named(const std::string& constraint, const std::string& reading) {
    if (constraint == "algebraic") return constrain::Law::algebraic;
    if (reading == "lag1") return constrain::Law::derivative_lag1;
    return reading == "stage" ? constrain::Law::derivative_stage : constrain::Law::derivative_start;
}

py::dict stable_step(const std::string& constraint, const std::string& reading, const std::string& integrator,
                     double steps_per_cycle, double fraction) {
    const ConstrainedStep step{law_named(constraint, reading), integrator, steps_per_cycle};
    double boundary = std::nan("");
    SettledStep settled;
    std::string failure;
    {
        const py::gil_scoped_release free;
        try {
            boundary = stability_boundary(step);
            settled = settled_step(step, fraction * boundary);
        } catch (const ComputationFailed& e) {
            failure = e.cause;
        }
    }
    py::dict d;
    d["boundary"] = boundary;
    d["settled_error"] = settled.error;
    d["spectral_radius"] = settled.spectral_radius;
    d["lag"] = settled.lag;
    d["failure"] = failure;
    return d;
}

}  // namespace

void bind_stability(py::module_& m) {
    m.def("stable_step", &stable_step);
    m.def("small_step_limit", [](const std::string& constraint, const std::string& reading) {
        return small_step_limit(law_named(constraint, reading));
    });
    m.def("runge_kutta_names", &runge_kutta_names);
}

}  // namespace polhode::python
