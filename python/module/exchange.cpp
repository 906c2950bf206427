// Files of other programs, read into arrays (saving.cpp writes them).
#include <pybind11/stl.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/exchange/import.hpp"
#include "polhode/exchange/imported_scenario.hpp"
#include "polhode/output/output_format.hpp"
#include "polhode/scenario/epoch_table.hpp"

namespace polhode::python {

namespace {

using Words = std::map<std::string, std::string>;

ImportRequest request_of(const Words& words, const Words& says) {
    ImportRequest r;
    const auto word = [&](const char* name) {
        const auto found = words.find(name);
        return found == words.end() ? std::string() : found->second;
    };
    r.segment = word("segment");
    r.normalise = !word("normalise").empty();
    r.body_frame = word("body_frame");
    r.clock = word("clock");
    if (const std::string ticks = word("ticks_per_second"); !ticks.empty()) r.ticks_per_second = std::stod(ticks);
    r.cross_products_as_tensor = !word("cross_products_as_tensor").empty();
    r.topic = word("topic");
    r.says = says;
    return r;
}

py::dict read_file(const std::string& path, const std::string& format, const Words& words, const Words& says) {
    ImportedFile file;
    std::string scenario;
    {
        const py::gil_scoped_release free;
        import_file(path, format, request_of(words, says), file);
        if (file.about.body) scenario = imported_scenario(file, path, "");
    }
    const std::size_t n = file.rows.size();
    py::array_t<double> t = rows_like(n, 0, false), q = rows_like(n, 4, false), w = rows_like(n, 3, false);
    py::array_t<bool> begins(static_cast<py::ssize_t>(n));
    double *const times = t.mutable_data(), *const attitudes = q.mutable_data(), *const rates = w.mutable_data();
    for (std::size_t i = 0; i < n; ++i) {
        const ImportedRow& row = file.rows[i];
        times[i] = row.t;
        put(attitudes + 4 * i, row.q_NB);
        put(rates + 3 * i, row.w_NB_B);
        begins.mutable_data()[i] = row.begins;
    }
    py::dict d;
    d["t"] = t;
    d["q_NB"] = q;
    d["w_NB_B"] = file.about.rates ? py::object(w) : py::object(py::none());
    d["begins"] = begins;
    d["what"] = file.about.what;
    d["object"] = file.about.object;
    d["frame"] = file.about.frame;
    d["body_frame"] = file.about.body_frame;
    d["epoch"] = file.about.epoch ? instant_text(*file.about.epoch, 9) : std::string();
    d["time_system"] = file.about.time_system;
    d["notes"] = file.notes;
    d["scenario"] = scenario;
    return d;
}

}  // namespace

void bind_exchange(py::module_& m) { m.def("read_file", &read_file); }

}  // namespace polhode::python
