// How good are the estimators, and do they know it? Mean errors in degrees and coverage of their standard deviations,
// on made logs of twenty-one kinds and three devices (made_hand_logs.hpp), and on recordings with a reference.
//
//     estimate_accuracy [--seeds FIRST COUNT] [--room FACTOR] [--length SECONDS] [RECORDING.csv ..]
//
// --room: so many times the differences of the field in it. --seeds 2 0: recordings alone.
// Errors are those of the BROAD paper (rows in motion, nothing aligned); the mean of logs, not of rows. Seed 1 is the
// set that parameters were looked at with: judge by others.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "made_hand_logs.hpp"
#include "polhode/estimate/evaluation.hpp"
#include "polhode/estimate/log_file.hpp"
#include "polhode/estimate/small.hpp"
#include "polhode/estimators/online.hpp"
#include "polhode/estimators/smoother.hpp"

namespace {

using namespace polhode;
using namespace polhode::estimate;
using bench::HandLog;

constexpr int estimators = 3;
constexpr const char* estimator_names[estimators] = {"small", "filter", "smoother"};

HandLog recorded(const std::string& path) {
    const SensorLog from = read_log(path, {});
    const LogSamples samples = samples_of(from, {});
    HandLog log;
    log.name = path.substr(path.rfind('/') + 1);
    log.samples = samples.samples;
    for (const std::size_t row : samples.row) {
        log.truth.push_back(from.rows[row].truth);
        log.counts.push_back(from.rows[row].has_truth && from.rows[row].moving);
    }
    return log;
}

std::vector<EstimateRow> estimated(int which, const HandLog& log) {
    std::vector<EstimateRow> rows;
    if (which == 2) return smooth(log.samples, {}).rows;
    if (which == 1) {
        run_filter(log.samples, online_tuning<double>(), [&](const EstimateRow& row) { rows.push_back(row); });
        return rows;
    }
    SmallFilter<double> filter(log.samples[1].dt);
    for (const Sample<double>& s : log.samples) {
        filter.predict(s.gyro);
        filter.accelerometer(s.accelerometer);
        if (s.has_magnetometer) filter.magnetometer(s.magnetometer);
        rows.emplace_back();
        rows.back().attitude = filter.attitude();
    }
    return rows;
}

struct Means {
    double logs = 0;
    Evaluation sum;
    static constexpr double Evaluation::*all[] = {&Evaluation::total,
                                                  &Evaluation::heading,
                                                  &Evaluation::inclination,
                                                  &Evaluation::heading_within_1,
                                                  &Evaluation::heading_within_2,
                                                  &Evaluation::tilt_within_1,
                                                  &Evaluation::tilt_within_2};

    void add(const Evaluation& e) {
        ++logs;
        for (const auto part : all) sum.*part += e.*part;
    }
    void take(const Means& o) {
        logs += o.logs;
        for (const auto part : all) sum.*part += o.sum.*part;
    }
    void print(const std::string& name, const char* who) const {
        std::printf("%-44s %-9s", name.c_str(), who);
        for (int i = 0; i < 3; ++i) std::printf(" %7.3f", sum.*all[i] / logs);
        if (sum.tilt_within_2 > 0)
            std::printf("   %3.0f/%3.0f  %3.0f/%3.0f", 100 * sum.heading_within_1 / logs,
                        100 * sum.heading_within_2 / logs, 100 * sum.tilt_within_1 / logs,
                        100 * sum.tilt_within_2 / logs);
        std::printf("\n");
    }
};

Evaluation judged(const HandLog& log, const std::vector<EstimateRow>& rows) {
    Evaluator evaluator;
    double t = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        LogRow row;
        row.t = t += log.samples[i].dt;
        row.truth = log.truth[i];
        row.has_truth = row.moving = log.counts[i] != 0;
        evaluator.add(row, rows[i]);
    }
    const std::vector<Evaluation> done = evaluator.done();
    return done.empty() ? Evaluation{} : done[0];
}

struct Table {
    Means all[estimators];

    // Logs that belong together under one name.
    void add(const std::string& name, const std::vector<HandLog>& logs) {
        for (int which = 0; which < estimators; ++which) {
            Means means;
            for (const HandLog& log : logs) means.add(judged(log, estimated(which, log)));
            means.print(name, estimator_names[which]);
            all[which].take(means);
        }
    }
    void print(const char* name) const {
        for (int which = 0; which < estimators; ++which) all[which].print(name, estimator_names[which]);
        std::printf("\n");
    }
};

}  // namespace

int main(int count, char** words) {
    unsigned long long first = 2, many = 1;
    std::vector<std::string> files;
    bool quick = false;
    double room = 1, length = 75;
    for (int i = 1; i < count; ++i) {
        if (std::strcmp(words[i], "--quick") == 0) {
            quick = true;
        } else if (std::strcmp(words[i], "--seeds") == 0 && i + 2 < count) {
            first = std::strtoull(words[i + 1], nullptr, 10);
            many = std::strtoull(words[i + 2], nullptr, 10);
            i += 2;
        } else if (std::strcmp(words[i], "--room") == 0 && i + 1 < count) {
            room = std::strtod(words[++i], nullptr);
        } else if (std::strcmp(words[i], "--length") == 0 && i + 1 < count) {
            length = std::strtod(words[++i], nullptr);
        } else {
            files.push_back(words[i]);
        }
    }
    std::printf("%-54s %7s %7s %7s   %s\n", "errors in deg; share within 1 and 1.96 deviations", "total", "heading",
                "tilt", "heading   tilt");
    Table recordings, made, later;
    try {
        for (const std::string& file : files) recordings.add(file.substr(file.rfind('/') + 1), {recorded(file)});
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return 2;
    }
    if (!files.empty()) recordings.print("all recordings");
    const auto judge_kinds = [&](const auto& kinds, Table& table) {
        unsigned long long kind_number = 0;
        for (bench::HandKind kind : kinds) {
            kind.elsewhere *= room;
            kind.gradient *= room;
            kind.wander *= room;
            kind.length = length;
            std::vector<HandLog> logs;
            unsigned long long device_number = 0;
            for (const bench::HandDevice& device : bench::hand_devices) {
                for (unsigned long long seed = first; seed < first + many; ++seed)
                    logs.push_back(made_hand_log(kind, device, 1000 * seed + 10 * kind_number + device_number));
                ++device_number;
                if (quick) break;
            }
            table.add(kind.name, logs);
            ++kind_number;
            if (quick) break;
        }
    };
    if (many == 0) return 0;
    judge_kinds(bench::hand_kinds, made);
    made.print("all made logs");
    judge_kinds(bench::later_kinds, later);
    later.print("all of the later kinds");
    return 0;
}
