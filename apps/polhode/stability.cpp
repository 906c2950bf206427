// polhode stability: the largest stable gain of a constraint, computed from its linearised step.
#include "polhode/method/stability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>

#include "interrupt.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/base/full_precision.hpp"
#include "polhode/method/constraint_choice.hpp"
#include "polhode/method/runge_kutta_list.hpp"
#include "polhode/study/study_file.hpp"
#include "program.hpp"
#include "progress_bar.hpp"

namespace polhode::app {

namespace {

using constrain::Law;

struct StabilityCommand {
    std::string constraint = "derivative", reading, integrator = "rk4", steps_per_cycle;
    double step = 0, rate = 0, fraction = 0.5;
    bool json = false;
};

const std::vector<std::string> constraints{"algebraic", "derivative"};
const std::vector<std::string> readings{"start", "lag1", "stage"};
const std::vector<std::string> integrators = runge_kutta_names();

void require_one_of(const std::string& option, const std::string& read, const std::string& what,
                    const std::vector<std::string>& known) {
    if (std::find(known.begin(), known.end(), read) == known.end()) refuse_unknown(option, read, what, known);
}

Law law_of(const StabilityCommand& o) {
    if (o.constraint == "algebraic") {
        if (!o.reading.empty())
            throw InputError({"--reading", 0, ""}, "goes with --constraint derivative only; leave it out");
        return Law::algebraic;
    }
    if (o.reading == "lag1") return Law::derivative_lag1;
    return o.reading == "stage" ? Law::derivative_stage : Law::derivative_start;
}

struct Line {
    double steps_per_cycle, boundary;
    SettledStep settled;
    std::string failure;
};

// A step and a rate are given, and with them one number of steps a cycle.
bool is_by_step(const StabilityCommand& o) { return o.step > 0 || o.rate > 0; }

std::vector<double> steps_per_cycle(const StabilityCommand& o) {
    if (!is_by_step(o))
        return values_of_words(o.steps_per_cycle.empty() ? "6,8,10,16,20,40,80,160,320" : o.steps_per_cycle,
                               "--steps-per-cycle");
    if (!(o.step > 0 && o.rate > 0))
        throw InputError({o.step > 0 ? "--step" : "--rate", 0, ""}, "--step and --rate go together: s and rad/s");
    if (!o.steps_per_cycle.empty())
        throw InputError({"--steps-per-cycle", 0, ""}, "follows from --step and --rate; leave one or the other out");
    return {2 * std::numbers::pi / (o.step * o.rate)};
}

// A line for each, as far as nobody interrupts.
std::vector<Line> lines_for(const StabilityCommand& o, Law law, const std::vector<double>& counts) {
    std::vector<Line> lines;
    watch_for_interrupts();
    ProgressBar bar("steps", static_cast<double>(counts.size()), !o.json);
    for (const double n : counts) {
        if (interrupted()) break;
        bar.at(static_cast<double>(lines.size()));
        if (!(n > 2) || !(n < 1e6))
            throw InputError({is_by_step(o) ? "--step" : "--steps-per-cycle", 0, ""},
                             fmt::format("{:g} steps a cycle are not between 2 and a million", n));
        Line line{n, NAN, {}, ""};
        const ConstrainedStep step{law, o.integrator, n};
        try {
            line.boundary = stability_boundary(step);
            line.settled = settled_step(step, o.fraction * line.boundary);
        } catch (const ComputationFailed& e) {
            line.failure = e.cause;
        }
        lines.push_back(line);
    }
    return lines;
}

double gain_at(const StabilityCommand& o, Law law, const Line& line) {
    return law == Law::algebraic ? line.boundary / o.step : line.boundary / std::pow(o.step * o.rate, 2);
}

std::string json_of(const StabilityCommand& o, Law law, const std::vector<Line>& lines) {
    const bool algebraic = law == Law::algebraic;
    nlohmann::ordered_json all{{"constraint", o.constraint},
                               {"reading", algebraic           ? ""
                                           : o.reading.empty() ? "start"
                                                               : o.reading},
                               {"integrator", o.integrator},
                               {"quantity", algebraic ? "hK" : "M(hw)^2"},
                               {"limit_of_small_steps", small_step_limit(law)},
                               {"fraction", o.fraction}};
    auto rows = nlohmann::ordered_json::array();
    for (const Line& line : lines) {
        nlohmann::ordered_json row{{"steps_per_cycle", line.steps_per_cycle}};
        if (line.failure.empty()) {
            row["boundary"] = line.boundary;
            row["settled_constraint_error"] = line.settled.error;
            row["spectral_radius"] = line.settled.spectral_radius;
            row["attitude_lag_rad_per_cycle"] = line.settled.lag * line.steps_per_cycle;
            if (is_by_step(o)) row["gain"] = gain_at(o, law, line);
        } else {
            row["failure"] = line.failure;
        }
        rows.push_back(row);
    }
    all["rows"] = rows;
    return all.dump(2) + "\n";
}

std::string text_of(const StabilityCommand& o, Law law, const std::vector<Line>& lines) {
    const bool algebraic = law == Law::algebraic;
    std::string text =
        fmt::format("Largest stable gain of '{}'{} with {}, at the settled point\n\n", o.constraint,
                    algebraic ? "" : " (reading '" + (o.reading.empty() ? "start" : o.reading) + "')", o.integrator);
    text += fmt::format("{:>12}  {:>20}   at {:g} of it: {:>12}  {:>12}  {:>16}\n", "steps/cycle",
                        algebraic ? "h K" : "M (h w)²", o.fraction, "settled eps", "decay/step", "lag, rad/cycle");
    for (const Line& line : lines) {
        if (!line.failure.empty()) {
            text += fmt::format("{:>12g}  {}\n", line.steps_per_cycle, line.failure);
            continue;
        }
        text += fmt::format("{:>12g}  {:>20.13f}   {:>{}}  {:>12.3e}  {:>12.4f}  {:>16.4e}\n", line.steps_per_cycle,
                            line.boundary, "", 12 + fmt::format("{:g}", o.fraction).size() - 3, line.settled.error,
                            line.settled.spectral_radius, line.settled.lag * line.steps_per_cycle);
        if (is_by_step(o))
            text += fmt::format("\nAt step {:g} s and {:g} rad/s the gain is {:.10g}{}\n", o.step, o.rate,
                                gain_at(o, law, line), algebraic ? " 1/s" : "");
    }
    if (small_step_limit(law) > 0 && o.integrator == "rk4")
        text += fmt::format("\nLimit for small steps: {:.7g}\n", small_step_limit(law));
    return text;
}

int stability(const StabilityCommand& o) {
    require_one_of("--constraint", o.constraint, "a constraint with a stability limit", constraints);
    if (!o.reading.empty()) require_one_of("--reading", o.reading, "a reading of the derivative constraint", readings);
    require_one_of("--integrator", o.integrator, "an integrator with a fixed Runge-Kutta step", integrators);
    const Law law = law_of(o);
    const std::vector<double> counts = steps_per_cycle(o);
    const std::vector<Line> lines = lines_for(o, law, counts);
    const bool stopped = lines.size() < counts.size();
    if (stopped)
        std::fputs(fmt::format("polhode: interrupted: {} of {} rows are done\n", lines.size(), counts.size()).c_str(),
                   stderr);
    print(o.json ? json_of(o, law, lines) : text_of(o, law, lines));
    return stopped ? failed : done;
}

}  // namespace

void add_stability(Program& program) {
    auto options = std::make_shared<StabilityCommand>();
    CLI::App* command =
        program.line.add_subcommand("stability", "The largest stable gain of a constraint held by feedback");
    command->add_option("--constraint", options->constraint, "algebraic or derivative")->capture_default_str();
    command->add_option("--reading", options->reading, "of the derivative constraint: start, lag1 or stage");
    command->add_option("--integrator", options->integrator, "a fixed Runge-Kutta method")->capture_default_str();
    command->add_option("--steps-per-cycle", options->steps_per_cycle,
                        "steps in a turn of the body: a list 10,20,40 or a range 10:160:5");
    command->add_option("--step", options->step, "step in s, with --rate in place of --steps-per-cycle")
        ->check(number_between(0, INFINITY, "a number of seconds > 0"));
    command->add_option("--rate", options->rate, "rate in rad/s")
        ->check(number_between(0, INFINITY, "a number of rad/s > 0"));
    command->add_option("--fraction", options->fraction, "of the boundary, for the settled error")
        ->check(number_between(0, 1, "a number between 0 and 1"))
        ->capture_default_str();
    command->add_flag("--json", options->json, "one JSON object");
    command->footer(
        "The step of a steadily turning body is linearised at the error where its constraint settles; the boundary is\n"
        "the gain at which a disturbance no longer dies out (TN D-5302 eqs. 21 and 36 for small steps).\n"
        "Examples:\n"
        "  polhode stability --constraint algebraic\n"
        "  polhode stability --constraint derivative --reading start --steps-per-cycle 10,20,40\n"
        "  polhode stability --constraint derivative --step 0.01 --rate 3.0 --fraction 0.25\n");
    command->callback([&program, options] { program.chosen = [options] { return stability(*options); }; });
}

}  // namespace polhode::app
