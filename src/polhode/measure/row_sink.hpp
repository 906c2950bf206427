// The one face of everything that takes the rows of a run: trajectory files, the comparison of methods, measures, the
// data of pictures, the summary. The methods of a scenario come one after another:
//
//     for each method: begin(method, columns), row(...) ..., end(statistics, failure)
//     finish()
#pragma once

#include <string>

#include "polhode/run/simulate.hpp"

namespace polhode {

class RowSink {
 public:
    virtual ~RowSink() = default;
    // The next of the scenario's methods.
    virtual void begin(const Method& method, const Columns& columns) = 0;
    virtual void row(const Row& row) = 0;
    // The method has ended; `failure` says why if it broke down. The rows before that stand.
    virtual void end(const Statistics&, const std::string& /*failure*/) {}
    // All methods have ended. What is open is closed.
    virtual void finish() {}
    // Nobody reads any more what is written here.
    virtual bool reader_gone() const { return false; }
};

}  // namespace polhode
