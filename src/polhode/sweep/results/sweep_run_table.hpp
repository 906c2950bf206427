// The runs of a sweep as a table, one row a run: the face of its formats, and their list. A new one is a file with a
// class and a function that describes it, and a line in catalogue/sweep_tables.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace polhode {

struct Sweep;

// Runs of a sweep, row by row.
struct SweepRows {
    std::uint64_t first = 0, count = 0;
    const double* inputs = nullptr;  // as many a run as the sweep has columns
    const double* outcomes = nullptr;
    const std::uint8_t* failed = nullptr;  // one byte a run
};

class SweepRunTable {
 public:
    virtual ~SweepRunTable() = default;
    // All throw OutputError. The runs come in their order, and those that failed before the rows they are among.
    virtual void add(const SweepRows& rows) = 0;
    virtual void failure(std::uint64_t /*run*/, const std::string& /*reason*/) {}
    virtual void close(const std::string& hash) = 0;  // of the results of the sweep
};

struct SweepRunTableFormat {
    const char* format;  // its name in the registry
    const char* file;    // in the folder of the sweep: "runs.csv"
    bool (*wanted)(const Sweep& sweep);
    // `name` stands in messages: the file is given its own name when complete.
    std::unique_ptr<SweepRunTable> (*open)(const std::string& path, const std::string& name, const Sweep& sweep);
};

// All there are in this program (catalogue/sweep_tables.cpp).
const std::vector<SweepRunTableFormat>& sweep_run_table_formats();

}  // namespace polhode
