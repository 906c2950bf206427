// What the tests against reference numbers share: reading the tables in tests/data, running a scenario, and measuring
// angles without losing the digits that are being tested.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "polhode/run/simulate.hpp"
#include "polhode/scenario/scenario.hpp"

namespace reference {

inline constexpr double pi = std::numbers::pi;
inline double degrees(double radians) { return radians * 180 / pi; }
inline double radians(double degrees) { return degrees * pi / 180; }

inline std::string text_of(const std::string& name) {
    const std::string path = std::string(POLHODE_TEST_DATA) + "/" + name;
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// One line of a table, by the names in its header.
class TableRow {
 public:
    std::map<std::string, std::string> cells;
    const std::string& text(const std::string& column) const {
        const auto found = cells.find(column);
        if (found == cells.end()) throw std::runtime_error("no column " + column);
        return found->second;
    }
    double number(const std::string& column) const { return std::strtod(text(column).c_str(), nullptr); }
    long integer(const std::string& column) const { return std::strtol(text(column).c_str(), nullptr, 10); }
};

inline std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream in(line);
    for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
    if (!line.empty() && line.back() == ',') cells.emplace_back();
    return cells;
}

inline std::vector<TableRow> table_of(const std::string& name) {
    std::istringstream lines(text_of(name));
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> names = split(line);
    std::vector<TableRow> rows;
    while (std::getline(lines, line)) {
        const std::vector<std::string> cells = split(line);
        if (cells.size() != names.size()) throw std::runtime_error(name + ": a line of another width: " + line);
        TableRow row;
        for (std::size_t i = 0; i < names.size(); ++i) row.cells[names[i]] = cells[i];
        rows.push_back(row);
    }
    if (rows.empty()) throw std::runtime_error(name + " is empty");
    return rows;
}

// 17 digits: a double survives the way through a scenario's text.
inline std::string digits(double x) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.17g", x);
    // TOML tells whole numbers and floating ones apart; the reader takes both
    return buffer;
}
inline std::string list(std::initializer_list<double> numbers) {
    std::string text = "[";
    for (double x : numbers) text += (text.size() > 1 ? ", " : "") + digits(x);
    return text + "]";
}

struct KeptRow {
    double t;
    polhode::Quaternion<double> q_NB;
    polhode::Vec3<double> w_NB_B;
    double energy;
    polhode::Vec3<double> L_N;
    double defect;
    std::vector<double> state;
};

struct Result {
    std::vector<KeptRow> rows;
    polhode::Statistics statistics;
    const KeptRow& last() const { return rows.back(); }
};

inline Result run(const polhode::Problem& problem, const polhode::Method& method, const polhode::RunSpan& span) {
    Result result;
    polhode::RunObserver observer;
    observer.row = [&](const polhode::Row& r) {
        result.rows.push_back({r.t, r.q_NB, r.w_NB_B, r.energy, r.L_N, r.defect, {r.state.begin(), r.state.end()}});
    };
    polhode::simulate(problem, method, span, observer, result.statistics);
    return result;
}
inline Result run(const polhode::Scenario& s, std::size_t method = 0) {
    return run(s.problem, s.methods.at(method), s.run);
}
inline Result run_text(const std::string& text) { return run(polhode::read_scenario(text, "test.toml")); }

// ---- angles ----

// Rotation angle between two attitudes, 0 to pi, exact for small ones: computed in long double from four numbers each.
struct Quat {
    long double w, x, y, z;
};
inline Quat wide(const polhode::Quaternion<double>& q) { return {q.w, q.x, q.y, q.z}; }
inline long double angle(const Quat& a, const Quat& b) {
    const long double w = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
    const long double x = a.w * b.x - a.x * b.w - a.y * b.z + a.z * b.y;
    const long double y = a.w * b.y + a.x * b.z - a.y * b.w - a.z * b.x;
    const long double z = a.w * b.z - a.x * b.y + a.y * b.x - a.z * b.w;
    return 2 * std::atan2(std::sqrt(x * x + y * y + z * z), std::fabs(w));
}

// R_NB row by row; largest pivot.
inline Quat quaternion_of_matrix(const double (&R)[3][3]) {
    const double trace = R[0][0] + R[1][1] + R[2][2];
    int best = -1;
    double size = trace;
    for (int i = 0; i < 3; ++i)
        if (R[i][i] > size) {
            size = R[i][i];
            best = i;
        }
    if (best < 0) {
        const double w = std::sqrt(1 + trace) / 2;
        return {w, (R[2][1] - R[1][2]) / (4 * w), (R[0][2] - R[2][0]) / (4 * w), (R[1][0] - R[0][1]) / (4 * w)};
    }
    const int i = best, j = (i + 1) % 3, k = (i + 2) % 3;
    double v[3];
    v[i] = std::sqrt(1 + R[i][i] - R[j][j] - R[k][k]) / 2;
    v[j] = (R[j][i] + R[i][j]) / (4 * v[i]);
    v[k] = (R[k][i] + R[i][k]) / (4 * v[i]);
    return {(R[k][j] - R[j][k]) / (4 * v[i]), v[0], v[1], v[2]};
}
inline Quat quaternion_of_row(const TableRow& row) {
    double R[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) R[i][j] = row.number("R" + std::to_string(i + 1) + std::to_string(j + 1));
    return quaternion_of_matrix(R);
}

// World direction of a body vector, unit length whatever the length of q.
inline polhode::Vec3<double> direction(const polhode::Quaternion<double>& q, const polhode::Vec3<double>& v_B) {
    const polhode::Vec3<double> v = polhode::to_world(q, v_B);
    return v / polhode::norm(v);
}
inline double angle_between(const polhode::Vec3<double>& a, const polhode::Vec3<double>& b) {
    return std::atan2(polhode::norm(polhode::cross(a, b)), polhode::dot(a, b));
}

}  // namespace reference
