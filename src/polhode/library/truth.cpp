#include "truth.hpp"

#include <cmath>

#include "attitude.hpp"
#include "polhode/exact/free_body.hpp"
#include "polhode/exact/kinematic.hpp"
#include "polhode/exact/lagrange_top.hpp"
#include "taylor_path.hpp"
#include "top_analysis.hpp"

namespace polhode {

namespace {

// The start as a unit quaternion; a start of another length means its direction.
Quaternion<double> start_quaternion(const Problem& problem) {
    const StartAttitude& a = problem.start.attitude;
    return attitude_to_quaternion(a.representation, a.params);
}

// Attitude error of a closed form: rounding of the data and of the phase, about 1.1e-16 of the angle turned through
// with the factor ten it is tested to.
double rounding_bound(double angle) { return 10 * 1.1e-16 * (1 + angle) + 1e-15; }

// How far a closed form follows a turning body: turns are counted in whole numbers (exact/free_body.hpp).
void require_reach(bool within_reach, double t, const std::string& description) {
    if (!within_reach)
        throw ComputationFailed(t, description +
                                       ": the body has turned through more than 10^15 rad, where sixteen digits do not "
                                       "say how it lies; take a shorter duration or a slower rate");
}

// A closed form in principal axes, given back in body axes.
template <class Form>
class ClosedBody : public Truth {
 public:
    ClosedBody(Form form, const BodyModel& body, std::string description, double rate)
        : form_(std::move(form)), frame_(body), description_(std::move(description)), rate_(rate) {}
    TrueState at(double t) override {
        require_reach(form_.is_within_reach(t), t, description_);
        const auto s = form_.state_at(t);
        return {frame_.from_principal(s.q_NB), frame_.from_principal(s.w_NB_B)};
    }
    std::string description() const override { return description_; }
    bool closed_form() const override { return true; }
    double error_bound(double t) const override { return rounding_bound(4 * rate_ * t); }

 private:
    Form form_;
    PrincipalFrame<double> frame_;
    std::string description_;
    double rate_;
};

// A closed form of given rates: body rates fix the motion up to the start, so q(t) = q_start q_form(0)^-1 q_form(t).
class ClosedRates : public Truth {
 public:
    using Form = std::function<exact::State<double>(double)>;
    ClosedRates(Form form, const Quaternion<double>& start, std::string description, double rate)
        : form_(std::move(form)), description_(std::move(description)), rate_(rate) {
        const Quaternion<double> own = form_(0).q_NB, unit = normalise(start);
        same_start_ = own == unit || own == start;
        left_ = compose(unit, conjugate(own));
    }
    TrueState at(double t) override {
        require_reach(!(rate_ * std::fabs(t) > 0x1p50), t, description_);
        const auto s = form_(t);
        return {same_start_ ? s.q_NB : compose(left_, s.q_NB), s.w_NB_B};
    }
    std::string description() const override { return description_; }
    bool closed_form() const override { return true; }
    double error_bound(double t) const override { return rounding_bound(rate_ * t); }

 private:
    Form form_;
    Quaternion<double> left_;
    bool same_start_;
    std::string description_;
    double rate_;
};

std::unique_ptr<Truth> exact_rates(const Problem& problem, std::string& why) {
    const Quaternion<double> q0 = start_quaternion(problem);
    const AnyRates<double>& any = problem.rates->rates;
    if (const auto* c = std::get_if<kinematics::Constant<double>>(&any)) {
        const exact::ConstantRate<double> form(q0, c->value);
        return std::make_unique<ClosedRates>([form](double t) { return form.state_at(t); }, q0,
                                             "closed form: constant rate", norm(c->value));
    }
    if (const auto* b = std::get_if<kinematics::Benchmark<double>>(&any)) {
        // its rate is constant in body axes
        const Vec3<double> w = (*b)(0.0);
        const exact::ConstantRate<double> form(q0, w);
        return std::make_unique<ClosedRates>([form](double t) { return form.state_at(t); }, q0,
                                             "closed form: benchmark of TN D-5302", norm(w));
    }
    if (const auto* c = std::get_if<kinematics::Coning<double>>(&any)) {
        const exact::Coning<double> form(c->angle(), c->rate());
        return std::make_unique<ClosedRates>([form](double t) { return form.state_at(t); }, q0, "closed form: coning",
                                             2 * std::fabs(c->rate()));
    }
    if (const auto* e = std::get_if<EulerRates<double>>(&any)) {
        const EulerRates<double> form = *e;
        return std::make_unique<ClosedRates>(
            [form](double t) {
                return exact::State<double>{form.attitude(t), form(t)};
            },
            q0, "closed form: given Euler angles", norm(form(0.0)));
    }
    why = "rates of kind '" + problem.rates->kind + "' have no closed form";
    return nullptr;
}

std::unique_ptr<Truth> exact_body(const Problem& problem, std::string& why) {
    const BodyModel& body = *problem.body;
    const PrincipalFrame<double> frame(body);
    const Quaternion<double> q0 = frame.to_principal(start_quaternion(problem));
    const Vec3<double> w0 = frame.to_principal(problem.start.rate);
    const double rate = norm(w0);
    if (problem.torques.empty())
        return std::make_unique<ClosedBody<exact::FreeBody<double>>>(exact::FreeBody<double>(frame.moments, q0, w0),
                                                                     body, "closed form: free body", rate);
    const WeightMoment weight = weight_moment(problem.torques);
    if (!weight.others.empty()) {
        why = "a body under torque '" + weight.others.front() + "' has no closed form";
        return nullptr;
    }
    const Vec3<double> moment = frame.to_principal(weight.moment);
    if (exact::LagrangeTop<double>::symmetry_axis(frame.moments, moment) < 0) {
        why =
            "a heavy body has a closed form only where two moments are equal and the weight acts on the symmetry axis";
        return nullptr;
    }
    const double I = std::min({frame.moments[0], frame.moments[1], frame.moments[2]});
    return std::make_unique<ClosedBody<exact::LagrangeTop<double>>>(
        exact::LagrangeTop<double>(frame.moments, moment, q0, w0), body, "closed form: Lagrange top",
        rate + std::sqrt(2 * norm(moment) / I));
}

// Taylor polynomials in two words, stepped forward from switch to switch.
class ReferenceSolution : public Truth {
 public:
    static constexpr int order = 24;
    static constexpr double tolerance = 1e-24;  // of each step; some thousand steps stay far below 1e-20

