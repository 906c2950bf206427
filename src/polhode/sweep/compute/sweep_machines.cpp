#include "polhode/sweep/compute/sweep_machines.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/method/resolved_method.hpp"
#include "polhode/run/machines/analog_runs.hpp"

namespace polhode {

namespace {

// Numbers of a machine that change its parts and not its circuit, with what a scenario allows of them.
struct Part {
    const char* key;
    double AnalogSettings::*number;
    bool may_be_zero, may_be_negative;
};
constexpr Part parts[] = {
    {"seed", nullptr, true, false},
    {"sigma", &AnalogSettings::sigma, true, false},
    {"servo_sigma", &AnalogSettings::servo_sigma, true, false},
    {"gain_error", &AnalogSettings::gain_error, true, true},
    {"gain_spread", &AnalogSettings::gain_spread, true, false},
    {"offset_spread", &AnalogSettings::offset_spread, true, false},
    {"inverter_gain", &AnalogSettings::inverter_gain, false, false},
    {"correction_gain", &AnalogSettings::correction_gain, false, false},
    {"output_gain", &AnalogSettings::output_gain, false, false},
};

constexpr long machine_steps_between_looks = 1024;

const Part* part_of_key(const std::string& key) {
    for (const Part& part : parts)
        for (const char* stem : {"method.", "method.arithmetic."})
            if (key == std::string(stem) + part.key) return &part;
    return nullptr;
}

}  // namespace

SweepMachines::SweepMachines(const Sweep& sweep, const AnalogSettings& settings)
    : sweep_(sweep),
      plan_(settings),
      start_(analog_start(sweep.base.problem, sweep.base.methods.front(), settings.scaling)),
      reader_(plan_, sweep.base.problem, start_) {}

std::unique_ptr<const SweepMachines> SweepMachines::make(const Sweep& sweep, std::string& why) {
    const Problem& problem = sweep.base.problem;
    const Method& method = sweep.base.methods.front();
    const auto refuse = [&](const std::string& reason) {
        why = reason;
        return nullptr;
    };
    if (method.arithmetic != analog_arithmetic) return refuse("the method is not on the analog computer");
    const auto* constant = std::get_if<kinematics::Constant<double>>(&problem.rates->rates);
    if (!constant) return refuse("analog machines go in SIMD lanes under a constant rate only");
    std::vector<Varied> varied;
    for (const SweepInput& input : sweep.inputs.inputs())
        for (std::size_t k = 0; k < input.keys.size(); ++k) {
            const std::string& key = input.keys[k];
            if (key.empty()) continue;
            const Part* part = part_of_key(key);
            const int column = input.first_column + static_cast<int>(k);
            if (!part || sweep.inputs.choices(column) || input.columns.size() != input.keys.size())
                return refuse(
                    "'" + key +
                    "' varies; analog machines in SIMD lanes differ in their seed and in how good their parts "
                    "are");
            varied.push_back(
                {static_cast<std::size_t>(column), part->number, part->may_be_zero, part->may_be_negative});
        }
    const AnalogSettings settings = analog_settings_of(problem, method);
    if (settings.overload == AnalogSettings::Overload::fail)
        return refuse("overload = \"fail\" is watched machine by machine");

    std::unique_ptr<SweepMachines> m(new SweepMachines(sweep, settings));
    m->rate_ = (*constant)(0.0);
    m->varied_ = varied;
    for (const SweepOutcome& o : sweep.outcomes) m->measures_ = m->measures_ || o.take == SweepOutcome::Take::measure;
    m->all_rows_ = SweepObserver(sweep).needs_rows();
    RunSpan span = sweep.base.run;
    if (!m->all_rows_) span.sample = span.duration;
    const Plan plan = prepare(problem, method, span);
    const ResolvedMethod& resolved = plan.resolved();
    m->own_columns_ = plan.columns().state.size();
    m->step_ = resolved.step;
    m->last_step_ = resolved.last_step;
    m->steps_ = resolved.steps;
    m->steps_per_sample_ = resolved.steps_per_sample;
    m->duration_ = span.duration;
    m->sample_ = plan.span().sample;
    return m;
}

// False: a scenario would not take these numbers.
bool SweepMachines::put_settings(const double* inputs, AnalogSettings& settings) const {
    for (const Varied& v : varied_) {
        const double x = inputs[v.column];
        if (!is_finite(x) || (x < 0 && !v.may_be_negative) || (x == 0 && !v.may_be_zero)) return false;
        if (v.number)
            settings.*v.number = x;
        else if (x == std::floor(x) && x <= 0x1p53)
            settings.seed = static_cast<std::uint64_t>(x);
        else
            return false;
    }
    return true;
}

SweepMachines::Workspace::Workspace(const SweepMachines& of)
    : plan_(of.plan_),
      machine_(of.plan_.circuit),
      knots_(static_cast<std::size_t>(of.plan_.knots_per_machine()) * lanes) {}

std::size_t SweepMachines::bytes() const {
    const auto rows = static_cast<std::size_t>(steps_ / steps_per_sample_) + 2;
    return rows * lanes * (sizeof(Row) + sizeof(double) * own_columns_);
}

bool SweepMachines::follow(Workspace& b, const double* inputs, int count,
                           const std::function<bool(double part)>& goes_on) const {
    auto& machine = b.machine_;
    const auto columns = static_cast<std::size_t>(sweep_.inputs.columns());
    for (int l = 0; l < lanes; ++l) {
        // lanes beyond the last machine run along with its parts and are not looked at
        b.sound_[l] =
            put_settings(inputs + static_cast<std::size_t>(std::min(l, count - 1)) * columns, b.plan_.settings);
        if (!b.sound_[l]) b.plan_.settings = plan_.settings;
        fill_machine(machine, l, b.plan_, b.plan_.settings.seed, b.knots_.data());
        start_machine(machine, l, start_);
    }
    const auto input = plan_.inputs(rate_);
    b.rows_.clear();
    b.numbers_.clear();
    const auto emit = [&](double t) {
        machine.read_out(input);
        for (int l = 0; l < count; ++l) {
            b.rows_.push_back(reader_.row(machine, l, t, rate_, b.state_));
            b.numbers_.insert(b.numbers_.end(), b.state_.begin(), b.state_.end());
        }
        b.count_ = count;
    };
    // the grid of fixed_grid.hpp
    emit(0);
    long until_row = steps_per_sample_, row = 0;
    for (long n = 0; n < steps_; ++n) {
        if (n % machine_steps_between_looks == 0 && goes_on &&
            !goes_on(static_cast<double>(n) / static_cast<double>(steps_)))
            return false;
        machine.step(step_, input, input, input);
        const bool last = n + 1 == steps_ && last_step_ == 0;
        if (--until_row == 0 || last) {
            until_row = steps_per_sample_;
            ++row;
            emit(last ? duration_ : std::min(static_cast<double>(row) * sample_, duration_));
        }
    }
    if (last_step_ > 0) {
        machine.step(last_step_, input, input, input);
        emit(duration_);
    }
    // what is no longer finite stays so: looked at once is enough
    for (int l = 0; l < lanes; ++l)
        for (int i = 0; i < machine.states(); ++i) b.sound_[l] = b.sound_[l] && is_finite(machine.state[i][l]);
    return true;
}

bool SweepMachines::observe(Workspace& b, int lane, const double* inputs, SweepRuns& reader,
                            std::vector<double>* history) const {
    if (!b.sound_[lane]) return false;
    SweepObserver& observer = reader.observer();
    observer.begin(inputs);
    if (measures_) reader.begin_measures(inputs);
    for (std::size_t i = static_cast<std::size_t>(lane); i < b.rows_.size(); i += static_cast<std::size_t>(b.count_)) {
        Row row = b.rows_[i];
        row.state = {b.numbers_.data() + i * own_columns_, own_columns_};
        observer.row(row);
        if (measures_) reader.measure(row);
        if (history) history->insert(history->end(), observer.over_time().begin(), observer.over_time().end());
    }
    return true;
}

}  // namespace polhode
