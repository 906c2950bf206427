// polhode check: reads a scenario, says what it is, runs nothing.
#include <fmt/format.h>

#include <cmath>

#include "named_text.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/base/terminal/text_table.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/scenario/scenario.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/results/sweep_cost.hpp"
#include "program.hpp"

namespace polhode::app {

namespace {

struct CheckCommand {
    std::string scenario;
    std::vector<std::string> settings;
};

std::string numbers(const std::vector<double>& values) {
    std::vector<std::string> words;
    for (const double v : values) words.push_back(readable(v));
    return fmt::format("{}", fmt::join(words, ", "));
}
std::string numbers(const Vec3<double>& v) { return numbers(std::vector<double>{v[0], v[1], v[2]}); }

std::string describe(const Method& m) {
    std::string text = fmt::format("{}, {}", m.attitude, m.integrator);
    if (m.input == "readings") text += ", from readings";
    if (m.constraint != "none") text += ", " + m.constraint;
    if (m.arithmetic != "double") text += ", " + m.arithmetic;
    if (m.step) text += fmt::format(", step {}", readable_seconds(*m.step));
    if (m.tolerance) text += fmt::format(", tolerance {}", readable(*m.tolerance));
    return text;
}

void describe(TextTable& table, const BodyModel& body) {
    table.section("body");
    table.row("  principal moments", {numbers(body.principal_moments) + " kg m^2"});
    if (!body.diagonal)
        for (int i = 0; i < 3; ++i) {
            const auto& P = body.principal_axes;
            table.row(fmt::format("  principal axis {}", i + 1), {numbers(Vec3<double>{P(0, i), P(1, i), P(2, i)})});
        }
    if (body.mass > 0) table.row("  mass", {readable(body.mass) + " kg"});
    if (body.weighing_mass > 0) table.row("  centre of the weight", {numbers(body.centre) + " m"});
    if (!body.ellipsoid.empty())
        table.row(body.mass > 0 ? "  equivalent ellipsoid" : "  ellipsoid of 1 kg", {numbers(body.ellipsoid) + " m"});
}

// A sweep: what varies, what is kept, and the scenario of its first run.
int check_sweep(const CheckCommand& options, const NamedText& source) {
    const Sweep s = read_sweep(source.text, source.name, options.settings, source.directory);
    TextTable table;
    table.section("sweep");
    table.row("  runs", {fmt::format("{}, seed {}", readable_count(static_cast<long>(s.runs)), s.seed)});
    for (const SweepInput& input : s.inputs.inputs())
        table.row("  " + sweep_input_names(input), {sweep_input_kind(input)});
    table.section("outcomes");
    for (const SweepOutcome& o : s.outcomes)
        if (!o.of_final_state)
            table.row("  " + o.name, {o.take == SweepOutcome::Take::measure ? "measure" : o.of.text()});
    if (s.keep.final_state) table.row("  final_qw .. final_wz", {"the last row"});
    table.section("method");
    table.row("  " + s.base.methods.front().name, {describe(s.base.methods.front())});
    std::string text =
        (s.title.empty() ? source.name : without_control_characters(s.title)) + "\n\n" + table.text() + "\n";
    std::vector<std::string> warnings = s.warnings;
    warnings.insert(warnings.end(), s.base.warnings.begin(), s.base.warnings.end());
    for (const std::string& warning : warnings) text += "warning: " + warning + "\n";
    print(text + (warnings.empty() ? "ok\n" : "ok, with warnings\n"));
    return done;
}

void describe_parts(TextTable& table, const Inside& inside) {
    for (const KelvinSlug& s : inside.slugs)
        table.row("  slug " + s.name, {fmt::format("{} kg m², {} N m s", readable(s.moment), readable(s.viscosity))});
    for (const ControlMomentGyro& g : inside.gyros)
        table.row("  cmg " + g.name,
                  {fmt::format("{}, wheel {} with {} kg m² rad/s", g.steered() ? "steered" : "driven",
                               g.held ? "held" : "free", readable(g.wheel_moment * g.speed))});
    for (const MovingMass& m : inside.masses)
        table.row("  moving mass", {fmt::format("{} kg at {}, {}, {}", readable(m.mass), (*m.path)[0].text(),
                                                (*m.path)[1].text(), (*m.path)[2].text())});
    if (inside.changing.changes_moments()) table.row("  moments", {"change in time; above as they are at t = 0"});
    if (inside.energy_sink > 0) table.row("  energy sink", {readable(inside.energy_sink) + " s/(kg m²)"});
}

// What acts from outside and is yet computed with the inside. False: there is nothing of the kind.
bool describe_outside(TextTable& table, const Inside& inside) {
    for (const InnerTorque& t : inside.torques)
        table.row("  torque", {t.magnetic ? "magnetic, of what is inside" : "formula, of what is inside"});
    bool acts = !inside.torques.empty();
    for (const DryFriction& f : inside.frictions)
        if (f.rotor < 0) {
            acts = true;
            table.row("  torque", {fmt::format("coulomb, {} N m about {}", readable(f.kinetic), numbers(f.axis))});
        }
    if (const auto& c = inside.contact) {
        acts = true;
        const std::vector<double> axes{c->semi_axes[0], c->semi_axes[1], c->semi_axes[2]};
        table.row("  a table", {fmt::format("{}, semi-axes {} m", c->slides() ? "slides" : "rolls", numbers(axes))});
    }
    return acts;
}

void describe(TextTable& table, const Inside& inside) {
    table.section("what is inside");
    for (const Rotor& r : inside.rotors) {
        const char* kind = r.held() ? "held" : r.kind == Rotor::Kind::driven ? "driven" : "free";
        table.row("  rotor " + r.name,
                  {fmt::format("{}, {} kg m², {} rad/s", kind, readable(r.moment), readable(r.speed))});
    }
    describe_parts(table, inside);
    for (const Controller& c : inside.controllers)
        table.row("  controller " + c.name, {"every " + readable(c.seconds_between()) + " s"});
    for (const OwnState& s : inside.states)
        if (s.of == OwnState::Of::scenario)
            table.row("  state " + s.name, {readable(s.start) + ", then " + s.derivative.text() + " a second"});
    for (const Event& e : inside.events) table.row("  event " + e.name, {e.when.text()});
}

int check(const CheckCommand& options) {
    const NamedText source = read_named_text(options.scenario);
    if (is_sweep_text(source.text, source.name)) return check_sweep(options, source);
    const Scenario s = scenario_of(source, options.settings);
    const Problem& p = s.problem;
    TextTable table;
    if (p.body) describe(table, *p.body);
    table.section(p.dynamics() ? "what acts on it" : "what is given");
    if (p.rates) table.row("  rates", {p.rates->kind});
    for (const TorqueModel& torque : p.torques) table.row("  torque", {torque.kind});
    if (p.readings) table.row("  gyroscope", {readable(p.readings->hertz()) + " readings/s"});
    const bool acts = p.inside && describe_outside(table, *p.inside);
    if (p.dynamics() && p.torques.empty() && !acts) table.row("  torque", {"none: the body is free"});
    if (p.inside) describe(table, *p.inside);
    table.section("start");
    table.row("  " + p.start.attitude.representation, {numbers(p.start.attitude.params)});
    if (p.dynamics()) table.row("  rate w_NB_B", {numbers(p.start.rate) + " rad/s"});
    table.section(s.methods.size() == 1 ? "method" : "methods");
    for (const Method& m : s.methods) table.row("  " + m.name, {describe(m)});
    table.section("run");
    table.row("  duration", {readable_seconds(s.run.duration)});
    std::vector<std::string> samples;
    for (const Plan& plan : s.plans) {
        const RunSpan& span = plan.span();
        const long rows = static_cast<long>(std::ceil(span.duration / span.sample * (1 - 1e-12))) + 1;
        samples.push_back(fmt::format("{} ({} rows)", readable_seconds(span.sample), readable_count(rows)));
        // where nothing was said and no sample fits all methods, each has its own
        if (s.run.sample == 0) samples.back() = plan.method().name + ": " + samples.back();
    }
    if (s.run.sample != 0) samples.resize(1);
    for (const std::string& sample : samples) table.row("  sample", {sample});
    std::string text =
        (s.title.empty() ? source.name : without_control_characters(s.title)) + "\n\n" + table.text() + "\n";
    for (const std::string& warning : s.warnings) text += "warning: " + warning + "\n";
    print(text + (s.warnings.empty() ? "ok\n" : "ok, with warnings\n"));
    return done;
}

}  // namespace

void add_check(Program& program) {
    auto options = std::make_shared<CheckCommand>();
    CLI::App* command = program.line.add_subcommand("check", "Validate a scenario or sweep and say what it is");
    command->add_option("SCENARIO", options->scenario, "scenario or sweep file (TOML); - for standard input")
        ->required();
    command->add_option("--set", options->settings, "KEY=VALUE in place of what the scenario says; may be repeated")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    command->footer(
        "Examples:\n  polhode check scenarios/gyroscope-cusp.toml\n"
        "  polhode check mine.toml --set method.step=1e-4\n");
    command->callback([&program, options] { program.chosen = [options] { return check(*options); }; });
}

}  // namespace polhode::app
