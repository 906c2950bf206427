// Functions of Python that the library calls while it computes.
#pragma once

#include <pybind11/pybind11.h>

#include "polhode/library/scenario.hpp"

namespace polhode::python {

// What a Python function raised, on its way through the library; no std::exception, so that nobody there takes it for
// one of his own.
struct FunctionRaised {
    pybind11::error_already_set error;
};

// What a Python function of t, q_NB, w_NB_B gives, as the library asks for it.
ScenarioFile::TorqueFunction torque_of(const pybind11::function& function);

// Three finite numbers; `what` is what they should be: "the torque function".
Vec3<double> three_numbers(const pybind11::handle& given, const char* what, double t);

// Calls `ask`, with the GIL, and turns what Python raises into FunctionRaised.
template <class Ask>
auto asked(Ask&& ask) {
    const pybind11::gil_scoped_acquire held;
    try {
        return ask();
    } catch (const pybind11::error_already_set& e) {
        throw FunctionRaised{e};
    } catch (const pybind11::builtin_exception& e) {
        e.set_error();
        throw FunctionRaised{pybind11::error_already_set()};
    }
}

}  // namespace polhode::python
