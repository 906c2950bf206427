// Robinson's analog computer: what it is built of, how it is wired, and how many of them drift.
#include <pybind11/stl.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "polhode/analog_computer/analog_diagram.hpp"
#include "polhode/run/machines/analog_runs.hpp"
#include "polhode/scenario/scenario.hpp"
#include "polhode/sweep/analog/analog_monte_carlo.hpp"
#include "watch.hpp"

namespace polhode::python {

namespace {

AnalogNetlist netlist_of(const std::string& text, const std::string& name, const std::vector<std::string>& settings,
                         const std::string& directory) {
    const Scenario scenario = read_scenario(text, name, settings, directory);
    const auto on_it = [](const Method& m) { return m.arithmetic == analog_arithmetic; };
    const auto found = std::find_if(scenario.methods.begin(), scenario.methods.end(), on_it);
    if (found == scenario.methods.end())
        throw InputError(scenario.methods.front().at("arithmetic"),
                         "no method of this scenario has arithmetic = \"analog\"");
    return analog_netlist(analog_settings_of(scenario.problem, *found).scaling);
}

py::list elements_of(const AnalogNetlist& net) {
    py::list all;
    for (const AnalogElement& e : net.elements) {
        py::dict d;
        d["name"] = e.name;
        d["kind"] = name_of(e.kind);
        d["role"] = name_of(e.role);
        d["signal"] = e.signal;
        py::list inputs;
        for (const AnalogElement::Input& in : e.inputs)
            inputs.append(py::make_tuple(net.elements[static_cast<std::size_t>(in.from)].name, in.gain));
        d["inputs"] = inputs;
        all.append(d);
    }
    return all;
}

py::dict equipment_dict(const AnalogNetlist& net) {
    const AnalogEquipment e = equipment_of(net), with_vector = equipment_of(with_vector_transformation(net));
    py::dict d;
    d["integrators"] = e.integrators;
    d["multiplications"] = e.multiplications;
    d["summers"] = e.summers;
    d["inverters"] = e.inverters;
    d["sign_inverters"] = e.sign_inverters;
    d["shafts"] = e.shafts;
    d["pots_on_each_shaft"] = e.pots;
    d["servos_of_three_pots"] = e.servos(3);
    d["servos_of_four_pots"] = e.servos(4);
    d["vector_multiplications"] = with_vector.multiplications - e.multiplications;
    d["vector_new_shafts"] = with_vector.shafts - e.shafts;
    return d;
}

py::dict computer(const std::string& text, const std::string& name, const std::vector<std::string>& settings,
                  const std::string& directory) {
    const AnalogNetlist net = netlist_of(text, name, settings, directory);
    py::dict d;
    d["elements"] = elements_of(net);
    d["equipment"] = equipment_dict(net);
    d["diagram"] = analog_diagram(net);
    return d;
}

py::dict machines(const std::string& text, const std::string& name, const std::vector<std::string>& settings,
                  const std::string& directory, long count, int threads, const py::object& progress) {
    constexpr long at_once = 4096;  // so many are lost when somebody interrupts
    Watch watch;
    const auto told = progress.is_none() ? std::function<void(double)>() : watch.told(progress);
    std::vector<AnalogOutcome> outcomes;
    AnalogExperiment first = analog_experiment(text, name, settings, directory, std::min(count, at_once));
    {
        const py::gil_scoped_release free;
        watch.beside([&] {
            for (long done = 0; done < count && !watch.stop(); done += at_once) {
                const long now = std::min(count - done, at_once);
                AnalogExperiment x = analog_experiment(text, name, settings, directory, now, done);
                x.threads = threads;
                x.stop = [&] { return watch.stop(); };
                if (told)
                    x.progress = [&](double part) {
                        told((static_cast<double>(done) + part * static_cast<double>(now)) /
                             static_cast<double>(count));
                    };
                const std::vector<AnalogOutcome> some = run_machines(x);
                outcomes.insert(outcomes.end(), some.begin(), some.end());
            }
        });
    }
    py::array_t<double> drift = rows_like(outcomes.size(), 3, false), length = rows_like(outcomes.size(), 0, false),
                        indicated = rows_like(outcomes.size(), 0, false);
    double *const to = drift.mutable_data(), *const of_length = length.mutable_data(),
                  *const of_indicated = indicated.mutable_data();
    for (std::size_t n = 0; n < outcomes.size(); ++n) {
        put(to + 3 * n, outcomes[n].drift);
        of_length[n] = outcomes[n].length_error;
        of_indicated[n] = outcomes[n].indicated_length_error;
    }
    py::dict d;
    d["first_seed"] = first.settings.seed;
    d["duration"] = first.duration;
    d["drift"] = drift;
    d["length_error"] = length;
    d["indicated_length_error"] = indicated;
    d["predicted_deviation"] = predicted_drift(first);
    d["raised"] = watch.exception();
    return d;
}

}  // namespace

void bind_analog(py::module_& m) {
    m.def("analog_report_scenario", &analog_report_scenario);
    m.def("analog_computer", &computer);
    m.def("analog_machines", &machines);
}

}  // namespace polhode::python
