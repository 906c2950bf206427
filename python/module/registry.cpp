// What can be named, as dictionaries; attitudes from one representation into another by name.
#include "polhode/library/registry.hpp"

#include <pybind11/stl.h>

#include "bindings.hpp"
#include "polhode/library/convert.hpp"
#include "polhode/library/version.hpp"

namespace polhode::python {

namespace py = pybind11;

namespace {

py::dict as_dict(const RegistryParameter& p) {
    py::dict d;
    d["name"] = p.name;
    d["type"] = p.type;
    d["unit"] = p.unit;
    d["default"] = p.fallback;
    d["required"] = p.required;
    d["summary"] = p.summary;
    d["choices"] = p.choices;
    return d;
}
py::dict as_dict(const RegistryEntry& e) {
    py::dict d;
    d["kind"] = e.kind;
    d["name"] = e.name;
    d["summary"] = e.summary;
    d["order"] = e.order;
    d["source"] = e.source;
    d["unit"] = e.unit;
    py::list parameters;
    for (const RegistryParameter& p : e.parameters) parameters.append(as_dict(p));
    d["parameters"] = parameters;
    return d;
}

}  // namespace

void bind_registry(py::module_& m) {
    m.def("version", &version);
    m.def("revision", &revision);
    m.def("registry_kinds", &registry_kinds);
    m.def("registry_entries", [](const std::string& kind) {
        py::list all;
        for (const RegistryEntry& e : registry_entries(kind)) all.append(as_dict(e));
        return all;
    });
    m.def("attitude_names", &attitude_names);
    m.def("attitude_number_names", &attitude_number_names);
    m.def("attitude_as", &attitude_as);
}

}  // namespace polhode::python
