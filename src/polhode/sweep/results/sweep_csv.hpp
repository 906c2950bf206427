// The runs of a sweep as text: run,status,INPUTS...,OUTCOMES... with 17 digits, an empty cell where there is no
// number.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "polhode/files/csv_writer.hpp"
#include "polhode/sweep/results/sweep_run_table.hpp"

namespace polhode {

class SweepCsv : public SweepRunTable {
 public:
    // Throws OutputError, as all of it.
    SweepCsv(const std::string& path, const Sweep& sweep);

    void add(const SweepRows& rows) override;
    void close(const std::string& hash) override;

 private:
    const Sweep& sweep_;
    CsvWriter csv_;
    std::vector<const std::vector<std::string>*> choices_;  // by input; null: it is a number
};

SweepRunTableFormat sweep_csv_format();

}  // namespace polhode
