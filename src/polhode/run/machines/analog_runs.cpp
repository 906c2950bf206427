#include "polhode/run/machines/analog_runs.hpp"

#include <fmt/format.h>

#include <cmath>

#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/run/fixed_grid.hpp"
#include "polhode/run/machines/analog_rows.hpp"

namespace polhode {

namespace {

bool is_cosine_attitude(const std::string& attitude) { return attitude == "dcm-two-vector"; }

class Motion {
 public:
    Motion(const Problem& problem, const Method& method, const AnalogSettings& settings, RowEmitter& rows)
        : plan_(settings),
          rows_(rows),
          rates_(*problem.rates),
          machine_(plan_.circuit),
          start_(analog_start(problem, method, settings.scaling)),
          reader_(plan_, problem, start_) {
        knots_.resize(static_cast<std::size_t>(plan_.knots_per_machine()));
        fill_machine(machine_, 0, plan_, settings.seed, knots_.data());
        start_machine(machine_, 0, start_);
    }

    void segment(double begin, double end) { rates_.segment(begin, end); }
    void restart() {}
    void piece(double t, double h, bool) {
        const auto at = [&](double time) { return plan_.inputs(rates_(time)); };
        machine_.step(h, at(t), at(t + 0.5 * h), at(t + h));
        evaluations_ += 4;
        now_ = t + h;
    }
    void settle(double t) {
        for (int i = 0; i < machine_.states(); ++i)
            if (!is_finite(machine_.state[i][0]))
                throw ComputationFailed(t,
                                        "a voltage is no longer finite; the step is too large for the gains or "
                                        "the lag of the machine");
        machine_.read_out(plan_.inputs(rates_(now_)));
        ++evaluations_;
        watch_for_overload();
    }

    void emit(double t) {
        if (t == 0) {
            machine_.read_out(plan_.inputs(rates_(0)));
            watch_for_overload();
        }
        rows_.statistics().evaluations = evaluations_;
        rows_.emit(reader_.row(machine_, 0, t, rates_(t), state_));
    }

    // "PHI reached 132 V at t = 0 s (largest 140 V); ..." or ""
    std::string overload_note() const {
        if (overloads_.empty()) return "";
        std::string text = "overload:";
        for (const Overload& o : overloads_)
            text +=
                fmt::format("{} {} beyond 100 V from t = {:.6g} s, largest {:.4g} V", &o == &overloads_[0] ? "" : ";",
                            plan_.netlist.elements[static_cast<std::size_t>(o.element)].name, o.since, o.largest);
        return text + (plan_.settings.overload == AnalogSettings::Overload::clip
                           ? " (correction signals were held at 100 V)"
                           : " (computed as if the machine were linear)");
    }

 private:
    struct Overload {
        int element;
        double since, largest;
    };

    // Every amplifier but the summers ahead of the integrators, whose gain can be shared with the integrator. An
    // inverter is overloaded with what it inverts.
    void watch_for_overload() {
        const double limit = analog::full_scale_volts;
        for (int k = 0; k < plan_.circuit.signals; ++k) {
            // at the limit itself, reached by clipping or by a full-scale input, nothing is wrong yet
            const double v = std::fabs(machine_.volts[k][0]);
            const AnalogElement& e = plan_.netlist.elements[static_cast<std::size_t>(k)];
            const bool clipped = plan_.circuit.amplifiers > 0 && plan_.settings.scaling.clip_error_signals &&
                                 e.role == AnalogRole::error_signal;
            if (clipped ? v < limit : !(v > limit * (1 + 1e-9))) continue;
            if (e.role == AnalogRole::rate_sum || e.role == AnalogRole::inversion || e.kind == AnalogKind::channel)
                continue;
            if (plan_.settings.overload == AnalogSettings::Overload::fail)
                throw ComputationFailed(
                    now_, fmt::format("overload: {} ({}) is at {:.4g} V, full scale is 100 V", e.name, e.signal, v));
            Overload* found = nullptr;
            for (Overload& o : overloads_)
                if (o.element == k) found = &o;
            if (found)
                found->largest = std::max(found->largest, v);
            else
                overloads_.push_back({k, now_, v});
        }
    }

