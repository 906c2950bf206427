#include "polhode/analysis/lyapunov.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/analysis/linearisation.hpp"
#include "polhode/analysis/tangent_stepper.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/base/stop_question.hpp"
#include "polhode/inside/inside_walk.hpp"

namespace polhode {

namespace {

using S = TangentNumber;

constexpr int lyapunov_parts = 20;
// In between the tangent may grow and shrink: all that is done to it is linear.
constexpr double longest = 1e60;
// What no event does to a tangent but where the motion only touches it, and where roundings are all that is left.
constexpr double grazes_at = 1e8, vanishes_at = 1e-13;

// The walk along the motion, with its tangent, and the logarithm of what that has grown by.
class TangentMotion {
 public:
    TangentMotion(const Problem& problem, double duration, const LyapunovSettings& settings) : problem_(problem) {
        const InsideNumbers<double> numbers(problem);
        const StateVector<double> y = numbers.start(normalise(start_quaternion(problem)), problem.start.rate);
        // what momenta are compared with: that of the start, or of a thousand turns in the run
        const Mat3<double>& I = problem.body->inertia;
        const double moment = (I(0, 0) + I(1, 1) + I(2, 2)) / 3;
        double momentum = norm(numbers.momentum(y));
        if (!(momentum > 0)) momentum = moment * 1e3 / duration;
        auto stepper = std::make_unique<TangentStepper>(problem, settings.tolerance, momentum);
        stepper_ = stepper.get();
        walk_.emplace(problem, duration, std::move(stepper));
        StateVector<S> start = walk_->start();
        for (int i = 0; i < 4; ++i) start[i] = S(y[i]);
        const Quaternion<double> p =
            numbers.attitude(y) *
            Quaternion<double>{0, settings.turn[0] / 2, settings.turn[1] / 2, settings.turn[2] / 2};
        const Vec3<double> dH = (momentum / moment) * (I * settings.rate);
        for (int i = 0; i < 4; ++i) start[i].grow(1) = p.params()[i];
        for (int i = 0; i < 3; ++i) start[4 + i].grow(1) = dH[i];
        for (int i = 7; i < y.length; ++i) start[i].grow(1) = 0.3 * stepper_->unit_of(i);
        walk_->begin(start);
        divide_tangent(0);
        divided_ = 0;
    }

    // The next stretch, with what happens at its end; false at the end of the motion. Rows of the way are asked for
    // before `take_events`.
    bool next() {
        if (!walk_->next()) return false;
        if (++stretches_ % 64 == 0) throw_if_stop_asked();
        return true;
    }
    double to() const { return walk_->to().c[0]; }
    // The logarithm of growth up to `t`, in the last stretch.
    double growth(double t) { return divided_ + std::log(stepper_->length(walk_->at(S(t)))); }
    double growth() const { return divided_ + std::log(stepper_->length(walk_->state())); }
    // What ended the motion; empty where it goes on.
    std::string take_events() {
        std::string ending;
        if (walk_->happens()) ending = what_happens();
        const double length = stepper_->length(walk_->state());
        if (ending.empty() && (length > longest || length < 1 / longest)) divide_tangent(to());
        return ending;
    }
    long steps() const { return stepper_->steps(); }

 private:
    std::string what_happens() {
        const double before = stepper_->length(walk_->at(S(to())));
        const Happened& happened = walk_->take_events();
        if (!happened.ending.empty()) return happened.ending;
        if (happened.stop)
            return "the event '" + problem_.inside->events[static_cast<std::size_t>(happened.events.back())].name +
                   "' stops it";
        const double grown = stepper_->length(walk_->state()) / before;
        if (!(grown < grazes_at))
            throw ComputationFailed(to(), walk_->watch().crossed() +
                                              " is only grazed there, and neighbours part at once, " +
                                              readable(grown, 2) + "-fold");
        if (grown < vanishes_at)
            throw ComputationFailed(to(), walk_->watch().crossed() +
                                              " makes one motion of all neighbours there: they come together at once");
        return "";
    }
    void divide_tangent(double t) {
        const double length = stepper_->length(walk_->state());
        if (!(length > 0)) throw ComputationFailed(t, "all neighbours have come to the same motion");
        walk_->divide_tangent(length);
        divided_ += std::log(length);
    }

