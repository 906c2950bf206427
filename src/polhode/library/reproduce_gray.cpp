// Gray, Rubinoff, Sohon 1952: the paper has no experiment. These are the ones its claims call for.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "polhode/arithmetic/counting.hpp"
#include "polhode/arithmetic/philox.hpp"
#include "polhode/constrain/gray.hpp"
#include "polhode/integrate/runge_kutta.hpp"
#include "polhode/rotation/dcm.hpp"
#include "polhode/rotation/euler_angles.hpp"
#include "polhode/rotation/quaternion.hpp"
#include "reproduce.hpp"

namespace polhode {

namespace {

// A machine of fractions multiplies by 1/M and 1/M^2, M = 1/2, with shifts: no product.
using Word = Counting<float>;

}  // namespace

template <>
class Factor<Word> {
 public:
    Factor() = default;
    explicit Factor(double value) : value_(static_cast<float>(value)) {}
    friend Word times(const Word& a, const Factor& f) { return Word(a.value() * f.value_); }

 private:
    float value_ = 1;
};

namespace {

using std::numbers::pi;
using Style = FigureCurve::Style;
using Vector = Vec3<double>;

constexpr double degree = pi / 180;
constexpr double M = 0.5;

const std::string oblique = "reproduce/gray-oblique", loop = "reproduce/gray-loop", coning = "reproduce/gray-coning",
                  level = "reproduce/gray-level", top = "reproduce/gray-top";

// ---- settings -------------------------------------------------------------------------------------------------------

using Settings = std::vector<std::string>;
Settings operator+(Settings a, const Settings& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}
Settings words(int bits) {
    return {fmt::format("method.arithmetic={{ kind = \"fixed-point\", fraction_bits = {} }}", bits)};
}
Settings steps_a_turn(double n) { return {setting("method.step", 1 / n)}; }
Settings turns(double count, double sample) { return {setting("run.duration", count), setting("run.sample", sample)}; }
Settings integrator(const std::string& name) { return {"method.integrator=" + name}; }
Settings constraint(int method) {
    return {"method.constraint=" + (method == 0 ? std::string("none") : "gray-" + std::to_string(method))};
}
const Settings angles{"method.attitude=euler-zyx", "method.constraint=none"};
const Settings clamped{"method.attitude={ kind = \"euler-zyx\", clamp_deg = 85 }", "method.constraint=none"};
const Settings in_quaternion{"method.attitude=quaternion", "method.constraint=normalise-binomial"};

// The rate as words of so many bits hold it, an angle a step rounded: what such a machine turns at. A drift is
// measured against this, so that it is the procedure's and not the input's.
Settings held_rate(int bits, double n) {
    const double w[3] = {2 * pi / 3, 4 * pi / 3, 4 * pi / 3};
    double held[3];
    for (int i = 0; i < 3; ++i) held[i] = n * std::ldexp(std::floor(std::ldexp(w[i] / n, bits) + 0.5), -bits);
    return {fmt::format("rates.value=[{}, {}, {}]", held[0], held[1], held[2])};
}

// The oblique turn, but halfway at yaw and roll 0 and this pitch. Half a turn about the unit vector u is 2 u u^T - 1.
Settings pitch_at_half(double pitch_deg) {
    const double c = std::cos(pitch_deg * degree), s = std::sin(pitch_deg * degree), u[3] = {1. / 3, 2. / 3, 2. / 3};
    const double R[3][3] = {{c, 0, s}, {0, 1, 0}, {-s, 0, c}};
    double A[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const double along = R[i][0] * u[0] + R[i][1] * u[1] + R[i][2] * u[2];
            A[i][j] = 2 * along * u[j] - R[i][j];
        }
    return {fmt::format("start.attitude={{ matrix = [[{}, {}, {}], [{}, {}, {}], [{}, {}, {}]] }}", A[0][0], A[0][1],
                        A[0][2], A[1][0], A[1][1], A[1][2], A[2][0], A[2][1], A[2][2])};
}

// ---- reading rows ---------------------------------------------------------------------------------------------------

double off(const RunResult& run) { return run.end(MeasureId::world_axes); }
double off_after(const RunResult& run, double t) { return run.at(t, MeasureId::world_axes); }
double defect_until(const RunResult& run, double t) {
    double largest = 0;
    for (const KeptRow& row : run.rows)
        if (row.t > 0 && row.t < t + 1e-9) largest = std::max(largest, std::fabs(row.defect));
    return largest;
}
double largest_defect(const RunResult& run) { return defect_until(run, 1e300); }
Vector row_3(const KeptRow& row) { return {row.state.at(6), row.state.at(7), row.state.at(8)}; }
// The cosine between row 3 and the rate of the oblique turn, (1, 2, 2)/3; constant in truth.
double along_rate(const KeptRow& row) { return dot(row_3(row), {1. / 3, 2. / 3, 2. / 3}); }

// The largest angle between the same row of two matrices at the end.
double rows_apart(const RunResult& a, const RunResult& b) {
    double largest = 0;
    for (std::size_t i = 0; i < 9; i += 3) {
        const std::vector<double>&x = a.last().state, &y = b.last().state;
        const Vector u{x.at(i), x.at(i + 1), x.at(i + 2)}, v{y.at(i), y.at(i + 1), y.at(i + 2)};
        largest = std::max(largest, std::atan2(norm(cross(u, v)), dot(u, v)));
    }
    return largest;
}
double highest_pitch_deg(const RunResult& run) {
    double highest = -90;
    for (const KeptRow& row : run.rows)
        highest = std::max(highest, std::asin(std::clamp(-row.state.at(6), -1.0, 1.0)) / degree);
    return highest;
}

FigureCurve without_zero(FigureCurve c) {
    if (!c.x.empty() && c.x.front() == 0) {
        c.x.erase(c.x.begin());
        c.y.erase(c.y.begin());
    }
    return c;
}
// The largest in each turn.
FigureCurve defect_by_turn(const std::string& name, const RunResult& run, Style style = Style::line) {
    FigureCurve c;
    c.name = name;
    c.style = style;
    double largest = 0, edge = 1;
    for (const KeptRow& row : run.rows) {
        if (row.t > 0) largest = std::max(largest, std::fabs(row.defect));
        if (row.t < edge - 1e-9) continue;
        c.x.push_back(edge);
        c.y.push_back(largest);
        largest = 0;
        edge += 1;
    }
    return c;
}

// ---- what is counted ------------------------------------------------------------------------------------------------

struct Count {
    long products = 0, quotients = 0, functions = 0;
};
template <class Work>
Count counted(const Work& work) {
    const OperationCount before = operations();
    work();
    const OperationCount n = operations() - before;
    return {n.multiplications + n.fused, n.divisions, n.elementary};
}

struct Counts {
    Count row_2_method_1, row_2_method_2;              // with forward Euler
    Count correct_1, correct_2;                        // of row 2 alone, after any formula
    Count rates_gray, rates_quaternion, rates_angles;  // one evaluation of the rate equations
    Count fix_gray_1, fix_gray_2, fix_quaternion;      // once a step, row 1 included
    Count matrix_of_quaternion;
};

Counts count_operations() {
    const Vec3<Word> r3{Word(0.2f), Word(-0.3f), Word(0.33f)}, r2{Word(0.4f), Word(0.28f), Word(0.01f)},
        w{Word(0.01f), Word(0.02f), Word(0.005f)};
    const GrayProcedure<Word> method_1(M, GrayOrthogonalising::smallest_turn),
        method_2(M, GrayOrthogonalising::one_component);
    Mat3<Word> A;
    for (int j = 0; j < 3; ++j) {
        A(1, j) = r2[j];
        A(2, j) = r3[j];
    }
    const auto count = [](const auto& work) { return counted(work); };
    Counts all;
    all.correct_1 = count([&] { (void)method_1.orthogonalised(r2, r3); });
    all.correct_2 = count([&] { (void)method_2.orthogonalised(r2, r3); });
    all.row_2_method_1 = count([&] {
        const Vec3<Word> slope = cross(r2, w);
        (void)method_1.orthogonalised(r2 + slope, r3);
    });
    // the component that will be replaced, n here, is not integrated
    all.row_2_method_2 = count([&] {
        const Vec3<Word> slope{difference_of_products(r2[1], w[2], r2[2], w[1]),
                               difference_of_products(r2[2], w[0], r2[0], w[2]), Word(0)};
        (void)method_2.orthogonalised(r2 + slope, r3);
    });
    all.rates_gray = count([&] {
        (void)cross(r3, w);
        (void)cross(r2, w);
    });
    all.fix_gray_1 = count([&] { (void)method_1.corrected(A); });
    all.fix_gray_2 = count([&] { (void)method_2.corrected(A); });
    const Quaternion<Word> q{Word(0.3f), Word(0.2f), Word(0.1f), Word(0.33f)};
    // the halves of the rate are shifts
    all.rates_quaternion = count([&] { (void)derivative(q, w); });
    all.rates_quaternion.products -= count([&] { (void)(Word(0.5f) * w); }).products;
    all.fix_quaternion = count([&] { (void)method_1.normalised(q.params()); });
    all.matrix_of_quaternion = count([&] { (void)to_matrix(q); });
    EulerAngles<Word> e{};
    e = e.with(Vec3<Word>{Word(0.3f), Word(0.2f), Word(0.1f)});
    all.rates_angles = count([&] { (void)derivative(e, w); });
    return all;
}

// ---- row 2 against row 3, many times by chance ----------------------------------------------------------------------

struct Trials {
    int number = 20000;
    double farther = 0;         // method 2: largest displacement over the smallest that does
    double turn_excess = 0;     // method 1: largest turn over the smallest, less 1
    double order_share = 0;     // largest difference of two orders over the bound of second order
    double order_largest = 0;   // itself, over M
    double residual_share = 0;  // largest difference of r2.r3/M^2 from -eps1 eps2/2, over eps1 eps2/2
    double size = 1e-3;         // of the errors put in
};

Trials try_corrections() {
    Trials t;
    const RandomStream random{1952, 1};
    const GrayProcedure<double> together(M),
        length(M, GrayOrthogonalising::smallest_turn, GrayCorrections::length_first),
        direction(M, GrayOrthogonalising::smallest_turn, GrayCorrections::direction_first);
    unsigned long long n = 0;
    const auto vector = [&] {
        Vector v;
        for (int i = 0; i < 3; ++i) v[i] = random.normal(n++);
        return v;
    };
    for (int trial = 0; trial < t.number; ++trial) {
        const Vector a = vector(), b = vector();
        const Vector r3 = (M / norm(a)) * a, side = cross(r3, b);
        const Vector r2 = (M / norm(side)) * side + (t.size * M) * vector();
        const double eps1 = dot(r2, r2) / (M * M) - 1, eps2 = dot(r2, r3) / (M * M);
        const double smallest = M * std::fabs(eps2);
        t.farther = std::max(t.farther, norm(GrayProcedure<double>::with_one_replaced(r2, r3) - r2) / smallest);
        const Vector fixed = together.orthogonalised(r2, r3);
        const double turned = std::atan2(norm(cross(r2, fixed)), dot(r2, fixed)),
                     least = std::asin(std::fabs(dot(r2, r3)) / (norm(r2) * M));
        // below a hundredth of the errors put in, the ratio is that of two roundings
        if (least > t.size / 100) t.turn_excess = std::max(t.turn_excess, std::fabs(turned / least - 1));
        const double bound = M / 2 * std::fabs(eps2) * std::hypot(eps1, eps2);
        for (const GrayProcedure<double>* other : {&length, &direction}) {
            const double apart = norm(other->orthogonalised(r2, r3) - fixed);
            t.order_largest = std::max(t.order_largest, apart / M);
            if (bound > 1e-9) t.order_share = std::max(t.order_share, apart / bound);
        }
        if (std::fabs(eps1 * eps2) > 1e-8)
            t.residual_share = std::max(t.residual_share, std::fabs(dot(fixed, r3) / (M * M) / (-eps1 * eps2 / 2) - 1));
    }
    return t;
}

// ---- which three of nine --------------------------------------------------------------------------------------------

struct Triple {
    std::array<int, 3> cosines;
    std::string name;
    bool one_row = false, one_column = false;
    double determinant = 0;  // largest size over some attitudes
};

// Three cosines determine an attitude near another where the turns about the three axes change them independently.
std::vector<Triple> triples() {
    const char* names[9] = {"l1", "m1", "n1", "l2", "m2", "n2", "l3", "m3", "n3"};
    const RandomStream random{1952, 2};
    std::vector<Triple> all;
    for (int a = 0; a < 9; ++a)
        for (int b = a + 1; b < 9; ++b)
            for (int c = b + 1; c < 9; ++c) {
                Triple one{{a, b, c}, fmt::format("{} {} {}", names[a], names[b], names[c])};
                one.one_row = a / 3 == b / 3 && b / 3 == c / 3;
                one.one_column = a % 3 == b % 3 && b % 3 == c % 3;
                for (unsigned long long attitude = 0; attitude < 20; ++attitude) {
                    Quaternion<double> q{};
                    q.w = random.normal(4 * attitude);
                    q.x = random.normal(4 * attitude + 1);
                    q.y = random.normal(4 * attitude + 2);
                    q.z = random.normal(4 * attitude + 3);
                    const Dcm<double> R{to_matrix(normalise(q))};
                    Vector change[3];
                    for (int axis = 0; axis < 3; ++axis) {
                        Vector w{};
                        w[axis] = 1;
                        const Vec<double, 9> d = derivative(R, w);
                        change[axis] = {d[a], d[b], d[c]};
                    }
                    one.determinant = std::max(one.determinant, std::fabs(dot(change[0], cross(change[1], change[2]))));
                }
                all.push_back(one);
            }
    return all;
}

// ---- the runs -------------------------------------------------------------------------------------------------------

const std::vector<int> four_lengths{15, 23, 31, 39};
const std::vector<double> drift_lengths{11, 15, 19, 23, 27, 31, 35, 39, 43, 47};
const std::vector<double> passage_steps{90, 180, 360, 720, 1440, 2880, 5760};
const std::vector<double> pitches{89.9, 89, 85, 80, 60};
const std::vector<double> residual_steps{45, 90, 180, 360, 720};

struct Passage {
    RunSeries cosines, angles, clamped;
};
// What 30 turns in words leave: of one word length, motion, formula and method.
struct LongRun {
    int bits;
    std::string motion, formula;
    int method;
    Later<RunResult> run;
};

struct GrayRuns {
    Passage at_90;
    Later<RunResult> shown_cosines, shown_angles, shown_clamped, real_passage;
    std::vector<Passage> near_90;  // by pitches; 360 and 1440 steps
    std::vector<Later<RunResult>> word_passage;
    Later<RunResult> oblique_zyx, oblique_zxz, level_zyx, level_zxz;
    RunSeries top;
    std::vector<Triple> triples;
    std::vector<Later<RunResult>> three_equations;  // by triples, where not of one row or column
    Later<RunResult> unity_wraps, unity_held;
    std::vector<LongRun> corrected, uncorrected;  // 30 turns
    std::vector<LongRun> overflowing;
    std::map<std::string, RunSeries> drift;    // over drift_lengths
    std::vector<Later<RunResult>> real_drift;  // methods 0, 1, 2; 90 steps, 10 turns
    Later<RunResult> euler, heun, rk4;         // 100 turns of 90 steps
    std::vector<RunSeries> euler_order;        // methods 0, 1, 2, over 90 .. 720 steps, 1 turn
    std::vector<Later<RunResult>> orders;      // forward Euler, 360 steps: together, length first, direction first
    std::vector<RunSeries> residual;           // loop, oblique, coning, over residual_steps
    Later<Counts> counts;
    Later<Trials> trials;
};

std::shared_ptr<const GrayRuns> ask_runs(Laboratory& lab) {
    auto all = std::make_shared<GrayRuns>();
    GrayRuns& r = *all;
    const auto run = [&](const std::string& scenario, Settings settings, double seconds = 0.005,
                         const std::string& against = "truth") {
        return lab.run({.scenario = scenario, .settings = std::move(settings), .against = against, .seconds = seconds});
    };
    const auto over_steps = [&](const Settings& settings, const std::vector<double>& steps) {
        return lab.sweep({.scenario = oblique, .settings = settings, .seconds = 0.005}, steps, steps_a_turn);
    };
    const Settings cosines{};
    r.at_90 = {over_steps(cosines, passage_steps), over_steps(angles, passage_steps),
               over_steps(clamped, passage_steps)};
    const Settings every_step{setting("run.sample", 1. / 360)};
    const auto finely_sampled = [&](const Settings& settings) {
        return lab.sweep({.scenario = oblique, .settings = settings, .seconds = 0.005}, {360, 1440},
                         [](double n) { return steps_a_turn(n) + Settings{setting("run.sample", 1 / n)}; });
    };
    for (const double pitch : pitches) {
        const Settings there = pitch_at_half(pitch);
        r.near_90.push_back(
            {finely_sampled(there), over_steps(angles + there, {360, 1440}), over_steps(clamped + there, {360, 1440})});
    }

    r.shown_cosines = run(oblique, every_step);
    r.shown_angles = run(oblique, angles + every_step);
    r.shown_clamped = run(oblique, clamped + every_step);
    for (const int bits : four_lengths)
        r.word_passage.push_back(run(oblique, words(bits) + held_rate(bits, 360) + every_step));

    const Settings zxz{"method.attitude=euler-zxz", "method.constraint=none"};
    r.oblique_zyx = run(oblique, angles);
    r.oblique_zxz = run(oblique, zxz);
    r.level_zyx = run(level, {});
    r.level_zxz = run(level, {"method.attitude=euler-zxz"});
    r.top = lab.sweep({.scenario = top}, "method.step", {0.04, 0.02, 0.01, 0.005});

    r.triples = triples();
    for (const Triple& t : r.triples)
        if (!t.one_row && !t.one_column)
            r.three_equations.push_back(
                run(oblique, Settings{"method.attitude={ kind = \"dcm-gray\", equations = \"" + t.name + "\" }"} +
                                 constraint(0) + every_step));

    r.unity_wraps =
        run(loop, {"method.arithmetic={ kind = \"fixed-point\", fraction_bits = 31, scale = 1, overflow = \"wrap\" }"});
    r.unity_held =
        run(loop, {"method.arithmetic={ kind = \"fixed-point\", fraction_bits = 31, scale = 0.5, overflow = \"wrap\" "
                   "}"});

    // rows every five steps
    const Settings thirty = turns(30, 5. / 360);
    for (const int bits : four_lengths)
        for (const std::string& motion : {loop, oblique}) {
            for (const char* formula : {"euler", "heun", "rk4"})
                for (const int method : {1, 2})
                    r.corrected.push_back(
                        {bits, motion, formula, method,
                         run(motion, words(bits) + integrator(formula) + constraint(method) + thirty, 0.03, "")});
            r.uncorrected.push_back(
                {bits, motion, "rk4", 0, run(motion, words(bits) + constraint(0) + thirty, 0.03, "")});
            r.overflowing.push_back(
                {bits, motion, "euler", 0,
                 run(motion, words(bits) + integrator("euler") + constraint(0) + turns(30, 1), 0.02, "")});
        }

    const auto over_lengths = [&](const Settings& settings) {
        return lab.sweep({.scenario = oblique, .settings = settings + turns(10, 1), .seconds = 0.01}, drift_lengths,
                         [](double bits) {
                             const int b = static_cast<int>(bits);
                             return words(b) + held_rate(b, 360);
                         });
    };
    r.drift = {{"method 1", over_lengths(constraint(1))},
               {"method 2", over_lengths(constraint(2))},
               {"uncorrected", over_lengths(constraint(0))},
               {"doubled before rounding",
                over_lengths({"method.constraint={ kind = \"gray-1\", doubling = \"before-rounding\" }"})},
               {"quaternion", over_lengths(in_quaternion)}};
    for (const int method : {0, 1, 2})
        r.real_drift.push_back(run(oblique, constraint(method) + steps_a_turn(90) + turns(10, 1)));

    const auto hundred = [&](const std::string& formula) {
        return run(oblique, integrator(formula) + constraint(1) + steps_a_turn(90) + turns(100, 1), 0.01);
    };
    r.euler = hundred("euler");
    r.heun = hundred("heun");
    r.rk4 = hundred("rk4");
    for (const int method : {0, 1, 2})
        r.euler_order.push_back(over_steps(integrator("euler") + constraint(method), {90, 180, 360, 720}));
    for (const char* order : {"together", "length-first", "direction-first"})
        r.orders.push_back(
            run(oblique,
                integrator("euler") +
                    Settings{fmt::format("method.constraint={{ kind = \"gray-1\", corrections = \"{}\" }}", order)}));
    for (const std::string& motion : {loop, oblique, coning})
        r.residual.push_back(lab.sweep(
            {.scenario = motion,
             .settings = integrator("euler") + constraint(1) + Settings{"run.duration=10"},
             .against = "",
             .seconds = 0.01},
            residual_steps, [](double n) { return steps_a_turn(n) + Settings{setting("run.sample", 1 / n)}; }));
    r.counts = lab.job<Counts>("operations of a step", 0.01, [](const Stop&) { return count_operations(); });
    r.trials = lab.job<Trials>("corrections of row 2", 0.05, [](const Stop&) { return try_corrections(); });
    return all;
}

// ---- numbers that several places need -------------------------------------------------------------------------------

std::size_t place(const std::vector<double>& values, double v) {
    return static_cast<std::size_t>(std::find(values.begin(), values.end(), v) - values.begin());
}
double per_turn(const RunResult& run) { return off(run) / run.last().t; }
double drift_at(const GrayRuns& r, const std::string& kind, int bits) {
    return per_turn(r.drift.at(kind)[place(drift_lengths, bits)]);
}
const LongRun& find(const std::vector<LongRun>& runs, int bits, const std::string& motion, const std::string& formula,
                    int method) {
    for (const LongRun& one : runs)
        if (one.bits == bits && one.motion == motion && one.formula == formula && one.method == method) return one;
    throw std::logic_error("no such run");
}
struct WordDefect {
    double all = 0, early = 0;  // largest in 30 turns, in the first 10
};
// With Heun and RK4, both methods and motions.
WordDefect word_defect(const GrayRuns& r, int bits) {
    WordDefect d;
    for (const LongRun& one : r.corrected)
        if (one.bits == bits && one.formula != "euler") {
            d.all = std::max(d.all, largest_defect(*one.run));
            d.early = std::max(d.early, defect_until(*one.run, 10));
        }
    return d;
}
double units(double value, int bits) { return std::ldexp(value, bits); }
std::string shown_units(double defect, int bits) {
    const double count = units(defect, bits);
    return count < 100 ? fmt::format("{:.1f}", count) : fmt::format("{:.0f}", count);
}

// The turn, counted from 1, in which a run broke down; 0: it did not.
int turn_of_failure(const RunResult& run) {
    return run.failure.empty() ? 0 : static_cast<int>(std::floor(run.statistics.end_time)) + 1;
}
int equations_that_fail(const GrayRuns& r) {
    int count = 0;
    for (const auto& run : r.three_equations) count += !run->failure.empty();
    return count;
}
const RunResult& example_of_three(const GrayRuns& r) {
    std::size_t at = 0;
    for (const Triple& t : r.triples) {
        if (t.one_row || t.one_column) continue;
        if (t.name == "l1 l2 m2") return *r.three_equations[at];
        ++at;
    }
    throw std::logic_error("the document's example is missing");
}

struct Divisors {
    double by_size = 1e300, by_value = 1e300;  // the smallest that either comparison divides by
};
Divisors divisors(const RunResult& run) {
    Divisors d;
    for (const KeptRow& row : run.rows) {
        const Vector r3 = row_3(row);
        d.by_size = std::min(d.by_size, std::fabs(r3[largest_component(r3)]));
        d.by_value = std::min(d.by_value, std::fabs(std::max({r3[0], r3[1], r3[2]})));
    }
    return d;
}

struct StepCost {
    long products = 0, quotients = 0;
};
StepCost rk4_step(const Count& rates, const Count& fix) {
    return {4 * rates.products + fix.products, 4 * rates.quotients + fix.quotients};
}

// ---- claims ---------------------------------------------------------------------------------------------------------

void claims(ReportPage& page, const GrayRuns& r) {
    const auto yes = [](bool holds) { return holds ? Verdict::holds : Verdict::fails; };
    const auto if_so = [](bool holds) { return holds ? Verdict::with_condition : Verdict::fails; };

    // 1
    const double wrong = off_after(*r.euler, 1), free = off(r.euler_order[0][0]), second = off_after(*r.heun, 1),
                 fourth = off_after(*r.rk4, 1);
    page.claim(
        {.number = "1",
         .text = "The techniques give up accuracy for speed, but hold inaccuracies reasonably low (section 1). The "
                 "integration formula is left free.",
         .verdict = yes(wrong < 0.01),
         .explanation = fmt::format(
             "Not with the fastest formula. With forward Euler, 90 steps a turn, the corrected matrix is off by {} rad "
             "after one turn (uncorrected {} rad) and by {} rad after a hundred, while it stays orthonormal to {}: the "
             "corrections drive it into a wrong motion. The cosine between row 3 and the axis of rotation must stay at "
             "{}; it goes to {} after one turn, {} after ten, {} after fifty. Heun is off by {} rad a turn, RK4 by {}.",
             shown(wrong, 3), shown(free, 3), shown(off(*r.euler), 2), shown(largest_defect(*r.euler), 1),
             shown(along_rate(r.euler->rows.front()), 4), shown(along_rate(r.euler->row_at(1)), 3),
             fmt::format("{:.3f}", along_rate(r.euler->row_at(10))),
             fmt::format("{:.3f}", std::fabs(along_rate(r.euler->row_at(50)))), shown(second, 2), shown(fourth, 4)),
         .condition = "a formula of second order or higher",
         .evidence = {{"forward Euler, method 1, one turn", wrong, "rad"},
                      {"forward Euler, uncorrected, one turn", free, "rad"},
                      {"forward Euler, method 2, one turn", off(r.euler_order[2][0]), "rad"},
                      {"forward Euler, 100 turns", off(*r.euler), "rad"},
                      {"cosine to the axis, start", along_rate(r.euler->rows.front())},
                      {"cosine to the axis, 1 turn", along_rate(r.euler->row_at(1))},
                      {"cosine to the axis, 10 turns", along_rate(r.euler->row_at(10))},
                      {"cosine to the axis, 50 turns", along_rate(r.euler->row_at(50))},
                      {"power of the step", -observed_slope(r.euler_order[1].values, r.euler_order[1].read(off))},
                      {"Heun, one turn", second, "rad"},
                      {"RK4, one turn", fourth, "rad"}},
         .command = r.euler->command});

    // 2
    const std::vector<double> lost = r.at_90.angles.read(off), kept = r.at_90.cosines.read(off),
                              stuck = r.at_90.clamped.read(off);
    const double smallest_lost = *std::min_element(lost.begin(), lost.end());
    page.claim({.number = "2",
                .text = "Two of the three equations of the Euler angles are indeterminate at pitch ±90°, which makes "
                        "them difficult to use in point by point computation (section 2).",
                .verdict = yes(smallest_lost > 1e-5),
                .explanation = fmt::format(
                    "On a path through exactly 90° the angles are off by {} rad after one turn of 90 steps, and by {} "
                    "rad with "
                    "5760 steps. Steps 64 times smaller should make the error of RK4 {} times smaller and make it {} "
                    "times, by chance: a step ends so near 90° that the last digit decides. Direction cosines with the "
                    "same formula: {} and {} rad.",
                    shown(lost.front(), 2), shown(lost.back(), 1), shown(std::pow(64.0, 4), 2),
                    fmt::format("{:.0f}", lost.front() / lost.back()), shown(kept.front(), 3), shown(kept.back(), 1)),
                .evidence = {{"angles, 90 steps", lost.front(), "rad"},
                             {"angles, 5760 steps", lost.back(), "rad"},
                             {"smallest of seven steps", smallest_lost, "rad"},
                             {"angles, a path far from 90°, 360 steps", off(r.near_90.back().angles[0]), "rad"}},
                .command = r.shown_angles->command});

    // 3
    const std::size_t at_85 = place(pitches, 85);
    const RunResult &peak_coarse = r.near_90[at_85].clamped[0], &peak_fine = r.near_90[at_85].clamped[1];
    page.claim(
        {.number = "3",
         .text = "To limit pitch to ±85° is to avoid the problem, not to solve it (section 2).",
         .verdict = yes(stuck.back() > 0.5 * stuck.front() && stuck.back() > 1e-4),
         .explanation = fmt::format(
             "With the divisor cos(pitch) kept from falling below cos 85°, the attitude is off by {} rad after one "
             "passage of 90° with 90 steps and by {} rad with 5760. A path that misses 90° and reaches {}° is worse: "
             "{} rad, whatever the step.",
             shown(stuck.front(), 2), shown(stuck.back(), 3), shown(highest_pitch_deg(r.near_90[at_85].cosines[1]), 3),
             shown(off(peak_fine), 3)),
         .evidence = {{"through 90°, 90 steps", stuck.front(), "rad"},
                      {"through 90°, 360 steps", stuck[place(passage_steps, 360)], "rad"},
                      {"through 90°, 5760 steps", stuck.back(), "rad"},
                      {"path past 85°, 360 steps", off(peak_coarse), "rad"},
                      {"path past 85°, 1440 steps", off(peak_fine), "rad"},
                      {"power of the step", -observed_slope(passage_steps, stuck)}},
         .command = r.shown_clamped->command});

    // 4
    const double zyx_90 = off(*r.oblique_zyx), zxz_90 = off(*r.oblique_zxz), zyx_0 = off(*r.level_zyx),
                 zxz_0 = off(*r.level_zxz);
    page.claim({.number = "4",
                .text = "Another choice of axes has the same difficulty at another attitude (section 2).",
                .verdict = yes(zyx_90 > 1e4 * zxz_90 && zxz_0 > 1e4 * zyx_0),
                .explanation = fmt::format(
                    "Through pitch 90° yaw, pitch and roll are off by {} rad and the angles zxz by {}; through the "
                    "level attitude it is the other way round, {} and {} rad (360 steps).",
                    shown(zyx_90, 1), shown(zxz_90, 2), shown(zyx_0, 2), shown(zxz_0, 1)),
                .evidence = {{"zyx through pitch 90°", zyx_90, "rad"},
                             {"zxz through pitch 90°", zxz_90, "rad"},
                             {"zyx through level", zyx_0, "rad"},
                             {"zxz through level", zxz_0, "rad"}},
                .command = r.level_zxz->command});

    // 5
    const double top_order = observed_slope(r.top.values, r.top.read(off));
    page.claim({.number = "5",
                .text = "The Euler angles can be eliminated from the equations of motion: they occur only in "
                        "combinations that are direction cosines (section 3).",
                .verdict = yes(top_order > 3.7),
                .explanation = fmt::format(
                    "A heavy top, whose torque depends on its attitude, was run without any angle from pitch 90°. "
                    "Against the closed form it is off by {} rad after 4 s with steps of 0.01 s, and the error goes as "
                    "the step to the power {}.",
                    shown(off(r.top[2]), 3), shown(top_order, 3)),
                .evidence = {{"error at 0.01 s", off(r.top[2]), "rad"}, {"power of the step", top_order}},
                .command = r.top[2].command});

    // 6
    std::vector<double> clear_steps, clear;
    for (std::size_t i = 0; i < passage_steps.size(); ++i)
        if (passage_steps[i] <= 1440) {  // beyond it the error is rounding
            clear_steps.push_back(passage_steps[i]);
            clear.push_back(kept[i]);
        }
    const double order = -observed_slope(clear_steps, clear);
    page.claim({.number = "6",
                .text = "The equations of the direction cosines have no indeterminate points. “This is the principal "
                        "gain” (section 3).",
                .verdict = yes(order > 3.9 && order < 4.1),
                .explanation = fmt::format(
                    "Through pitch 90° exactly, RK4 keeps its fourth order: {} rad with 90 steps a turn, {} with 360, "
                    "{} with 1440 (power {}).",
                    shown(kept[0], 4), shown(kept[place(passage_steps, 360)], 4),
                    shown(kept[place(passage_steps, 1440)], 4), shown(order, 4)),
                .evidence = {{"90 steps", kept[0], "rad"},
                             {"360 steps", kept[place(passage_steps, 360)], "rad"},
                             {"1440 steps", kept[place(passage_steps, 1440)], "rad"},
                             {"power of the step", order}},
                .command = r.shown_cosines->command});

    // 7
    int dependent = 0, excluded = 0;
    bool same = true;
    for (const Triple& t : r.triples) {
        const bool zero = t.determinant < 1e-12, rule = t.one_row || t.one_column;
        dependent += zero;
        excluded += rule;
        same = same && zero == rule;
    }
    const int failing = equations_that_fail(r);
    const RunResult& example = example_of_three(r);
    page.claim(
        {.number = "7",
         .text = "Three of the nine equations are independent if they do not all have one subscript or one letter; "
                 "with six of the identities they give all nine cosines (section 4).",
         .verdict = if_so(same),
         .explanation = fmt::format(
             "Of the {} ways to choose three, {} are dependent everywhere: just those of one row or one column. But "
             "each of the others fails on some surface of attitudes. On the oblique turn {} of the {} break down "
             "within one turn; the document's example l1, l2, m2, whose determinant is n2 l3, after {} of it. The six "
             "equations of section 5 fail nowhere.",
             r.triples.size(), dependent, failing, r.three_equations.size(), shown(example.statistics.end_time, 3)),
         .condition = "away from surfaces of attitudes that differ for each choice",
         .evidence = {{"choices", static_cast<double>(r.triples.size())},
                      {"dependent everywhere", static_cast<double>(dependent)},
                      {"of one row or column", static_cast<double>(excluded)},
                      {"others that break down within a turn", static_cast<double>(failing)},
                      {"l1 l2 m2 breaks down at", example.statistics.end_time, "turns"}},
         .command = example.command});

    // 8
    const double unity = r.unity_wraps->rows.front().state.at(8);
    page.claim({.number = "8",
                .text = "In a machine whose numbers are fractions a direction cosine of unity would appear as zero "
                        "(section 5).",
                .verdict = if_so(unity != 1),
                .explanation = fmt::format(
                    "Unity is lost, but what appears depends on how negative numbers are written. With a sign and a "
                    "size the overflowing digit is dropped and zero is left. In two's complement the digit falls on "
                    "the sign: n3 = 1 at the start of the loop is held as {}, and the attitude is off by {} rad at "
                    "once.",
                    shown(unity),
                    shown(r.unity_wraps->rows.front().measured[static_cast<std::size_t>(MeasureId::world_axes)], 3)),
                .condition = "numbers written as sign and size; in two's complement it appears as -1",
                .evidence = {{"unity held in two's complement", unity},
                             {"error at the end of the loop, M = 1", off(*r.unity_wraps), "rad"},
                             {"error at the end of the loop, M = 1/2", off(*r.unity_held), "rad"}},
                .command = r.unity_wraps->command});

    // 9
    int broken = 0;
    double largest_word = 0;
    for (const LongRun& one : r.corrected) {
        broken += !one.run->failure.empty();
        for (const KeptRow& row : one.run->rows)
            for (const double cosine : row.state) largest_word = std::max(largest_word, M * std::fabs(cosine));
    }
    const int loop_15 = turn_of_failure(*find(r.overflowing, 15, loop, "euler", 0).run),
              oblique_15 = turn_of_failure(*find(r.overflowing, 15, oblique, "euler", 0).run),
              loop_39 = turn_of_failure(*find(r.overflowing, 39, loop, "euler", 0).run),
              oblique_39 = turn_of_failure(*find(r.overflowing, 39, oblique, "euler", 0).run);
    page.claim(
        {.number = "9",
         .text = "All parameters must remain bounded at all times (section 1); pseudo direction cosines, M = 1/2 times "
                 "the true ones, remove the difficulty (section 5).",
         .verdict = yes(broken == 0 && largest_word < 1),
         .explanation = fmt::format(
             "In {} runs of 30 turns, three formulas, both methods, words of 15 to 39 bits, nothing overflowed; the "
             "largest number held was {}. It is the corrections that do it: without them forward Euler overflows in "
             "turn {} of the loop and turn {} of the oblique motion, with 15 bits and with 39.",
             r.corrected.size(), shown(largest_word, 6), loop_15, oblique_15),
         .evidence = {{"runs", static_cast<double>(r.corrected.size())},
                      {"that overflowed", static_cast<double>(broken)},
                      {"largest number held", largest_word},
                      {"uncorrected Euler, loop, 15 bits: turn", static_cast<double>(loop_15)},
                      {"uncorrected Euler, oblique, 15 bits: turn", static_cast<double>(oblique_15)},
                      {"uncorrected Euler, loop, 39 bits: turn", static_cast<double>(loop_39)},
                      {"uncorrected Euler, oblique, 39 bits: turn", static_cast<double>(oblique_39)}},
         .command = find(r.corrected, 15, loop, "rk4", 2).run->command});

    // 10
    const WordDefect w15 = word_defect(r, 15), w23 = word_defect(r, 23), w31 = word_defect(r, 31),
                     w39 = word_defect(r, 39);
    const RunResult &bare_loop = *find(r.uncorrected, 15, loop, "rk4", 0).run,
                    &bare_oblique = *find(r.uncorrected, 15, oblique, "rk4", 0).run;
    double most_units = 0, growth = 0;
    for (const int bits : four_lengths) {
        const WordDefect d = word_defect(r, bits);
        most_units = std::max(most_units, units(d.all, bits));
        growth = std::max(growth, d.all / d.early);
    }
    page.claim(
        {.number = "10",
         .text = "Curtailment and round-off gradually make the cosines fail the normality equations; the second step "
                 "corrects this (section 5).",
         .verdict = yes(most_units < 30 && growth < 1.5 && bare_loop.last().defect > 10 * w15.all),
         .explanation = fmt::format(
             "Uncorrected, RK4 in words of 15 bits fails the identities by {} after 30 loops, and it grows. Corrected, "
             "the largest failure is {} at 15 bits, {} at 23, {} at 31 and {} at 39: never more than {} units of the "
             "word, and in 30 turns {} times what it was in 10. Where the matrix points is another matter: see "
             "verdicts 1 and 18.",
             shown(bare_loop.last().defect, 2), shown(w15.all, 2), shown(w23.all, 2), shown(w31.all, 2),
             shown(w39.all, 2), shown(most_units, 2), shown(growth, 2)),
         .evidence = {{"15 bits", w15.all},
                      {"23 bits", w23.all},
                      {"31 bits", w31.all},
                      {"39 bits", w39.all},
                      {"largest in units of the word", most_units},
                      {"30 turns over 10", growth},
                      {"uncorrected, 15 bits, loop", bare_loop.last().defect},
                      {"uncorrected, 15 bits, oblique", bare_oblique.last().defect}},
         .command = find(r.corrected, 15, loop, "rk4", 2).run->command});

    // 11
    const auto law = [](double n) { return 0.75 * std::pow(2 * pi / n, 4); };
    std::vector<double> left_90, left_360, power;
    for (const RunSeries& s : r.residual) {
        left_90.push_back(largest_defect(s[place(residual_steps, 90)]));
        left_360.push_back(largest_defect(s[place(residual_steps, 360)]));
        power.push_back(-observed_slope(s.values, s.read(largest_defect)));
    }
    const auto low = [](const std::vector<double>& v) { return *std::min_element(v.begin(), v.end()); };
    const auto high = [](const std::vector<double>& v) { return *std::max_element(v.begin(), v.end()); };
    page.claim(
        {.number = "11",
         .text = "Two terms of the binomial series normalise a row and avoid the square root (section 5).",
         .verdict = yes(low(power) > 3.7 && high(left_90) < 3 * law(90)),
         .explanation = fmt::format(
             "What is left of an error eps in the squared length is (3/4) eps^2. Forward Euler makes eps = (2 pi/n)^2 "
             "with n steps a turn, the worst of all formulas: predicted {} with 90 steps, found {} to {} in three "
             "motions, since two rows are corrected and the third is made of both; with 360 steps {} and {} to {}.",
             shown(law(90), 2), shown(low(left_90), 2), shown(high(left_90), 2), shown(law(360), 2),
             shown(low(left_360), 2), shown(high(left_360), 2)),
         .evidence = {{"(3/4) eps^2, 90 steps", law(90)},
                      {"found, loop", left_90[0]},
                      {"found, oblique", left_90[1]},
                      {"found, coning", left_90[2]},
                      {"smallest, 360 steps", low(left_360)},
                      {"largest, 360 steps", high(left_360)},
                      {"smallest power of the step", low(power)},
                      {"largest power of the step", high(power)}},
         .command = r.residual[1][place(residual_steps, 90)].command});

    // 12
    const Trials& t = *r.trials;
    page.claim(
        {.number = "12",
         .text = "Method 1 turns row 2 through as small an angle as possible (section 5).",
         .verdict = yes(t.turn_excess < 0.05),
         .explanation = fmt::format(
             "To first order it does: in {} trials with errors of about {} the angle was the smallest possible "
             "one within {} of itself. What is left of r2.r3/M^2 is -eps1 eps2/2, within {}. Method 2 moves row "
             "2 up to {} times as far as needed; the limit is sqrt(3) = {}. It shows only where the errors are large: "
             "after one turn with forward Euler and 360 steps method 1 is off by {} rad, method 2 by {}; with RK4 "
             "they agree.",
             t.number, shown(t.size, 1), shown(t.turn_excess, 1), shown(t.residual_share, 1), shown(t.farther, 4),
             shown(std::sqrt(3.0), 4), shown(off(r.euler_order[1][2]), 3), shown(off(r.euler_order[2][2]), 3)),
         .evidence = {{"angle over the smallest, less 1", t.turn_excess},
                      {"method 2, displacement over the smallest", t.farther},
                      {"difference from -eps1 eps2/2", t.residual_share},
                      {"Euler, 360 steps, method 1, one turn", off(r.euler_order[1][2]), "rad"},
                      {"Euler, 360 steps, method 2, one turn", off(r.euler_order[2][2]), "rad"},
                      {"RK4, 90 steps, ten turns, method 1", off(*r.real_drift[1]), "rad"},
                      {"RK4, 90 steps, ten turns, method 2", off(*r.real_drift[2]), "rad"}},
         .command = r.euler_order[1][2].command});

    // 13
    page.claim({.number = "13",
                .text = "To first order, the corrections of length and direction may be applied in either order or "
                        "together (section 5).",
                .verdict = yes(t.order_share < 1.05),
                .explanation = fmt::format(
                    "The results differ by (M/2) |eps2| sqrt(eps1^2 + eps2^2) at most, of second order: in the {} "
                    "trials by up to {:.2f} times this, and by no more than {} of M for errors of about {}. With "
                    "forward Euler and 360 steps the rows after one turn are {} rad from those corrected together, "
                    "with length first, and {} with direction first, while both are off by {} rad.",
                    t.number, t.order_share, shown(t.order_largest, 1), shown(t.size, 1),
                    shown(rows_apart(*r.orders[0], *r.orders[1]), 2), shown(rows_apart(*r.orders[0], *r.orders[2]), 2),
                    shown(off(*r.orders[0]), 3)),
                .evidence = {{"largest difference over the bound", t.order_share},
                             {"largest difference over M", t.order_largest},
                             {"length first from together, one turn", rows_apart(*r.orders[0], *r.orders[1]), "rad"},
                             {"direction first from together, one turn", rows_apart(*r.orders[0], *r.orders[2]), "rad"},
                             {"error, together, one turn", off(*r.orders[0]), "rad"}},
                .command = r.orders[1]->command});

    // 14
    const Counts& c = *r.counts;
    const long saved = c.row_2_method_1.products - c.row_2_method_2.products,
               saved_rk4 = c.correct_1.products - c.correct_2.products;
    page.claim({.number = "14",
                .text = "Method 2 is preferable because it is quicker (section 5).",
                .verdict = if_so(saved > 0 && c.row_2_method_2.quotients == 1),
                .explanation = fmt::format(
                    "Counted for row 2 and forward Euler: method 1 takes {} products, method 2 {} products, {} "
                    "quotient and the search for the largest of three. Formulas with stages need all three components "
                    "in each stage; then only the correction differs, {} products against {} and a quotient.",
                    c.row_2_method_1.products, c.row_2_method_2.products, c.row_2_method_2.quotients,
                    c.correct_1.products, c.correct_2.products),
                .condition =
                    fmt::format("a quotient takes less time than {} products ({} with Heun or RK4)", saved, saved_rk4),
                .evidence = {{"products, method 1", static_cast<double>(c.row_2_method_1.products)},
                             {"products, method 2", static_cast<double>(c.row_2_method_2.products)},
                             {"quotients, method 2", static_cast<double>(c.row_2_method_2.quotients)},
                             {"products a quotient may cost", static_cast<double>(saved)},
                             {"with Heun or RK4", static_cast<double>(saved_rk4)}},
                .command = r.shown_cosines->command});

    // 15
    const Divisors d = divisors(*r.shown_cosines);
    page.claim(
        {.number = "15",
         .text = "Method 2 divides by the largest of l3, m3, n3 (“if n3 is greater than either l3 or m3”), which "
                 "prevents division by zero (section 5).",
         .verdict = yes(d.by_value > 0.1),
         .explanation = fmt::format(
             "Not as it is written. At pitch +90°, the attitude the paper is about, l3 = -1 and m3 = n3 = 0: the "
             "greatest of the three is zero, and on the oblique turn the divisor falls to {}. Of the three *sizes* the "
             "greatest never falls below 1/sqrt(3) = {}; on this path it is never below {}.",
             shown(d.by_value, 1), shown(1 / std::sqrt(3.0), 3), shown(d.by_size, 3)),
         .condition = "sizes are compared",
         .evidence = {{"smallest divisor, values compared", d.by_value},
                      {"smallest divisor, sizes compared", d.by_size}},
         .command = r.shown_cosines->command});

    // 16
    page.claim(
        {.number = "16",
         .text = "No trigonometric functions appear, so that no table or series is needed (section 6).",
         .verdict = yes(c.rates_gray.functions + c.fix_gray_1.functions + c.fix_gray_2.functions == 0),
         .explanation = fmt::format(
             "Counted: {} calls of such functions in a step, and no square root. The equations of the Euler "
             "angles call {} in each evaluation, {} in a step of RK4.",
             c.rates_gray.functions + c.fix_gray_2.functions, c.rates_angles.functions, 4 * c.rates_angles.functions),
         .evidence = {{"calls, direction cosines",
                       static_cast<double>(c.rates_gray.functions + c.fix_gray_2.functions)},
                      {"calls in an evaluation, Euler angles", static_cast<double>(c.rates_angles.functions)}},
         .command = r.shown_cosines->command});

    // 17
    std::vector<double> passed;
    bool finite = true;
    for (const auto& run : r.word_passage) {
        passed.push_back(off(*run));
        finite = finite && run->failure.empty() && run->last().t > 0.999;
    }
    page.claim(
        {.number = "17",
         .text = "All quantities are finite for all orientations of the body (section 6).",
         .verdict = yes(finite && broken == 0),
         .explanation = fmt::format(
             "Through pitch 90° in words of 15, 23, 31 and 39 bits nothing happens: RK4 with 360 steps is off by {}, "
             "{}, {} and {} rad after the turn, by about half of it in the middle, where the Euler angles fail. In the "
             "long runs of verdict 9 pitch passed 90° or -90° more than a thousand times.",
             shown(passed[0], 1), shown(passed[1], 1), shown(passed[2], 1), shown(passed[3], 2)),
         .evidence = {{"one turn, 15 bits", passed[0], "rad"},
                      {"one turn, 23 bits", passed[1], "rad"},
                      {"one turn, 31 bits", passed[2], "rad"},
                      {"one turn, 39 bits", passed[3], "rad"},
                      {"one turn, real arithmetic", off(*r.shown_cosines), "rad"}},
         .command = r.word_passage.front()->command});

    // 18
    const StepCost gray = rk4_step(c.rates_gray, c.fix_gray_2),
                   quaternion = rk4_step(c.rates_quaternion, c.fix_quaternion);
    const double paper = drift_at(r, "method 2", 15), bare = drift_at(r, "uncorrected", 15),
                 mended = drift_at(r, "doubled before rounding", 15), long_matrix = drift_at(r, "method 2", 47),
                 long_quaternion = drift_at(r, "quaternion", 47);
    page.claim(
        {.number = "18",
         .text = "The procedure is thought to be ideally suited to digital computation (section 6).",
         .verdict = paper > 5 * mended ? Verdict::with_condition : Verdict::holds,
         .explanation = fmt::format(
             "In short words its corrections cost more than they save: 2l(1/2 - eps/4) is rounded before it is "
             "doubled, and moves a word by two units at a time. With 15 bits the corrected matrix drifts by {} rad a "
             "turn, one without corrections by {}, and one that is rounded after the doubling by {}. In long words a "
             "quaternion, which the paper does not consider, does better at the same price: {} products a step of RK4, "
             "{} with the matrix made of it, against {} and a quotient; four numbers to integrate, not six; a drift of "
             "{} rad a turn, not {}.",
             shown(paper, 2), shown(bare, 2), shown(mended, 2), quaternion.products,
             quaternion.products + c.matrix_of_quaternion.products, gray.products, shown(long_quaternion, 2),
             shown(long_matrix, 2)),
         .condition = "products are doubled before they are rounded",
         .evidence = {{"drift a turn, 15 bits, method 1", drift_at(r, "method 1", 15), "rad"},
                      {"drift a turn, 15 bits, method 2", paper, "rad"},
                      {"drift a turn, 15 bits, uncorrected", bare, "rad"},
                      {"drift a turn, 15 bits, doubled before rounding", mended, "rad"},
                      {"drift a turn, 23 bits, method 1", drift_at(r, "method 1", 23), "rad"},
                      {"drift a turn, 31 bits, method 1", drift_at(r, "method 1", 31), "rad"},
                      {"drift a turn, 39 bits, method 1", drift_at(r, "method 1", 39), "rad"},
                      {"drift a turn, 47 bits, method 2", long_matrix, "rad"},
                      {"drift a turn, 47 bits, quaternion", long_quaternion, "rad"},
                      {"products of a step, matrix", static_cast<double>(gray.products)},
                      {"products of a step, quaternion and its matrix",
                       static_cast<double>(quaternion.products + c.matrix_of_quaternion.products)}},
         .command = r.drift.at("method 2")[place(drift_lengths, 15)].command});
}

// ---- the body of the page -------------------------------------------------------------------------------------------

void passage(ReportPage& page, const GrayRuns& r) {
    page.section("Through pitch 90 degrees");
    page.text(
        "Three numbers are enough to say how a body is turned, and yaw, pitch and roll are the familiar three. But "
        "when the nose points straight up, yaw and roll turn about the same axis and only their sum has a meaning: the "
        "equations divide by cos(pitch), which is zero there. Trainers of the time therefore limited pitch to about "
        "85°. The paper's answer is to carry nine numbers in place of three, the cosines between the axes of the body "
        "and those of the world.\n\n"
        "The test motion is a steady turn about the body's direction (1, 2, 2)/3, one turn a second, begun so that "
        "pitch is exactly 90° after half a turn.");
    const auto curve = [](const char* name, const RunResult& run) {
        return without_zero(run.over_time(name, measured(MeasureId::world_axes)));
    };
    page.figure(
        {.name = "passage",
         .title = "Cosines, angles and clamped angles through 90°",
         .caption = "RK4. First: attitude error after one turn against the number of steps. The cosines gain a factor "
                    "16 from each halving of the step, down to rounding; the angles gain little, and that by chance; "
                    "the clamped "
                    "angles settle at an error of their own. Second: the same turn of 360 steps as it goes; pitch is "
                    "90° at one half.",
         .description = fmt::format(
             "On logarithmic scales the error of the cosines falls along a line of slope minus four from {} to {}; "
             "those of the angles and the clamped angles stay between {} and {}. Over time the angles' error jumps at "
             "half a turn.",
             plain_of(shown(off(r.at_90.cosines[0]), 2)), plain_of(shown(off(r.at_90.cosines[6]), 1)),
             plain_of(shown(off(r.at_90.clamped[6]), 1)), plain_of(shown(off(r.at_90.angles[0]), 1))),
         .panels = {{.title = "After one turn",
                     .x = {"steps a turn", "steps_per_turn", true},
                     .y = {"attitude error, rad", "attitude_error_rad", true},
                     .curves = {r.at_90.cosines.curve("cosines", passage_steps, off),
                                r.at_90.angles.curve("angles", passage_steps, off),
                                r.at_90.clamped.curve("clamped at 85°", passage_steps, off)}},
                    {.title = "During the turn, 360 steps",
                     .x = {"turns", "t_turns"},
                     .y = {"attitude error, rad", "attitude_error_rad", true, 1e-12, 1.0},
                     .curves = {curve("cosines", *r.shown_cosines), curve("angles", *r.shown_angles),
                                curve("clamped at 85°", *r.shown_clamped)}}},
         .commands = {r.shown_cosines->command, r.shown_angles->command, r.shown_clamped->command}});

    ReportTable table{
        .caption = "Attitude error after one turn, rad, on paths that pass 90° at a distance",
        .heads = {"pitch at half a turn", "highest pitch", "steps", "cosines", "angles", "clamped at 85°"},
        .rows = {}};
    for (const double n : {360., 1440.}) {
        const std::size_t i = place(passage_steps, n);
        table.rows.push_back({"90°", "90°", fmt::format("{:g}", n), shown(off(r.at_90.cosines[i])),
                              shown(off(r.at_90.angles[i]), 1), shown(off(r.at_90.clamped[i]), 3)});
    }
    for (std::size_t p = 0; p < pitches.size(); ++p)
        for (std::size_t i = 0; i < 2; ++i)
            table.rows.push_back({fmt::format("{:g}°", pitches[p]),
                                  fmt::format("{:.1f}°", highest_pitch_deg(r.near_90[p].cosines[1])),
                                  i == 0 ? "360" : "1440", shown(off(r.near_90[p].cosines[i])),
                                  shown(off(r.near_90[p].angles[i]), 3), shown(off(r.near_90[p].clamped[i]), 3)});
    page.table(table);
    page.text(
        "At exactly 90° the last digit of a sine decides how far the angles are thrown off, so only the size of that "
        "error means anything: another program that is right in the same sense gets another number of this size.");

    FigurePanel panel{.x = {"turns", "t_turns"},
                      .y = {"attitude error, rad", "attitude_error_rad", true},
                      .curves = {curve("real arithmetic", *r.shown_cosines)}};
    for (std::size_t i = four_lengths.size(); i-- > 0;)
        panel.curves.push_back(curve(fmt::format("{} bits", four_lengths[i]).c_str(), *r.word_passage[i]));
    std::vector<std::string> commands{r.shown_cosines->command};
    for (const auto& run : r.word_passage) commands.push_back(run->command);
    page.figure({.name = "passage-words",
                 .title = "The same passage in words of 15 to 39 bits",
                 .caption = "Method 2, RK4, 360 steps; measured against the turn at the rate as the words hold it. "
                            "Nothing happens at one half. At 39 bits the error is that of RK4; with shorter words it "
                            "is that of rounding. Euler angles cannot be run in words at all without a table of "
                            "sines.",
                 .description = "Five rising curves one above the other, from 5e-9 to a hundredth of a radian at the "
                                "end of the turn; none has a jump in the middle.",
                 .panels = {panel},
                 .commands = commands});
}

void orthonormality(ReportPage& page, const GrayRuns& r) {
    page.section("Rows of unit length, at right angles");
    page.text(
        "Nine numbers for three freedoms must obey six conditions: each row of the matrix has length one, and the rows "
        "are at right angles. Rounding and the error of the integration formula break them. The paper restores them in "
        "every step by formulas of first order, without a square root. A *defect* here is the largest failure of any "
        "of "
        "the six. A *unit* is the last digit of a word: 2^{-15} = 3.1 × 10^{-5} with 15 bits.");
    std::vector<FigureCurve> by_length, bare;
    for (std::size_t i = four_lengths.size(); i-- > 0;)
        by_length.push_back(defect_by_turn(fmt::format("{} bits", four_lengths[i]),
                                           *find(r.corrected, four_lengths[i], loop, "rk4", 2).run));
    for (std::size_t i = four_lengths.size(); i-- > 0;)
        bare.push_back(defect_by_turn(fmt::format("{} bits", four_lengths[i]),
                                      *find(r.uncorrected, four_lengths[i], loop, "rk4", 0).run));
    page.figure({.name = "defect",
                 .title = "The defect over 30 loops, corrected and not",
                 .caption = "RK4, 360 steps a turn, the largest defect in each turn (rows every five steps). Corrected "
                            "by method 2 it neither grows nor depends on anything but the word; uncorrected it grows "
                            "with time.",
                 .description =
                     "First panel: four level lines, from 2e-11 at 39 bits to 4e-4 at 15 bits. Second panel: "
                     "four rising lines.",
                 .panels = {{.title = "Corrected, method 2",
                             .x = {"turns", "t_turns"},
                             .y = {"defect", "defect", true, 1e-12, 1.0},
                             .curves = by_length},
                            {.title = "Not corrected",
                             .x = {"turns", "t_turns"},
                             .y = {"defect", "defect", true, 1e-12, 1.0},
                             .curves = bare,
                             .key = false}},
                 .commands = {find(r.corrected, 15, loop, "rk4", 2).run->command,
                              find(r.uncorrected, 15, loop, "rk4", 0).run->command}});

    ReportTable table{.caption = "Largest defect in 30 turns, in units of the word",
                      .heads = {"bits", "one unit", "motion", "Euler 1", "Euler 2", "Heun 1", "Heun 2", "RK4 1",
                                "RK4 2", "RK4, uncorrected"},
                      .rows = {}};
    for (const int bits : four_lengths)
        for (const std::string& motion : {loop, oblique}) {
            std::vector<std::string> row{std::to_string(bits), shown(std::ldexp(1.0, -bits), 2),
                                         motion == loop ? "loop" : "oblique"};
            for (const char* formula : {"euler", "heun", "rk4"})
                for (const int method : {1, 2})
                    row.push_back(
                        shown_units(largest_defect(*find(r.corrected, bits, motion, formula, method).run), bits));
            row.push_back(shown_units(largest_defect(*find(r.uncorrected, bits, motion, "rk4", 0).run), bits));
            table.rows.push_back(row);
        }
    table.commands = {find(r.corrected, 15, oblique, "heun", 1).run->command};
    page.table(table);
    page.text(
        "The columns say formula and method. With forward Euler and long words the defect is what the first-order "
        "correction leaves of that formula's large error in each step, and no longer a matter of rounding.");

    ReportTable overflow{.caption = "Forward Euler without corrections: where a word overflows",
                         .heads = {"bits", "motion", "turn", "what the run says"},
                         .rows = {},
                         .commands = {find(r.overflowing, 15, loop, "euler", 0).run->command},
                         .text = true};
    for (const LongRun& one : r.overflowing)
        overflow.rows.push_back({std::to_string(one.bits), one.motion == loop ? "loop" : "oblique",
                                 std::to_string(turn_of_failure(*one.run)),
                                 one.run->failure.substr(0, one.run->failure.find(';'))});
    page.table(overflow);

    FigureCurve law;
    law.name = "(3/4) (2 pi/n)^4";
    law.style = Style::dashes;
    law.colour = 6;
    for (const double n : residual_steps) {
        law.x.push_back(n);
        law.y.push_back(0.75 * std::pow(2 * pi / n, 4));
    }
    page.figure({.name = "residual",
                 .title = "What a correction of first order leaves",
                 .caption = "Forward Euler, method 1, real arithmetic, the largest defect in ten turns. Two rows are "
                            "corrected in each step, and the smallness of what is left depends on how they lie to the "
                            "axis of rotation.",
                 .description =
                     "Three lines of slope minus four on logarithmic scales, between once and two and a half "
                     "times a dashed line.",
                 .panels = {{.x = {"steps a turn", "steps_per_turn", true},
                             .y = {"largest defect", "defect", true},
                             .curves = {r.residual[0].curve("loop", residual_steps, largest_defect),
                                        r.residual[1].curve("oblique", residual_steps, largest_defect),
                                        r.residual[2].curve("pitch and roll", residual_steps, largest_defect), law}}},
                 .commands = r.residual[1].commands()});
}

void drift(ReportPage& page, const GrayRuns& r) {
    page.section("Where the matrix points");
    page.text(fmt::format(
        "A matrix can be perfectly orthonormal and point elsewhere. In real arithmetic the corrections leave the drift "
        "of the formula as it was: RK4 with 90 steps a turn is off by {} rad a turn uncorrected, {} with method 1 and "
        "{} with method 2, in proportion to the number of turns.",
        shown(per_turn(*r.real_drift[0])), shown(per_turn(*r.real_drift[1])), shown(per_turn(*r.real_drift[2]))));
    const auto over_turns = [](const char* name, const RunResult& run) {
        return without_zero(run.over_time(name, measured(MeasureId::world_axes)));
    };
    page.figure(
        {.name = "forward-euler",
         .title = "Forward Euler: a perfect matrix in a wrong motion",
         .caption = "Oblique turn, 90 steps a turn, method 1. Across the axis of rotation each row grows by the factor "
                    "sqrt(1 + (2 pi/90)^2) in a step, along it not at all; rescaling the row then turns it away from "
                    "the axis. After fifty turns rows 3 and 2 lie across the axis for good. First: the cosine between "
                    "row 3 and the axis, which should not change. Second: attitude error.",
         .description = fmt::format(
             "With forward Euler the cosine goes from -0.333 to zero within thirty turns; with Heun and RK4 it stays. "
             "The attitude error is {} rad after a hundred turns for Euler and {} for RK4.",
             plain_of(shown(off(*r.euler), 2)), plain_of(shown(off(*r.rk4), 2))),
         .panels = {{.title = "Row 3 to the axis",
                     .x = {"turns", "t_turns"},
                     .y = {"cosine", "cosine"},
                     .curves = {r.euler->over_time("forward Euler", along_rate), r.heun->over_time("Heun", along_rate),
                                r.rk4->over_time("RK4", along_rate, Style::dashes)}},
                    {.title = "Attitude error",
                     .x = {"turns", "t_turns", true},
                     .y = {"rad", "attitude_error_rad", true},
                     .curves = {over_turns("forward Euler", *r.euler), over_turns("Heun", *r.heun),
                                over_turns("RK4", *r.rk4)},
                     .key = false}},
         .commands = {r.euler->command, r.heun->command, r.rk4->command}});

    ReportTable euler{.caption = "Forward Euler, oblique, attitude error after one turn, rad",
                      .heads = {"steps a turn", "uncorrected", "method 1", "method 2"},
                      .rows = {}};
    for (std::size_t i = 0; i < r.euler_order[0].size(); ++i)
        euler.rows.push_back({fmt::format("{:g}", r.euler_order[0].values[i]), shown(off(r.euler_order[0][i]), 3),
                              shown(off(r.euler_order[1][i]), 3), shown(off(r.euler_order[2][i]), 3)});
    page.table(euler);

    const auto curve = [&](const std::string& kind, const std::string& name) {
        return r.drift.at(kind).curve(name, drift_lengths, per_turn);
    };
    page.figure(
        {.name = "drift",
         .title = "Drift against the length of the word",
         .caption =
             "Oblique turn, RK4, 360 steps a turn, error after ten turns divided by ten. Level at the right: the error "
             "of RK4. To the left rounding takes over, below 39 bits with the paper's procedure. Its "
             "corrections cost one to five bits; doubling before rounding gives them back. The quaternion, not in the "
             "paper and corrected by the same binomial, turns by half the angle, so that RK4 is sixteen times better "
             "in it; in short words it suffers from a rate that is halved and rounded once more.",
         .description =
             "Five falling curves. Those of the matrix meet on a level line at 4.6e-9; the two corrected as in the "
             "paper lie highest. That of the quaternion goes down to 2.6e-10.",
         .panels = {{.x = {"fraction bits", "fraction_bits"},
                     .y = {"drift, rad a turn", "drift_rad_per_turn", true},
                     .curves = {curve("method 1", "method 1"), curve("method 2", "method 2"),
                                curve("doubled before rounding", "method 1, doubled first"),
                                curve("uncorrected", "uncorrected"), curve("quaternion", "quaternion")}}},
         .commands = {r.drift.at("method 1")[place(drift_lengths, 15)].command,
                      r.drift.at("quaternion")[place(drift_lengths, 15)].command}});
    ReportTable table{.caption = "Drift, rad a turn",
                      .heads = {"bits", "method 1", "method 2", "method 1, doubled first", "uncorrected", "quaternion"},
                      .rows = {}};
    for (const int bits : four_lengths)
        table.rows.push_back({std::to_string(bits), shown(drift_at(r, "method 1", bits), 2),
                              shown(drift_at(r, "method 2", bits), 2),
                              shown(drift_at(r, "doubled before rounding", bits), 2),
                              shown(drift_at(r, "uncorrected", bits), 2), shown(drift_at(r, "quaternion", bits), 2)});
    page.table(table);
}

void cost(ReportPage& page, const GrayRuns& r) {
    page.section("What a step costs");
    page.text(
        "Counted by running the procedure over numbers that count. Products by powers of two are shifts and are not "
        "counted (M = 1/2); neither are additions, which cost a machine of 1952 little beside a product. Method 2 also "
        "makes two or three comparisons.");
    const Counts& c = *r.counts;
    const auto row = [](const char* what, const Count& n) {
        return std::vector<std::string>{what, std::to_string(n.products), std::to_string(n.quotients),
                                        std::to_string(n.functions)};
    };
    page.table({.caption = "Operations",
                .heads = {"part", "products", "quotients", "sines and cosines"},
                .rows = {row("row 2, forward Euler, method 1", c.row_2_method_1),
                         row("row 2, forward Euler, method 2", c.row_2_method_2),
                         row("correction of row 2 alone, method 1", c.correct_1),
                         row("correction of row 2 alone, method 2", c.correct_2),
                         row("rate equations of rows 3 and 2, once", c.rates_gray),
                         row("rate equations of the Euler angles, once", c.rates_angles),
                         row("rate equations of a quaternion, once", c.rates_quaternion),
                         row("all corrections and row 1, method 1", c.fix_gray_1),
                         row("all corrections and row 1, method 2", c.fix_gray_2),
                         row("correction of a quaternion", c.fix_quaternion),
                         row("matrix of a quaternion", c.matrix_of_quaternion)}});
}

void errata(ReportPage& page) {
    page.section("Errata");
    page.text("Every equation of the paper was checked; the row equations and those of the Euler angles are right.");
    page.table(
        {.caption = "What needs a remark",
         .heads = {"Number", "Place", "Matter", "Right form", "Evidence"},
         .rows = {{"1", "method 2", "“greater than” said of l3, m3, n3",
                   "sizes are compared; with signs r3 = M(-1, 0, 0) divides by zero", "verdict 15"},
                  {"2", "unity appears as zero", "true of sign and size",
                   "two's complement: +1 appears as -1; the cure, M "
                   "below 1, is the same",
                   "verdict 8"},
                  {"3", "normalisation", "called normalised; two terms are not exact",
                   "(1 + eps)(1 - eps/2)^2 - 1 = -(3/4) eps^2 + eps^3/4; repeated, it converges for 0 < 1 + eps < 3",
                   "verdict 11"},
                  {"4", "method 1", "terms of second order dropped",
                   "r2.r3/M^2 = -eps1 eps2/2; |r2|^2/M^2 - 1 = -(3/4) eps1^2 - eps2^2 + eps1^3/4 + eps1 eps2^2",
                   "verdict 12"},
                  {"5", "independent equations", "stated without exception",
                   "each choice of three fails on a surface; for l1, l2, m2 where n2 l3 = 0", "verdict 7"},
                  {"6", "the procedure integrates l3, m3, n3", "one subscript, which the rule forbids",
                   "no conflict: row 2 is integrated too, and more than three equations are allowed", "section 4"},
                  {"7", "smallest turn", "row 3 is taken to have length M exactly", "true to first order",
                   "verdict 12"},
                  {"8", "pitch positive above the horizontal", "with the third axis down", "l3 = -sin(pitch)",
                   "the rate equations"}},
         .commands = {},
         .text = true});
}

WritePage ask(Laboratory& lab) {
    const auto runs = ask_runs(lab);
    return [runs](ReportPage& page) {
        const GrayRuns& r = *runs;
        page.asked(
            "How can a digital computer of 1952 follow the attitude of an aircraft in a trainer, in real time, through "
            "every attitude? Its words hold only fractions, sines are slow, and the usual equations, in yaw, pitch and "
            "roll, divide by zero when the nose points straight up. The paper proposes to carry direction cosines, "
            "half of each so that unity fits, to integrate two rows of three, and to put right their lengths and "
            "angles in every step without a square root.");
        page.done(
            "The paper reports no experiment and no number of its own: it is a proposal. Here are the experiments that "
            "its claims call for. The procedure was run as it is written, in real arithmetic and in words of 15, 23, "
            "31 and 39 bits with every rounding defined, on a loop and an oblique turn that both pass pitch 90°, with "
            "forward Euler, Heun and fourth-order Runge-Kutta (RK4), since the paper leaves the formula open; beside "
            "it Euler angles, Euler angles limited at 85°, the practice it argued against, and a quaternion. Every "
            "run was compared with the exact rotation. Stability, which the paper sets aside, is not judged.");
        claims(page, r);
        int held = 0, conditional = 0, failing = 0;
        for (const Claim& c : page.claims())
            ++(c.verdict == Verdict::holds ? held : c.verdict == Verdict::with_condition ? conditional : failing);
        page.came_out(fmt::format(
            "The idea is right and its central claim stands: direction cosines pass 90° as if nothing were there, in "
            "words of any length, where Euler angles are lost and limited angles stay wrong at any step. Of {} claims "
            "{} hold, {} with a condition, and {} do not.\n\n"
            "What the paper does not see is that a matrix with perfect rows may point anywhere. With the simplest "
            "formula, forward Euler, its corrections turn the motion into another one; in short words they cost more "
            "accuracy than they save, unless products are doubled before they are rounded. As printed, its faster "
            "method divides by zero at +90°, the very place it was "
            "made for; comparing sizes mends that.",
            page.claims().size(), held, conditional, failing));
        passage(page, r);
        orthonormality(page, r);
        drift(page, r);
        cost(page, r);
        errata(page);
    };
}

}  // namespace

ReportDocument gray_document() {
    return {"gray", "Gray, Rubinoff, Sohon (1952)",
            "H. J. Gray, M. Rubinoff, H. Sohon: A technique for real time simulation of a rigid body problem", ask};
}

}  // namespace polhode
