#include "polhode/run/inside/flat_steps.hpp"

namespace polhode {

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
    return flat;
}

bool FlatSteps::step(double t, double h, const StateVector<double>& y, StateVector<double>& to) {
    to.stretch(y.length);
    steps_->advance(t, h, y.v, to.v);
    return is_finite(to);
}

}  // namespace polhode
