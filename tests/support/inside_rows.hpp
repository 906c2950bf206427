// Scenarios of bodies with an inside, run in a test with all their rows kept.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "polhode/run/prepare.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode::test {

struct InsideRows {
    std::vector<Row> rows;
    std::vector<std::vector<double>> states;
    std::vector<std::string> columns;
    Statistics statistics;

    // A column of the inside in row i; -1: the last.
    double value(const std::string& column, long i = -1) const {
        const std::size_t row = i < 0 ? rows.size() - 1 : static_cast<std::size_t>(i);
        for (std::size_t k = 0; k < columns.size(); ++k)
            if (columns[k] == column) return states[row].at(k);
        throw std::out_of_range(column);
    }
    bool noted(const std::string& part) const {
        for (const std::string& note : statistics.notes)
            if (note.find(part) != std::string::npos) return true;
        return false;
    }
};

inline InsideRows run_inside(const std::string& text, const std::vector<std::string>& settings = {}) {
    const Scenario s = read_scenario(text, "inside", settings);
    InsideRows kept;
    kept.columns = s.plans.front().columns().state;
    simulate(s.plans.front(),
             {.row =
                  [&](const Row& row) {
                      kept.rows.push_back(row);
                      kept.states.emplace_back(row.state.begin(), row.state.end());
                      kept.rows.back().state = {};
                  }},
             kept.statistics);
    return kept;
}

}  // namespace polhode::test
