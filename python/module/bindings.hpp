// The parts of the module polhode._core, one function each. Everything a Python user sees is in python/polhode; here
// are plain functions over text, numbers and arrays.
#pragma once

#include <pybind11/pybind11.h>

namespace polhode::python {

void bind_errors(pybind11::module_& m);      // errors.cpp
void bind_registry(pybind11::module_& m);    // registry.cpp: what can be named; conversions by name
void bind_rotation(pybind11::module_& m);    // rotation.cpp
void bind_exact(pybind11::module_& m);       // exact.cpp: closed forms over arrays
void bind_runs(pybind11::module_& m);        // runs.cpp: scenarios, rows, truth, measures, files
void bind_saving(pybind11::module_& m);      // saving.cpp: trajectories in the formats of others
void bind_sweeps(pybind11::module_& m);      // sweeps.cpp: sweeps, studies
void bind_stability(pybind11::module_& m);   // stability.cpp: gains of constraints
void bind_analog(pybind11::module_& m);      // analog.cpp: Robinson's analog computer
void bind_live(pybind11::module_& m);        // live.cpp: a body in somebody else's loop
void bind_exchange(pybind11::module_& m);    // exchange.cpp: files of other programs
void bind_estimation(pybind11::module_& m);  // estimation.cpp: readings of sensors, and attitude from them

}  // namespace polhode::python
