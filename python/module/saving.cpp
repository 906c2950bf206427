// Trajectories written in the formats of other programs; which there are comes from the registry.
#include <pybind11/stl.h>

#include <map>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "polhode/face/impl.hpp"
#include "polhode/library/scenario.hpp"
#include "polhode/output/output_format.hpp"

namespace polhode::python {

namespace {

py::list formats() {
    py::list all;
    for (const OutputFormat& format : output_formats()) {
        py::dict d;
        d["name"] = format.entry.name;
        d["summary"] = format.entry.summary;
        d["ending"] = format.ending;
        d["read"] = format.read != nullptr;
        d["written"] = format.open != nullptr;
        d["keeps"] = format.keeps;
        d["loses"] = format.loses;
        all.append(d);
    }
    return all;
}

// Those of a run (runs.cpp): t, q_NB, w_NB_B, energy, L_N, defect, work.
constexpr py::ssize_t numbers_of_a_row = 14;

// `rows`: the numbers of a run, more columns or not; `names`: of the epoch and the frames.
void write_trajectory(const std::string& path, const std::string& name, const Numbers& rows, bool rates, bool dynamics,
                      const ScenarioFile* of, const std::map<std::string, std::string>& names, int digits) {
    const OutputFormat* const format = find_format(name);
    if (!format || !format->open) {
        const std::vector<std::string> known = written_formats();
        const std::string near = nearest_name(name, known);
        throw InputError({"format", 0, ""}, "'" + name + "' is not a format that is written; known: " + listed(known) +
                                                (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
    if (rows.ndim() != 2 || rows.shape(1) < numbers_of_a_row)
        throw py::value_error("rows: an array (n, 14) is needed");
    if (!rates && (name == "csv" || name == "hdf5"))
        throw InputError({"format", 0, ""}, name + " of Polhode has rates, and these rows have none");
    Scenario scenario;
    if (of) scenario = of->impl()->scenario;
    const auto said = [&](const char* key, std::string& to) {
        const auto found = names.find(key);
        if (found != names.end()) to = found->second;
    };
    Epoch& epoch = scenario.epoch;
    said("frame", epoch.frame);
    said("body_frame", epoch.body_frame);
    said("object", epoch.object);
    std::string date = instant_text(epoch.time, 18), system = epoch.system;
    said("epoch", date);
    said("time_system", system);
    if (names.count("epoch") || names.count("time_system"))
        epoch = checked_epoch(epoch, date, {"epoch", 0, ""}, system, {"time_system", 0, ""});
    const Method method = scenario.methods.empty() ? Method{} : scenario.methods.front();
    Columns columns;
    columns.dynamics = dynamics;
    const py::gil_scoped_release free;
    const auto writer = format->open(path, Trajectory{scenario, method, columns, rates, digits});
    for (py::ssize_t i = 0; i < rows.shape(0); ++i) {
        const double* const x = rows.data(i, 0);
        Row row;
        row.t = x[0];
        row.q_NB = {x[1], x[2], x[3], x[4]};
        row.w_NB_B = {x[5], x[6], x[7]};
        row.energy = x[8];
        row.L_N = {x[9], x[10], x[11]};
        writer->row(row);
    }
    writer->close("complete");
}

}  // namespace

void bind_saving(py::module_& m) {
    m.def("formats", &formats);
    m.def("write_trajectory", &write_trajectory);
}

}  // namespace polhode::python
