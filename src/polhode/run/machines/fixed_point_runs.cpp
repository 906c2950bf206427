#include "polhode/run/machines/fixed_point_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "polhode/arithmetic/fixed_point.hpp"
#include "polhode/arithmetic/series.hpp"
#include "polhode/body/inertia.hpp"
#include "polhode/integrate/runge_kutta.hpp"
#include "polhode/integrate/tableaus.hpp"
#include "polhode/integrate/taylor.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/problem/energy_momentum.hpp"
#include "polhode/rotation/rotation.hpp"
#include "polhode/run/fixed_grid.hpp"
#include "polhode/run/gray_settings.hpp"

namespace polhode {

namespace {

bool is_matrix(const Method& method) { return method.attitude == "dcm" || method.attitude == "dcm-gray"; }

FixedPointMachine machine_of(const Method& method) {
    const Values& v = method.arithmetic_values;
    FixedPointMachine machine;
    machine.fraction_bits = static_cast<int>(v.integer("fraction_bits"));
    if (v.text("rounding") == "truncate") machine.rounding = Rounding::truncate;
    if (v.text("overflow") == "wrap") machine.overflow = Overflow::wrap;
    if (v.text("overflow") == "saturate") machine.overflow = Overflow::saturate;
    return machine;
}

// M, from the arithmetic or from the attitude, whichever says it.
double scale_of(const Method& method) {
    const Values &own = method.arithmetic_values, &attitude = method.attitude_values;
    const bool there = attitude.has("scale");
    if (there && attitude.given("scale") && own.given("scale") && attitude.number("scale") != own.number("scale"))
        own.refuse("scale",
                   fmt::format("given twice, here as {:g} and with the attitude as {:g}; leave one of them out",
                               own.number("scale"), attitude.number("scale")));
    return there && attitude.given("scale") ? attitude.number("scale") : own.number("scale");
}

// The rules of a machine for as long as a run lasts.
class MachineInUse {
 public:
    explicit MachineInUse(const FixedPointMachine& machine) : before_(Fixed::machine) { Fixed::machine = machine; }
    ~MachineInUse() { Fixed::machine = before_; }
    MachineInUse(const MachineInUse&) = delete;
    MachineInUse& operator=(const MachineInUse&) = delete;

 private:
    FixedPointMachine before_;
};

// Sums of three products of words, exactly, as a multiple of M^2.
class ExactProducts {
 public:
    explicit ExactProducts(double scale) : scale_(scale), bits_(Fixed::machine.fraction_bits) {}

    // sum a_i c_i/M^2 - one; the difference is exact where M is a power of two
    double operator()(const Fixed* a, const Fixed* c, int count, bool one) const {
        detail::Wide sum;
        for (int i = 0; i < count; ++i) sum = sum + detail::wide_product(a[i].word(), c[i].word());
        int exponent = 0;
        const double mantissa = std::frexp(scale_ * scale_, &exponent);
        if (mantissa != 0.5 || 2 * bits_ + exponent - 1 < 0)
            return std::ldexp(plain(sum), -2 * bits_) / (scale_ * scale_) - (one ? 1 : 0);
        // M^2 = 2^(exponent - 1): one is 2^(2 bits + exponent - 1)
        if (one) sum = sum - detail::Wide::of(1).left(2 * bits_ + exponent - 1);
        return std::ldexp(plain(sum), 1 - exponent - 2 * bits_);
    }

 private:
    static double plain(const detail::Wide& a) {
        const detail::Wide size = a.negative() ? -a : a;
        const double value = std::ldexp(static_cast<double>(size.high), 64) + static_cast<double>(size.low);
        return a.negative() ? -value : value;
    }
    double scale_;
    int bits_;
};

// Stages at whole twelfths of a step, in which the words count time (StepTime).
template <class Tableau>
constexpr bool nodes_in_twelfths() {
    for (int i = 0; i < Tableau::stages; ++i) {
        const double twelfths = StepTime::per_step * Tableau::C[i];
        if (twelfths != static_cast<int>(twelfths)) return false;
    }
    return true;
}

// An attitude of A words (nine cosines or a quaternion), and for a body its rate in three more.
template <int A, bool Dynamics>
class FixedMotion {
 public:
    static constexpr int N = A + (Dynamics ? 3 : 0);
    using State = Vec<Fixed, N>;
    static constexpr bool matrix = A == 9;

