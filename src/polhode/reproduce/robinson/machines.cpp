// Robinson 1958: many machines of one design, each with multipliers of its own; the experiment that he could not
// afford.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "polhode/reproduce/robinson/robinson.hpp"
#include "polhode/scenario/gallery.hpp"

namespace polhode::robinson {

namespace {

Moments joined(const std::vector<Moments>& parts) {
    Moments all;
    double sum = 0, squares = 0, within = 0;
    for (const Moments& m : parts) {
        const auto n = static_cast<double>(m.count);
        all.count += m.count;
        sum += n * m.mean;
        squares += n * m.rms * m.rms;
        within += (n - 1) * m.deviation * m.deviation;
    }
    const auto n = static_cast<double>(all.count);
    all.mean = sum / n;
    all.rms = std::sqrt(squares / n);
    for (const Moments& m : parts) within += static_cast<double>(m.count) * (m.mean - all.mean) * (m.mean - all.mean);
    all.deviation = std::sqrt(within / (n - 1));
    return all;
}

}  // namespace

Machines::Machines(Laboratory& lab, const std::string& file, const Strings& settings, char axis, long machines,
                   double seconds_for_one)
    : axis_(index_of(axis)), count_(machines) {
    command_ = fmt::format("polhode analog scenarios/{}.toml --machines {}", file, machines);
    for (const std::string& s : settings) command_ += " --set '" + s + "'";
    const long chunk = 1500;
    for (long begin = 0; begin < machines; begin += chunk) {
        const long part_of_them = std::min(chunk, machines - begin);
        AnalogExperiment x =
            analog_experiment(*scenario_file_text(file + ".toml"), file, settings, "", part_of_them, begin);
        x.threads = 1;  // jobs run side by side already
        chunks_.push_back(lab.job<Chunk>(command_, static_cast<double>(part_of_them) * seconds_for_one,
                                         [x, i = axis_](const Stop& stop) mutable {
                                             x.stop = stop;
                                             Chunk result;
                                             const std::vector<AnalogOutcome> outcomes = run_machines(x);
                                             result.statistics = statistics_of(outcomes);
                                             for (const AnalogOutcome& o : outcomes)
                                                 result.about_axis.push_back(o.drift[i] / degree);
                                             return result;
                                         }));
    }
}

Moments Machines::of(const std::function<Moments(const AnalogStatistics&)>& which) const {
    std::vector<Moments> parts;
    for (const Later<Chunk>& c : chunks_) parts.push_back(which(c->statistics));
    return joined(parts);
}

std::vector<double> Machines::drifts() const {
    std::vector<double> all;
    for (const Later<Chunk>& c : chunks_) all.insert(all.end(), c->about_axis.begin(), c->about_axis.end());
    return all;
}

}  // namespace polhode::robinson
