// What is written in a format and read again is the same, as far as the format keeps it.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "support/exchange_support.hpp"
#include "support/folder.hpp"

namespace round_trip_test {

using namespace polhode;
using namespace polhode::test;

struct Written {
    std::vector<Row> rows;
    Epoch epoch;
    bool rates = true, dynamics = true;
};

Quaternion<double> random_attitude() {
    double x[4];
    double squares = 0;
    for (double& one : x) {
        one = static_cast<double>(*rc::gen::inRange(-1000000, 1000001)) / 1e6 + 1e-9;
        squares += one * one;
    }
    const double length = std::sqrt(squares);
    return {x[0] / length, x[1] / length, x[2] / length, x[3] / length};
}

Written random_trajectory() {
    Written w;
    w.rates = *rc::gen::arbitrary<bool>();
    w.dynamics = w.rates && *rc::gen::arbitrary<bool>();
    w.epoch.time.day = *rc::gen::inRange<long>(-3000, 9000);
    w.epoch.time.second = *rc::gen::inRange(0, 86400);
    w.epoch.given = true;
    const int n = *rc::gen::elementOf(std::vector<int>{1, 2, 3, 21, 99, 100, 101, 200, 201, 250});
    double t = 0;
    const auto number = [] { return static_cast<double>(*rc::gen::inRange(-2000000000, 2000000000)) / 7e8; };
    for (int i = 0; i < n; ++i) {
        Row row;
        row.t = t;
        t += static_cast<double>(*rc::gen::inRange(1, 100000)) / 1024;
        row.q_NB = random_attitude();
        if (w.rates) row.w_NB_B = {number(), number(), number()};
        if (w.dynamics) {
            row.energy = number();
            row.L_N = {number(), number(), number()};
        }
        w.rows.push_back(row);
    }
    return w;
}

ImportedFile there_and_back(const Written& w, const std::string& format, const std::string& path,
                            const ImportRequest& request = {}) {
    Scenario scenario;
    scenario.epoch = w.epoch;
    scenario.title = "there and back";
    Method method;
    Columns columns;
    columns.dynamics = w.dynamics;
    const auto file = find_format(format)->open(path, Trajectory{scenario, method, columns, w.rates, 17});
    for (const Row& row : w.rows) file->row(row);
    file->close("complete");
    return imported(path, format, request);
}

// `sign`: writers may keep attitudes in one hemisphere.
void expect_same(const Written& w, const ImportedFile& file, double time, double rate, bool rates, bool sign) {
    RC_ASSERT(file.rows.size() == w.rows.size());
    RC_ASSERT(file.about.rates == rates);
    for (std::size_t i = 0; i < w.rows.size(); ++i) {
        const Row& a = w.rows[i];
        const ImportedRow& b = file.rows[i];
        RC_ASSERT(std::fabs(a.t - b.t) <= time);
        RC_ASSERT(a.q_NB == b.q_NB || (sign && a.q_NB == -b.q_NB));
        for (int k = 0; k < 3 && rates; ++k) RC_ASSERT(std::fabs(a.w_NB_B[k] - b.w_NB_B[k]) <= rate);
        if (file.about.dynamics) {
            RC_ASSERT(a.energy == b.energy);
            RC_ASSERT(a.L_N == b.L_N);
        }
    }
}

RC_GTEST_PROP(ExchangeRoundTrip, KeepsEveryBitInArraysAndTables, ()) {
    const Folder folder;
    const Written w = random_trajectory();
    std::vector<std::string> formats{"npy", "npz", "mat"};
    if (w.rates) formats.insert(formats.end(), {"csv", "mcap"});
    if (w.rates && find_format("hdf5")) formats.push_back("hdf5");
    for (const std::string& format : formats) {
        const ImportedFile file = there_and_back(w, format, folder.file("a." + format));
        expect_same(w, file, 0, 0, w.rates, false);
        RC_ASSERT(file.about.dynamics == w.dynamics);
    }
}

RC_GTEST_PROP(ExchangeRoundTrip, KeepsAttitudesInTumEurocAndTransforms, ()) {
    const Folder folder;
    const Written w = random_trajectory();
    expect_same(w, there_and_back(w, "tum", folder.file("a.tum")), 0, 0, false, false);
    expect_same(w, there_and_back(w, "euroc", folder.file("a.csv")), 5.1e-10, 0, false, false);
    ImportRequest transforms;
    transforms.topic = "/tf";
    expect_same(w, there_and_back(w, "mcap", folder.file("a.mcap"), transforms), 1.1e-9, 0, false, false);
}

RC_GTEST_PROP(ExchangeRoundTrip, KeepsMessagesAndTheirEpoch, ()) {
    const Folder folder;
    const Written w = random_trajectory();
    // from degrees and back: two roundings of a number below 3
    const double ulps = 1e-15;
    for (const char* format : {"aem", "aem-xml", "acm"}) {
        const ImportedFile file = there_and_back(w, format, folder.file("a"));
        expect_same(w, file, 5.1e-10, ulps, w.rates, true);
        RC_ASSERT(*file.about.epoch == w.epoch.time);
        RC_ASSERT(file.about.time_system == w.epoch.system);
    }
    Written first = w;
    first.rows.resize(1);
    const ImportedFile apm = there_and_back(w, "apm", folder.file("a.apm"));
    expect_same(first, apm, 0, ulps, true, false);
}

RC_GTEST_PROP(ExchangeRoundTrip, KeepsKernels, ()) {
    const Folder folder;
    const Written w = random_trajectory();
    ImportRequest request;
    request.clock = folder.file("a.tsc");
    const ImportedFile file = there_and_back(w, "ck", folder.file("a.bc"), request);
    expect_same(w, file, 0, 4e-15, w.rates, false);
}

}  // namespace round_trip_test