    const Problem& problem_;
    TangentStepper* stepper_ = nullptr;  // of the walk
    std::optional<InsideWalk<S>> walk_;
    double divided_ = 0;
    long stretches_ = 0;
};

LyapunovExponent exponent_over(const Problem& problem, double duration, const LyapunovSettings& settings) {
    const inside::OrderFor<S> order(1);
    TangentMotion motion(problem, duration, settings);
    LyapunovExponent result;
    result.duration = duration;
    const double part = duration / lyapunov_parts;
    double before = 0, sum = 0;
    while (result.parts.size() < lyapunov_parts && motion.next()) {
        const auto goal = [&] {
            const std::size_t next = result.parts.size() + 1;
            return next == lyapunov_parts ? duration : part * static_cast<double>(next);
        };
        for (; goal() < motion.to();) {
            const double now = motion.growth(goal());
            result.parts.push_back((now - before) / part);
            before = now;
        }
        result.ending = motion.take_events();
        if (!(goal() <= motion.to())) {
            if (result.ending.empty()) continue;
            result.duration = motion.to();
            return result;
        }
        result.parts.push_back((motion.growth() - before) / part);
        before = motion.growth();
    }
    result.ending.clear();
    for (const double one : result.parts) sum += one;
    result.exponent = sum / lyapunov_parts;
    double spread = 0;
    for (const double one : result.parts) spread += (one - result.exponent) * (one - result.exponent);
    result.error = 2 * std::sqrt(spread / (lyapunov_parts - 1.0) / lyapunov_parts);
    result.steps = motion.steps();
    return result;
}

// Whether a formula jumps, not only bends, where the state says so.
bool jumps(const Expression& formula) {
    if (!corners_of(formula).of_state) return false;
    const auto& tape = formula.tape();
    return std::any_of(tape.begin(), tape.end(), [](const Expression::Instruction& i) {
        using Op = Expression::Op;
        return Expression::compares(i.op) || i.op == Op::choose || i.op == Op::sign || i.op == Op::floor;
    });
}

// What jumps from sample to sample, or in what an event sets: neighbours on the same side see nothing of it.
std::string unseen_jumps(const Inside& inside) {
    for (const Controller& c : inside.controllers)
        for (const auto* all : {&c.measured, &c.memory, &c.outputs})
            for (const Controller::Number& n : *all)
                if (n.quantum > 0 || jumps(n.value))
                    return "numbers of the controller '" + c.name + "' jump from sample to sample";
    for (const Event& e : inside.events) {
        bool any = false;
        for (const auto* all : {&e.sets, &e.speeds})
            for (const auto& set : *all) any |= jumps(set.second);
        if (e.impulse)
            for (const Expression& one : *e.impulse) any |= jumps(one);
        if (any) return "what the event '" + e.name + "' sets may jump";
    }
    return "";
}

// Formulas that the state gives corners are watched as those of the inside are, and are moved there: the names that
// they use are the first there.
Problem with_watched_formulas(Problem problem) {
    auto inside = std::make_shared<Inside>(*problem.inside);
    const auto watched = [&](const TorqueModel& m) {
        const auto* t = std::get_if<FormulaTorque<double>>(&m.torque);
        if (!t || !t->formulas().corners().of_state) return false;
        inside->torques.push_back(
            {std::make_shared<const std::array<Expression, 3>>(t->formulas().all()), t->frame(), false});
        return true;
    };
    std::erase_if(problem.torques, watched);
    problem.inside = inside;
    return problem;
}

}  // namespace

std::string no_lyapunov_exponent(const Problem& problem) {
    if (!problem.dynamics()) return "the rate is given, so that neighbouring motions stay as far apart as they are";
    for (const TorqueModel& m : problem.torques) {
        const TorqueFacts facts = facts_of(m);
        if (facts.only_called) return "a torque is known only as a function to call, without its derivative";
        if (facts.formulas && facts.formulas->corners().of_state && !std::get_if<FormulaTorque<double>>(&m.torque))
            return "a formula of the torque '" + m.kind + "' has corners where the state says so";
    }
    if (problem.inside && 2 * InsideLayout(*problem.inside).length > longest_state)
        return "the state has more than " + std::to_string(longest_state / 2) + " numbers";
    return "";
}

LyapunovExponent lyapunov_exponent(const Problem& problem, double duration, const LyapunovSettings& settings) {
    const Problem whole = with_watched_formulas(with_an_inside(problem));
    LyapunovExponent result = exponent_over(whole, duration, settings);
    if (!result.ending.empty()) {
        // it ends before: once more, in equal parts of the time that there is
        const std::string ending = result.ending;
        if (!(result.duration > 0)) throw ComputationFailed(0, ending + " at the start");
        result = exponent_over(whole, result.duration, settings);
        result.ending = ending;
    }
    result.unseen = unseen_jumps(*whole.inside);
    return result;
}

}  // namespace polhode
