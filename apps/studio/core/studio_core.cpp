// What the studio's page calls, compiled to WebAssembly: scenario text in, checked by the same reader as the command
// line's and with the same words; rows out as plain doubles while they are computed. One scenario is held at a time.
//
// Texts go both ways as UTF-8; what comes back is JSON in a buffer that the next call overwrites.
#include <emscripten.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "polhode/base/shortest.hpp"
#include "polhode/base/version.hpp"
#include "polhode/closed_form/cycle.hpp"
#include "polhode/input/csv_table.hpp"
#include "polhode/input/csv_times.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/measure/measure.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/scenario/gallery.hpp"
#include "polhode/scenario/scenario.hpp"
#include "polhode/truth/truth.hpp"
#include "studio_answers.hpp"
#include "studio_estimate.hpp"
#include "studio_flight.hpp"
#include "studio_inside.hpp"

using namespace polhode;

// Hands `count` rows of `width` doubles to the page: stream 0 rows of a method, 1 the true motion, 2 measures, 3 rows
// of a method that is flown.
EM_JS(void, hand_over, (int stream, int method, const double* data, int count, int width),
      { Module["onRows"](stream, method, HEAPF64.slice(data / 8, data / 8 + count * width), width); });

namespace {

// Row layout of stream 0; the method's own numbers follow.
constexpr int row_width = 16;  // t, q_NB (4), w_NB_B (3), energy, L_N (3), defect, torque in world axes (3)

// A page has no room for the rows of a very long run. All methods together keep about so many; a run with more keeps
// every second, third ... row and the last one, and says so.
constexpr double most_rows = 200000;

std::size_t stride_of(const Plan& plan, std::size_t methods) {
    const double rows = plan.span().duration / plan.span().sample * static_cast<double>(methods);
    return rows > most_rows ? static_cast<std::size_t>(std::ceil(std::min(rows / most_rows, 1e15))) : 1;
}

struct Held {
    std::unique_ptr<Scenario> scenario;
    std::vector<std::vector<double>> rows;  // by method, for the measures
    std::vector<int> widths;
} held;

// Gathers rows and passes them on, often enough for a moving picture.
class Stream {
 public:
    Stream(int stream, int method, int width) : stream_(stream), method_(method), width_(width) {}
    std::vector<double>& row() { return waiting_; }
    void done() {
        const auto now = std::chrono::steady_clock::now();
        if (++count_ < 4096 && now - sent_ < std::chrono::milliseconds(30)) return;
        flush();
        sent_ = now;
    }
    void flush() {
        if (count_ > 0) hand_over(stream_, method_, waiting_.data(), count_, width_);
        waiting_.clear();
        count_ = 0;
    }

 private:
    int stream_, method_, width_, count_ = 0;
    std::vector<double> waiting_;
    std::chrono::steady_clock::time_point sent_ = std::chrono::steady_clock::now();
};

Vec3<double> torque_in_world(const TorqueSum<double>& torques, double t, const Quaternion<double>& q,
                             const Vec3<double>& w_B) {
    return to_world(q, torques(t, q, w_B));
}

Json describe(const Scenario& s) {
    const Problem& p = s.problem;
    Json json{{"ok", true}, {"title", s.title}, {"warnings", s.warnings}, {"dynamics", p.dynamics()}};
    json["run"] = {{"duration", s.run.duration}, {"sample", s.run.sample}};
    json["start"] = {{"q", as_json(start_quaternion(p))},
                     {"w", as_json(p.start.rate)},
                     {"representation", p.start.attitude.representation}};
    if (p.body) {
        const BodyModel& b = *p.body;
        json["body"] = {{"inertia", as_json(b.inertia)},     {"moments", as_json(b.principal_moments)},
                        {"axes", as_json(b.principal_axes)}, {"mass", b.mass},
                        {"centre", as_json(b.centre)},       {"ellipsoid", b.ellipsoid},
                        {"symmetry", b.symmetry_axis()}};
    }
    Json torques = Json::array();
    for (const TorqueModel& t : p.torques) torques.push_back(t.kind);
    for (std::size_t i = 0; p.inside && i < p.inside->torques.size(); ++i) torques.push_back("formula");
    json["torques"] = torques;
    if (p.orbit) json["orbit"] = orbit_json(*p.orbit);
    if (const auto cycle = cycle_of(p)) json["cycle"] = {{"seconds", cycle->seconds}, {"what", cycle->what}};
    Json methods = Json::array();
    for (const Plan& plan : s.plans) {
        const Method& method = plan.method();
        Json one{{"name", method.name},
                 {"attitude", method.attitude},
                 {"integrator", method.integrator},
                 {"constraint", method.constraint},
                 {"arithmetic", method.arithmetic},
                 {"sample", plan.span().sample},
                 {"stride", stride_of(plan, s.plans.size())},
                 {"state", plan.columns().state}};
        if (method.step) one["step"] = *method.step;
        if (method.tolerance) one["tolerance"] = *method.tolerance;
        methods.push_back(one);
    }
    json["methods"] = methods;
    return json;
}

// Columns of a trajectory file, in the order of the row layout up to the angular momentum.
constexpr std::array<const char*, 12> trajectory_columns{"t",  "qw", "qx",     "qy", "qz", "wx",
                                                         "wy", "wz", "energy", "Lx", "Ly", "Lz"};

void check_trajectory_row(const double* row, double before, const Place& place) {
    if (row[0] <= before)
        throw InputError(place, "time does not rise: " + shortest(row[0]) + " after " + shortest(before));
    if (std::hypot(std::hypot(row[1], row[2]), std::hypot(row[3], row[4])) < 1e-6)
        throw InputError(place, "a quaternion of length zero is no attitude");
}

}  // namespace

