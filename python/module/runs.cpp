// Scenarios and their runs. A run goes on without the GIL, fills one block of numbers, and says at the end what became
// of it; nothing computed is lost when it fails, is interrupted, or a Python function in it raises.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "functions.hpp"
#include "polhode/face/impl.hpp"
#include "polhode/library/measure.hpp"
#include "polhode/library/outputs.hpp"
#include "polhode/library/run.hpp"
#include "polhode/library/truth.hpp"
#include "watch.hpp"

namespace polhode::python {

namespace {

// t qw qx qy qz wx wy wz energy Lx Ly Lz defect work, then the state's own columns
constexpr std::size_t fixed_columns = 14;

class Rows {
 public:
    explicit Rows(const RunPlan& plan) : width_(fixed_columns + plan.columns().state.size()) {
        const double expected = plan.sample() > 0 ? plan.duration() / plan.sample() + 3 : 3;
        if (expected * static_cast<double>(width_) < 1e9) numbers_.reserve(static_cast<std::size_t>(expected) * width_);
    }
    void add(const Row& r) {
        const double first[fixed_columns] = {r.t,         r.q_NB.w,    r.q_NB.x,    r.q_NB.y, r.q_NB.z,
                                             r.w_NB_B[0], r.w_NB_B[1], r.w_NB_B[2], r.energy, r.L_N[0],
                                             r.L_N[1],    r.L_N[2],    r.defect,    r.work};
        numbers_.insert(numbers_.end(), first, first + fixed_columns);
        for (std::size_t k = 0; k + fixed_columns < width_; ++k)
            numbers_.push_back(k < r.state.size() ? r.state[k] : std::nan(""));
    }
    std::size_t count() const { return width_ ? numbers_.size() / width_ : 0; }
    std::size_t width() const { return width_; }
    double* data() { return numbers_.data(); }

