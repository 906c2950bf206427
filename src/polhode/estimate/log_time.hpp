// Time stamps of a log: which rows are good, and where there are holes.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace polhode::estimate {

enum class TimeVerdict { ok, duplicate, backward, gap, ahead };
const char* name_of(TimeVerdict verdict);
inline bool is_left_out(TimeVerdict verdict) { return verdict != TimeVerdict::ok && verdict != TimeVerdict::gap; }

// Judges time stamps as they come. A row behind a gap may be the one that is wrong: it waits, and is left out where the
// next two rows that go forward from the row before it lie before it. So does the first row, which has none before it.
class TimeOrder {
 public:
    // Of each row, in their order: its number, counted from 0, the verdict, and the time since the last good row.
    using Use = std::function<void(std::size_t row, TimeVerdict verdict, double dt)>;
    // `median`: of the steps, s; 0: not known yet, and no step is taken to be plain.
    TimeOrder(double median, Use use) : median_(median), use_(std::move(use)) {}

    void push(double t) { add({rows_++, t}); }
    // No more rows will come.
    void finish();

 private:
    // Whoever waits for ever would hold all rows of a clock that stands still.
    static constexpr std::size_t most_waiting = 16;
    struct Stamp {
        std::size_t row = 0;
        double t = 0;
    };
    bool is_gap(const Stamp& s) const;
    void add(const Stamp& s);
    void judge(const Stamp& s);
    void release(bool first_is_good);

    double median_;
    Use use_;
    std::size_t rows_ = 0;
    Stamp last_;  // that was good
    bool has_last_ = false;
    std::vector<Stamp> waiting_;  // the first is in doubt
    std::size_t against_ = 0;     // how many of those behind it speak against it
    double latest_against_ = 0;
};

struct TimeReport {
    std::vector<TimeVerdict> verdicts;          // of each row, against the last good one
    double median = 0, least = 0, largest = 0;  // s, between good rows
    double begin = 0, end = 0;
    double jitter = 0;  // relative spread of the steps that are no gaps
    std::size_t good = 0, duplicates = 0, backward = 0, gaps = 0, ahead = 0;
    std::size_t first_duplicate = 0, first_backward = 0, first_gap = 0, first_ahead = 0;  // rows, counted from 0
    void count(std::size_t row, TimeVerdict verdict);
    void count_good(double t, double dt);
    double mean_rate() const { return good > 1 && end > begin ? static_cast<double>(good - 1) / (end - begin) : 0; }
};

// A step of more than 1.5 medians is a gap.
TimeReport judge_times(const std::vector<double>& times);

}  // namespace polhode::estimate
