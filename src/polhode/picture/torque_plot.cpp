#include "polhode/picture/torque_plot.hpp"

#include <algorithm>
#include <cmath>

namespace polhode::overview {

namespace {

bool follows_a_schedule(const TorqueModel& model, double end) {
    const TorqueFacts facts = facts_of(model);
    return facts.scheduled || (facts.on && (facts.on->first > 0 || facts.on->second < end));
}

// Between two samples, good enough for a picture.
PlotData::Sample between(const PlotData::Sample& a, const PlotData::Sample& b, double t) {
    const double f = b.t > a.t ? (t - a.t) / (b.t - a.t) : 0;
    PlotData::Sample s = a;
    s.t = t;
    s.w_NB_B = madd(f, b.w_NB_B - a.w_NB_B, a.w_NB_B);
    const double same = dot(a.q_NB.params(), b.q_NB.params()) < 0 ? -1 : 1;
    const Vec<double, 4> q = (1 - f) * a.q_NB.params() + (same * f) * b.q_NB.params();
    s.q_NB = {q[0], q[1], q[2], q[3]};
    return s;
}

}  // namespace

std::vector<Interval> firing_intervals(const std::vector<TorqueModel>& torques, double end) {
    std::vector<Interval> on;
    for (const TorqueModel& model : torques)
        if (const auto times = facts_of(model).on;
            times && follows_a_schedule(model, end) && times->first < end && times->second > times->first)
            on.push_back({std::max(0.0, times->first), std::min(end, times->second)});
    return on;
}

std::optional<Panel> torque_panel(const PlotData& data, const Samples& samples) {
    const double end = samples.empty() ? 0 : samples.back().t;
    if (!std::any_of(data.torques.begin(), data.torques.end(),
                     [&](const TorqueModel& m) { return follows_a_schedule(m, end); }))
        return {};
    Panel panel;
    panel.title = "Torque in body axes";
    panel.label = "Torque (N m)";
    panel.shaded = firing_intervals(data.torques, end);
    if (!panel.shaded.empty()) panel.title += ", thrusters on: shaded";

    // Between switching times the torques are smooth; at each of them both sides are drawn, so that a pulse shorter
    // than a sample is seen too.
    TorqueSum<double> torques(data.torques);
    std::vector<double> switches = switching_times(data.torques, end);
    switches.push_back(end);
    Line lines[3];
    const auto add = [&](const PlotData::Sample& s) {
        const Vec3<double> torque = torques(s.t, s.q_NB, s.w_NB_B);
        for (int i = 0; i < 3; ++i) lines[i].push_back({s.t, torque[i]});
    };
    double begin = samples.front().t;
    std::size_t next = 0;
    for (const double stop : switches) {
        torques.segment(begin, stop);
        const auto state_at = [&](double t) {
            return next == 0 || next >= samples.size() ? samples[std::min(next, samples.size() - 1)]
                                                       : between(samples[next - 1], samples[next], t);
        };
        PlotData::Sample first = state_at(begin);
        first.t = begin;
        add(first);
        while (next < samples.size() && samples[next].t < stop) add(samples[next++]);
        PlotData::Sample last = state_at(stop);
        last.t = stop;
        add(last);
        begin = stop;
    }
    const char* names[] = {"N_{x}", "N_{y}", "N_{z}"};
    double largest = 0;
    for (int i = 0; i < 3; ++i) {
        Range range;
        range.take(lines[i]);
        largest = std::max(largest, range.largest());
        panel.curves.push_back({lines[i], names[i], colour_of(static_cast<std::size_t>(i)), 1.2, false, false});
    }
    panel.least_span = largest > 0 ? 1e-3 * largest : 1e-3;
    return panel;
}

}  // namespace polhode::overview
