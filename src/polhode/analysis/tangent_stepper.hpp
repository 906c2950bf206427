// A motion and its tangent, one behind the other in one state: y' = f(t, y), z' = Df(t, y) z, by dop853 with the error
// of both held. Df z is f over series of one term (tangent_number.hpp), by the law that holds between events; what
// happens at these is the walk's (inside/inside_walk.hpp).
#pragma once

#include "polhode/inside/inside_stepper.hpp"
#include "polhode/inside/tangent_number.hpp"
#include "polhode/integrate/continuous.hpp"

namespace polhode {

class TangentStepper : public InsideStepper<TangentNumber> {
    using Both = StateVector<double>;
    using Pair = integrate::AdaptivePair<integrate::DormandPrince853, double, any_length>;

 public:
    using S = TangentNumber;
    // `momentum`: what momenta are compared with.
    TangentStepper(const Problem& problem, double tolerance, double momentum);

    void start(const S& t, const State& y) override;
    S step(const S& limit) override;
    State at(const S& time) override;
    // More than a polynomial of this degree can hide in equal parts: a value may go beyond 0 and back for a short
    // while.
    int looks() const override { return 3 * Pair::order; }
    const State& take() override;
    const State& cut(const S& time) override;
    void segment(double begin, double end) override;
    void set_modes(const std::vector<MotorMode>& modes) override;
    StateVector<double> slope(double t, const StateVector<double>& y) override { return plain_(t, y); }
    long evaluations() const override { return system_.evaluations; }
    long steps() const { return steps_; }

    // How long the tangent is: every part by what it counts.
    double length(const State& y) const;
    // 0: work, impulses and which way dry friction slides are what happened on the way, and neighbours have none.
    double unit_of(int i) const { return unit_[static_cast<std::size_t>(i)]; }

 private:
    // y' and z'
    struct Slope {
        InsideSystem<S>& system;
        Both operator()(double t, const Both& both) const;
    };
    double length_of(const Both& both) const;
    double error(const Both& e, const Both& a, const Both& b) const;
    static State in_series(const Both& both);
    static Both side_by_side(const State& y);
    // q of length 1 and its tangent across it.
    static void tidy(State& y);

    InsideSystem<S> system_;
    InsideSystem<double> plain_;
    Slope slope_of_both_{system_};
    double tolerance_, t_ = 0, from_ = 0, to_ = 0, h_ = 0;
    int n_;
    std::vector<double> unit_, size_;  // of the tangent's parts, of the state's
    Both both_;
    State y_;
    Pair pair_;
    bool prepared_ = false;
    long steps_ = 0;
};

}  // namespace polhode
