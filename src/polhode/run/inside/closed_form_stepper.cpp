// "exact": every row straight from the closed form of the gyrostat.
#include "polhode/inside/gyrostat_form.hpp"
#include "polhode/rotation/rotation.hpp"
#include "polhode/run/inside/inside_steppers.hpp"

namespace polhode {

namespace {

// A step leads as far as it is wanted: the form answers for any time. The momentum in the world and the axial momenta
// of free rotors are constant, so that the state follows from the attitude.
class ClosedFormStepper : public DoubleStepper {
 public:
    ClosedFormStepper(const Problem& problem, const ResolvedMethod& m, GyrostatForm form)
        : DoubleStepper(problem, m), form_(std::move(form)), layout_(*problem.inside) {}

    void start(const double& t, const State& y) override {
        t_ = t;
        y_ = y;
        L_N_ = to_world(normalise(InsideNumbers<double>::attitude(y)), InsideNumbers<double>::momentum(y));
    }
    double step(const double& limit) override { return to_ = limit; }
    State at(const double& t) override {
        if (!form_.is_within_reach(t))
            throw ComputationFailed(t,
                                    "the body has turned through more than 10^15 rad, where sixteen digits do not say "
                                    "how it lies; take a shorter duration or a slower rate");
        State y = y_;
        const Quaternion<double> q = form_.state_at(t).q_NB;
        const Vec3<double> H = to_body(q, L_N_);
        for (int i = 0; i < 4; ++i) y[i] = q.params()[i];
        for (int i = 0; i < 3; ++i) y[InsideLayout::momentum + i] = H[i];
        for (std::size_t k = 0; k < layout_.angle.size(); ++k)
            if (layout_.angle[k] >= 0) y[layout_.angle[k]] = form_.rotor_angle(k, t);
        ++asked_;
        return y;
    }
    int looks() const override { return 1; }
    const State& take() override { return cut(to_); }
    const State& cut(const double& t) override {
        t_ = t;
        return y_ = at(t);
    }
    long evaluations() const override { return asked_; }

 private:
    GyrostatForm form_;
    InsideLayout layout_;
    State y_;
    Vec3<double> L_N_{};
    double t_ = 0, to_ = 0;
    long asked_ = 0;
};

}  // namespace

std::unique_ptr<InsideStepper<double>> closed_form_stepper(const Problem& problem, const ResolvedMethod& m) {
    std::string why;
    auto form = GyrostatForm::of(problem, why);
    if (!form) return nullptr;
    return std::make_unique<ClosedFormStepper>(problem, m, std::move(*form));
}

}  // namespace polhode
