#include "polhode/live/live_body.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/run/row_maker.hpp"

namespace polhode {

namespace {

constexpr double as_long_as_one_likes = 1e5;  // s, more than a day

Problem pushed(const Problem& problem, const std::shared_ptr<const HeldStimulus>& held) {
    Problem p = problem;
    if (p.dynamics()) {
        p.torques.push_back({"stimulus", external_torque(HeldTorque<double>(held, torque::Frame::body))});
        p.torques.push_back({"stimulus", external_torque(HeldTorque<double>(held, torque::Frame::world))});
    } else {
        p.rates->rates = external_rates(HeldRates<double>(held));
    }
    return p;
}

// No shorter step at the end: it would be made behind the last gate.
double in_whole_steps(double duration, double step) {
    const double ratio = duration / step, whole = std::round(ratio);
    if (whole >= 1 && std::fabs(ratio - whole) <= std::min(1e-3, 1e-9 * whole)) return duration;
    return std::max(1.0, std::floor(ratio)) * step;
}

// How many steps of another method make one of the first.
long steps_in_one(const Plan& first, const Plan& other) {
    const double ratio = first.resolved().step / other.resolved().step, whole = std::round(ratio);
    if (!(whole >= 1) || std::fabs(ratio - whole) > 1e-9 * whole)
        throw InputError(other.method().at("step"),
                         fmt::format("a live run steps all methods together: {:g} s does not fit into {:g} s, the step "
                                     "of '{}', a whole number of times",
                                     other.resolved().step, first.resolved().step, first.method().name));
    return static_cast<long>(whole);
}

void put_row(const Row& row, std::array<double, 4>& q, std::array<double, 3>& w) {
    q = {row.q_NB.w, row.q_NB.x, row.q_NB.y, row.q_NB.z};
    w = {row.w_NB_B[0], row.w_NB_B[1], row.w_NB_B[2]};
}

}  // namespace

LiveBody::LiveBody(const Scenario& scenario, double duration, Stimuli stimuli) {
    if (scenario.methods.size() > 1 + LiveFrame::most_companions)
        throw InputError(scenario.methods[1 + LiveFrame::most_companions].place,
                         fmt::format("a live run has at most {} methods", 1 + LiveFrame::most_companions));
    for (const Plan& plan : scenario.plans)
        if (const std::string why = why_not_stepped(plan); !why.empty())
            throw InputError(plan.method().at("integrator"), why);
    if (stimuli == Stimuli::none || !scenario.inputs.empty()) {
        prepare_with(scenario, duration, stimuli);
    } else {
        try {
            prepare_with(scenario, duration, stimuli);
        } catch (const InputError&) {
            // a method that no torque may act on (fixed point) still runs, by itself
            prepare_with(scenario, duration, Stimuli::none);
        }
    }
    begin();
}

void LiveBody::prepare_with(const Scenario& scenario, double duration, Stimuli stimuli) {
    if (stimuli == Stimuli::none) return prepare_with(scenario, duration, stimuli, Settable::none);
    for (const Settable settable : {Settable::all, Settable::laws}) try {
            return prepare_with(scenario, duration, stimuli, settable);
        } catch (const InputError&) {  // NOLINT(bugprone-empty-catch): fewer of them can be set then
        }
    prepare_with(scenario, duration, stimuli, Settable::none);
}

void LiveBody::make_settable(Problem& problem, Settable settable) {
    given_ = problem.torques;
    settable_.assign(given_.size(), nullptr);
    if (settable == Settable::none) return;
    for (std::size_t i = 0; i < given_.size(); ++i) {
        const TorqueFacts facts = facts_of(given_[i]);
        const bool stays = facts.table || (facts.only_called && !facts.formulas) || is_switched(given_[i]) ||
                           (problem.inside && fixed_by_inside(given_[i]));
        if (stays || (settable == Settable::laws && facts.formulas)) continue;
        settable_[i] = std::make_shared<TorqueChanges>();
        settable_[i]->all.push_back({0, given_[i].torque});
        problem.torques[i].torque = switched_torque(settable_[i]);
    }
}

void LiveBody::set(const LiveSet& values) {
    for (const ChangedTorque& one : values.torques) {
        TorqueChanges& of = *settable_[one.place];
        of.all.front().torque = one.torque.torque;
        ++of.version;
    }
    set_ = true;
}

void LiveBody::prepare_with(const Scenario& scenario, double duration, Stimuli stimuli, Settable settable) {
    Problem problem = scenario.problem;
    takes_torque_ = takes_rate_ = false;
    if (problem.dynamics()) make_settable(problem, settable);
    if (stimuli == Stimuli::taken) {
        takes_torque_ = problem.dynamics();
        const auto* constant =
            problem.rates ? std::get_if<kinematics::Constant<double>>(&problem.rates->rates) : nullptr;
        takes_rate_ = constant != nullptr;
        if (constant) at_rest_.rate_B = constant->value;
        *held_ = at_rest_;
        if (takes_torque_ || takes_rate_) problem = pushed(problem, held_);
    }
    RunSpan span = scenario.run;
    if (span.sample == 0) span.sample = scenario.plans.front().span().sample;
    const double own = span.duration;
    const double h = scenario.plans.front().resolved().step;
    span.duration = in_whole_steps(duration > 0 ? duration : as_long_as_one_likes, h);
    if (span.sample > span.duration) span.sample = span.duration;
    try {
        plans_ = prepare_all(problem, scenario.methods, span);
        switching_times(problem, span.duration);
    } catch (const InputError&) {
        if (duration > 0) throw;
        span.duration = in_whole_steps(own, h);
        plans_ = prepare_all(problem, scenario.methods, span);
    }
    steps_in_one_.clear();
    for (const Plan& plan : plans_) {
        if (const std::string why = why_not_stepped(plan); !why.empty())
            throw InputError(plan.method().at("integrator"), why);
        steps_in_one_.push_back(steps_in_one(plans_.front(), plan));
    }
    const ResolvedMethod& m = plans_.front().resolved();
    step_ = m.step;
    sample_ = plans_.front().span().sample;
    last_step_ = static_cast<std::uint64_t>(m.steps);
}

void LiveBody::begin() {
    runs_.clear();
    *held_ = at_rest_;
    steps_ = 0;
    set_ = false;
    for (std::size_t i = 0; i < settable_.size(); ++i)
        if (settable_[i]) {
            settable_[i]->all.front().torque = given_[i].torque;
            ++settable_[i]->version;
        }
    for (std::size_t i = 0; i < plans_.size(); ++i)
        runs_.push_back(std::make_unique<SteppedRun>(plans_[i], [this, i](const Row& row) {
            if (sink_) sink_(i, row);
        }));
    // as the body stands before anything was computed
    const Problem& problem = plans_.front().problem();
    RowMaker maker(problem);
    Row row;
    row.q_NB = maker.start();
    row.w_NB_B = problem.dynamics() ? problem.start.rate : RatesFunction<double>(*problem.rates)(0.0);
    maker.fill(row);
    start_ = {};
    put_row(row, start_.q_NB, start_.w_NB_B);
    start_.energy = problem.dynamics() ? row.energy : std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < 3; ++i)
        start_.L_N[i] = problem.dynamics() ? row.L_N[static_cast<int>(i)] : std::numeric_limits<double>::quiet_NaN();
}

