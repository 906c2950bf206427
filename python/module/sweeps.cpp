// Many runs: sweeps and studies. What was computed before an interruption is handed over with it.
#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "bindings.hpp"
#include "polhode/library/sweep.hpp"
#include "polhode/study/study.hpp"
#include "polhode/study/study_file.hpp"
#include "watch.hpp"

namespace polhode::python {

namespace py = pybind11;

namespace {

py::dict as_dict(const SweepReport& r) {
    py::dict d;
    d["complete"] = r.complete;
    d["why"] = r.why;
    d["runs_done"] = r.runs_done;
    d["runs_failed"] = r.runs_failed;
    d["files"] = r.files;
    d["table"] = r.table;
    d["hash"] = r.hash;
    py::list outcomes;
    for (const OutcomeStatistics& o : r.outcomes) {
        py::dict one;
        one["name"] = o.name;
        one["unit"] = o.unit;
        one["count"] = o.count;
        one["missing"] = o.missing;
        one["mean"] = o.mean;
        one["deviation"] = o.deviation;
        one["lowest"] = o.lowest;
        one["highest"] = o.highest;
        one["lowest_run"] = o.lowest_run;
        one["highest_run"] = o.highest_run;
        py::dict percentiles;
        for (const auto& p : o.percentiles) percentiles[py::float_(p.percent)] = p.value;
        one["percentiles"] = percentiles;
        outcomes.append(one);
    }
    d["outcomes"] = outcomes;
    return d;
}

py::dict carry_out(const SweepFile& sweep, const std::string& folder, int threads, const std::string& backend,
                   bool resume, bool restart, const py::object& progress) {
    SweepSettings settings;
    settings.threads = threads;
    settings.backend = backend;
    settings.resume = resume;
    settings.restart = restart;
    settings.pictures = false;
    Watch watch;
    settings.stop = [&] { return watch.stop(); };
    if (!progress.is_none()) settings.progress = watch.told(progress);
    SweepReport report;
    {
        const py::gil_scoped_release free;
        watch.beside([&] { report = sweep.carry_out(folder, settings); });
    }
    py::dict d = as_dict(report);
    d["raised"] = watch.exception();
    return d;
}

py::tuple study_points(const std::string& text, const std::string& directory, int threads) {
    Study study = read_study(text, "study", directory);
    study.threads = threads;
    Watch watch;
    StudyObserver observer;
    observer.stop = [&] { return watch.stop(); };
    StudyResult result;
    {
        const py::gil_scoped_release free;
        watch.beside([&] {
            check_study(study);
            result = run_study(study, {}, observer);
            find_orders(study, result);
        });
    }
    py::list all;
    for (const StudyPoint& p : result.points) {
        if (!p.done) continue;
        const StudyMethod& method = study.methods[p.method];
        py::dict d;
        d["problem"] = study.problems[p.problem].name;
        d["method"] = method.method.name;
        d["varied"] = method.varied == StudyMethod::Varied::step        ? "step"
                      : method.varied == StudyMethod::Varied::tolerance ? "tolerance"
                                                                        : "";
        d["value"] = method.values.empty() ? py::object(py::none()) : py::object(py::float_(method.values[p.value]));
        d["error"] = p.failure.empty() ? py::object(py::float_(p.error)) : py::object(py::none());
        d["order"] = p.order;
        d["evaluations"] = p.evaluations;
        d["cpu_seconds"] = p.cpu_seconds;
        d["failure"] = p.failure;
        all.append(d);
    }
    return py::make_tuple(all, watch.exception());
}

}  // namespace

void bind_sweeps(py::module_& m) {
    py::class_<SweepFile>(m, "Sweep")
        .def_static("read", &SweepFile::read, py::arg("path"), py::arg("settings") = std::vector<std::string>{})
        .def_static("from_text", &SweepFile::from_text, py::arg("text"), py::arg("name") = "sweep",
                    py::arg("settings") = std::vector<std::string>{}, py::arg("directory") = "")
        .def_property_readonly("title", &SweepFile::title)
        .def_property_readonly("runs", &SweepFile::runs)
        .def_property_readonly("seed", &SweepFile::seed)
        .def_property_readonly("inputs", &SweepFile::inputs)
        .def_property_readonly("warnings", &SweepFile::warnings)
        .def_property_readonly("outcomes",
                               [](const SweepFile& s) {
                                   std::vector<std::string> names;
                                   for (const SweepColumn& c : s.outcomes()) names.push_back(c.name);
                                   return names;
                               })
        .def("run",
             [](const SweepFile& s, std::uint64_t number) {
                 SweepRun r;
                 {
                     const py::gil_scoped_release free;
                     r = s.run(number);
                 }
                 py::dict d;
                 d["inputs"] = r.inputs;
                 d["outcomes"] = r.outcomes;
                 d["failure"] = r.failure;
                 d["scenario"] = r.scenario;
                 return d;
             })
        .def("carry_out", &carry_out);
    m.def("study", &study_points);
}

}  // namespace polhode::python
