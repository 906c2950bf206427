#include "polhode/live/stepped_run.hpp"

#include <utility>

#include "polhode/arithmetic/series.hpp"
#include "polhode/run/arithmetic_kind.hpp"
#include "polhode/run/integrator_family.hpp"

namespace polhode {

namespace {

IntegratorTraits traits_of(const Plan& plan) {
    return family_of(plan.method().integrator).traits(plan.method().integrator);
}

}  // namespace

bool ends_where_it_switches(const Plan& plan) {
    if (plan.problem().inside) return true;
    return !traits_of(plan).on_grid && !arithmetic_named(plan.method().arithmetic).run;
}

std::string why_not_stepped(const Plan& plan) {
    const ResolvedMethod& m = plan.resolved();
    const Method& method = plan.method();
    const std::string own_time = "'" + method.integrator + "' goes through time in its own way";
    const std::string instead =
        "; a live run needs a fixed `step`, with rk4 or another method of `polhode list "
        "integrator` that has one";
    if (method.input != "body") return "readings are taken before a run; a live run has none yet: leave `input` out";
    if (m.stepping != ResolvedMethod::Stepping::fixed) return own_time + instead;
    // machines without floating point step on the grid, whatever the formula
    if (traits_of(plan).steps == IntegratorTraits::Steps::own && !arithmetic_named(method.arithmetic).run)
        return own_time + instead;
    if (m.dense_rows) return "rows between the steps (run.sample) are not given live; let sample be a multiple of step";
    if (m.across_rows) return "steps that go across the rows of a table look ahead; leave rows = \"across\" out";
    return "";
}

SteppedRun::SteppedRun(const Plan& plan, std::function<void(const Row&)> row)
    : plan_(plan), row_(std::move(row)), machine_(Fixed::machine), series_order_(Series<double>::order), fiber_([this] {
          run();
      }) {
    if (const std::string why = why_not_stepped(plan); !why.empty()) throw InputError(plan.method().place, why);
}

SteppedRun::~SteppedRun() {
    try {
        finish();
    } catch (...) {  // NOLINT(bugprone-empty-catch): a sink that fails now was not asked by anybody
    }
}

void SteppedRun::run() {
    RunObserver observer;
    observer.row = [this](const Row& row) {
        if (row_) row_(row);
    };
    observer.gate = this;
    try {
        if (answer_ != Answer::stop) simulate(plan_, observer, statistics_);
    } catch (const ComputationFailed& e) {
        failure_ = e.what();
        failure_time_ = e.time;
    } catch (...) {
        thrown_ = std::current_exception();
    }
}

void SteppedRun::go_on() {
    const FixedPointMachine outside = std::exchange(Fixed::machine, machine_);
    const int order_outside = std::exchange(Series<double>::order, series_order_);
    fiber_.resume();
    machine_ = std::exchange(Fixed::machine, outside);
    series_order_ = std::exchange(Series<double>::order, order_outside);
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

bool SteppedRun::step(bool stimulus, bool look) {
    if (fiber_.ended()) return false;
    answer_ = stimulus ? Answer::stimulus : Answer::go;
    look_ = look;
    if (!fiber_.begun()) go_on();  // up to the gate of step 0
    if (fiber_.ended()) return false;
    go_on();
    return !fiber_.ended() || failure_.empty();
}

void SteppedRun::finish() {
    if (fiber_.ended() || !fiber_.begun()) return;
    answer_ = Answer::stop;
    go_on();
}

StepGate::Answer SteppedRun::before_step(long n) {
    gate_ = n;
    fiber_.stand_still();
    return answer_;
}

void SteppedRun::look(const Row& row) {
    seen_ = row;
    seen_.state = {};
}

}  // namespace polhode
