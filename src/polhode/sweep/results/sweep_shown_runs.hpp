// What the pictures of a sweep need of its runs, gathered while they pass by in order: which picture fits what
// varies, the runs that are in it, and how often each whole number came out. All of it depends on the sweep alone.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace polhode {

struct Sweep;

// How often an outcome took each value, as long as all of them are whole numbers that lie near each other.
class SweepWholeNumbers {
 public:
    static constexpr double widest = 60;  // from the lowest to the highest, less than this

    void add(double x);  // what is not finite is passed over
    bool all_whole() const { return whole_ && !counts_.empty(); }
    const std::map<double, std::uint64_t>& counts() const { return counts_; }

 private:
    bool whole_ = true;
    std::map<double, std::uint64_t> counts_;
};

class SweepShownRuns {
 public:
    enum class Picture {
        none,     // no outcome, nothing that varies, or no run is kept
        map,      // over two grids
        curves,   // over one grid, for each value of a list where there is one
        scatter,  // of outcomes over inputs
    };
    static constexpr std::uint64_t most_points = 3000;  // of a scatter picture, the first runs
    static constexpr std::uint64_t most_cells = 200;    // of a map in each direction: every 2nd value, every 3rd, ...
    static constexpr std::uint64_t most_on_curve = 2000;
    static constexpr std::uint64_t most_curves = 6;

    SweepShownRuns() = default;
    explicit SweepShownRuns(const Sweep& sweep);

    Picture picture() const { return picture_; }

    // An axis of a map; of curves the first is the grid and the second tells the curves apart (one value and column -1
    // where there is no list).
    struct Axis {
        int column = -1;
        std::uint64_t count = 1, stride = 1, every = 1;  // run / stride % count is the place; every so many are shown
        std::vector<double> values{0};                   // of the places that are shown
        bool logarithmic = false;
    };
    const std::array<Axis, 2>& axes() const { return axes_; }
    // The outcomes of the run at these places, null where it was not run.
    const double* at(std::size_t first, std::size_t second) const;

    // Runs in order, from 0.
    void add(std::uint64_t run, const double* inputs, const double* outcomes, bool failed);

    std::uint64_t points() const { return runs_.size(); }  // of a scatter picture
    const double* inputs_of(std::size_t point) const { return inputs_.data() + point * width_in_; }
    const double* outcomes_of(std::size_t point) const { return outcomes_.data() + point * width_out_; }
    std::uint64_t failed() const { return failed_; }  // of those that are shown

    const SweepWholeNumbers& whole_numbers(std::size_t outcome) const { return whole_[outcome]; }

 private:
    bool find_axes(const Sweep& sweep);

    Picture picture_ = Picture::none;
    std::array<Axis, 2> axes_;
    std::uint64_t product_ = 0, failed_ = 0;
    std::size_t width_in_ = 0, width_out_ = 0;
    std::vector<std::int64_t> places_;  // of axes: which row holds it
    std::vector<std::uint64_t> runs_;
    std::vector<double> inputs_, outcomes_;
    std::vector<SweepWholeNumbers> whole_;
};

}  // namespace polhode