extern "C" {

// Reads and checks a scenario; the one held before stays where this is refused.
EMSCRIPTEN_KEEPALIVE const char* studio_read(const char* text, const char* name) {
    return guarded([&] {
        auto scenario = std::make_unique<Scenario>(read_scenario(text, name));
        Json json = describe(*scenario);
        json["tree"] = as_json(parse_toml(text, name));
        held.scenario = std::move(scenario);
        held.rows.assign(held.scenario->methods.size(), {});
        held.widths.assign(held.scenario->methods.size(), row_width);
        return json;
    });
}

// What the reader says to the bytes of a file that are no text: they cannot come as one.
EMSCRIPTEN_KEEPALIVE const char* studio_refuse(const char* data, int size, const char* name) {
    return guarded([&] {
        read_scenario(std::string(data, static_cast<std::size_t>(size)), name);
        return Json{{"ok", true}};
    });
}

// The tree of any TOML text, whether or not it is a scenario.
EMSCRIPTEN_KEEPALIVE const char* studio_parse(const char* text, const char* name) {
    return guarded([&] { return Json{{"ok", true}, {"tree", as_json(parse_toml(text, name))}}; });
}

// Runs one method of the scenario held; rows go out on stream 0. Returns what is known about the run at its end.
EMSCRIPTEN_KEEPALIVE const char* studio_run(int index) {
    return guarded([&] {
        const Scenario& s = *held.scenario;
        const Plan& plan = s.plans.at(static_cast<std::size_t>(index));
        const auto own = static_cast<int>(plan.columns().state.size());
        std::vector<double>& kept = held.rows[static_cast<std::size_t>(index)];
        const int width = held.widths[static_cast<std::size_t>(index)] = row_width + own;
        kept.clear();
        Stream out(0, index, width);
        TorqueSum<double> torques(s.problem.torques);
        const std::vector<double> switches = switching_times(s.problem.torques, s.run.duration);
        std::size_t segment = 0;
        const auto enter = [&](std::size_t k) {
            torques.segment(k == 0 ? 0 : switches[k - 1], k < switches.size() ? switches[k] : s.run.duration);
        };
        enter(0);
        const std::size_t stride = stride_of(plan, s.plans.size());
        const double near_end = plan.span().duration - 0.5 * plan.span().sample;
        std::size_t seen = 0;
        const auto take = [&](const Row& row) {
            if (seen++ % stride != 0 && row.t < near_end && !between_samples(row.t, plan.span().sample)) return;
            while (segment < switches.size() && row.t >= switches[segment]) enter(++segment);
            Vec3<double> torque_N{};
            if (s.problem.dynamics()) torque_N = torque_in_world(torques, row.t, row.q_NB, row.w_NB_B);
            if (s.problem.inside) torque_N = torque_N + inner_torque_in_world(*s.problem.inside, row);
            const double numbers[row_width] = {
                row.t,      row.q_NB.w, row.q_NB.x, row.q_NB.y, row.q_NB.z, row.w_NB_B[0], row.w_NB_B[1], row.w_NB_B[2],
                row.energy, row.L_N[0], row.L_N[1], row.L_N[2], row.defect, torque_N[0],   torque_N[1],   torque_N[2]};
            std::vector<double>& to = out.row();
            to.insert(to.end(), numbers, numbers + row_width);
            for (int i = 0; i < own; ++i)
                to.push_back(static_cast<std::size_t>(i) < row.state.size() ? row.state[static_cast<std::size_t>(i)]
                                                                            : 0.0);
            kept.insert(kept.end(), to.end() - width, to.end());
            out.done();
        };
        Statistics statistics;
        Json json;
        try {
            simulate(plan, {.row = take}, statistics);
            json = {{"ok", true}};
        } catch (const ComputationFailed& e) {
            json = refusal(e);
        }
        out.flush();
        json["evaluations"] = statistics.evaluations;
        json["steps"] = statistics.accepted;
        json["seconds"] = statistics.wall_seconds;
        json["end"] = statistics.end_time;
        json["energyDrift"] = statistics.energy_drift;
        json["momentumDrift"] = statistics.momentum_drift;
        json["largestDefect"] = statistics.largest_defect;
        json["chosen"] = statistics.chosen;
        json["notes"] = statistics.notes;
        if (statistics.estimated_error >= 0) json["estimatedError"] = statistics.estimated_error;
        return json;
    });
}

// The true motion at the times of all methods' rows (stream 1: t, q_NB, w_NB_B) and the measures of each method's rows
// (stream 2: t and the measures, in the order of the registry). After the methods have run.
EMSCRIPTEN_KEEPALIVE const char* studio_truth() {
    return guarded([&] {
        const Scenario& s = *held.scenario;
        // In two words it would take minutes here.
        if (s.problem.inside && s.problem.inside->contact)
            return Json{{"ok", false},
                        {"code", 2},
                        {"message", "a body on a table is compared by `polhode run --against reference`, not here"}};
        std::string why;
        const std::unique_ptr<Truth> truth = truth_for(s.problem, s.run.duration, why);
        if (!truth) return Json{{"ok", false}, {"code", 2}, {"message", why}};
        const std::size_t methods = s.methods.size();
        std::vector<std::size_t> next(methods, 0);
        std::vector<Measurer> measurers;
        std::vector<Stream> measures;
        for (std::size_t m = 0; m < methods; ++m) {
            measurers.emplace_back(s.problem, s.methods[m].attitude);
            measures.emplace_back(2, static_cast<int>(m), 1 + measure_count());
        }
        Stream out(1, 0, 8);
        for (;;) {
            double t = -1;
            for (std::size_t m = 0; m < methods; ++m)
                if (next[m] < held.rows[m].size() && (t < 0 || held.rows[m][next[m]] < t)) t = held.rows[m][next[m]];
            if (t < 0) break;
            const TrueState now = truth->at(t);
            const double numbers[] = {t,          now.q_NB.w,    now.q_NB.x,    now.q_NB.y,
                                      now.q_NB.z, now.w_NB_B[0], now.w_NB_B[1], now.w_NB_B[2]};
            out.row().insert(out.row().end(), numbers, numbers + 8);
            out.done();
            for (std::size_t m = 0; m < methods; ++m) {
                const std::vector<double>& rows = held.rows[m];
                if (next[m] >= rows.size() || rows[next[m]] != t) continue;
                const double* r = &rows[next[m]];
                Row row;
                row.t = t;
                row.q_NB = {r[1], r[2], r[3], r[4]};
                row.w_NB_B = {r[5], r[6], r[7]};
                row.energy = r[8];
                row.L_N = {r[9], r[10], r[11]};
                row.defect = r[12];
                row.state = {r + row_width, static_cast<std::size_t>(held.widths[m] - row_width)};
                const Measured measured = measurers[m](row, now);
                measures[m].row().push_back(t);
                measures[m].row().insert(measures[m].row().end(), measured.begin(), measured.end());
                measures[m].done();
                next[m] += static_cast<std::size_t>(held.widths[m]);
            }
        }
        out.flush();
        for (Stream& m : measures) m.flush();
        return Json{{"ok", true},
                    {"description", truth->description()},
                    {"closedForm", truth->closed_form()},
                    {"bound", truth->error_bound(s.run.duration)}};
    });
}

// A short stretch of the motion from any state, with one more torque (world axes, N m) held on: what a hand on the body
// does at once, before the whole run is made again with the push in the scenario. `state` is t, q_NB, w_NB_B and is
// overwritten by the state after `seconds`; true where that went well.
EMSCRIPTEN_KEEPALIVE int studio_push(double* state, double seconds, double x, double y, double z) try {
    const Scenario& s = *held.scenario;
    if (!s.problem.dynamics() || !(seconds > 0)) return 0;
    Problem p = s.problem;
    p.start.attitude = {"quaternion", {state[1], state[2], state[3], state[4]}};
    p.start.rate = {state[5], state[6], state[7]};
    const double begin = state[0];
    auto torques = std::make_shared<TorqueSum<double>>(s.problem.torques);
    torques->segment(begin, begin + seconds);
    p.torques.clear();
    const Vec3<double> hand_N{x, y, z};
    p.torques.push_back(
        {"hand", CallableTorque<double>([=](double t, const Quaternion<double>& q, const Vec3<double>& w_B) {
             return (*torques)(begin + t, q, w_B) + to_body(q, hand_N);
         })});
    Method method;
    method.name = "hand";
    method.integrator = "dop853";
    method.constraint = "normalise";
    method.tolerance = 1e-9;
    RunSpan span;
    span.duration = span.sample = seconds;
    Statistics statistics;
    simulate(p, method, span,
             {.row =
                  [&](const Row& row) {
                      const double now[] = {begin + row.t, row.q_NB.w,    row.q_NB.x,    row.q_NB.y,
                                            row.q_NB.z,    row.w_NB_B[0], row.w_NB_B[1], row.w_NB_B[2]};
                      std::copy(now, now + 8, state);
                  }},
             statistics);
    return 1;
} catch (const std::exception&) {
    return 0;
}

// Where the page puts what acts from outside: body (3), world (3), in the units of studio_flight.hpp; then the time.
EMSCRIPTEN_KEEPALIVE double* studio_stimuli() { return stimuli.body; }

// Flies one method of the scenario held; rows go out on stream 3. Its answer comes when the flight is over, so the page
// calls it through WebAssembly.promising. A method that does not exist: nothing is done, which makes Emscripten's
// script let go of the bare function.
EMSCRIPTEN_KEEPALIVE const char* studio_fly(int index, double longest, int keep) {
    return guarded([&] {
        if (index < 0) return Json{{"ok", true}};
        const Scenario& s = *held.scenario;
        const auto place = static_cast<std::size_t>(index);
        const std::size_t own = s.plans.at(place).columns().state.size();
        std::vector<double> rows;
        const auto width = row_width + static_cast<int>(own);
        double reached = 0;
        const auto take = [&](const Row& row) {
            const Vec3<double> pull = Vec3<double>{stimuli.world[0], stimuli.world[1], stimuli.world[2]} +
                                      to_world(row.q_NB, {stimuli.body[0], stimuli.body[1], stimuli.body[2]});
            const Vec3<double> torque_N = s.problem.dynamics() ? pull : Vec3<double>{};
            const double numbers[row_width] = {
                row.t,      row.q_NB.w, row.q_NB.x, row.q_NB.y, row.q_NB.z, row.w_NB_B[0], row.w_NB_B[1], row.w_NB_B[2],
                row.energy, row.L_N[0], row.L_N[1], row.L_N[2], row.defect, torque_N[0],   torque_N[1],   torque_N[2]};
            rows.insert(rows.end(), numbers, numbers + row_width);
            for (std::size_t i = 0; i < own; ++i) rows.push_back(i < row.state.size() ? row.state[i] : 0.0);
            reached = row.t;
        };
        const auto before_wait = [&] {
            const auto count = static_cast<int>(rows.size()) / width;
            if (count > 0) hand_over(3, index, rows.data(), count, width);
            rows.clear();
        };
        Json json{{"ok", true}};
        try {
            fly(s.problem, s.methods[place], longest, std::max(1, keep), take, before_wait);
        } catch (const ComputationFailed& e) {
            before_wait();
            json = refusal(e);
        }
        json["end"] = reached;
        return json;
    });
}

EMSCRIPTEN_KEEPALIVE const char* studio_registry() {
    return guarded([] {
        Json entries = Json::array();
        for (const Entry& e : registry()) {
            Json parameters = Json::array();
            for (const Parameter& p : e.parameters) {
                Json one{{"name", p.name},        {"type", name_of(p.type)}, {"unit", p.unit},
                         {"default", p.fallback}, {"required", p.required},  {"summary", p.summary}};
                if (!p.choices.empty()) one["choices"] = p.choices;
                parameters.push_back(one);
            }
            entries.push_back({{"kind", e.kind},
                               {"name", e.name},
                               {"summary", e.summary},
                               {"order", e.order},
                               {"unit", e.unit},
                               {"source", e.source},
                               {"parameters", parameters}});
        }
        return Json{{"ok", true}, {"version", version()}, {"revision", revision()}, {"entries", entries}};
    });
}

EMSCRIPTEN_KEEPALIVE const char* studio_gallery() {
    return guarded([] {
        Json all = Json::array();
        for (const GalleryScenario& g : gallery()) {
            Json needs = Json::object();
            for (const GalleryFile& f : g.needs) needs[f.name] = f.text;
            all.push_back({{"name", g.name}, {"title", g.title}, {"text", g.text}, {"needs", needs}});
        }
        return Json{{"ok", true}, {"scenarios", all}};
    });
}

// Looks at a table of body rates as the scenario's reader would: how long it is, or why it cannot be. `columns` names
// time and components, "" for the usual ones; `unit` is that of the times, "" where their column says it.
EMSCRIPTEN_KEEPALIVE const char* studio_table(const char* text, const char* name, const char* columns, const char* unit,
                                              int from_first_row) {
    return guarded([&] {
        CsvRequest request{
            {}, {{"t", "wx", "wy", "wz"}, {"t", "gx", "gy", "gz"}, {"t", "x", "y", "z"}, {"t", "p", "q", "r"}}};
        if (*columns) request.columns = split_names(columns);
        const TimeTable table = parse_csv_table(text, name, request, {unit, from_first_row != 0});
        return Json{
            {"ok", true}, {"rows", table.times.size()}, {"first", table.times.front()}, {"last", table.times.back()}};
    });
}

// The rows of a trajectory as `polhode run --csv` writes it, by the reader of all tables; columns that it does not know
// are passed over. They go out on stream 0, with zeros for what the file does not have.
EMSCRIPTEN_KEEPALIVE const char* studio_trajectory(const char* text, const char* name) {
    return guarded([&] {
        const CaseHeader header = parse_case_header(text, name);
        std::vector<CaseWanted> wanted;
        std::vector<std::size_t> places;  // of the wanted columns in a row
        for (std::size_t k = 0; k < trajectory_columns.size(); ++k) {
            const auto found = std::find(header.titles.begin(), header.titles.end(), trajectory_columns[k]);
            if (found == header.titles.end()) continue;
            wanted.push_back({static_cast<std::size_t>(found - header.titles.begin())});
            places.push_back(k);
        }
        const CaseTable table = parse_case_table(text, name, wanted);
        for (const CaseColumn& column : table.columns)
            if (!column.texts.empty())
                throw InputError({name, column.text_lines.front(), ""},
                                 "'" + escaped_for_message(column.texts.front(), 40) + "' is not a number");
        Stream out(0, 0, row_width);
        double before = -std::numeric_limits<double>::infinity();
        for (std::size_t r = 0; r < table.lines.size(); ++r) {
            double row[row_width] = {};
            for (std::size_t c = 0; c < places.size(); ++c) row[places[c]] = table.columns[c].numbers[r];
            check_trajectory_row(row, before, {name, table.lines[r], ""});
            before = row[0];
            out.row().insert(out.row().end(), row, row + row_width);
            out.done();
        }
        if (table.lines.size() < 2)
            throw InputError({name, 0, ""}, "there are no rows to show; a trajectory has at least two");
        out.flush();
        // Energy and angular momentum, the last four columns, are those of a body that has dynamics.
        const auto dynamics = std::count_if(places.begin(), places.end(), [](std::size_t k) { return k >= 8; }) == 4;
        return Json{{"ok", true}, {"dynamics", dynamics}};
    });
}

// A log of gyro, accelerometer and magnetometer: rows of the estimate go out on stream 0 as method 0, with numbers of
// their own, and those of a reference as method 1.
EMSCRIPTEN_KEEPALIVE const char* studio_estimate(const char* text, const char* name, const char* estimator) {
    return guarded([&] {
        Stream out(0, 0, row_width + static_cast<int>(estimate_columns.size())), beside(0, 1, row_width);
        const Json answer = estimate_readings(
            text, name, estimator,
            [&](int method, double t, const Quaternion<double>& q, const Vec3<double>& w, const double* own) {
                Stream& to = method == 0 ? out : beside;
                double row[row_width] = {t, q.w, q.x, q.y, q.z, w[0], w[1], w[2]};
                to.row().insert(to.row().end(), row, row + row_width);
                if (own) to.row().insert(to.row().end(), own, own + estimate_columns.size());
                to.done();
            });
        out.flush();
        beside.flush();
        return answer;
    });
}

}  // extern "C"