    FixedMotion(const Problem& problem, const Method& method, const ResolvedMethod& m, RowEmitter& rows)
        : problem_(problem),
          m_(m),
          rows_(rows),
          scale_(scale_of(method)),
          names_(matrix ? parameter_names("dcm") : parameter_names("quaternion")),
          procedure_(matrix_procedure(method, scale_)),
          corrected_(method.constraint != "none"),
          taylor_(m.integrator == "taylor") {
        for (const char* name : {"wx", "wy", "wz"}) names_.push_back(name);
        take_start();
        if constexpr (Dynamics) {
            const Mat3<double>& I = problem.body->inertia;
            inertia_ = PrincipalInertia<double>({I(0, 0), I(1, 1), I(2, 2)}).as<Fixed>();
        } else {
            rates_.emplace(*problem.rates);
            series_.emplace(*problem.rates);
        }
        if constexpr (!matrix)
            if (taylor_) body_.emplace(inertia_, integrate::PolynomialTorque<Fixed>{}, m.order);
    }

    void segment(double begin, double end) {
        if (rates_) rates_->segment(begin, end);
        if (series_) series_->segment(begin, end);
    }
    void restart() {}
    void piece(double t, double h, bool whole) {
        using namespace integrate;
        begin_ = t;
        length_ = h;
        // a part of a step (a rate that switches inside it, or the end of the run) is a fraction of the word
        const Fixed part = whole ? Fixed(1) : Fixed::input(h / m_.step);
        const StepTime start{};
        if constexpr (!matrix)
            if (taylor_) return taylor_piece(part);
        with_tableau(m_.integrator, [&](auto tableau) {
            using Tableau = decltype(tableau);
            if constexpr (nodes_in_twelfths<Tableau>()) y_ = runge_kutta_step<Tableau>(*this, start, y_, part);
        });
    }
    void settle(double t) {
        require_words(t, y_);
        if (!corrected_) return;
        if constexpr (matrix) {
            const Mat3<Fixed> A9 = procedure_.corrected(attitude(y_).R_NB);
            for (int i = 0; i < 9; ++i) y_[i] = A9.m[i / 3][i % 3];
        } else {
            Vec<Fixed, A> q;
            for (int i = 0; i < A; ++i) q[i] = y_[i];
            q = procedure_.normalised(q);
            for (int i = 0; i < A; ++i) y_[i] = q[i];
        }
        require_words(t, y_);
    }
    void emit(double t) {
        Row row;
        row.t = t;
        for (int i = 0; i < A; ++i) numbers_[i] = static_cast<double>(y_[i]) / scale_;
        const ExactProducts products(scale_);
        if constexpr (matrix) {
            Mat3<double> R_NB;
            for (int i = 0; i < 9; ++i) R_NB.m[i / 3][i % 3] = numbers_[i];
            row.q_NB = matrix_to_quaternion(R_NB);
            for (int i = 0; i < 3; ++i)
                for (int j = i; j < 3; ++j)
                    row.defect = std::max(row.defect, std::fabs(products(&y_.v[3 * i], &y_.v[3 * j], 3, i == j)));
            row.state = std::span<const double>(numbers_, 9);
        } else {
            row.q_NB = {numbers_[0], numbers_[1], numbers_[2], numbers_[3]};
            row.defect = -products(y_.v, y_.v, 4, true);
        }
        Vec3<Fixed> w;
        if constexpr (Dynamics)
            w = {y_[A], y_[A + 1], y_[A + 2]};
        else
            w = rate(t);
        for (int i = 0; i < 3; ++i) row.w_NB_B[i] = static_cast<double>(w[i]) / m_.step;
        if constexpr (Dynamics) {
            // free bodies alone: no potential
            const EnergyMomentum e = energy_momentum(problem_.body->inertia, row.q_NB, row.w_NB_B, 0);
            row.energy = e.energy;
            row.L_N = e.L_N;
        }
        rows_.statistics().evaluations = evaluations_;
        rows_.emit(row);
    }
    // What the reader of the result should know.
    void notes(std::vector<std::string>& list) const {
        const FixedPointMachine& machine = Fixed::machine;
        if (machine.overflow != Overflow::trap && machine.overflows > 0)
            list.push_back(fmt::format("{} results left the range of the word and {}", machine.overflows,
                                       machine.overflow == Overflow::wrap ? "wrapped round" : "stayed at its end"));
        if (machine.fraction_bits > 53)
            list.push_back(
                fmt::format("words of {} fraction bits have more digits than a double: the columns show them "
                            "rounded to 53 bits",
                            machine.fraction_bits));
    }

