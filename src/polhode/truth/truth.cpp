#include "polhode/truth/truth.hpp"

#include <cmath>

#include "polhode/base/stop_question.hpp"
#include "polhode/closed_form/top_analysis.hpp"
#include "polhode/exact/free_body.hpp"
#include "polhode/exact/kinematic.hpp"
#include "polhode/exact/lagrange_top.hpp"
#include "polhode/inside/gyrostat_form.hpp"
#include "polhode/inside/inside_path.hpp"
#include "polhode/problem/samples/model_values.hpp"
#include "polhode/truth/inside_truth.hpp"
#include "polhode/truth/taylor_path.hpp"

namespace polhode {

namespace {

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

// A body with rotors, whose axes are principal.
class ClosedGyrostat : public Truth {
 public:
    explicit ClosedGyrostat(GyrostatForm form) : form_(std::move(form)) {}
    TrueState at(double t) override {
        require_reach(form_.is_within_reach(t), t, description());
        const auto s = form_.state_at(t);
        return {s.q_NB, s.w_NB_B};
    }
    std::string description() const override { return "closed form: gyrostat"; }
    bool closed_form() const override { return true; }
    double error_bound(double t) const override { return rounding_bound(4 * form_.rate() * t); }

 private:
    GyrostatForm form_;
};

std::unique_ptr<Truth> exact_gyrostat(const Problem& problem, std::string& why) {
    auto form = GyrostatForm::of(problem, why);
    if (!form) return nullptr;
    return std::make_unique<ClosedGyrostat>(std::move(*form));
}

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

// A chain of Taylor polynomials from switch to switch, asked in ascending order.
template <class T>
class SteppedPath {
 public:
    SteppedPath(const Problem& problem, double end, const std::vector<double>& segment_ends, int order,
                double tolerance, double largest_step)
        : problem_(problem), end_(end), segment_ends_(segment_ends), order_(order), tolerance_(tolerance) {
        options_.project = problem_.torques.empty();
        options_.largest_step = largest_step;
        restart();
    }
    // State at t, in double and before it is rounded to that.
    template <class StepTaken>
    TrueState at(double t, const StepTaken& step_taken) {
        if (t < path_->time()) restart();
        while (t > reached_ && path_->time() < end_) {
            if (reached_ > path_->time()) path_->advance();
            if (path_->time() >= segment_ends_[next_] && next_ + 1 < segment_ends_.size()) enter(++next_);
            reached_ = path_->expand(segment_ends_[next_]);
            if (!path_->finite() || !(reached_ > path_->time())) break;
            step_taken(reached_);
        }
        Quaternion<T> q;
        Vec3<T> w;
        path_->at(t, q, w);
        if (!problem_.dynamics()) w = path_->given_rate(t);
        return {plain(q), plain(w)};
    }
    std::string caveat() const { return path_->caveat(); }

 private:
    void restart() {
        path_.emplace(problem_, end_, order_, tolerance_, 0.0, options_);
        const Quaternion<double> q = start_quaternion(problem_);
        path_->start({T(q.w), T(q.x), T(q.y), T(q.z)},
                     {T(problem_.start.rate[0]), T(problem_.start.rate[1]), T(problem_.start.rate[2])});
        next_ = 0;
        enter(0);
        reached_ = path_->expand(segment_ends_[0]);
    }
    void enter(std::size_t i) { path_->segment(i == 0 ? 0 : segment_ends_[i - 1], segment_ends_[i]); }

    const Problem& problem_;
    double end_;
    const std::vector<double>& segment_ends_;
    int order_;
    double tolerance_;
    typename TaylorPath<T>::Options options_;
    std::size_t next_ = 0;
    std::optional<TaylorPath<T>> path_;
    double reached_ = 0;
};

// Rows of cubic tables, where the third derivative jumps: the reference is cut there as at switches.
void add_cubic_rows(const Problem& problem, double end, std::vector<double>& times) {
    const auto add = [&](const SampledHistory& h) {
        if (!h.cubic()) return;
        for (long i = 0; i < static_cast<long>(h.rows()); ++i)
            if (h.knot(i) > 0 && h.knot(i) < end) times.push_back(h.knot(i));
    };
    for (const TorqueModel& m : problem.torques)
        if (const auto table = facts_of(m).table) add(*table);
    if (problem.rates)
        if (const auto table = facts_of(*problem.rates).table) add(*table);
    tidy_switching_times(times, end);
}

// The reference: Taylor polynomials in two words, beside coarser ones that show how errors grow along this motion.
//
// A step of the reference is wrong by some 1e-22 (1e-24 where no formula is bounded by intervals), one of the double
// path beside it by some 1e-16; both are carried along and amplified alike, so that the distance of the two, divided by
// the ratio of their steps' errors, is what the reference is off by. Where a chaotic motion has driven the double path
// away altogether, a second path in two words with steps of 1e-20 takes its place.
class ReferenceSolution : public Truth {
 public:
    static constexpr int order = 24;
    static constexpr double tolerance = 1e-24;