    AnalogPlan plan_;
    RowEmitter& rows_;
    RatesFunction<double> rates_;
    analog::Machine<double, 1> machine_;
    std::vector<double> start_, knots_, state_;
    AnalogRows reader_;
    std::vector<Overload> overloads_;
    double now_ = 0;
    long evaluations_ = 0;
};

}  // namespace

AnalogSettings analog_settings_of(const Problem& problem, const Method& method) {
    const auto refuse = [&](const char* key, const std::string& why) {
        throw InputError(method.at(key), std::string("the analog computer ") + why);
    };
    if (method.attitude != "quaternion" && !is_cosine_attitude(method.attitude))
        refuse("attitude", "has circuits for \"quaternion\" and \"dcm-two-vector\", not for '" + method.attitude + "'");
    if (!problem.rates)
        refuse("arithmetic",
               "turns given rates into an attitude; it has no circuit for a body under torques: give [rates]");
    if (method.integrator != "rk4")
        refuse("integrator",
               "is emulated with integrator = \"rk4\" (step = 0.1 is ample), not with '" + method.integrator + "'");
    const bool cosines = is_cosine_attitude(method.attitude);
    if (method.constraint != "none" && !(cosines && method.constraint == "two-vector"))
        refuse("constraint", cosines ? "corrects by its own circuits: leave constraint out and set k1 and k2"
                                     : "corrects by its own circuit: leave constraint out and set K");
    AnalogSettings s = analog_settings(method.arithmetic_values,
                                       cosines ? AnalogCircuit::direction_cosines : AnalogCircuit::quaternion);
    if (method.constraint == "two-vector") {
        if (method.constraint_values.has("k1")) s.scaling.k1 = method.constraint_values.number("k1");
        if (method.constraint_values.has("k2")) s.scaling.k2 = method.constraint_values.number("k2");
    }
    // the real axis of the classical Runge-Kutta method is stable up to 2.785 (Hairer and Wanner, IV.2)
    if (s.lag > 0 && method.step && *method.step > 2.78 * s.lag)
        refuse("step", fmt::format("with a lag of {:g} s needs a step below {:.3g} s", s.lag, 2.78 * s.lag));
    return s;
}

std::vector<std::string> analog_columns(const Problem& problem, const Method& method) {
    return AnalogRows::columns(
        is_cosine_attitude(method.attitude) ? AnalogCircuit::direction_cosines : AnalogCircuit::quaternion, problem);
}

// The machine's own numbers are taken as they are given; any other attitude is converted once.
std::vector<double> analog_start(const Problem& problem, const Method& method, const AnalogScaling& scaling) {
    const StartAttitude& a = problem.start.attitude;
    if (is_cosine_attitude(method.attitude) && is_cosine_attitude(a.representation)) {
        std::vector<double> volts = a.params;  // i and j, in the order of the integrators
        for (double& v : volts) v *= scaling.volts_per_unit;
        return volts;
    }
    if (a.representation == "dcm") {
        Mat3<double> R_NB;
        for (int i = 0; i < 9; ++i) R_NB(i / 3, i % 3) = a.params[static_cast<std::size_t>(i)];
        return analog_start(scaling, R_NB);
    }
    return analog_start(scaling, attitude_to_quaternion(a.representation, a.params));
}

namespace {

void run_analog(const RunJob& job) {
    RowEmitter rows(job.span, job.observer, job.statistics);
    Motion motion(job.problem, job.method, analog_settings_of(job.problem, job.method), rows);
    // what was overloaded is said of runs that break down as well
    struct Note {
        const Motion& motion;
        Statistics& statistics;
        ~Note() {
            if (const std::string note = motion.overload_note(); !note.empty()) statistics.notes.push_back(note);
        }
    } note{motion, job.statistics};
    run_on_grid(motion, switching_times(*job.problem.rates, job.span.duration), job.resolved, rows);
}

}  // namespace

ArithmeticKind analog_kind() {
    return {.entry = {"arithmetic", analog_arithmetic,
                      "Robinson's analog computer, emulated: quaternion or dcm-two-vector under given rates, with rk4",
                      analog_parameters(), "", "Robinson, WADC TR 58-17, 1958, eqs. 82, 92, 108, 111, appendix C"},
            .floating = false,
            .check_first = [](const Problem& problem, const Method& method) { analog_settings_of(problem, method); },
            .run = run_analog,
            .columns = analog_columns};
}

}  // namespace polhode
