// The runs of a sweep as text: run,status,INPUTS...,OUTCOMES... with 17 digits, an empty cell where there is no
// number.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "polhode/files/csv_writer.hpp"

namespace polhode {

struct Sweep;

class SweepCsv {
 public:
    // Throws OutputError, as all of it.
    SweepCsv(const std::string& path, const Sweep& sweep);

    // The runs first, first + 1, ... row by row; `failed` one byte a run.
    void add(std::uint64_t first, std::uint64_t count, const double* inputs, const double* outcomes,
             const std::uint8_t* failed);
    void close();

 private:
    const Sweep& sweep_;
    CsvWriter csv_;
    std::vector<const std::vector<std::string>*> choices_;  // by input; null: it is a number
};

}  // namespace polhode
