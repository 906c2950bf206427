// What can go wrong, and how it is told. Three kinds are thrown, which the program `polhode` turns into its exit codes:
// InputError (2), when what was given cannot be used; OutputError (2), when what was computed could not be written; and
// ComputationFailed (3), when a computation broke down at a known time. Each `what()` is a whole sentence for a reader
// of the file at fault. Anything else that comes out of the library (1) is a fault of the library.
//
//     try {
//         polhode::run(polhode::plan_run(polhode::ScenarioFile::read("mine.toml")), observer);
//     } catch (const polhode::InputError& e) {
//         std::fprintf(stderr, "%s\n", e.what());   // "mine.toml:11: run.durration: unknown key; ..."
//         return 2;
//     } catch (const polhode::ComputationFailed& e) {
//         std::fprintf(stderr, "%s\n", e.what());   // "the computation failed at t = 1.25 s: ..."
//         return 3;
//     }
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace polhode {

// Where a value came from.
struct Place {
    std::string file;  // as it was named, or the setting ("--set run.duration") that gave the value
    int line = 0;      // counted from 1; 0: there is no line
    std::string key;   // dotted: "method.step", "torque[0].mass"
};

// What was given cannot be used: a file that is not there, an unknown name, a value out of its range, a method that
// cannot run on the problem. The message names the place, what was read, what is allowed and the nearest known name.
class InputError : public std::runtime_error {
 public:
    // "scenario.toml:11: run.durration: unknown key; allowed: duration, sample; did you mean 'duration'?"
    InputError(const Place& place, const std::string& message);
    Place place;
};

// A method broke down: a number overflowed, a step became too small, a formula has no value. Rows before that time have
// been handed over and stand.
class ComputationFailed : public std::runtime_error {
 public:
    // "the computation failed at t = 1.25 s: ..."
    ComputationFailed(double time, const std::string& cause);
    double time;        // s, of the last state that was good, or of the step that failed
    std::string cause;  // the message without the time
};

// What was computed could not be written: disk full, no permission, a directory in the way.
class OutputError : public std::runtime_error {
 public:
    // "cannot write out/trajectory.csv: No space left on device (the first 1234 rows are complete)". A negative
    // number of rows means that the file does not consist of rows.
    OutputError(std::string file_name, std::string why, long complete_rows = -1)
        : std::runtime_error(message(file_name, why, complete_rows)),
          file(std::move(file_name)),
          reason(std::move(why)),
          rows(complete_rows) {}

    std::string file;    // as it was named
    std::string reason;  // what the system said
    long rows;           // of a trajectory, complete in the file; negative where it has no rows

 private:
    static std::string message(const std::string& file, const std::string& why, long rows) {
        std::string text = "cannot write " + file + ": " + why;
        if (rows == 0) text += " (no row was saved)";
        if (rows == 1) text += " (the first row is complete)";
        if (rows > 1) text += " (the first " + std::to_string(rows) + " rows are complete)";
        return text;
    }
};

}  // namespace polhode
