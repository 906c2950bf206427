#include "polhode/run/inside/flat_steps.hpp"

#include "polhode/integrate/runge_kutta.hpp"
#include "polhode/run/inside/wheel_motion.hpp"

namespace polhode {

namespace {

// Steps n, n+1, ... of the grid n h from y, by `step(t, y)`.
template <class State, class Step>
POLHODE_INLINE Stride grid_stride(double n, long count, double h, ResolvedMethod::Constraint constraint, State& from,
                                  const Step& step) {
    State y = from;
    Stride all;
    for (double t = n * h; all.made < count; ++all.made) {
        State next = step(t, y);
        hold_constraint(constraint, next);
        if (!is_finite(next)) break;
        y = next;
        const double end = (n + static_cast<double>(all.made) + 1) * h, length = end - t;
        all.shortest = length < all.shortest ? length : all.shortest;
        all.longest = length > all.longest ? length : all.longest;
        t = end;
    }
    from = y;
    return all;
}

}  // namespace

std::unique_ptr<FlatSteps> FlatSteps::of(const Problem& problem) {
    auto flat = std::make_unique<FlatSteps>();
    std::vector<double> literals;
    if (plain_formulas(problem).size() != problem.torques.size() ||
        !inside_shape_of(problem, flat->inside_, literals).empty())
        return nullptr;
    ensemble::Shape& shape = flat->shape_;
    shape.inside = &flat->inside_;
    flat->columns_.resize(static_cast<std::size_t>(shape.columns()));
    put_inside_columns(problem, flat->inside_, literals, flat->columns_.data() + shape.first_inside());
    if (!moves_as_ordinary(problem, shape, flat->columns_.data())) return nullptr;
    flat->steps_.emplace(shape, ensemble::Columns{flat->columns_.data(), 1}, 0);
    flat->choose_stride<1>();
    return flat;
}

template <int wheels>
void FlatSteps::choose_stride() {
    if constexpr (wheels <= most_known_wheels) {
        if (!WheelMotion<wheels>::fits(inside_)) return choose_stride<wheels + 1>();
        const ensemble::Columns columns{columns_.data(), 1};
        values_.resize(static_cast<std::size_t>(inside_.values()));
        // puts the literals, and what is computed of them alone, in their places
        ensemble::InsideMotion<double>(shape_, columns, 0, values_.data());
        body_.emplace(shape_, columns, 0);
        stride_ = &FlatSteps::stride_with_wheels<wheels>;
    }
}

bool FlatSteps::step(double t, double h, const StateVector<double>& y, StateVector<double>& to) {
    to.stretch(y.length);
    steps_->advance(t, h, y.v, to.v);
    return is_finite(to);
}

Stride FlatSteps::stride_of_any(double n, long count, double h, ResolvedMethod::Constraint constraint,
                                StateVector<double>& y) {
    return grid_stride(n, count, h, constraint, y, [&](double t, const StateVector<double>& from) {
        StateVector<double> to;
        to.stretch(from.length);
        steps_->advance(t, h, from.v, to.v);
        return to;
    });
}

template <int wheels>
Stride FlatSteps::stride_with_wheels(double n, long count, double h, ResolvedMethod::Constraint constraint,
                                     StateVector<double>& y) {
    using Motion = WheelMotion<wheels>;
    const Motion motion(inside_, *body_, values_.data());
    typename Motion::State state;
    for (int i = 0; i < Motion::length; ++i) state[i] = y[i];
    const Stride made = grid_stride(n, count, h, constraint, state, [&](double t, const typename Motion::State& from) {
        return integrate::runge_kutta_step<integrate::Rk4>(motion, t, from, h);
    });
    for (int i = 0; i < Motion::length; ++i) y[i] = state[i];
    return made;
}

}  // namespace polhode
