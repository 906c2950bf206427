#include "polhode/sweep/compute/sweep_ensemble.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "polhode/method/resolved_method.hpp"
#include "polhode/sweep/compute/sweep_shape.hpp"

namespace polhode {

namespace {

using namespace ensemble;

// Choices of texts whose scenarios a thread remembers, and how many runs of each are compared with the scenario that is
// read in full.
constexpr std::size_t most_choices_known = 4096;
constexpr int looks_at_a_choice = 4;

// The ordinary run takes the spin of a top out and puts it back at the start as well, which may turn the sign of a
// zero.
void start_of_top(const Shape& shape, const ensemble::Columns& body, Quaternion<double>& q, Vec3<double>& w) {
    if (shape.acting() != Acting::weight) return;
    integrate::SpinFree<double> spin;
    spin.take_out(load3<double>(body, at_moments, 0), torque_numbers<double>(shape, body, 0).weight, w);
    spin.put_back(0, q, w);
}

void put_torque_numbers(const AnyTorque<double>& any, double*& to) {
    const auto put = [&](double x) { *to++ = x; };
    const auto put3 = [&](const Vec3<double>& v) { put(v[0]), put(v[1]), put(v[2]); };
    if (const auto* g = std::get_if<torque::Gravity<double>>(&any)) {
        put(g->mass);
        put3(g->at);
        put(g->g);
    } else if (const auto* c = std::get_if<torque::Constant<double>>(&any)) {
        put3(c->value);
    } else if (const auto* d = std::get_if<torque::Damping<double>>(&any)) {
        put3(d->coefficients);
    } else if (const auto* r = std::get_if<torque::Rockets<double>>(&any)) {
        put(r->k);
    } else if (const auto* gradient = std::get_if<torque::GravityGradient<double>>(&any)) {
        put(gradient->orbit_rate);
        put3(gradient->towards);
        if (gradient->turning) put3(gradient->normal);
    }
}

// The column that a key of a scenario is, with how many follow it; -1: none.
int column_of_key(const std::string& key, const Shape& shape, int& count) {
    count = 1;
    const auto item = [&](const std::string& stem, int first, int n) {
        if (key == stem) {
            count = n;
            return first;
        }
        for (int i = 0; i < n; ++i)
            if (key == stem + "[" + std::to_string(i) + "]") return first + i;
        return -1;
    };
    if (const int c = item("body.inertia", at_moments, 3); c >= 0) return shape.tensor ? -1 : c;
    if (const int c = item("start.rate", at_rate, 3); c >= 0) return c;
    if (const int c = item("start.attitude.quaternion", at_attitude, 4); c >= 0) return c;
    if (key == "start.attitude") {
        count = 4;
        return at_attitude;
    }
    if (key == "method.step" && shape.stepper != Stepper::exact) return at_step;
    int n = at_torques;
    for (int k = 0; k < shape.torques; ++k) {
        const std::string stem = "torque[" + std::to_string(k) + "].";
        int c = -1;
        switch (shape.torque[k]) {
            case TorqueKind::gravity:
                if (key == stem + "mass") return n;
                if (key == stem + "g") return n + 4;
                c = item(stem + "at", n + 1, 3);
                break;
            case TorqueKind::constant_body:
            case TorqueKind::constant_world:
                c = item(stem + "value", n, 3);
                break;
            case TorqueKind::damping:
                c = item(stem + "coefficients", n, 3);
                break;
            case TorqueKind::rockets:
                if (key == stem + "k") return n;
                break;
            case TorqueKind::gravity_gradient:
            case TorqueKind::orbiting:
                // directions are given in any length
                if (key == stem + "orbit_rate") return n;
                break;
        }
        if (c >= 0) return c;
        n += numbers_of(shape.torque[k]);
    }
    return -1;
}

// The first varied key that is such a one; "" where none is.
template <class Is>
std::string varied_key(const Sweep& sweep, Is&& is) {
    for (const SweepInput& input : sweep.inputs.inputs())
        for (const std::string& key : input.keys)
            if (is(key)) return key;
    return "";
}

}  // namespace

std::unique_ptr<const SweepEnsemble> SweepEnsemble::make(const Sweep& sweep, std::string& why) {
    const auto decisive = [](const std::string& key) {
        return (key.rfind("method", 0) == 0 && key != "method.step") || key.rfind("run", 0) == 0;
    };
    if (const std::string key = varied_key(sweep, decisive); !key.empty()) {
        why = "'" + key + "' varies, and with it what is done with a body";
        return nullptr;
    }
    auto e = std::make_unique<SweepEnsemble>();
    ResolvedMethod resolved;
    RunSpan span = sweep.base.run;
    SweepRuns reader(sweep);
    const bool needs_rows = reader.observer().needs_rows();
    if (!needs_rows) span.sample = span.duration;
    OfInside inside;
    why = shape_of(sweep.base, e->shape_, inside, resolved, span);
    if (!why.empty()) return nullptr;
    e->sweep_ = &sweep;
    if (e->shape_.inside) e->shape_.inside = &e->inside_.emplace(inside.shape);
    for (const SweepOutcome& o : sweep.outcomes) e->measures_ = e->measures_ || o.take == SweepOutcome::Take::measure;
    e->free_ = e->shape_.torques == 0 && sweep.base.problem.body->diagonal && !e->inside_;
    e->needs_invariants_ = e->measures_ || reader.observer().needs_invariants();
    if (e->shape_.stepper == Stepper::exact && !sweep.base.problem.body->diagonal) {
        const auto of_body = [](const std::string& key) { return key.rfind("body", 0) == 0; };
        if (const std::string key = varied_key(sweep, of_body); !key.empty()) {
            why = "'" + key + "' varies, and with it the principal axes of a body with products of inertia";
            return nullptr;
        }
        e->principal_.emplace(*sweep.base.problem.body);
        e->inertia_ = sweep.base.problem.body->inertia;
    }

    Mapping& map = e->mapping_;
    map.columns = e->shape_.columns();
    std::fill(std::begin(map.from), std::end(map.from), -1);
    std::vector<double>& first = e->first_;
    first.resize(static_cast<std::size_t>(map.columns));
    if (!e->read_columns(sweep.base, first.data())) {
        why = "the numbers of its first run are not plain";
        return nullptr;
    }
    std::copy(first.begin(), first.begin() + e->shape_.first_inside(), map.constant);
    if (e->inside_ && !moves_as_ordinary(sweep.base.problem, e->shape_, first.data())) {
        why = "the inside of the body has parts that do not go in SIMD lanes; rotors and states do";
        return nullptr;
    }
    e->find_mapping();
    const auto is_step = [](const std::string& key) { return key == "method.step"; };
    e->shape_.same_steps = varied_key(sweep, is_step).empty();
    if (!e->shape_.same_steps && needs_rows) {
        why = "'method.step' varies, and rows between start and end are looked at";
        return nullptr;
    }
    why = e->inside_ ? e->find_inside_rows(span) : e->find_rows(needs_rows, span, resolved);
    if (!why.empty()) return nullptr;

    // A key that is a column must say the same as the scenario it stands in; otherwise scenarios are read.
    if (e->direct_ && e->chosen_.empty()) {
        std::vector<double> inputs(static_cast<std::size_t>(sweep.inputs.columns()));
        for (std::uint64_t run = 0; run < std::min<std::uint64_t>(sweep.runs, 16) && e->direct_; ++run) {
            sweep.inputs.draw(run, inputs.data());
            e->direct_ = e->says_the_same(map, inputs.data(), reader);
        }
    }
    return e;
}

void SweepEnsemble::find_mapping() {
    // Which inputs are columns themselves. What is one of several texts or tables is none; a label goes nowhere.
    direct_ = true;
    int column = 0;
    for (const SweepInput& input : sweep_->inputs.inputs()) {
        const int width = static_cast<int>(input.columns.size());
        for (std::size_t k = 0; k < input.keys.size(); ++k) {
            if (input.keys[k].empty()) continue;
            if (const int at = column + static_cast<int>(k); sweep_->inputs.choices(at)) {
                chosen_.push_back(at);
                continue;
            }
            int count = 0;
            const int to = column_of_key(input.keys[k], shape_, count);
            const int given = input.keys.size() == 1 ? width : 1;
            if (to < 0 || count != given) {
                direct_ = false;
                continue;
            }
            for (int j = 0; j < count; ++j) mapping_.from[to + j] = column + static_cast<int>(k) + j;
        }
        column += width;
    }
    mapping_.step_varies = mapping_.from[at_step] >= 0;
    // numbers of an inside follow from several keys each
    direct_ = direct_ && !inside_;
    // whether a step goes with a given time between rows is for the reader of scenarios to say
    if (const TomlNode* run = sweep_->tree.find("run"); run && run->find("sample") && mapping_.step_varies)
        direct_ = false;
}

std::string SweepEnsemble::find_rows(bool needs_rows, const RunSpan& span, const ResolvedMethod& resolved) {
    // The closed form gives the row at t = 0 too; steppers have it from the start.
    if (shape_.stepper == Stepper::exact) {
        times_.push_back(0);
        steps_.push_back(0);
    }
    if (needs_rows) {
        const double rows = span.duration / span.sample;
        if (rows > 1e6) return "more than a million rows in each run";
        for (long i = 1;; ++i) {
            const double t = static_cast<double>(i) * span.sample;
            const bool inside = t < span.duration;
            const long long at = static_cast<long long>(i) * resolved.steps_per_sample;
            if (!inside || (shape_.stepper == Stepper::rk4 && at >= resolved.steps && resolved.last_step == 0)) break;
            if (shape_.stepper == Stepper::rk4 && at > resolved.steps) break;
            times_.push_back(t);
            steps_.push_back(at);
        }
    }
    times_.push_back(span.duration);
    steps_.push_back(resolved.steps);
    return "";
}

std::string SweepEnsemble::find_inside_rows(const RunSpan& span) {
    if (inside_->controllers == 0)
        return inside_rows(first_[at_step], first_[at_steps], first_[at_last_step], span, times_, steps_);
    if (!shape_.same_steps) return "'method.step' varies, and with it the steps that end where controllers sample";
    std::string why = control_schedule(*inside_, first_[at_step], shape_.duration, schedule_);
    if (why.empty()) why = scheduled_rows(schedule_, span, times_, steps_);
    shape_.schedule = {schedule_.steps.data(), static_cast<long long>(schedule_.steps.size()), schedule_.first_samples};
    return why;
}

bool SweepEnsemble::says_the_same(const Mapping& map, const double* inputs, SweepRuns& reader) const {
    double by_key[most_body_columns] = {}, by_scenario[most_body_columns] = {};
    if (!place_body(shape_, map, inputs, by_key, 1)) return true;  // it goes the ordinary way
    try {
        return read_columns(reader.scenario(inputs), by_scenario) &&
               std::equal(by_key, by_key + map.columns, by_scenario);
    } catch (const InputError&) {
        return false;
    }
}

bool SweepEnsemble::for_gpus() const {
    bool can = inside_ || !shape_.tensor;
    for (int k = 0; k < shape_.torques; ++k)
        can = can && shape_.torque[k] != TorqueKind::gravity_gradient && shape_.torque[k] != TorqueKind::orbiting;
    return can;
}

Rows SweepEnsemble::rows() const { return {static_cast<long long>(times_.size()), times_.data(), steps_.data()}; }

bool SweepEnsemble::read_columns(const Scenario& scenario, double* body) const {
    Shape shape;
    ResolvedMethod m;
    RunSpan span = scenario.run;
    OfInside inside;
    if (times_.size() <= 2) span.sample = span.duration;
    if (!shape_of(scenario, shape, inside, m, span).empty() || !same_shape(shape, shape_)) return false;
    const Problem& p = scenario.problem;
    for (int i = 0; i < 3; ++i) {
        body[at_moments + i] = principal_ ? principal_->moments[i] : p.body->inertia(i, i);
        body[at_rate + i] = p.start.rate[i];
        // those of the closed form are in the axes that it is followed in
        body[at_products + i] = shape_.tensor || inside_ ? p.body->inertia(i / 2, 1 + (i + 1) / 2) : 0;
    }
    const Quaternion<double> q = start_quaternion(p);
    body[at_attitude] = q.w, body[at_attitude + 1] = q.x, body[at_attitude + 2] = q.y, body[at_attitude + 3] = q.z;
    body[at_step] = m.step;
    body[at_steps] = static_cast<double>(m.steps);
    body[at_last_step] = m.last_step;
    double* to = body + at_torques;
    for (const TorqueModel& t : p.torques) put_torque_numbers(t.torque, to);
    if (inside_) {
        inside_grid(m.step, span.duration, body[at_steps], body[at_last_step]);
        put_inside_columns(p, *inside_, inside.literals, body + shape_.first_inside());
    }
    return true;
}

bool SweepEnsemble::place(const double* inputs, SweepRuns& reader, Known& known, double* body, long long stride) const {
    double own[most_body_columns + most_inside_columns];
    if (!columns_of_run(inputs, reader, known, own)) return false;
    if (principal_) {
        const Quaternion<double> q = principal_->to_principal(
            Quaternion<double>{own[at_attitude], own[at_attitude + 1], own[at_attitude + 2], own[at_attitude + 3]});
        const Vec3<double> w = principal_->to_principal(Vec3<double>{own[at_rate], own[at_rate + 1], own[at_rate + 2]});
        const double turned[7] = {q.w, q.x, q.y, q.z, w[0], w[1], w[2]};
        std::copy(turned, turned + 7, own + at_attitude);
    }
    for (int c = 0; c < mapping_.columns; ++c) body[c * stride] = own[c];
    return true;
}

void SweepEnsemble::place_idle(double* body, long long stride) const {
    if (!inside_) return place_idle_body(shape_, mapping_, body, stride);
    for (int c = 0; c < mapping_.columns; ++c) body[c * stride] = first_[static_cast<std::size_t>(c)];
}

bool SweepEnsemble::columns_of_run(const double* inputs, SweepRuns& reader, Known& known, double* own) const {
    const auto read = [&] {
        try {
            return read_columns(reader.scenario(inputs), own);
        } catch (const InputError&) {
            return false;  // the ordinary way says why
        }
    };
    if (!direct_) return read();
    if (chosen_.empty()) return place_body(shape_, mapping_, inputs, own, 1);
    // One scenario is read for each choice of texts, and the numbers go to their columns.
    std::vector<double> chosen;
    for (const int c : chosen_) chosen.push_back(inputs[c]);
    auto found = known.choices.find(chosen);
    if (found == known.choices.end()) {
        if (known.choices.size() >= most_choices_known || !read()) return read();
        found = known.choices.emplace(chosen, Known::Choice{mapping_}).first;
        std::copy(own, own + mapping_.columns, found->second.mapping.constant);
    }
    Known::Choice& choice = found->second;
    if (choice.looked_at < looks_at_a_choice) {
        ++choice.looked_at;
        choice.direct = choice.direct && says_the_same(choice.mapping, inputs, reader);
    }
    return choice.direct ? place_body(shape_, choice.mapping, inputs, own, 1) : read();
}

void SweepEnsemble::observe(const double* inputs, const double* body, long long stride, const Out& out, long long i,
                            SweepRuns& reader, std::vector<double>* history) const {
    SweepObserver& observer = reader.observer();
    observer.begin(inputs);
    const auto number = [&](int c) { return body[c * stride]; };
    if (measures_ && free_) {
        // nothing but these numbers makes the motion of a free body
        Problem p = sweep_->base.problem;
        for (int k = 0; k < 3; ++k) p.body->inertia(k, k) = number(at_moments + k);
        for (int k = 0; k < 3; ++k) p.start.rate[k] = number(at_rate + k);
        p.start.attitude.representation = "quaternion";
        p.start.attitude.params = {number(at_attitude), number(at_attitude + 1), number(at_attitude + 2),
                                   number(at_attitude + 3)};
        reader.begin_measures(p);
    } else if (measures_) {
        reader.begin_measures(inputs);
    }
    Row row;
    const auto hand_on = [&] {
        observer.row(row);
        if (measures_) reader.measure(row);
        if (history) history->insert(history->end(), observer.over_time().begin(), observer.over_time().end());
    };
    if (inside_) {
        InsideRows made(shape_, body, stride);
        if (inside_->controllers == 0) {
            made.start(row);
            hand_on();
        }
        for (std::size_t r = 0; r < times_.size(); ++r) {
            row.t = times_[r];
            // where there are controllers the first row is that of the start
            made.fill(row, out.base + inside_->length * static_cast<long long>(r) * out.stride + i, out.stride);
            hand_on();
        }
        return;
    }
    Mat3<double> inertia = principal_ ? inertia_ : Mat3<double>{};
    if (needs_invariants_ && shape_.tensor) inertia = load_tensor<double>({body, stride}, 0);
    if (needs_invariants_ && !shape_.tensor && !principal_)
        for (int k = 0; k < 3; ++k) inertia(k, k) = number(at_moments + k);
    const auto emit = [&] {
        row.defect = defect(row.q_NB);
        if (needs_invariants_) {
            const Vec3<double> momentum = inertia * row.w_NB_B;
            row.energy = 0.5 * dot(row.w_NB_B, momentum) + potential(shape_, body, stride, row.q_NB);
            row.L_N = to_world(row.q_NB, momentum);
        }
        hand_on();
    };
    if (shape_.stepper != Stepper::exact) {
        row.t = 0;
        row.q_NB = {number(at_attitude), number(at_attitude + 1), number(at_attitude + 2), number(at_attitude + 3)};
        row.w_NB_B = {number(at_rate), number(at_rate + 1), number(at_rate + 2)};
        const double off = std::fabs(defect(row.q_NB));
        if (shape_.stepper == Stepper::taylor) {
            Quaternion<double> held = normalise(row.q_NB);
            start_of_top(shape_, {body, stride}, held, row.w_NB_B);
            if (!(off < 1e-14)) row.q_NB = held;
        }
        if (shape_.stepper == Stepper::rk4 && !(off <= 32 * std::numeric_limits<double>::epsilon())) {
            if (shape_.constraint == Constraint::normalise) row.q_NB = normalise(row.q_NB);
            if (shape_.constraint == Constraint::binomial) row.q_NB = normalise_binomial(row.q_NB);
        }
        emit();
    }
    for (std::size_t r = 0; r < times_.size(); ++r) {
        const double* p = out.base + 7 * static_cast<long long>(r) * out.stride + i;
        row.t = times_[r];
        row.q_NB = {p[0], p[out.stride], p[2 * out.stride], p[3 * out.stride]};
        row.w_NB_B = {p[4 * out.stride], p[5 * out.stride], p[6 * out.stride]};
        if (principal_) {
            row.q_NB = principal_->from_principal(row.q_NB);
            row.w_NB_B = principal_->from_principal(row.w_NB_B);
        }
        emit();
    }
}

}  // namespace polhode