    ReferenceSolution(const Problem& problem, double end) : problem_(problem), end_(end) {
        switches_ = problem.dynamics() ? switching_times(problem.torques, end) : switching_times(*problem.rates, end);
        switches_.push_back(end);
        restart();
    }
    TrueState at(double t) override {
        if (t < path_->time()) restart();
        while (t > reached_ && path_->time() < end_) {
            if (reached_ > path_->time()) path_->advance();
            if (path_->time() >= switches_[next_] && next_ + 1 < switches_.size()) enter(++next_);
            reached_ = path_->expand(switches_[next_]);
            if (!path_->finite()) break;
        }
        Quaternion<exact::Two> q;
        Vec3<exact::Two> w;
        path_->at(t, q, w);
        if (!problem_.dynamics()) w = path_->given_rate(t);
        return {plain(q), plain(w)};
    }
    std::string description() const override { return "reference: Taylor series of order 24 in two words (32 digits)"; }
    bool closed_form() const override { return false; }
    double error_bound(double t) const override {
        // 1e-24 a step, carried along and amplified in proportion to time as in a regular motion; then rounded to
        // double
        return 1e-20 * (1 + t / std::max(end_, 1e-300)) + 2.2e-16;
    }

 private:
    void restart() {
        TaylorPath<exact::Two>::Care care;
        care.project = problem_.torques.empty();
        path_.emplace(problem_, order, tolerance, 0.0, care);
        const Quaternion<double> q = start_quaternion(problem_);
        path_->start({exact::Two(q.w), exact::Two(q.x), exact::Two(q.y), exact::Two(q.z)},
                     {exact::Two(problem_.start.rate[0]), exact::Two(problem_.start.rate[1]),
                      exact::Two(problem_.start.rate[2])});
        next_ = 0;
        enter(0);
        reached_ = path_->expand(switches_[0]);
    }
    void enter(std::size_t i) { path_->segment(i == 0 ? 0 : switches_[i - 1], switches_[i]); }

    const Problem problem_;
    double end_;
    std::vector<double> switches_;
    std::size_t next_ = 0;
    std::optional<TaylorPath<exact::Two>> path_;
    double reached_ = 0;
};

// Readings are of a motion: where it is known, that motion is the truth.
std::optional<Problem> measured_motion(const Problem& problem) {
    if (!problem.rates || !problem.rates->measured) return {};
    Problem motion = problem;
    motion.rates = *problem.rates->measured;
    return motion;
}

}  // namespace

std::unique_ptr<Truth> exact_truth(const Problem& problem, std::string& why) {
    if (const auto motion = measured_motion(problem)) return exact_truth(*motion, why);
    return problem.dynamics() ? exact_body(problem, why) : exact_rates(problem, why);
}

std::unique_ptr<Truth> reference_truth(const Problem& problem, double end, std::string& why) {
    if (const auto motion = measured_motion(problem)) return reference_truth(*motion, end, why);
    why = no_taylor_series(problem);
    if (!why.empty()) return nullptr;
    return std::make_unique<ReferenceSolution>(problem, end);
}

std::unique_ptr<Truth> truth_for(const Problem& problem, double end, std::string& why) {
    if (auto exact = exact_truth(problem, why)) return exact;
    return reference_truth(problem, end, why);
}

}  // namespace polhode