    // The change of the words in one step at the slope of a stage.
    State operator()(StepTime at, const State& y) {
        ++evaluations_;
        require_words(begin_, y);
        Vec3<Fixed> w;
        if constexpr (Dynamics)
            w = {y[A], y[A + 1], y[A + 2]};
        else
            w = rate(begin_ + length_ * (static_cast<double>(at.twelfths) / StepTime::per_step));
        const Vec<Fixed, A> slope = derivative(attitude(y), w);
        State d;
        for (int i = 0; i < A; ++i) d[i] = slope[i];
        if constexpr (Dynamics) {
            const Vec3<Fixed> dw = inertia_.acceleration(w);
            for (int i = 0; i < 3; ++i) d[A + i] = dw[i];
        }
        return d;
    }

 private:
    static GrayProcedure<Fixed> matrix_procedure(const Method& method, double scale) {
        GraySettings settings;
        if (is_gray(method)) settings = gray_settings_of(method);
        settings.scale = scale;
        return settings.procedure<Fixed>();
    }
    static auto attitude(const State& y) {
        if constexpr (matrix) {
            Dcm<Fixed> d{Mat3<Fixed>{}};
            for (int i = 0; i < 9; ++i) d.R_NB.m[i / 3][i % 3] = y[i];
            return d;
        } else {
            return Quaternion<Fixed>{y[0], y[1], y[2], y[3]};
        }
    }
    void take_start() {
        if constexpr (matrix) {
            const Mat3<double> R_NB = start_matrix(problem_);
            for (int i = 0; i < 9; ++i) y_[i] = Fixed::input(scale_ * R_NB.m[i / 3][i % 3]);
        } else {
            const StartAttitude& a = problem_.start.attitude;
            const Vec<double, 4> q = attitude_to_quaternion(a.representation, a.params).params();
            for (int i = 0; i < 4; ++i) y_[i] = Fixed::input(scale_ * q[i]);
        }
        if constexpr (Dynamics)
            for (int i = 0; i < 3; ++i) y_[A + i] = Fixed::input(problem_.start.rate[i] * m_.step);
        require_words(0, y_);
    }

    // The rate as the angle of a whole step.
    Vec3<Fixed> input_rate(double t) const {
        const Vec3<double> w = (*rates_)(t);
        return {Fixed::input(w[0] * m_.step), Fixed::input(w[1] * m_.step), Fixed::input(w[2] * m_.step)};
    }
    Vec3<Fixed> rate(double t) const {
        const Vec3<Fixed> w = input_rate(t);
        for (int i = 0; i < 3; ++i)
            if (w[i].lost()) overflow(t, names_[static_cast<std::size_t>(A + i)], ", in radians a step,");
        return w;
    }

