#include "polhode/output/trajectory_csv.hpp"

#include <utility>

#include "polhode/files/output_error.hpp"

namespace polhode {

namespace {

// Somebody may be watching.
constexpr CsvWriter::Pace pace{1 << 16, std::chrono::milliseconds(250)};

// Says of what cannot be written how many rows are safe.
template <class Write>
void counting_safe_rows(const CsvWriter& csv, Write&& write) {
    try {
        std::forward<Write>(write)();
    } catch (const OutputError& e) {
        throw OutputError(e.file, e.reason, csv.safe_rows());
    }
}

void write_header(CsvWriter& csv, const Columns& columns) {
    for (const char* name : {"t", "qw", "qx", "qy", "qz", "wx", "wy", "wz"}) csv.text(name);
    if (columns.dynamics)
        for (const char* name : {"energy", "Lx", "Ly", "Lz"}) csv.text(name);
    for (const std::string& name : columns.state) csv.text(name);
}

}  // namespace

std::string TrajectoryCsv::header(const Columns& columns) {
    CsvWriter csv;
    write_header(csv, columns);
    return csv.take();
}

TrajectoryCsv::TrajectoryCsv(const std::string& path, const Columns& columns) : csv_(path, pace), columns_(columns) {
    write_header(csv_, columns);
    csv_.end_header();
}

void TrajectoryCsv::row(const Row& row) {
    csv_.number(row.t).number(row.q_NB.w).number(row.q_NB.x).number(row.q_NB.y).number(row.q_NB.z);
    for (int i = 0; i < 3; ++i) csv_.number(row.w_NB_B[i]);
    if (columns_.dynamics) {
        csv_.number(row.energy);
        for (int i = 0; i < 3; ++i) csv_.number(row.L_N[i]);
    }
    for (std::size_t i = 0; i < columns_.state.size(); ++i) csv_.number(i < row.state.size() ? row.state[i] : 0.0);
    counting_safe_rows(csv_, [&] { csv_.end_row(); });
}

void TrajectoryCsv::flush() {
    counting_safe_rows(csv_, [&] { csv_.flush(); });
}

void TrajectoryCsv::close(const std::string& /*status*/) {
    flush();
    try {
        csv_.close();
    } catch (const OutputError& e) {
        // what the system delayed until now may be any of it
        throw OutputError(e.file, e.reason, 0);
    }
}

OutputFormat csv_format() {
    OutputFormat format;
    format.entry = {"format", "csv",
                    "text, a line for each row, 17 digits: t, q_NB, w_NB_B, energy, momentum, the method's own state"};
    format.ending = ".csv";
    format.in_folder = true;
    format.standard_output = true;
    // seventeen digits with sign, point, exponent and comma; "0," at least
    format.usual_bytes = 20;
    format.least_bytes = 2;
    format.open = [](const std::string& path, const Trajectory& trajectory) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<TrajectoryCsv>(path, trajectory.columns);
    };
    return format;
}

}  // namespace polhode
