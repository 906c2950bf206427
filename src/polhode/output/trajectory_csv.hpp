// A trajectory as text: one line per row, 17 significant digits, `t,qw,qx,qy,qz,wx,wy,wz` and then, in dynamics,
// `energy,Lx,Ly,Lz`, and the method's own state under its own names. q_NB is scalar first, body to world, as the method
// holds it (never normalised here); w_NB_B in rad/s; energy in J; L in world axes, kg m^2/s.
#pragma once

#include <string>

#include "polhode/files/csv_writer.hpp"
#include "polhode/output/output_format.hpp"

namespace polhode {

class TrajectoryCsv : public TrajectoryWriter {
 public:
    // "-" writes to standard output. Throws OutputError, as all of these do; it names the rows that are safe.
    TrajectoryCsv(const std::string& path, const Columns& columns);

    void row(const Row& row) override;
    void flush();
    void close(const std::string& status = "complete") override;

    long rows() const { return csv_.rows(); }  // written or waiting
    bool reader_gone() const override { return csv_.reader_gone(); }

    static std::string header(const Columns& columns);  // without the line end

 private:
    CsvWriter csv_;
    Columns columns_;
};

OutputFormat csv_format();

}  // namespace polhode