    void taylor_piece(Fixed part) {
        if constexpr (!matrix) {
            ++evaluations_;
            if constexpr (Dynamics) {
                body_->expand(attitude(y_), {y_[A], y_[A + 1], y_[A + 2]}, part);
            } else {
                // coefficients of the rate over this piece, with time counted in pieces
                Series<double>::order = m_.order;
                Series<double> t{begin_};
                t.grow(1) = length_;
                const Vec3<Series<double>> w = (*series_)(t);
                body_->expand_attitude(attitude(y_), part, [&](int k) {
                    Vec3<Fixed> words;
                    for (int i = 0; i < 3; ++i) words[i] = Fixed::input(w[i].at(k) * m_.step);
                    if (k == 0)
                        for (int i = 0; i < 3; ++i)
                            if (words[i].lost())
                                overflow(begin_, names_[static_cast<std::size_t>(A + i)], ", in radians a step,");
                    return words;
                });
            }
            const Vec<Fixed, 4> q = body_->attitude_at(Fixed(1)).params();
            for (int i = 0; i < 4; ++i) y_[i] = q[i];
            if constexpr (Dynamics) {
                const Vec3<Fixed> w = body_->rate_at(Fixed(1));
                for (int i = 0; i < 3; ++i) y_[A + i] = w[i];
            }
        }
    }

    void require_words(double t, const State& y) const {
        for (int i = 0; i < N; ++i)
            if (y[i].lost())
                overflow(t, names_[static_cast<std::size_t>(i)],
                         i < A ? fmt::format(" times {:g}", scale_) : ", in radians a step,");
    }
    [[noreturn]] void overflow(double t, const std::string& variable, const std::string& as) const {
        throw ComputationFailed(t,
                                fmt::format("overflow of {}: {}{} left the range of a word of {} fraction bits, -1 <= "
                                            "x < 1; {}",
                                            variable, variable, as, Fixed::machine.fraction_bits,
                                            variable[0] == 'w' ? "a smaller step makes the angle of a step smaller"
                                                               : "a constraint or a smaller scale keeps it inside"));
    }

