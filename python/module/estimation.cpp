// Readings of sensors and the attitude estimated from them, over arrays.
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/base/stop_question.hpp"
#include "polhode/estimate/tools/alignment.hpp"
#include "polhode/estimate/tools/allan.hpp"
#include "polhode/estimate/tools/calibration_report.hpp"
#include "polhode/estimate/tools/estimation_report.hpp"
#include "polhode/estimate/tools/inspection.hpp"
#include "polhode/estimate/log_columns.hpp"
#include "polhode/estimate/sources/recording.hpp"
#include "polhode/estimate/world_axes.hpp"
#include "watch.hpp"

namespace polhode::python {

namespace {

using estimate::LogRow;
using estimate::SensorLog;
using estimate::Sensors;
using Words = std::map<std::string, std::string>;

constexpr std::size_t estimated_columns = 15;  // t, q, w, two deviations, bias, weight, rest

std::string word_of(const Words& words, const char* name) {
    const auto found = words.find(name);
    return found == words.end() ? std::string() : found->second;
}

// A file of sensors, or its text.
Sensors sensors_of(const Words& words) {
    Sensors s;
    if (const std::string file = word_of(words, "sensors_file"); !file.empty()) s = estimate::read_sensors_file(file);
    if (const std::string text = word_of(words, "sensors_text"); !text.empty())
        s = estimate::parse_sensors(text, "sensors");
    if (const std::string columns = word_of(words, "columns"); !columns.empty()) {
        s.log.columns = estimate::parse_column_names(columns, "columns");
        s.log.columns_place = "columns";
    }
    const auto said = [&](const char* name, std::string& into) {
        if (const std::string word = word_of(words, name); !word.empty()) into = word;
    };
    said("gyro_unit", s.log.gyro_unit);
    said("acc_unit", s.log.accelerometer_unit);
    said("mag_unit", s.log.magnetometer_unit);
    said("world", s.world);
    return s;
}

// What is one of a few names.
void require_name(const std::string& name, const char* argument, const char* what,
                  const std::vector<std::string>& known) {
    for (const std::string& one : known)
        if (one == name) return;
    const std::string near = nearest_name(name, known);
    throw InputError({argument, 0, ""}, "'" + name + "' is not " + what + "; known: " + listed(known) +
                                            (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

py::object column_of(const SensorLog& log, bool there, bool LogRow::*has, Vec3<double> LogRow::*value) {
    if (!there) return py::none();
    py::array_t<double> numbers = rows_like(log.rows.size(), 3, false);
    double* to = numbers.mutable_data();
    for (const LogRow& row : log.rows) {
        put(to, row.*has ? row.*value : Vec3<double>{std::nan(""), std::nan(""), std::nan("")});
        to += 3;
    }
    return numbers;
}

py::dict read_log(const std::string& path, const Words& words, const std::vector<std::string>& topics) {
    SensorLog log;
    {
        const py::gil_scoped_release free;
        Sensors sensors = sensors_of(words);
        sensors.log.topics = topics;
        sensors.log.topics_place = "topics";
        log = estimate::read_recording(path, sensors.log);
    }
    const std::size_t n = log.rows.size();
    py::dict d;
    py::array_t<double> t = rows_like(n, 0, false), q = rows_like(n, 4, false);
    py::array_t<bool> moving(static_cast<py::ssize_t>(n));
    for (std::size_t i = 0; i < n; ++i) {
        const LogRow& row = log.rows[i];
        t.mutable_data()[i] = row.t;
        put(q.mutable_data() + 4 * i,
            row.has_truth ? row.truth : Quaternion<double>{std::nan(""), std::nan(""), std::nan(""), std::nan("")});
        moving.mutable_data()[i] = row.moving;
    }
    d["t"] = t;
    d["gyro"] = column_of(log, true, &LogRow::has_gyro, &LogRow::gyro);
    d["acc"] = column_of(log, log.has_accelerometer, &LogRow::has_accelerometer, &LogRow::accelerometer);
    d["mag"] = column_of(log, log.has_magnetometer, &LogRow::has_magnetometer, &LogRow::magnetometer);
    d["q_NB"] = log.has_truth ? py::object(q) : py::object(py::none());
    d["moving"] = log.has_moving ? py::object(moving) : py::object(py::none());
    d["units"] = py::make_tuple(log.gyro_unit, log.accelerometer_unit, log.magnetometer_unit);
    d["named"] = py::make_tuple(log.gyro_unit_named, log.accelerometer_unit_named);
    d["notes"] = log.notes;
    return d;
}

void take_three(SensorLog& log, const py::object& given, const char* name, double factor, bool LogRow::*has,
                Vec3<double> LogRow::*value) {
    const Numbers array = given.cast<Numbers>();
    const RowsOf rows(array, 3, name, RowsOf::Check::later);
    if (rows.single || rows.count != log.rows.size())
        throw py::value_error(std::string(name) + ": " + std::to_string(rows.single ? 1 : rows.count) +
                              " rows where t has " + std::to_string(log.rows.size()));
    for (std::size_t i = 0; i < rows.count; ++i) {
        const Vec3<double> v = vector_at(rows.row(i));
        LogRow& row = log.rows[i];
        row.*has = !std::isnan(v[0] + v[1] + v[2]);
        if (!(row.*has)) continue;
        for (int k = 0; k < 3; ++k)
            if (!(std::fabs(v[k]) <= 1e15))
                throw py::value_error(std::string(name) + ": row " + std::to_string(i) +
                                      " is no reading: it is too large");
        // as a file's row: a number times what its unit is
        row.*value = factor * v;
    }
}

void take_reference(SensorLog& log, const py::dict& given) {
    log.has_truth = !given["q_NB"].is_none();
    log.has_moving = !given["moving"].is_none();
    if (log.has_truth) {
        const auto array = given["q_NB"].cast<Numbers>();
        const RowsOf q(array, 4, "reference", RowsOf::Check::later);
        if (q.single || q.count != log.rows.size()) throw py::value_error("reference: as many rows as t are needed");
        for (std::size_t i = 0; i < q.count; ++i) {
            const Quaternion<double> one = quaternion_at(q.row(i));
            const double n = std::sqrt(norm_squared(one));
            if (std::isnan(n)) continue;
            if (!(n > 0.5 && n < 2))
                throw py::value_error("reference: row " + std::to_string(i) + " has length " + std::to_string(n) +
                                      "; expected 1");
            // what a file's reader has made of length 1 is left as it is
            log.rows[i].truth = std::fabs(n - 1) < 1e-15 ? one : normalise(one);
            log.rows[i].has_truth = true;
        }
    }
    if (log.has_moving) {
        const auto moving = given["moving"].cast<py::array_t<bool, py::array::c_style | py::array::forcecast>>();
        if (moving.ndim() != 1 || static_cast<std::size_t>(moving.size()) != log.rows.size())
            throw py::value_error("moving: as many rows as t are needed");
        for (std::size_t i = 0; i < log.rows.size(); ++i) log.rows[i].moving = moving.data()[i];
    }
}

// The log that a file with these columns would give.
SensorLog log_of(const py::dict& given, const Sensors& sensors) {
    SensorLog log;
    log.name = given["name"].cast<std::string>();
    const auto t = given["t"].cast<Numbers>();
    if (t.ndim() != 1) throw py::value_error("t: an array (n,) of times in seconds is needed");
    log.rows.resize(static_cast<std::size_t>(t.size()));
    for (std::size_t i = 0; i < log.rows.size(); ++i) {
        log.rows[i].t = t.data()[i];
        log.rows[i].line = static_cast<int>(i);
        log.rows[i].moving = true;
        if (!(std::fabs(t.data()[i]) <= 1e15)) throw py::value_error("t: row " + std::to_string(i) + " has no time");
    }
    if (log.rows.empty()) throw InputError({log.name, 0, ""}, "there are no rows");
    // readings of a file are in SI units already; those of arrays are in the units that were named
    const bool from_file = given.contains("units");
    std::string unit[3] = {sensors.log.gyro_unit, sensors.log.accelerometer_unit, sensors.log.magnetometer_unit};
    bool named[3] = {!unit[0].empty(), !unit[1].empty(), !unit[2].empty()};
    double factor[3];
    for (int s = 0; s < 3; ++s) {
        static const char* const si[] = {"rad/s", "m/s^2", "uT"};
        static const char* const argument[] = {"gyro_unit", "acc_unit", "mag_unit"};
        if (from_file) {
            unit[s] = given["units"].cast<py::tuple>()[static_cast<std::size_t>(s)].cast<std::string>();
            if (s < 2) named[s] = given["named"].cast<py::tuple>()[static_cast<std::size_t>(s)].cast<bool>();
        }
        if (unit[s].empty()) unit[s] = si[s];
        factor[s] = from_file ? 1 : estimate::log_unit_factor(s + 1, unit[s], {argument[s], 0, ""});
    }
    log.gyro_unit = unit[0], log.accelerometer_unit = unit[1], log.magnetometer_unit = unit[2];
    log.gyro_unit_named = named[0], log.accelerometer_unit_named = named[1];
    take_three(log, given["gyro"], "gyro", factor[0], &LogRow::has_gyro, &LogRow::gyro);
    log.has_accelerometer = !given["acc"].is_none();
    log.has_magnetometer = !given["mag"].is_none();
    if (log.has_accelerometer)
        take_three(log, given["acc"], "acc", factor[1], &LogRow::has_accelerometer, &LogRow::accelerometer);
    if (log.has_magnetometer)
        take_three(log, given["mag"], "mag", factor[2], &LogRow::has_magnetometer, &LogRow::magnetometer);
    take_reference(log, given);
    return log;
}

// What is computed, and what of: it belongs to the thread that computes.
struct Background {
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::condition_variable bell;
    bool done = false;
    std::exception_ptr thrown;
};

// work->carry_out() on a thread of its own, which this one leaves behind when it is interrupted: filters end at once,
// and what is in the middle of something that cannot be ended goes on until it is through, for nobody.
template <class Work>
void in_background(const std::shared_ptr<Work>& work) {
    Watch watch;
    {
        const py::gil_scoped_release free;
        std::thread worker([work] {
            try {
                work->carry_out();
            } catch (...) {
                work->thrown = std::current_exception();
            }
            const std::lock_guard lock(work->mutex);
            work->done = true;
            work->bell.notify_one();
        });
        std::unique_lock lock(work->mutex);
        while (!work->bell.wait_for(lock, Watch::interval, [&] { return work->done; }) && !work->stop) {
            lock.unlock();
            if (watch.stop()) work->stop = true;
            lock.lock();
        }
        if (work->done) {
            lock.unlock();
            worker.join();
        } else {
            lock.unlock();
            worker.detach();
        }
    }
    watch.rethrow();
    if (work->thrown) std::rethrow_exception(work->thrown);
}

struct EstimateWork : Background {
    SensorLog log;
    Sensors sensors;
    estimate::EstimationSettings settings;
    estimate::Estimation result;
    std::vector<double> numbers;
    std::string json;

    void carry_out() {
        estimate::correct_readings(log, sensors);
        estimate::turn_reference(log, sensors);
        settings.stop = [this] { return stop.load(); };
        result = estimate::estimate_log(log, sensors, settings);
        const estimate::WrittenAxes axes(sensors, settings);
        numbers.reserve(estimated_columns * result.rows.size());
        for (std::size_t i = 0; i < result.rows.size(); ++i) {
            const estimate::EstimateRow r = axes(result.rows[i]);
            numbers.insert(numbers.end(),
                           {log.rows[result.samples.row[i]].t, r.attitude.w, r.attitude.x, r.attitude.y, r.attitude.z,
                            r.rate[0], r.rate[1], r.rate[2], r.heading_deviation, r.tilt_deviation, r.bias[0],
                            r.bias[1], r.bias[2], r.field_weight, r.rest ? 1.0 : 0.0});
        }
        json = estimation_json(log, sensors, settings, result);
    }
};

// Something that is made of a log.
template <class Result>
struct LogWork : Background {
    SensorLog log;
    std::function<Result(SensorLog&)> compute;
    Result result;

    void carry_out() { result = compute(log); }
};
template <class F>
auto made_of(SensorLog log, F compute) {
    auto work = std::make_shared<LogWork<std::invoke_result_t<F, SensorLog&>>>();
    work->log = std::move(log);
    work->compute = std::move(compute);
    in_background(work);
    return std::move(work->result);
}

estimate::EstimationSettings settings_of(const Words& words, double lag, int iterations) {
    estimate::EstimationSettings s;
    s.estimator = word_of(words, "estimator");
    std::vector<std::string> known;
    for (const Entry& e : estimate::estimator_entries()) known.push_back(e.name);
    require_name(s.estimator, "estimator", "an estimator", known);
    s.form = estimate::coning_form(word_of(words, "form"), "form");
    s.holds = estimate::gyro_holds(word_of(words, "holds"), "holds");
    s.axes = word_of(words, "axes");
    if (!s.axes.empty()) require_name(s.axes, "axes", "a way to name axes of a body", estimate::body_axes_names());
    s.six_axis = !word_of(words, "six_axis").empty();
    s.lag = lag;
    s.iterations = iterations;
    if (!(lag >= 0 && lag <= 60)) throw InputError({"lag", 0, ""}, "expected a number of seconds from 0 to 60");
    if (iterations < 1 || iterations > 50)
        throw InputError({"iterations", 0, ""}, "expected a whole number from 1 to 50");
    if (lag > 0 && s.estimator != "filter")
        throw InputError({"lag", 0, ""}, "'" + s.estimator + "' has none: it goes with the filter");
    return s;
}

py::dict estimate_arrays(const py::dict& given, const Words& words, double lag, int iterations) {
    auto work = std::make_shared<EstimateWork>();
    work->sensors = sensors_of(words);
    require_name(work->sensors.world, "world", "a world", estimate::world_names());
    work->settings = settings_of(words, lag, iterations);
    work->log = log_of(given, work->sensors);
    in_background(work);
    const std::size_t n = work->result.rows.size();
    py::array_t<double> numbers = rows_like(n, estimated_columns, false);
    std::copy(work->numbers.begin(), work->numbers.end(), numbers.mutable_data());
    py::array_t<std::int64_t> row(static_cast<py::ssize_t>(n));
    for (std::size_t i = 0; i < n; ++i) row.mutable_data()[i] = static_cast<std::int64_t>(work->result.samples.row[i]);
    py::dict d;
    d["numbers"] = numbers;
    d["row"] = row;
    d["json"] = work->json;
    d["deviations"] = work->result.with_deviations;
    return d;
}

// The JSON that `polhode calibrate` prints, and the tables of its sensors file.
py::tuple calibrate(const py::dict& given, const Words& words, double gravity, double start) {
    if (!(gravity >= 9 && gravity <= 10))
        throw InputError({"gravity", 0, ""}, "expected a number of m/s^2 from 9 to 10");
    if (!(start >= 1 && start <= 1e6)) throw InputError({"start", 0, ""}, "expected a number of seconds from 1 on");
    const bool field = !word_of(words, "magnetometer").empty();
    const estimate::CalibrationReport report = made_of(log_of(given, sensors_of(words)), [=](const SensorLog& log) {
        return field ? estimate::calibrate_field(log) : estimate::calibrate_inertial(log, {start, 2, 2, gravity});
    });
    return py::make_tuple(report.json.dump(), report.toml);
}

py::dict align(const py::dict& given, const Words& words, int most) {
    if (most < 1 || most > 10000) throw InputError({"most", 0, ""}, "expected a whole number from 1 to 10000");
    const Sensors sensors = sensors_of(words);
    const estimate::Aligned aligned = made_of(log_of(given, sensors), [=](SensorLog& log) {
        estimate::correct_readings(log, sensors);
        return estimate::align_log(log, most);
    });
    const auto& [both, a, notes] = aligned;
    (void)notes;
    const auto three = [](const Vec3<double>& v) { return py::make_tuple(v[0], v[1], v[2]); };
    py::dict d;
    d["rows"] = a.used;
    d["offset"] = a.offset;
    d["offset_sd"] = a.offset_deviation;
    d["offset_unpulled"] = a.unpulled_offset;
    d["offset_unpulled_sd"] = a.unpulled_deviation;
    d["offset_at"] = both.begin + a.offset_at;
    d["rotation"] = three(a.rotation_vector);
    d["rotation_sd"] = three(a.rotation_deviation);
    d["clock_rate"] = a.rate_ppm;
    d["clock_rate_sd"] = a.rate_deviation_ppm;
    d["residual"] = a.residual;
    return d;
}

py::dict allan_of(const Numbers& x, double dt) {
    if (x.ndim() != 1) throw py::value_error("x: an array (n,) of readings is needed");
    if (x.size() < 64) throw py::value_error("x: at least 64 readings are needed");
    if (!all_finite(x.data(), static_cast<std::size_t>(x.size()))) throw py::value_error("x: a reading is not finite");
    if (!(dt > 0 && std::isfinite(dt))) throw py::value_error("dt: seconds between readings, > 0, are needed");
    const estimate::AllanFit fit =
        made_of({}, [=, readings = std::vector<double>(x.data(), x.data() + x.size())](const SensorLog&) {
            return estimate::allan_deviation(readings, dt);
        });
    py::array_t<double> points = rows_like(fit.points.size(), 6, false);
    double* to = points.mutable_data();
    for (const estimate::AllanPoint& p : fit.points)
        for (const double number : {p.tau, p.deviation, p.low, p.high, p.freedom, p.model}) *to++ = number;
    const auto coefficient = [](const estimate::AllanCoefficient& c) {
        return py::make_tuple(c.value, c.deviation, c.limit, c.told);
    };
    py::dict d;
    d["points"] = points;
    d["white"] = coefficient(fit.white);
    d["flicker"] = coefficient(fit.flicker);
    d["walk"] = coefficient(fit.walk);
    return d;
}

}  // namespace

void bind_estimation(py::module_& m) {
    m.def("read_log", &read_log);
    m.def("estimate", &estimate_arrays);
    m.def("inspect_log", [](const py::dict& given, const Words& words) {
        return made_of(log_of(given, sensors_of(words)),
                       [](const SensorLog& log) { return estimate::inspection_json(log, estimate::inspect_log(log)); });
    });
    m.def("calibrate", &calibrate);
    m.def("align", &align);
    m.def("allan", &allan_of);
}

}  // namespace polhode::python
