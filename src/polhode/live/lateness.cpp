#include "polhode/live/lateness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/base/shortest.hpp"

namespace polhode {

int Lateness::place(double us) {
    if (!(us >= 1)) return 0;
    int exponent = 0;
    const double fraction = std::frexp(us, &exponent);  // us = fraction 2^exponent, 0.5 <= fraction < 1
    const int within = static_cast<int>((fraction - 0.5) * 2 * parts);
    return std::min(exponent * parts + within, octaves * parts - 1);
}

double Lateness::upper_end(int place) {
    const int octave = place / parts, within = place % parts;
    if (octave == 0) return 1;
    return std::ldexp(0.5 + 0.5 * (within + 1) / parts, octave);
}

void Lateness::add(double us) {
    ++counts_[static_cast<std::size_t>(place(us))];
    ++count_;
    largest_ = std::max(largest_, us);
}

double Lateness::percentile(double share) const {
    if (count_ == 0) return 0;
    const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_)));
    std::uint64_t seen = 0;
    for (int i = 0; i < octaves * parts; ++i) {
        seen += counts_[static_cast<std::size_t>(i)];
        if (seen >= wanted && seen > 0) return std::min(upper_end(i), largest_);
    }
    return largest_;
}

std::uint64_t Lateness::in_octave(int octave) const {
    std::uint64_t sum = 0;
    for (int i = 0; i < parts; ++i) sum += counts_[static_cast<std::size_t>(octave * parts + i)];
    return sum;
}

namespace {

std::string micros(double us) {
    return us < 1000  ? fmt::format("{:.0f} us", us)
           : us < 1e6 ? fmt::format("{:.3g} ms", us / 1000)
                      : fmt::format("{:.3g} s", us / 1e6);
}

}  // namespace

std::string live_report_text(const LiveReport& r) {
    std::string text =
        fmt::format("{} steps, {:g} s of motion in {:.3f} s\n", r.steps, r.simulated, r.wall) +
        (r.wall > 0 ? fmt::format("processor: {:.3f} s, {:.2f} % of one core\n", r.cpu, 100 * r.cpu / r.wall)
                    : std::string()) +
        fmt::format("stimuli that took effect: {}; resets: {}\n", r.stimuli, r.resets) +
        fmt::format("overruns: {}; slips: {} ({:.3f} s lost); longest step: {}\n", r.overruns, r.slips, r.seconds_lost,
                    micros(r.longest_step_us));
    if (r.steps_per_wake == 1) text += "woken for every step\n";
    if (r.steps_per_wake > 1)
        text += fmt::format("woken every {} steps ({})\n", r.steps_per_wake, micros(1e6 * r.seconds_per_wake));
    if (r.dropped + r.refused > 0)
        text += fmt::format("commands without room: {}; without meaning here: {}\n", r.dropped, r.refused);
    if (r.lateness.count() == 0) return text;
    text += fmt::format("lateness: p50 {}, p99 {}, p99.9 {}, largest {}\n", micros(r.lateness.percentile(0.5)),
                        micros(r.lateness.percentile(0.99)), micros(r.lateness.percentile(0.999)),
                        micros(r.lateness.largest()));
    std::uint64_t most = 1;
    for (int i = 0; i < Lateness::octaves; ++i) most = std::max(most, r.lateness.in_octave(i));
    for (int i = 0; i < Lateness::octaves; ++i)
        if (const std::uint64_t n = r.lateness.in_octave(i); n > 0) {
            const auto bar = static_cast<std::size_t>(40 * n / most);
            text += fmt::format("  {:>8} {} {:>10} {}\n", micros(std::ldexp(1, i)), i == 0 ? "or less" : "at most", n,
                                std::string(bar, '#'));
        }
    return text;
}

std::string live_report_json(const LiveReport& r) {
    std::string histogram;
    for (int i = 0; i < Lateness::octaves; ++i)
        if (const std::uint64_t n = r.lateness.in_octave(i); n > 0)
            histogram += fmt::format("{}{{\"below_us\":{},\"steps\":{}}}", histogram.empty() ? "" : ",",
                                     shortest(std::ldexp(1, i)), n);
    return fmt::format(
        "{{\"steps\":{},\"simulated_s\":{},\"wall_s\":{},\"cpu_s\":{},\"stimuli\":{},\"resets\":{},\"overruns\":{},"
        "\"slips\":{},"
        "\"seconds_lost\":{},\"steps_per_wake\":{},\"seconds_per_wake\":{},\"longest_step_us\":{},\"commands_dropped\":"
        "{},\"commands_refused\":{},"
        "\"lateness_us\":{{\"p50\":{},\"p99\":{},\"p99.9\":{},\"largest\":{},\"histogram\":[{}]}}}}",
        r.steps, shortest(r.simulated), shortest(r.wall), shortest(r.cpu), r.stimuli, r.resets, r.overruns, r.slips,
        shortest(r.seconds_lost), r.steps_per_wake, shortest(r.seconds_per_wake), shortest(r.longest_step_us),
        r.dropped, r.refused, shortest(r.lateness.percentile(0.5)), shortest(r.lateness.percentile(0.99)),
        shortest(r.lateness.percentile(0.999)), shortest(r.lateness.largest()), histogram);
}

}  // namespace polhode