    ReferenceSolution(const Problem& problem, double end, double largest_step)
        : problem_(problem),
          end_(end),
          largest_step_(largest_step),
          segment_ends_(ends(problem, end)),
          path_(problem_, end, segment_ends_, order, tolerance, largest_step),
          beside_(problem_, end, segment_ends_, 20, 1e-16, largest_step) {}

    TrueState at(double t) override {
        const auto taken = [this](double reached) { step_made(reached); };
        const TrueState s = path_.at(t, taken);
        if (!closer_) {
            apart_ = std::max(apart_, distance(s, beside_.at(t, taken)));
            if (apart_ <= far) return s;
            closer_.emplace(problem_, end_, segment_ends_, 20, 1e-20, largest_step_);
        }
        closer_apart_ = std::max(closer_apart_, distance(s, closer_->at(t, taken)));
        return s;
    }
    std::string description() const override { return "reference: Taylor series of order 24 in two words (32 digits)"; }
    bool closed_form() const override { return false; }
    double error_bound(double) const override {
        constexpr double rounding = 2.2e-16;
        if (!closer_) return 1e-6 * apart_ + rounding;
        return closer_apart_ <= far ? 1e-2 * closer_apart_ + rounding : closer_apart_;
    }
    std::string caveat() const override {
        if (closer_ && closer_apart_ > far)
            return "the motion amplifies errors beyond the digits of the reference: it is not known where the body "
                   "points at the end";
        return path_.caveat();
    }

 private:
    // beyond this a distance no longer grows in proportion to its cause
    static constexpr double far = 1e-4;

    static double distance(const TrueState& a, const TrueState& b) {
        const double d = angle_between(a.q_NB, b.q_NB);
        return is_finite(d) ? d : pi<double>();
    }
    static std::vector<double> ends(const Problem& problem, double end) {
        std::vector<double> times = switching_times(problem, end);
        add_cubic_rows(problem, end, times);
        times.push_back(end);
        return times;
    }

    const Problem problem_;
    double end_, largest_step_;
    std::vector<double> segment_ends_;
    SteppedPath<exact::Two> path_;
    SteppedPath<double> beside_;
    std::optional<SteppedPath<exact::Two>> closer_;
    double apart_ = 0, closer_apart_ = 0;
};

// Readings are of a motion: where it is known, that motion is the truth.
std::optional<Problem> measured_motion(const Problem& problem) {
    if (!problem.rates || !problem.rates->measured) return {};
    Problem motion = problem;
    motion.rates = *problem.rates->measured;
    return motion;
}

}  // namespace

void Truth::step_made(double t) const {
    if (step_taken)
        step_taken(t);
    else
        throw_if_stop_asked();
}

std::unique_ptr<Truth> exact_truth(const Problem& problem, std::string& why) {
    if (problem.inside) return exact_gyrostat(problem, why);
    if (const auto motion = measured_motion(problem)) return exact_truth(*motion, why);
    return problem.dynamics() ? exact_body(problem, why) : exact_rates(problem, why);
}

std::unique_ptr<Truth> reference_truth(const Problem& problem, double end, std::string& why, double largest_step) {
    if (const auto motion = measured_motion(problem)) return reference_truth(*motion, end, why, largest_step);
    why = no_taylor_series(problem, end, CubicRows::cut);
    if (!why.empty()) return nullptr;
    if (problem.inside) return inside_reference(problem, end, largest_step);
    if (const auto own = with_empty_inside(problem)) return inside_reference(*own, end, largest_step);
    return std::make_unique<ReferenceSolution>(problem, end, largest_step);
}

std::unique_ptr<Truth> truth_for(const Problem& problem, double end, std::string& why, double largest_step) {
    if (auto exact = exact_truth(problem, why)) return exact;
    return reference_truth(problem, end, why, largest_step);
}

}  // namespace polhode