 private:
    std::size_t width_;
    std::vector<double> numbers_;
};

py::dict as_dict(const Statistics& s) {
    py::dict d;
    d["evaluations"] = s.evaluations;
    d["accepted"] = s.accepted;
    d["rejected"] = s.rejected;
    d["smallest_step"] = s.smallest_step;
    d["largest_step"] = s.largest_step;
    d["cpu_seconds"] = s.cpu_seconds;
    d["wall_seconds"] = s.wall_seconds;
    d["end_time"] = s.end_time;
    d["largest_defect"] = s.largest_defect;
    d["energy_drift"] = s.energy_drift;
    d["momentum_drift"] = s.momentum_drift;
    d["interrupted"] = s.interrupted;
    d["chosen"] = s.chosen;
    d["notes"] = s.notes;
    d["estimated_error"] = s.estimated_error < 0 ? py::object(py::none()) : py::object(py::float_(s.estimated_error));
    return d;
}

py::dict run_one(const RunPlan& plan, const py::object& progress) {
    auto rows = std::make_unique<Rows>(plan);
    Watch watch;
    Statistics statistics;
    std::string failure;
    double failure_time = std::nan("");
    RunObserver observer;
    observer.row = [&](const Row& row) { rows->add(row); };
    observer.stop = [&] { return watch.stop(); };
    if (!progress.is_none()) observer.progress = watch.told(progress);
    {
        const py::gil_scoped_release free;
        try {
            run(plan, observer, statistics);
        } catch (const ComputationFailed& e) {
            failure = e.what();
            failure_time = e.time;
        } catch (const FunctionRaised& e) {
            const py::gil_scoped_acquire held;
            watch.take(e.error);
        }
    }
    py::dict d;
    d["rows"] = py::cast(std::move(rows));
    d["statistics"] = as_dict(statistics);
    d["failure"] = failure;
    d["failure_time"] = failure_time;
    d["raised"] = watch.exception();
    d["columns"] = plan.columns().state;
    d["dynamics"] = plan.columns().dynamics;
    d["method"] = plan.method();
    d["description"] = plan.description();
    return d;
}

py::dict as_dict(const Measures& m) {
    py::dict d;
    d["against"] = m.against;
    d["truth_error"] = m.truth_error;
    d["caveat"] = m.caveat;
    d["cycle"] = m.cycle;
    d["rows"] = m.rows;
    d["failure"] = m.failure;
    d["statistics"] = as_dict(m.statistics);
    py::dict results;
    for (const MeasureResult& r : m.results) {
        py::dict one;
        one["unit"] = r.unit;
        one["summary"] = r.summary;
        one["final"] = r.final;
        one["largest"] = r.largest;
        one["largest_time"] = r.largest_time;
        one["per_cycle"] = r.per_cycle;
        results[py::str(r.name)] = one;
    }
    d["results"] = results;
    return d;
}

py::tuple truth_at(TrueMotion& truth, const Numbers& times) {
    if (times.ndim() > 1) throw py::value_error("t: one time or an array (n,) of times is needed");
    const std::size_t n = static_cast<std::size_t>(times.size());
    const bool one = times.ndim() == 0;
    py::array_t<double> q = rows_like(n, 4, one), w = rows_like(n, 3, one);
    const double* const t = times.data();
    double *const q_data = q.mutable_data(), *const w_data = w.mutable_data();
    Watch watch;
    {
        const py::gil_scoped_release free;
        for (std::size_t i = 0; i < n && !watch.stop(); ++i) {
            const MotionState s = truth.at(t[i]);
            put(q_data + 4 * i, s.q_NB);
            put(w_data + 3 * i, s.w_NB_B);
        }
    }
    watch.rethrow();
    return py::make_tuple(q, w);
}

// The rows of a run at other times, by the method's own dense output: rising, above 0. Those that were reached before
// somebody interrupted it or it failed.
py::dict rows_at(const ScenarioFile& scenario, std::size_t method, const Numbers& times) {
    const RunPlan usual = plan_run(scenario, method);
    const Plan& plan = usual.impl()->plan;
    RunSpan span = plan.span();
    span.times = std::make_shared<const std::vector<double>>(times.data(), times.data() + times.size());
    const Plan dense = prepare(plan.problem(), plan.method(), span);
    auto rows = std::make_unique<Rows>(usual);
    Watch watch;
    bool enough = false;
    Statistics statistics;
    RunObserver observer;
    observer.row = [&](const Row& row) {
        if (enough) return;
        rows->add(row);
        enough = !span.times->empty() && row.t >= span.times->back();
    };
    observer.stop = [&] { return enough || watch.stop(); };
    {
        const py::gil_scoped_release free;
        try {
            simulate(dense, observer, statistics);
        } catch (const FunctionRaised& e) {
            const py::gil_scoped_acquire held;
            watch.take(e.error);
        }
    }
    watch.rethrow();
    py::dict d;
    d["rows"] = py::cast(std::move(rows));
    return d;
}

void bind_scenario(py::module_& m) {
    py::class_<ScenarioFile>(m, "Scenario")
        .def_static("read", &ScenarioFile::read, py::arg("path"), py::arg("settings") = std::vector<std::string>{})
        .def_static("from_text", &ScenarioFile::from_text, py::arg("text"), py::arg("name") = "scenario",
                    py::arg("settings") = std::vector<std::string>{}, py::arg("directory") = "")
        .def("with_settings", &ScenarioFile::with)
        .def("with_torque", [](const ScenarioFile& s, const std::string& name,
                               const py::function& function) { return s.with_torque(name, torque_of(function)); })
        .def_property_readonly("file", &ScenarioFile::file)
        .def_property_readonly("text", &ScenarioFile::text)
        .def_property_readonly("settings", &ScenarioFile::settings)
        .def_property_readonly("title", &ScenarioFile::title)
        .def_property_readonly("warnings", &ScenarioFile::warnings)
        .def_property_readonly("methods", &ScenarioFile::methods)
        .def_property_readonly("duration", &ScenarioFile::duration)
        .def_property_readonly("dynamics", &ScenarioFile::dynamics);
    py::class_<Rows>(m, "Rows")
        // a view that cannot be written to and keeps the rows alive
        .def("array", [](py::object self) {
            Rows& rows = self.cast<Rows&>();
            const auto n = static_cast<py::ssize_t>(rows.count()), width = static_cast<py::ssize_t>(rows.width());
            py::array_t<double> view({n, width}, {width * 8, py::ssize_t{8}}, rows.data(), self);
            py::detail::array_proxy(view.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
            return view;
        });
}

}  // namespace

void bind_runs(py::module_& m) {
    bind_scenario(m);
    m.attr("fixed_columns") = fixed_columns;
    m.def(
        "run",
        [](const ScenarioFile& s, std::size_t method, const py::object& progress) {
            return run_one(plan_run(s, method), progress);
        },
        py::arg("scenario"), py::arg("method") = 0, py::arg("progress") = py::none());
    m.def("rows_at", &rows_at);
    m.def("measure", [](const ScenarioFile& s, std::size_t method, const std::string& against) {
        const RunPlan plan = plan_run(s, method);
        Watch watch;
        Measures measures;
        {
            const py::gil_scoped_release free;
            measures = measure(plan, against, [&] { return watch.stop(); });
        }
        py::dict d = as_dict(measures);
        d["raised"] = watch.exception();
        return d;
    });
    py::class_<TrueMotion>(m, "Truth")
        .def(py::init([](const ScenarioFile& s, const std::string& which) { return TrueMotion::of(s, which); }))
        .def("at", &truth_at)
        .def_property_readonly("description", &TrueMotion::description)
        .def_property_readonly("closed_form", &TrueMotion::closed_form)
        .def_property_readonly("caveat", &TrueMotion::caveat)
        .def("error_bound", &TrueMotion::error_bound);
    m.def("write_run", [](const ScenarioFile& s, const std::vector<std::pair<std::string, std::string>>& trajectories,
                          const std::string& folder, const std::string& plot, const std::string& against) {
        RunFiles files;
        for (const auto& [format, path] : trajectories) files.trajectories.push_back({format, path});
        files.folder = folder;
        files.plot = plot;
        files.against = against;
        files.command_line = {"polhode (Python)"};
        Watch watch;
        files.stop = [&] { return watch.stop(); };
        WrittenRun done;
        {
            const py::gil_scoped_release free;
            done = write_run(s, files);
        }
        watch.rethrow();
        py::dict d;
        d["files"] = done.files;
        d["warnings"] = done.warnings;
        d["failures"] = done.failures;
        d["table"] = done.table;
        d["json"] = done.json;
        return d;
    });
}

}  // namespace polhode::python