double LiveBody::time_of(std::uint64_t n) const { return time_of(0, n); }

double LiveBody::time_of(std::size_t method, std::uint64_t n) const {
    if (n == last_step_) return plans_.front().span().duration;
    const ResolvedMethod& m = plans_[method].resolved();
    const auto per_row = static_cast<std::uint64_t>(m.steps_per_sample);
    const std::uint64_t own = n * static_cast<std::uint64_t>(steps_in_one_[method]);
    return own % per_row == 0 ? static_cast<double>(own / per_row) * sample_ : static_cast<double>(own) * m.step;
}

std::size_t LiveBody::timed_run() const {
    std::size_t i = 0;
    while (i < plans_.size() && !ends_where_it_switches(plans_[i])) ++i;
    return i;
}

double LiveBody::time() const {
    const std::size_t i = timed_run();
    if (i == runs_.size()) return time_of(steps_);
    return runs_[i]->time_before(static_cast<long>(steps_) * steps_in_one_[i]).value_or(time_of(steps_));
}

bool LiveBody::may_end_here() const {
    const auto per_row = static_cast<std::uint64_t>(plans_.front().resolved().steps_per_sample);
    if (steps_ % per_row != 0 && runs_.size() == 1) return true;
    const double end = time();
    for (std::size_t i = 0; i < runs_.size(); ++i)
        if (end != time_of(i, steps_)) return false;
    return true;
}

