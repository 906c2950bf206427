#include "polhode/sweep/results/sweep_shown_runs.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

namespace {

// Whether they go on by the same factor and not by the same distance.
bool rises_by_a_factor(const std::vector<double>& values) {
    if (values.size() < 3 || !(values.front() > 0 && values.back() > 0)) return false;
    const double steps = static_cast<double>(values.size() - 1), range = values.back() - values.front();
    const double first = std::log(values.front()), ratio = std::log(values.back()) - first;
    double from_factor = 0, from_distance = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double part = static_cast<double>(i) / steps;
        from_factor = std::max(from_factor, std::fabs(std::log(values[i]) - first - ratio * part));
        from_distance = std::max(from_distance, std::fabs(values[i] - values.front() - range * part));
    }
    return from_factor < 1e-9 && from_distance > 1e-9 * std::fabs(range);
}

// Whether a picture could have it as an axis.
bool is_shown(const SweepInput& input) {
    return input.kind != "constant" && input.kind != "formula" && !input.is_seed();
}

}  // namespace

void SweepWholeNumbers::add(double x) {
    if (!whole_ || !std::isfinite(x)) return;
    const auto give_up = [&] {
        whole_ = false;
        counts_.clear();
    };
    if (x != std::floor(x) || std::fabs(x) > 1e9) return give_up();
    ++counts_[x + 0.0];  // of both zeros one
    if (counts_.rbegin()->first - counts_.begin()->first >= widest) give_up();
}

SweepShownRuns::SweepShownRuns(const Sweep& sweep)
    : width_in_(static_cast<std::size_t>(sweep.inputs.columns())), width_out_(sweep.outcomes.size()) {
    if (!sweep.keep.runs || sweep.outcomes.empty()) return;
    whole_.resize(width_out_);
    product_ = sweep.inputs.product();
    if (find_axes(sweep)) {
        places_.assign(axes_[0].values.size() * axes_[1].values.size(), -1);
        return;
    }
    for (const SweepInput& input : sweep.inputs.inputs())
        if (is_shown(input)) picture_ = Picture::scatter;
}

bool SweepShownRuns::find_axes(const Sweep& sweep) {
    std::vector<const SweepInput*> varied;
    for (const SweepInput& input : sweep.inputs.inputs())
        if (is_shown(input)) varied.push_back(&input);
    if (varied.empty() || varied.size() > 2) return false;
    // the last is the fastest
    const auto is = [&](std::size_t i, const char* kind) {
        return varied[i]->kind == kind && varied[i]->columns.size() == 1;
    };
    std::vector<double> numbers(width_in_);
    const auto value = [&](const SweepInput& input, std::uint64_t run) {
        sweep.inputs.draw(run, numbers.data());
        return numbers[static_cast<std::size_t>(input.first_column)];
    };
    if (varied.size() == 1) {
        if (!is(0, "grid")) return false;
        axes_[0].column = varied[0]->first_column;
        axes_[0].count = product_;
        picture_ = Picture::curves;
    } else {
        const bool two_grids = is(0, "grid") && is(1, "grid");
        if (!two_grids && !(is(0, "grid") && is(1, "list")) && !(is(0, "list") && is(1, "grid"))) return false;
        // How many values the faster has: the values of a grid differ, so that one that is met again, or is left,
        // tells.
        const bool last_is_grid = is(1, "grid");
        const SweepInput& grid = *varied[last_is_grid ? 1 : 0];
        const double first = value(grid, 0);
        constexpr std::uint64_t looked_at = 1000000;
        std::uint64_t fast = 1;
        while (fast < product_ && fast < looked_at && (value(grid, fast) == first) != last_is_grid) ++fast;
        if (fast == looked_at || product_ % fast != 0) return false;
        const std::size_t x = two_grids || !last_is_grid ? 0 : 1;
        axes_[x].column = varied[0]->first_column;
        axes_[x].count = product_ / fast;
        axes_[x].stride = fast;
        axes_[1 - x].column = varied[1]->first_column;
        axes_[1 - x].count = fast;
        picture_ = two_grids ? Picture::map : Picture::curves;
    }
    const bool map = picture_ == Picture::map;
    bool fits = true;
    for (std::size_t a = 0; a < 2; ++a) {
        Axis& axis = axes_[a];
        if (axis.column < 0) continue;
        const bool tells_curves_apart = !map && a == 1;
        const std::uint64_t most = map ? most_cells : most_on_curve;
        if (tells_curves_apart)
            fits = fits && axis.count <= most_curves;
        else
            axis.every = (axis.count + most - 1) / most;
        if (!fits) break;
        axis.values.clear();
        for (std::uint64_t i = 0; i < axis.count; i += axis.every) {
            sweep.inputs.draw(i * axis.stride, numbers.data());
            axis.values.push_back(numbers[static_cast<std::size_t>(axis.column)]);
        }
        if (tells_curves_apart) continue;
        // a grid between equal ends has no places
        const bool rising = axis.values.back() > axis.values.front();
        for (std::size_t i = 1; i < axis.values.size(); ++i)
            fits = fits && (rising ? axis.values[i] > axis.values[i - 1] : axis.values[i] < axis.values[i - 1]);
        axis.logarithmic = rises_by_a_factor(axis.values);
    }
    if (!fits) {
        picture_ = Picture::none;
        axes_ = {};
    }
    return fits;
}

const double* SweepShownRuns::at(std::size_t first, std::size_t second) const {
    const std::int64_t row = places_[first * axes_[1].values.size() + second];
    return row < 0 ? nullptr : outcomes_.data() + static_cast<std::size_t>(row) * width_out_;
}

void SweepShownRuns::add(std::uint64_t run, const double* inputs, const double* outcomes, bool failed) {
    for (std::size_t o = 0; o < whole_.size(); ++o) whole_[o].add(outcomes[o]);
    if (picture_ == Picture::none) return;
    if (picture_ == Picture::scatter) {
        if (run >= most_points) return;
    } else {
        if (run >= product_) return;
        std::size_t place = 0;
        for (const Axis& axis : axes_) {
            const std::uint64_t i = run / axis.stride % axis.count;
            if (i % axis.every != 0) return;
            place = place * axis.values.size() + static_cast<std::size_t>(i / axis.every);
        }
        places_[place] = static_cast<std::int64_t>(runs_.size());
    }
    runs_.push_back(run);
    if (failed) ++failed_;
    inputs_.insert(inputs_.end(), inputs, inputs + width_in_);
    outcomes_.insert(outcomes_.end(), outcomes, outcomes + width_out_);
}

}  // namespace polhode
