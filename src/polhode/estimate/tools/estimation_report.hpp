// What an estimation says of itself: rows as CSV, a summary for people and one for programs, and a picture.
#pragma once

#include <string>

#include "polhode/estimate/tools/written_axes.hpp"
#include "polhode/files/csv_writer.hpp"

namespace polhode::estimate {

// t,qw,qx,qy,qz,wx,wy,wz as every trajectory, then what only an estimate has. path "-": standard output.
void write_estimate_csv(const std::string& path, const SensorLog& log, const Sensors& sensors,
                        const EstimationSettings& settings, const Estimation& e);

// The same table, row by row.
class EstimateCsv {
 public:
    EstimateCsv(const std::string& path, const Sensors& sensors, const EstimationSettings& settings,
                CsvWriter::Pace pace = {});
    void row(double t, const EstimateRow& row);
    bool reader_gone() const { return csv_.reader_gone(); }
    void flush() { csv_.flush(); }
    void close() { csv_.close(); }

 private:
    CsvWriter csv_;
    WrittenAxes axes_;
    bool with_deviations_;
};

std::string estimation_text(const SensorLog& log, const Sensors& sensors, const EstimationSettings& s,
                            const Estimation& e);
std::string estimation_json(const SensorLog& log, const Sensors& sensors, const EstimationSettings& s,
                            const Estimation& e);

// Attitude, heading band, bias, weight of the magnetometer, rest, and the error where the truth is known. Throws
// PlotError.
void plot_estimation(const SensorLog& log, const Estimation& e, const std::string& title, const std::string& path);

}  // namespace polhode::estimate