    const Problem& problem_;
    const ResolvedMethod& m_;
    RowEmitter& rows_;
    double scale_;
    std::vector<std::string> names_;
    GrayProcedure<Fixed> procedure_;
    bool corrected_, taylor_;
    std::optional<RatesFunction<double>> rates_;
    std::optional<RatesFunction<Series<double>>> series_;
    PrincipalInertia<Fixed> inertia_;
    std::optional<integrate::TaylorBody<Fixed>> body_;
    State y_{};
    double begin_ = 0, length_ = 0;
    double numbers_[9] = {};
    long evaluations_ = 0;
};

template <int A, bool Dynamics>
void run(const RunJob& job) {
    RowEmitter rows(job.span, job.observer, job.statistics);
    FixedMotion<A, Dynamics> motion(job.problem, job.method, job.resolved, rows);
    run_on_grid(motion, Dynamics ? std::vector<double>{} : switching_times(*job.problem.rates, job.span.duration),
                job.resolved, rows);
    motion.notes(job.statistics.notes);
}

void run_fixed_point(const RunJob& job) {
    const MachineInUse machine(machine_of(job.method));
    const bool dynamics = job.problem.dynamics();
    if (is_matrix(job.method)) return dynamics ? run<9, true>(job) : run<9, false>(job);
    dynamics ? run<4, true>(job) : run<4, false>(job);
}

Entry fixed_point_entry() {
    return {
        "arithmetic",
        "fixed-point",
        "words that hold only fractions, -1 <= x < 1, of a machine of 1952 or a processor without floating point; "
        "quaternion, dcm and dcm-gray with euler, midpoint, heun, rk4, merson, and taylor for the quaternion",
        {{"fraction_bits", Type::integer, "1", "31", false, "bits after the sign, 8 to 62"},
         {"scale", Type::positive, "1", "0.5", false, "M: words hold M times cosines or quaternion, so that 1 fits"},
         {"rounding",
          Type::choice,
          "",
          "\"nearest\"",
          false,
          "of products and quotients: to the nearest word, or bits dropped",
          {"nearest", "truncate"}},
         {"overflow",
          Type::choice,
          "",
          "\"trap\"",
          false,
          "what a result outside the range does: ends the run, wraps round, or stays at the end of the range",
          {"trap", "wrap", "saturate"}}},
        "",
        "Gray, Rubinoff, Sohon 1952 section 5"};
}

void check_fixed_point(const Problem& problem, const Method& method, const ResolvedMethod& m) {
    const Values& v = method.arithmetic_values;
    const long bits = v.integer("fraction_bits");
    if (bits < Fixed::fewest_bits || bits > Fixed::most_bits)
        v.refuse("fraction_bits",
                 fmt::format("{} is not a number from {} to {}", bits, Fixed::fewest_bits, Fixed::most_bits));
    const double scale = scale_of(method);
    if (scale > 1) v.refuse("scale", fmt::format("{:g} is above 1: the numbers of an attitude would not fit", scale));

    static const std::vector<std::string> attitudes{"quaternion", "dcm", "dcm-gray"};
    if (std::find(attitudes.begin(), attitudes.end(), method.attitude) == attitudes.end())
        throw InputError(method.at("attitude"),
                         fmt::format("fixed-point words hold fractions, which '{}' is not made of; use {}",
                                     method.attitude, listed(attitudes)));
    if (method.attitude_values.has("rate_form") &&
        (method.attitude_values.text("rate_form") != "body" || method.attitude_values.given("torque_attitude")))
        throw InputError(method.at("attitude"),
                         "fixed-point words follow the quaternion by its body rate; leave rate_form and "
                         "torque_attitude out");
    std::vector<std::string> integrators;
    integrate::Tableaus::for_each([&](auto tableau) {
        using Tableau = decltype(tableau);
        if constexpr (nodes_in_twelfths<Tableau>()) integrators.push_back(Tableau::name);
    });
    integrators.push_back("taylor");
    const bool fits = std::find(integrators.begin(), integrators.end(), method.integrator) != integrators.end();
    if (!fits || m.stepping != ResolvedMethod::Stepping::fixed)
        throw InputError(method.at("integrator"), fmt::format("fixed-point words count time in steps: give `step` "
                                                              "(without tolerance) and one of {}",
                                                              listed(integrators)));
    if (is_gray(method)) {
        const GraySettings settings = gray_settings_of(method);
        if (settings.equations)
            method.attitude_values.refuse("equations",
                                          "the identities need square roots, which fractions do not hold well; three "
                                          "equations compute in double");
    } else if (method.constraint != "none" &&
               !(method.attitude == "quaternion" && method.constraint == "normalise-binomial")) {
        throw InputError(method.at("constraint"),
                         fmt::format("'{}' does not go with fixed-point; the quaternion takes 'none' and "
                                     "'normalise-binomial', matrices 'none', 'gray-1' and 'gray-2'",
                                     method.constraint));
    }
    if (problem.dynamics()) {
        if (!problem.torques.empty())
            throw InputError(method.at("arithmetic"),
                             "fixed-point words follow free bodies and given rates: a torque over a moment of inertia "
                             "has no scale that is known beforehand");
        if (!problem.body->diagonal)
            throw InputError(method.at("arithmetic"),
                             "fixed-point words want the body in principal axes: give three moments of inertia");
    }
    if (is_matrix(method)) {
        const double allowed = start_matrix_rounding(method), off = row_defect(start_matrix(problem));
        if (off > allowed)
            throw InputError(
                method.at("arithmetic"),
                fmt::format(
                    "the start matrix is not orthonormal within the rounding of words of {} fraction bits: R R^T "
                    "differs from 1 by {:.3g}, words explain {:.3g}; give more digits, or put normalise = true "
                    "beside the matrix in start.attitude",
                    bits, off, allowed));
    }
}

}  // namespace

double start_matrix_rounding(const Method& method) {
    if (method.arithmetic != fixed_point_arithmetic || !is_matrix(method)) return 0;
    // Half a unit of the word in each cosine; three of them against a row of length 1, twice: 2 sqrt(3) d + 3 d^2. A
    // start converted from other numbers carries the rounding of double besides.
    const double unit = std::ldexp(0.5, -static_cast<int>(method.arithmetic_values.integer("fraction_bits")));
    const double d = unit / scale_of(method);
    return 2 * std::sqrt(3.0) * d + 3 * d * d + 1e-15;
}

ArithmeticKind fixed_point_kind() {
    return {.entry = fixed_point_entry(), .floating = false, .check = check_fixed_point, .run = run_fixed_point};
}

}  // namespace polhode
