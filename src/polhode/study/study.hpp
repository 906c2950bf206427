// A study: problems x methods x steps or tolerances, each point judged against the truth and timed. Points run side by
// side; one that breaks down is recorded with its reason and does not stop the others.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "polhode/measure/measure.hpp"
#include "polhode/measure/method_cost.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

struct StudyProblem {
    std::string name;
    Scenario scenario;
};

struct StudyMethod {
    enum class Varied { nothing, step, tolerance };
    Method method;  // with a name; its step or tolerance is replaced by each of the values
    Varied varied = Varied::nothing;
    std::vector<double> values;  // s or tolerance; empty where nothing is varied

    std::size_t size() const { return varied == Varied::nothing ? 1 : values.size(); }
    Method at(std::size_t value) const;
};

struct Study {
    std::string title, file;
    std::vector<StudyProblem> problems;
    std::vector<StudyMethod> methods;
    MeasureId measure = MeasureId::geodesic;
    bool largest = false;           // at = "max": the largest over about 200 rows; otherwise at the end
    std::string against = "truth";  // "exact", "reference"
    int threads = 0;                // 0: as many as the machine has
    int repeats = 3;                // for the CPU time
};

struct StudyPoint {
    std::size_t problem = 0, method = 0, value = 0;
    std::string key;  // of what was computed: problem, method, step, measure

    // results
    bool done = false;
    double error = 0;
    std::optional<double> order;  // observed, against the point before it on its curve
    long evaluations = 0, accepted = 0, rejected = 0;
    std::optional<double> flops;
    double cpu_seconds = 0;
    std::string failure;
};

struct StudyCurve {
    std::size_t problem = 0, method = 0;
    std::vector<std::size_t> points;  // indices into StudyResult::points, in the order of the values
    std::optional<double> order;      // observed where the error is neither saturated nor rounding
    MethodCost cost;
};

struct StudyResult {
    std::vector<StudyPoint> points;  // problem by problem, method by method, value by value
    std::vector<StudyCurve> curves;
    std::vector<std::string> truths;  // of each problem: what it was judged against
    std::vector<std::string> warnings;
    bool interrupted = false;
};

// The points of a study, nothing computed yet.
std::vector<StudyPoint> points_of(const Study& study);

// Throws InputError for a method that cannot run on any of the problems with any of its values.
void check_study(const Study& study);

struct StudyObserver {
    std::function<void(const StudyPoint&)> point = {};  // one is done; called by one thread at a time
    std::function<void(std::size_t done, std::size_t all)> progress = {};  // the same
    std::function<bool()> stop = {};                                       // called by many threads
};

// `finished`: points of an earlier run of the same study, by their keys; they are taken over and not run again.
StudyResult run_study(const Study& study, const std::vector<StudyPoint>& finished, const StudyObserver& observer);

// Orders of points and curves from what is done.
void find_orders(const Study& study, StudyResult& result);

}  // namespace polhode
