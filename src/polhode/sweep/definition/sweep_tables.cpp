#include "polhode/sweep/definition/sweep_tables.hpp"

#include "polhode/measure/measure.hpp"
#include "polhode/sweep/variation/sweep_variation_entries.hpp"

namespace polhode {

namespace {

std::vector<std::string> names_of_measures() {
    std::vector<std::string> names;
    for (const Entry& e : measure_entries()) names.push_back(e.name);
    return names;
}

}  // namespace

std::vector<Parameter> sweep_parameters() {
    return {
        {"runs", Type::integer, "1", "", false,
         "how many runs; left out: as many as the grids, lists and files span together"},
        {"seed", Type::integer, "1", "1", false, "another seed gives other random numbers"},
        {"noise",
         Type::choice,
         "",
         "\"own\"",
         false,
         "\"own\": every seed of the scenario that is not varied is drawn for each run; \"same\": all runs have the "
         "noise "
         "of the seeds as they stand",
         {"own", "same"}},
        {"groups", Type::text, "", "", false,
         "statistics for each value of an input that is a list, a choice, a grid or a column of cases: \"satellite\", "
         "[\"satellite\", \"spring\"], every combination: [[\"satellite\", \"spring\"]]"},
        {"scenario", Type::path, "", "", false,
         "the scenario's file, from where this one is; left out: the scenario stands in this file"},
        {"block", Type::integer, "1", "", false,
         "runs that are computed and saved together, a power of two; left out: chosen by the number of runs"},
        {"title", Type::text, "", "", false, "what the sweep is for"},
    };
}

std::vector<Parameter> outcome_parameters() {
    return {
        {"name", Type::text, "", "", true, "how results call it"},
        {"take", Type::text, "", "\"final\"", false, "which number of the run it is: the name of an outcome"},
        {"unit", Type::text, "", "", false, "its unit, for the summary"},
        {"summary", Type::text, "", "", false, "what it is, for the summary"},
        {"worst", Type::choice, "", "\"high\"", false, "which end of it is the worst", {"high", "low"}},
    };
}

std::vector<Parameter> keep_parameters() {
    return {
        {"runs", Type::boolean, "", "true", false, "a line for each run; false: only what can be summed up"},
        {"csv", Type::boolean, "", "true", false, "runs.csv beside runs.h5"},
        {"inputs", Type::boolean, "", "true", false, "the varied numbers beside the outcomes"},
        {"final_state", Type::boolean, "", "true", false, "the last attitude and rate as outcomes"},
        {"over_time", Type::text, "", "", false,
         "list of quantities whose percentiles are given at every sample: \"tilt\", \"spin = sqrt(wx^2 + wy^2)\""},
        {"percentiles", Type::numbers, "%", "[1, 5, 25, 50, 75, 95, 99]", false, "which percentiles are given"},
        {"trajectories", Type::text, "", "", false,
         "runs kept whole: { first = 3, worst = 2, of = \"an outcome\", runs = [17, 4711] }"},
        {"bins", Type::integer, "1", "40", false, "bins of a histogram"},
        {"worst_listed", Type::integer, "1", "5", false, "how many of the worst runs the summary names"},
    };
}

std::vector<Parameter> trajectory_parameters() {
    return {
        {"first", Type::integer, "1", "0", false, "how many from the first on"},
        {"worst", Type::integer, "1", "0", false, "how many of the worst"},
        {"of", Type::text, "", "", false, "the outcome by which they are the worst; left out: the first"},
    };
}

std::vector<Entry> sweep_table_entries() {
    return {
        {"table", "sweep", "a sweep: how many runs of the scenario, with which seed", sweep_parameters()},
        {"table", "vary", "what varies from run to run; [[vary]] may stand several times", variation_parameters()},
        {"table", "outcome", "a number that is kept of each run; [[outcome]] may stand several times",
         outcome_parameters()},
        {"table", "keep", "what is kept of a sweep", keep_parameters()},
    };
}

std::vector<Entry> sweep_outcome_entries() {
    const Parameter of{"of",
                       Type::text,
                       "",
                       "",
                       true,
                       "formula of t, qw qx qy qz, wx wy wz, energy, Lx Ly Lz, tilt, turned, rate, defect, the varied "
                       "numbers and the method's own columns (drift_x of an analog computer)"},
        below{"below", Type::number, "", "", false, "the level, passed downwards"},
        above{"above", Type::number, "", "", false, "the level, passed upwards, in place of below"},
        target{"target", Type::number, "", "0.0", false, "the value that is wanted"};
    return {
        {"outcome", "final", "the value in the last row", {of}},
        {"outcome", "start", "the value in the first row", {of}},
        {"outcome", "largest", "the largest value in any row", {of}},
        {"outcome", "smallest", "the smallest value in any row", {of}},
        {"outcome", "mean", "the mean over time, trapezoidal between rows", {of}},
        {"outcome", "range", "the largest value less the smallest", {of}},
        {"outcome",
         "first-time",
         "when the value first passes a level, s, linear between rows; not a number where it never does",
         {of,
          below,
          above,
          {"stays", Type::boolean, "", "false", false, "and does not come back until the end: time to settle"}}},
        {"outcome", "count", "how often the value passes a level", {of, below, above}},
        {"outcome",
         "settling",
         "from when on the value stays near its target, s, linear between rows; not a number where it never does",
         {of, target, {"band", Type::positive, "1", "0.02", false, "how near, as a part of the way from the start"}}},
        {"outcome",
         "overshoot",
         "how far the value goes beyond its target, as a part of the way from the start; 0 where it does not",
         {of, target}},
        {"outcome",
         "measure",
         "an error against the truth",
         {{"measure", Type::choice, "", "\"geodesic\"", false, "which error", names_of_measures()},
          {"at", Type::choice, "", "\"end\"", false, "at the end, or the largest in any row", {"end", "largest"}}}},
    };
}

}  // namespace polhode
