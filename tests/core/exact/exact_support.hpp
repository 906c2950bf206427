// Shared by the tests of the closed solutions: reference numbers of 34 digits kept in full, and errors measured in
// them.
#pragma once

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "polhode/exact/state.hpp"

namespace exact_support {

using Precise = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<60>, boost::multiprecision::et_off>;

// Half the spacing of binary64 next to 1, as the reference files use it.
constexpr double unit = 1.1e-16;
// The accuracy the closed solutions promise for a sample of attitude condition c, in rad.
inline double promised(double condition) { return 10 * unit * condition + 1e-15; }
// World momentum, relative: q and w rounded once each allow 3.3e-16.
constexpr double promised_momentum = 4e-16;

struct Row {
    std::map<std::string, std::string> field;
    const std::string& text(const std::string& name) const { return field.at(name); }
    double number(const std::string& name) const { return std::strtod(field.at(name).c_str(), nullptr); }
    Precise precise(const std::string& name) const { return Precise(field.at(name)); }
};

inline std::vector<Row> read_csv(const std::string& path) {
    std::ifstream file(path);
    EXPECT_TRUE(file) << "cannot open " << path;
    std::vector<std::string> names;
    std::vector<Row> rows;
    for (std::string line; std::getline(file, line);) {
        std::stringstream parts(line);
        std::vector<std::string> values;
        for (std::string v; std::getline(parts, v, ',');) values.push_back(v);
        if (names.empty()) {
            names = values;
            continue;
        }
        Row row;
        for (std::size_t i = 0; i < names.size(); ++i) row.field[names[i]] = i < values.size() ? values[i] : "";
        rows.push_back(row);
    }
    EXPECT_FALSE(rows.empty()) << path << " holds no rows";
    return rows;
}
inline std::string test_data(const std::string& name) { return std::string(POLHODE_TEST_DATA) + "/" + name; }
inline nlohmann::json read_json(const std::string& name) {
    return nlohmann::json::parse(std::ifstream(test_data(name)));
}

struct Reference {
    Precise q[4], w[3];
};

// 2 |q - q_ref|: the rotation angle between them for small errors, and large where the sign (branch) is wrong.
inline double attitude_error(const polhode::Quaternion<double>& q, const Reference& r) {
    const double got[4] = {q.w, q.x, q.y, q.z};
    Precise sum = 0;
    for (int i = 0; i < 4; ++i) sum += (r.q[i] - got[i]) * (r.q[i] - got[i]);
    return 2 * sqrt(sum).convert_to<double>();
}
// |w - w_ref|/|w_ref|
inline double rate_error(const polhode::Vec3<double>& w, const Reference& r) {
    Precise sum = 0, size = 0;
    for (int i = 0; i < 3; ++i) {
        sum += (r.w[i] - w[i]) * (r.w[i] - w[i]);
        size += r.w[i] * r.w[i];
    }
    if (size == 0) return sqrt(sum).convert_to<double>();
    return sqrt(sum / size).convert_to<double>();
}

// q (I w) q* without a rounding of its own; q is normalised where asked (a start attitude of any length).
inline void world_momentum(const polhode::Vec3<double>& I, const polhode::Quaternion<double>& q,
                           const polhode::Vec3<double>& w, bool normalise_q, Precise (&L)[3]) {
    Precise a = q.w, x = q.x, y = q.y, z = q.z;
    if (normalise_q) {
        const Precise n = sqrt(a * a + x * x + y * y + z * z);
        a /= n, x /= n, y /= n, z /= n;
    }
    const Precise m[3] = {Precise(I[0]) * w[0], Precise(I[1]) * w[1], Precise(I[2]) * w[2]};
    L[0] = (a * a + x * x - y * y - z * z) * m[0] + 2 * (x * y - a * z) * m[1] + 2 * (x * z + a * y) * m[2];
    L[1] = 2 * (x * y + a * z) * m[0] + (a * a - x * x + y * y - z * z) * m[1] + 2 * (y * z - a * x) * m[2];
    L[2] = 2 * (x * z - a * y) * m[0] + 2 * (y * z + a * x) * m[1] + (a * a - x * x - y * y + z * z) * m[2];
}
inline double momentum_error(const polhode::Vec3<double>& I, const polhode::Quaternion<double>& q0,
                             const polhode::Vec3<double>& w0, const polhode::exact::State<double>& s) {
    Precise before[3], after[3], sum = 0, size = 0;
    world_momentum(I, q0, w0, true, before);
    world_momentum(I, s.q_NB, s.w_NB_B, false, after);
    for (int i = 0; i < 3; ++i) {
        sum += (after[i] - before[i]) * (after[i] - before[i]);
        size += before[i] * before[i];
    }
    return size == 0 ? 0.0 : sqrt(sum / size).convert_to<double>();
}

struct Sample {
    std::string name;
    polhode::Vec3<double> inertia, weight, w0;
    polhode::Quaternion<double> q0;
    double t, condition;
    Reference exact;
};

inline std::vector<Sample> samples_of_json(const std::string& file) {
    std::vector<Sample> out;
    const nlohmann::json all = read_json(file);
    for (const auto& c : all["cases"])
        for (const auto& s : c["samples"]) {
            Sample r;
            r.name = c["name"];
            for (int i = 0; i < 3; ++i) {
                r.inertia[i] = c["inertia"][i];
                r.w0[i] = c["omega0"][i];
                if (c.contains("mg_times_com")) r.weight[i] = c["mg_times_com"][i];
                r.exact.w[i] = Precise(s["omega"][i].get<std::string>());
            }
            r.q0 = {c["q0"][0], c["q0"][1], c["q0"][2], c["q0"][3]};
            for (int i = 0; i < 4; ++i) r.exact.q[i] = Precise(s["q"][i].get<std::string>());
            r.t = s["t"];
            r.condition = std::stod(s["attitude_condition"].get<std::string>());
            out.push_back(r);
        }
    return out;
}
inline std::vector<Sample> hard_cases(const std::string& kind) {
    std::vector<Sample> out;
    for (const Row& row : read_csv(test_data("exact-hard-cases.csv"))) {
        if (row.text("kind") != kind) continue;
        Sample r;
        r.name = row.text("name");
        for (int i = 0; i < 3; ++i) {
            const std::string n = std::to_string(i + 1);
            r.inertia[i] = row.number("I" + n);
            r.weight[i] = row.number("c" + n);
            r.w0[i] = row.number("w0" + n);
            r.exact.w[i] = row.precise("w" + n);
        }
        r.q0 = {row.number("q0w"), row.number("q0x"), row.number("q0y"), row.number("q0z")};
        const char* names[4] = {"qw", "qx", "qy", "qz"};
        for (int i = 0; i < 4; ++i) r.exact.q[i] = row.precise(names[i]);
        r.t = row.number("t");
        r.condition = row.number("attitude_condition");
        out.push_back(r);
    }
    return out;
}

}  // namespace exact_support
