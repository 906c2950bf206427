#include "polhode/output/trajectory_csv.hpp"

#include "polhode/base/full_precision.hpp"
#include "polhode/files/output_error.hpp"

namespace polhode {

namespace {

constexpr std::size_t enough_to_write = 1 << 16;
// Somebody may be watching: nothing waits longer than this while rows keep coming.
constexpr std::chrono::milliseconds longest_wait{250};

}  // namespace

std::string TrajectoryCsv::header(const Columns& columns) {
    std::string text = "t,qw,qx,qy,qz,wx,wy,wz";
    if (columns.dynamics) text += ",energy,Lx,Ly,Lz";
    for (const std::string& name : columns.state) text += "," + name;
    return text;
}

TrajectoryCsv::TrajectoryCsv(const std::string& path, const Columns& columns)
    : file_(path), columns_(columns), waiting_(header(columns) + "\n"), handed_over_(std::chrono::steady_clock::now()) {
    waiting_.reserve(enough_to_write + 4096);
}

void TrajectoryCsv::row(const Row& row) {
    const std::size_t numbers = 8 + (columns_.dynamics ? 4 : 0) + columns_.state.size();
    const std::size_t before = waiting_.size();
    waiting_.resize(before + numbers * (full_precision_room + 1));
    char* const begin = waiting_.data();
    char* at = begin + before;
    const auto put = [&at](double x) {
        at = write_full_precision(at, x);
        *at++ = ',';
    };
    put(row.t);
    put(row.q_NB.w);
    put(row.q_NB.x);
    put(row.q_NB.y);
    put(row.q_NB.z);
    for (int i = 0; i < 3; ++i) put(row.w_NB_B[i]);
    if (columns_.dynamics) {
        put(row.energy);
        for (int i = 0; i < 3; ++i) put(row.L_N[i]);
    }
    for (std::size_t i = 0; i < columns_.state.size(); ++i) put(i < row.state.size() ? row.state[i] : 0.0);
    at[-1] = '\n';
    waiting_.resize(static_cast<std::size_t>(at - begin));
    ++rows_;
    if (waiting_.size() >= enough_to_write || std::chrono::steady_clock::now() - handed_over_ > longest_wait)
        hand_over();
}

void TrajectoryCsv::hand_over() {
    try {
        file_.write(waiting_);
    } catch (const OutputError& e) {
        waiting_.clear();
        throw OutputError(e.file, e.reason, safe_rows_);
    }
    waiting_.clear();
    safe_rows_ = rows_;
    handed_over_ = std::chrono::steady_clock::now();
}

void TrajectoryCsv::flush() {
    if (!waiting_.empty()) hand_over();
}

void TrajectoryCsv::close() {
    flush();
    try {
        file_.close();
    } catch (const OutputError& e) {
        throw OutputError(e.file, e.reason, 0);
    }
}

}  // namespace polhode