std::string LiveBody::why_not_recorded() const {
    const std::size_t timed = timed_run();
    if (timed == plans_.size()) return "";
    for (std::size_t i = 0; i < plans_.size(); ++i) {
        int halvings = 0;
        if (std::frexp(static_cast<double>(steps_in_one_[i]), &halvings) == 0.5 &&
            plans_[i].resolved().step * static_cast<double>(steps_in_one_[i]) == step_)
            continue;
        return fmt::format(
            "a step of {:g} s beside one of {:g} s: steps of '{}' end where something switches, to the last bit, and "
            "n h has the same bits for both only where one is a half, a quarter, ... of the other",
            plans_[i].resolved().step, step_, plans_[timed].method().name);
    }
    return "";
}

bool LiveBody::step(const HeldStimulus& stimulus, bool look) {
    const bool changed = std::exchange(set_, false) || !(stimulus == *held_);
    if (changed) *held_ = stimulus;
    const bool made = runs_.front()->step(changed, look);
    // where the first breaks down the others end after the same step, as a run of the record has them
    if (!made && failure().empty()) return false;
    for (std::size_t i = 1; i < runs_.size(); ++i)
        for (long k = 0; k < steps_in_one_[i]; ++k)
            if (!runs_[i]->step(changed && k == 0, look && k + 1 == steps_in_one_[i])) break;
    if (made) ++steps_;
    return made;
}

void LiveBody::fill(LiveFrame& frame) const {
    frame.step = steps_;
    frame.t = static_cast<double>(steps_) * step_;
    frame.companions = runs_.size() - 1;
    const bool dynamics = plans_.front().problem().dynamics();
    if (steps_ == 0) {
        frame.q_NB = start_.q_NB;
        frame.w_NB_B = start_.w_NB_B;
        frame.energy = start_.energy;
        frame.L_N = start_.L_N;
    } else {
        const Row& row = runs_.front()->seen();
        put_row(row, frame.q_NB, frame.w_NB_B);
        if (dynamics) {
            frame.energy = row.energy;
            frame.L_N = {row.L_N[0], row.L_N[1], row.L_N[2]};
        } else {
            frame.energy = start_.energy;
            frame.L_N = start_.L_N;
        }
    }
    const Quaternion<double> first{frame.q_NB[0], frame.q_NB[1], frame.q_NB[2], frame.q_NB[3]};
    for (std::size_t i = 1; i < runs_.size(); ++i) {
        LiveCompanion& c = frame.companion[i - 1];
        c.failed = !runs_[i]->failure().empty();
        // one that failed before anybody looked stands where it began
        if (steps_ == 0 || (c.failed && runs_[i]->seen().t == 0)) {
            c.q_NB = start_.q_NB;
            c.w_NB_B = start_.w_NB_B;
        } else {
            put_row(runs_[i]->seen(), c.q_NB, c.w_NB_B);
        }
        c.angle = angle_between(first, Quaternion<double>{c.q_NB[0], c.q_NB[1], c.q_NB[2], c.q_NB[3]});
    }
    // the torque of this step in body axes, one in world axes seen from the attitude after it
    const Vec3<double> turned = held_->torque_N == Vec3<double>{} ? Vec3<double>{} : to_body(first, held_->torque_N);
    for (int i = 0; i < 3; ++i) frame.torque_B[static_cast<std::size_t>(i)] = held_->torque_B[i] + turned[i];
}

void LiveBody::finish() {
    for (auto& run : runs_) run->finish();
}

void LiveBody::reset() {
    finish();
    begin();
}

std::vector<std::string> LiveBody::companion_names() const {
    std::vector<std::string> names;
    for (std::size_t i = 1; i < plans_.size(); ++i) names.push_back(plans_[i].method().name);
    return names;
}

}  // namespace polhode
