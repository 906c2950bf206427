// The motion of a body with an inside as a chain of Taylor polynomials in (t - begin)/scale: y' = f(t, y) over power
// series, order by order (Corliss and Chang 1982; Griewank and Walther, Evaluating Derivatives, ch. 13).
#pragma once

#include "polhode/inside/inside_stepper.hpp"

namespace polhode {

template <class T>
class InsideSeries : public InsideStepper<T> {
 public:
    using State = StateVector<T>;
    struct Settings {
        int order = 20;
        double tolerance = 1e-16;  // 0: fixed steps
        double step = 0, largest_step = 0;
    };

    InsideSeries(const Problem& problem, double end, const Settings& settings);

    void start(const T& t, const State& y) override;
    T step(const T& limit) override;
    State at(const T& time) override;
    int looks() const override { return settings_.order / 2; }
    const State& take() override;
    const State& cut(const T& time) override;
    void segment(double begin, double end) override;
    void set_modes(const std::vector<MotorMode>& modes) override;
    StateVector<double> slope(double t, const StateVector<double>& y) override;
    long evaluations() const override { return expansions_; }

 private:
    void expand(double scale);
    // How long a step may be by the last two coefficients, in units of the scale.
    double reach() const;
    void normalise_attitude(State& y) const;
    double size_of(int i) const;
    double reach_of_events();
    T fixed_end(const T& limit);

    Settings settings_;
    double end_;
    InsideSystem<Series<T>> system_;
    InsideSystem<double> plain_;
    StateVector<Series<T>> series_;
    std::vector<Corner> corners_;
    std::vector<const Expression*> events_;  // what is watched for its sign: events, and what decides corners
    bool matrix_for_events_ = false;
    State y_;
    T t_{0}, to_{0}, about_{0};  // about_: of the last polynomials, good until the next step
    double scale_ = 0, next_ = 0;
    std::vector<double> largest_;  // of each number, so far
    long expansions_ = 0;
};

extern template class InsideSeries<double>;
extern template class InsideSeries<exact::Two>;

}  // namespace polhode
