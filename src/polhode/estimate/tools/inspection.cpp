#include "polhode/estimate/tools/inspection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "polhode/base/terminal/text_table.hpp"

namespace polhode::estimate {

namespace {

using ReadingOf = Vec3<double> LogRow::*;
using PresenceOf = bool LogRow::*;

double middle_of(std::vector<double> x) {
    if (x.empty()) return 0;
    const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
    std::nth_element(x.begin(), middle, x.end());
    return *middle;
}

SensorInspection inspect_sensor(const SensorLog& log, const TimeReport& time, const std::string& name,
                                ReadingOf reading, PresenceOf has) {
    SensorInspection s;
    s.name = name;
    std::vector<double> sizes;
    std::size_t many = 0;
    const LogRow* last = nullptr;
    double smallest = INFINITY;
    for (const LogRow& r : log.rows) {
        if (!(r.*has)) {
            ++s.missing;
            continue;
        }
        ++many;
        sizes.push_back(norm(r.*reading));
        for (int i = 0; i < 3; ++i) s.largest = std::max(s.largest, std::fabs((r.*reading)[i]));
        if (last) {
            if (r.*reading == last->*reading) ++s.held;
            for (int i = 0; i < 3; ++i) {
                const double d = std::fabs((r.*reading)[i] - (last->*reading)[i]);
                if (d > 1e-9 * (1e-12 + std::fabs((r.*reading)[i])) && d < smallest) smallest = d;
            }
        }
        last = &r;
    }
    for (const LogRow& r : log.rows) {
        if (!(r.*has)) continue;
        const Vec3<double>& v = r.*reading;
        if (std::max({std::fabs(v[0]), std::fabs(v[1]), std::fabs(v[2])}) >= 0.995 * s.largest) ++s.near_largest;
    }
    s.step = std::isfinite(smallest) ? smallest : 0;
    s.usual = middle_of(sizes);
    const double changes = many > 1 ? static_cast<double>(many - 1 - s.held) : 0;
    if (time.end > time.begin) s.true_rate = changes / (time.end - time.begin);
    return s;
}

// At rest the difference of two readings has twice the variance of one, and a slow drift does not show in it. A sensor
// that is slower than the log says nothing, or the same again, between its readings.
double noise_at_rest(const SensorLog& log, const Inspection& in, const SensorInspection& sensor, ReadingOf reading,
                     PresenceOf has) {
    const bool holds = 2 * sensor.held > log.rows.size();
    double squares = 0, many = 0;
    std::size_t phase = 0;
    const LogRow* before = nullptr;
    for (std::size_t i = 0; i < log.rows.size() && phase < in.rest.size(); ++i) {
        const LogRow& r = log.rows[i];
        if (is_left_out(in.time.verdicts[i]) || !(r.*has)) continue;
        for (; phase < in.rest.size() && r.t > in.rest[phase].end; ++phase) before = nullptr;
        if (phase == in.rest.size() || r.t < in.rest[phase].begin) continue;
        if (before && holds && r.*reading == before->*reading) continue;
        if (before) {
            const Vec3<double> d = r.*reading - before->*reading;
            squares += dot(d, d) / 6;
            many += 1;
        }
        before = &r;
    }
    return many > 0 ? std::sqrt(squares / many) : 0;
}

// Of the rows in which the gyro speaks; what an accelerometer that is slower said last, it still says.
LogSamples samples_to_look_at(const SensorLog& log, const TimeReport& time) {
    LogSamples samples;
    samples.time = time;
    const auto first =
        std::find_if(log.rows.begin(), log.rows.end(), [](const LogRow& r) { return r.has_accelerometer; });
    Vec3<double> force;
    if (first != log.rows.end()) force = first->accelerometer;
    for (std::size_t i = 0; i < log.rows.size(); ++i) {
        const LogRow& r = log.rows[i];
        if (is_left_out(time.verdicts[i])) continue;
        if (r.has_accelerometer) force = r.accelerometer;
        if (!r.has_gyro) continue;
        Sample<double> s;
        s.gyro = r.gyro;
        s.accelerometer = force;
        samples.samples.push_back(s);
        samples.row.push_back(i);
    }
    return samples;
}

void guess_units(const SensorLog& log, SensorInspection& s) {
    if (s.name == "gyro") {
        s.unit = log.gyro_unit;
        s.unit_reason = log.gyro_unit_named ? "named" : "not named, taken as SI";
        if (!log.gyro_unit_named && s.largest > 60)
            s.unit_reason = fmt::format("taken as SI, but {:.4g} is deg/s rather than rad/s", s.largest);
    } else if (s.name == "accelerometer") {
        s.unit = log.accelerometer_unit;
        s.unit_reason = log.accelerometer_unit_named ? "named" : "not named, taken as SI";
        if (s.usual >= 8 && s.usual <= 12)
            s.unit_reason += fmt::format("; the usual length {:.4g} m/s^2 is gravity", s.usual);
        else if (s.usual > 0.8 && s.usual < 1.2)
            s.unit_reason += fmt::format(", but the usual length {:.4g} is g", s.usual);
        else if (s.usual > 800 && s.usual < 1200)
            s.unit_reason += fmt::format(", but the usual length {:.4g} is mg", s.usual);
        else
            s.unit_reason += fmt::format(", but the usual length {:.4g} is neither m/s^2, g nor mg", s.usual);
    } else {
        s.unit = log.magnetometer_unit;
        s.unit_reason = "any unit will do";
        if (s.usual > 20 && s.usual < 70)
            s.unit_reason = fmt::format("the usual length {:.4g} is a field of the Earth in uT", s.usual);
        if (s.usual > 0.2 && s.usual < 0.7)
            s.unit_reason = fmt::format("the usual length {:.4g} is a field of the Earth in gauss", s.usual);
    }
}

void warn(const SensorLog& log, Inspection& out) {
    const TimeReport& t = out.time;
    const auto first = [&log](std::size_t row) { return log.rows[row].line; };
    if (t.duplicates)
        out.warnings.push_back(fmt::format("{} rows have the time of the row before, the first in line {}",
                                           t.duplicates, first(t.first_duplicate)));
    if (t.backward)
        out.warnings.push_back(
            fmt::format("{} rows go back in time, the first in line {}", t.backward, first(t.first_backward)));
    if (t.ahead)
        out.warnings.push_back(
            fmt::format("{} rows are ahead of those that follow, the first in line {}", t.ahead, first(t.first_ahead)));
    if (t.gaps)
        out.warnings.push_back(fmt::format("{} gaps, the longest {:.4g} s, the first before line {}", t.gaps, t.largest,
                                           first(t.first_gap)));
    for (const SensorInspection& s : out.sensors) {
        if (s.missing) out.warnings.push_back(fmt::format("the {} says nothing in {} rows", s.name, s.missing));
        if (2 * s.held > log.rows.size())
            out.warnings.push_back(
                fmt::format("the {} holds its values: it changes {:.4g} times a second only", s.name, s.true_rate));
    }
    std::size_t clipped = 0;
    const double limit = found_clipping(log, clipped);
    if (limit > 0)
        out.warnings.push_back(fmt::format("the gyro clips at {:.5g} rad/s: {} samples lie there", limit, clipped));
    if (out.rest.empty()) out.warnings.push_back("it is nowhere at rest for a second");
}

}  // namespace

Inspection inspect_log(const SensorLog& log) {
    Inspection out;
    out.time = judged_times_of(log.rows);
    out.sensors.push_back(inspect_sensor(log, out.time, "gyro", &LogRow::gyro, &LogRow::has_gyro));
    if (log.has_accelerometer)
        out.sensors.push_back(
            inspect_sensor(log, out.time, "accelerometer", &LogRow::accelerometer, &LogRow::has_accelerometer));
    if (log.has_magnetometer)
        out.sensors.push_back(
            inspect_sensor(log, out.time, "magnetometer", &LogRow::magnetometer, &LogRow::has_magnetometer));
    const LogSamples samples = samples_to_look_at(log, out.time);
    out.rest = rest_phases(log, samples);
    out.rest_bias = rest_bias(samples, out.rest);
    const ReadingOf readings[] = {&LogRow::gyro, &LogRow::accelerometer, &LogRow::magnetometer};
    const PresenceOf there[] = {&LogRow::has_gyro, &LogRow::has_accelerometer, &LogRow::has_magnetometer};
    for (SensorInspection& s : out.sensors) {
        const int which = s.name == "gyro" ? 0 : s.name == "accelerometer" ? 1 : 2;
        s.noise = noise_at_rest(log, out, s, readings[which], there[which]);
        guess_units(log, s);
    }
    warn(log, out);
    return out;
}

std::string inspection_text(const SensorLog& log, const Inspection& in) {
    const TimeReport& t = in.time;
    TextTable table;
    table.row("log", {fmt::format("{}: {} rows, {:.3f} s", log.name, log.rows.size(), t.end - t.begin)});
    table.row("step, ms", {fmt::format("median {:.4f}, least {:.4f}, largest {:.4f}, jitter {:.2f} %", 1e3 * t.median,
                                       1e3 * t.least, 1e3 * t.largest, 100 * t.jitter)});
    table.row("mean rate, Hz", {fmt::format("{:.3f}", t.mean_rate())});
    table.row("good rows", {fmt::format("{}; {} duplicates, {} backward, {} ahead, {} gaps", t.good, t.duplicates,
                                        t.backward, t.ahead, t.gaps)});
    for (const SensorInspection& s : in.sensors) {
        table.section(s.name + ", SI");
        table.row("unit", {fmt::format("{}: {}", s.unit, s.unit_reason)});
        table.row("changes a second",
                  {fmt::format("{:.4g}; {} rows repeat the one before, {} are empty", s.true_rate, s.held, s.missing)});
        table.row("resolution, largest",
                  {fmt::format("{:.4g}, {:.5g} ({} samples within 0.5 % of it)", s.step, s.largest, s.near_largest)});
        if (s.noise > 0) table.row("noise at rest", {fmt::format("{:.4g}", s.noise)});
    }
    table.section("rest");
    for (const RestPhase& p : in.rest)
        table.row(fmt::format("{:.3f} to {:.3f} s", p.begin, p.end), {fmt::format("{:.3f} s", p.end - p.begin)});
    if (!in.rest.empty())
        table.row("gyro there, deg/s", {fmt::format("{:.5f} {:.5f} {:.5f}", in.rest_bias[0] / degree,
                                                    in.rest_bias[1] / degree, in.rest_bias[2] / degree)});
    if (!in.warnings.empty()) table.section("to be known");
    std::string text = table.text();
    for (const std::string& w : in.warnings) text += "  " + w + "\n";
    return text;
}

std::string inspection_json(const SensorLog& log, const Inspection& in) {
    using Tree = nlohmann::ordered_json;
    const TimeReport& t = in.time;
    Tree sensors = Tree::array(), rest = Tree::array();
    for (const SensorInspection& s : in.sensors)
        sensors.push_back({{"name", s.name},
                           {"unit", s.unit},
                           {"unit_reason", s.unit_reason},
                           {"missing", s.missing},
                           {"held", s.held},
                           {"changes_per_s", s.true_rate},
                           {"resolution", s.step},
                           {"largest", s.largest},
                           {"near_largest", s.near_largest},
                           {"noise_at_rest", s.noise},
                           {"usual_length", s.usual}});
    for (const RestPhase& p : in.rest) rest.push_back({p.begin, p.end});
    const Tree all{{"log", log.name},
                   {"rows", log.rows.size()},
                   {"seconds", t.end - t.begin},
                   {"median_step_s", t.median},
                   {"least_step_s", t.least},
                   {"largest_step_s", t.largest},
                   {"jitter", t.jitter},
                   {"mean_rate_hz", t.mean_rate()},
                   {"good_rows", t.good},
                   {"duplicates", t.duplicates},
                   {"backward", t.backward},
                   {"ahead", t.ahead},
                   {"gaps", t.gaps},
                   {"sensors", sensors},
                   {"rest_s", rest},
                   {"rest_bias_deg_s", {in.rest_bias[0] / degree, in.rest_bias[1] / degree, in.rest_bias[2] / degree}},
                   {"warnings", in.warnings}};
    return all.dump(2) + "\n";
}

}  // namespace polhode::estimate
