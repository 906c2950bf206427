#include "polhode/estimate/log_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "polhode/base/diagnostic.hpp"

namespace polhode::estimate {

namespace {

double median_of(std::vector<double> x) {
    if (x.empty()) return 0;
    const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
    std::nth_element(x.begin(), middle, x.end());
    return *middle;
}

[[noreturn]] void refuse_log(const SensorLog& log, const std::string& column, const std::string& why) {
    throw InputError({log.name, 0, column}, why);
}

void check_force(const SensorLog& log, LogSamples& out) {
    std::vector<double> sizes;
    for (const LogRow& r : log.rows)
        if (r.has_accelerometer) sizes.push_back(norm(r.accelerometer));
    if (sizes.empty()) refuse_log(log, "acc_x", "the accelerometer says nothing in any row");
    const double usual = median_of(sizes);
    if (!(usual > 0))
        refuse_log(log, "acc_x", "the accelerometer says 0 in most rows; without it nothing tells up from down");
    if (usual >= 8 && usual <= 12) return;
    const std::string said =
        fmt::format("the accelerometer says {:.4g} m/s^2 most of the time, expected 8 to 12 (gravity)", usual);
    if (log.accelerometer_unit_named) {
        out.notes.push_back(fmt::format("{}: {}; its unit '{}' was named, so it is taken as it is", log.name, said,
                                        log.accelerometer_unit));
        return;
    }
    const char* hint = usual > 0.8 && usual < 1.2    ? "; it reads like g: say --acc-unit g"
                       : usual > 800 && usual < 1200 ? "; it reads like thousandths of g: say --acc-unit mg"
                                                     : "; name its unit with --acc-unit if that is right";
    refuse_log(log, "acc_x", said + hint);
}

void check_gyro(const SensorLog& log, LogSamples& out) {
    double squares = 0;
    std::vector<double> sizes;
    size_t many = 0;
    bool turns = false;
    const LogRow* first = nullptr;
    for (const LogRow& r : log.rows) {
        if (!r.has_gyro) continue;
        if (!first) first = &r;
        if (!(r.gyro == first->gyro)) turns = true;
        sizes.push_back(dot(r.gyro, r.gyro));
        squares += sizes.back();
        ++many;
    }
    if (many == 0) refuse_log(log, "gyr_x", "the gyro says nothing in any row");
    // a few rows that are far off say nothing of the unit
    const auto fair = sizes.begin() + static_cast<std::ptrdiff_t>((99 * many + 99) / 100);
    if (fair < sizes.end()) std::nth_element(sizes.begin(), fair, sizes.end());
    const double usual_rms =
        std::sqrt(std::accumulate(sizes.begin(), fair, 0.0) / static_cast<double>(fair - sizes.begin()));
    if (!turns && many > 2)
        refuse_log(log, "gyr_x",
                   fmt::format("the gyro says the same in all {} rows: no sensor does, not even at rest", many));
    out.rate_rms = std::sqrt(squares / static_cast<double>(many));
    if (usual_rms > 40) {
        const std::string said = fmt::format("the gyro's root mean square is {:.4g} rad/s", out.rate_rms);
        if (!log.gyro_unit_named)
            refuse_log(
                log, "gyr_x",
                said + ", which reads like deg/s taken for rad/s; say --gyro-unit deg/s, or rad/s if it is right");
        out.notes.push_back(
            fmt::format("{}: {}; its unit '{}' was named, so it is taken as it is", log.name, said, log.gyro_unit));
    }
    out.clipped_at = found_clipping(log, out.clipped);
    if (out.clipped_at > 0)
        out.notes.push_back(fmt::format("{}: the gyro seems to clip at {:.4g} rad/s: {} samples lie there", log.name,
                                        out.clipped_at, out.clipped));
}

void check_field(const SensorLog& log, bool& usable, LogSamples& out) {
    usable = false;
    size_t repeated = 0, many = 0;
    const LogRow* last = nullptr;
    for (const LogRow& r : log.rows) {
        if (!r.has_magnetometer) continue;
        ++many;
        if (last && last->magnetometer == r.magnetometer) ++repeated;
        if (norm(r.magnetometer) > 0) usable = true;
        last = &r;
    }
    if (many == 0) {
        out.notes.push_back(log.name +
                            ": the magnetometer says nothing in any row; the heading is relative to the start");
    } else if (!usable) {
        refuse_log(log, "mag_x", "the magnetometer says 0 in every row; say --six-axis to go without it");
    }
    out.held_magnetometer = 2 * repeated > many;
    if (out.held_magnetometer && usable)
        out.notes.push_back(
            fmt::format("{}: the magnetometer repeats itself in {} of {} rows: it is slower than the log, "
                        "and only its changes are used",
                        log.name, repeated, many));
}

void check_time(const SensorLog& log, LogSamples& out) {
    out.time = judged_times_of(log.rows);
    const TimeReport& t = out.time;
    if (t.good < 2)
        refuse_log(log, "t",
                   log.rows.size() == 1 ? "the log has one row: nothing can be integrated"
                                        : "time does not go forward from the first row on");
    if (t.median > 0.2)
        refuse_log(log, "t",
                   fmt::format("rows are {:.4g} s apart: too slow to follow a body, or time is not in seconds; "
                               "name its unit in the header, for example 't (ms)'",
                               t.median));
    if (t.median < 2e-6)
        refuse_log(log, "t",
                   fmt::format("rows are {:.4g} s apart, which no sensor manages; is time in seconds?", t.median));
    const auto line = [&log](std::size_t row) { return static_cast<std::size_t>(log.rows[row].line); };
    write_time_notes(log.name, t, line, out.notes);
}

// Rates where the gyro was silent: a line between its neighbours over short holes; over longer ones nothing, with noise
// as large as what may have been missed.
void bridge_silence(const SensorLog& log, LogSamples& out, const std::vector<char>& has_gyro, double usual_rate) {
    const size_t n = out.samples.size();
    size_t holes = 0, first = 0;
    double longest = 0;
    for (size_t i = 0; i < n;) {
        if (has_gyro[i]) {
            ++i;
            continue;
        }
        size_t end = i;
        double hole = 0;
        while (end < n && !has_gyro[end]) hole += out.samples[end++].dt;
        if (end < n) hole += out.samples[end].dt;
        const bool inside = i > 0 && end < n;
        const double rows = static_cast<double>(end - i);
        if (hole > longest_bridge) {
            if (holes++ == 0) first = out.row[i];
            longest = std::max(longest, hole);
        }
        for (size_t k = i; k < end; ++k) {
            const double share = static_cast<double>(k - i + 1) / (rows + 1);
            if (inside && hole <= longest_bridge)
                out.samples[k].gyro = (1 - share) * out.samples[i - 1].gyro + share * out.samples[end].gyro;
            else
                out.samples[k].gap_noise = std::min(usual_rate * hole, 3.0) / std::sqrt(rows);
        }
        i = end;
    }
    if (holes > 0)
        out.notes.push_back(
            fmt::format("{}: the gyro is silent for more than {} s {} times, the longest {:.4g} s, the "
                        "first from line {}; the attitude is kept there",
                        log.name, longest_bridge, holes, longest, log.rows[first].line));
}

}  // namespace

TimeReport judged_times_of(const std::vector<LogRow>& rows) {
    std::vector<double> times;
    for (const LogRow& r : rows) times.push_back(r.t);
    return judge_times(times);
}

void write_time_notes(const std::string& name, const TimeReport& t, const std::function<std::size_t(std::size_t)>& line,
                      std::vector<std::string>& notes) {
    const auto left_out = [&](std::size_t many, const char* what, std::size_t first) {
        if (many > 0)
            notes.push_back(
                fmt::format("{}: {} rows {} and are left out, the first in line {}", name, many, what, line(first)));
    };
    left_out(t.duplicates, "have the time of the row before", t.first_duplicate);
    left_out(t.backward, "go back in time", t.first_backward);
    left_out(t.ahead, "are ahead of those that follow", t.first_ahead);
    if (t.gaps > 0)
        notes.push_back(fmt::format("{}: {} gaps, the longest {:.4g} s, the first before line {}", name, t.gaps,
                                    t.largest, line(t.first_gap)));
}

void ClippingWatch::add(const Vec3<double>& gyro) {
    constexpr double band = 0.9995, side = 0.99;
    const double x = std::max({std::fabs(gyro[0]), std::fabs(gyro[1]), std::fabs(gyro[2])});
    if (band * x > largest_) run_ = counted_ = 0;
    largest_ = std::max(largest_, x);
    if (x >= band * largest_) {
        if (run_++ == 0) steep_ = before_ < side * largest_;
        if (steep_ && run_ >= 3) counted_ += run_ == 3 ? 3 : 1;
    } else {
        if (!steep_ && run_ >= 3 && x < side * largest_) counted_ += run_;
        run_ = 0;
    }
    before_ = x;
}

double found_clipping(const SensorLog& log, std::size_t& samples) {
    ClippingWatch watch;
    for (const LogRow& r : log.rows)
        if (r.has_gyro) watch.add(r.gyro);
    samples = watch.samples();
    return watch.clips_at();
}

void refuse_absurd(const SensorLog& facts, const LogRow& row) {
    const auto refuse = [&](const char* column, const Vec3<double>& x, double largest, const char* unit) {
        for (int i = 0; i < 3; ++i)
            if (!(std::fabs(x[i]) <= largest))
                throw InputError({facts.name, row.line, fmt::format("{}_{}", column, "xyz"[i])},
                                 fmt::format("{:.4g} {} is no reading of such a sensor; expected -{:g} to {:g}", x[i],
                                             unit, largest, largest));
    };
    if (row.has_gyro) refuse("gyr", row.gyro, 1e6, "rad/s");
    if (row.has_accelerometer) refuse("acc", row.accelerometer, 1e7, "m/s^2");
    if (row.has_magnetometer) refuse("mag", row.magnetometer, 1e15, "uT");
}

FirstMoments judge_first_moments(const SensorLog& first) {
    LogSamples out;
    check_time(first, out);
    if (!first.has_accelerometer)
        refuse_log(first, "acc_x", "the log has no accelerometer; say --gyro-only to integrate the gyro alone");
    std::vector<double> sizes;
    for (const LogRow& r : first.rows)
        if (r.has_accelerometer) sizes.push_back(norm(r.accelerometer));
    // a log may begin in the middle of a shake: only what reads like another unit is refused
    const double usual = median_of(sizes);
    const bool other_unit = (usual > 0.8 && usual < 1.2) || (usual > 800 && usual < 1200);
    if (!sizes.empty() && other_unit) check_force(first, out);
    return {out.time.median};
}

LogSamples samples_of(const SensorLog& log, const SampleSettings& settings) {
    LogSamples out;
    check_time(log, out);
    check_gyro(log, out);
    const bool force = log.has_accelerometer && !settings.gyro_only;
    if (!log.has_accelerometer && !settings.gyro_only)
        refuse_log(log, "acc_x", "the log has no accelerometer; say --gyro-only to integrate the gyro alone");
    if (force) check_force(log, out);
    bool field = false;
    if (log.has_magnetometer && !settings.six_axis && !settings.gyro_only) check_field(log, field, out);
    const double usual_rate = out.rate_rms * rate_of_reading(settings.holds, out.time.median);
    std::vector<char> has_gyro;
    const LogRow* last = nullptr;
    Vec3<double> last_field;
    bool had_field = false;
    for (size_t i = 0; i < log.rows.size(); ++i) {
        const TimeVerdict verdict = out.time.verdicts[i];
        if (is_left_out(verdict)) continue;
        const LogRow& r = log.rows[i];
        Sample<double> s;
        s.dt = last ? r.t - last->t : 0;
        s.gyro = r.gyro;
        s.accelerometer = r.accelerometer;
        s.magnetometer = r.magnetometer;
        s.has_accelerometer = force && r.has_accelerometer;
        s.has_magnetometer =
            field && r.has_magnetometer && !(out.held_magnetometer && had_field && last_field == r.magnetometer);
        if (r.has_magnetometer) {
            last_field = r.magnetometer;
            had_field = true;
        }
        if (verdict == TimeVerdict::gap && s.dt > longest_bridge) {
            s.gap_noise = std::min(usual_rate * s.dt, 3.0);
            s.dt = out.time.median;
        } else if (verdict == TimeVerdict::gap && r.has_gyro && last && last->has_gyro) {
            s.gyro = reading_after_hole(settings.holds, last->gyro, r.gyro, s.dt, out.time.median);
        }
        out.samples.push_back(s);
        out.row.push_back(i);
        has_gyro.push_back(r.has_gyro);
        last = &r;
    }
    bridge_silence(log, out, has_gyro, usual_rate);
    return out;
}

}  // namespace polhode::estimate
