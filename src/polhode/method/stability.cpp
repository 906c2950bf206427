#include "polhode/method/stability.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <optional>
#include <stdexcept>

#include "polhode/arithmetic/two_words_elementary.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/base/dual.hpp"
#include "polhode/integrate/runge_kutta.hpp"
#include "polhode/integrate/tableaus.hpp"

namespace polhode {

namespace {

using constrain::Law;
// The settled error is as small as 1e-14 and 1 - |q|^2 must still have digits, so the step runs in two words.
using Word = exact::TwoWords<double>;
using Number = Dual<Word>;
using Point = Vec<Word, 3>;  // eps and the two parts of h D/q

bool is_algebraic(Law law) { return law == Law::algebraic; }
int unknowns(Law law) { return is_algebraic(law) ? 1 : 3; }

// q' = q (0, w)/2 about z with the law's feedback; time in steps, so that h = 1 and w is the turn of a step.
template <class Tableau>
Vec<Number, 4> stepped(constrain::Feedback<Quaternion<Number>>& feedback, const Vec<Number, 4>& p, double turn) {
    const Vec3<Number> w{Number(0), Number(0), Number(turn)};
    const Quaternion<Number> like;
    feedback.begin_step(like.with(p));
    const auto slope = [&](const Number&, const Vec<Number, 4>& at) {
        const Quaternion<Number> q = like.with(at);
        return feedback.slope(q, derivative(feedback.entering(q), w));
    };
    return integrate::runge_kutta_step<Tableau>(slope, Number(0), p, Number(1));
}
Vec<Number, 4> stepped(const std::string& integrator, constrain::Feedback<Quaternion<Number>>& feedback,
                       const Vec<Number, 4>& p, double turn) {
    std::optional<Vec<Number, 4>> after;
    integrate::with_tableau(integrator, [&](auto tableau) { after = stepped<decltype(tableau)>(feedback, p, turn); });
    if (!after) throw std::logic_error("no fixed Runge-Kutta step is called " + integrator);
    return *after;
}

struct Mapped {
    Point value;
    double slope[3][3] = {};  // [row][column]: derivative of value[row] by unknown [column]
    double phase = 0;         // of the state after the step against the true one, rad of half angle
};

// One step from the settled coordinates to the next, and its derivatives.
Mapped mapped(const ConstrainedStep& step, double gain, const Point& u) {
    const double turn = 2 * std::numbers::pi / step.steps_per_turn;
    const double scaled = is_algebraic(step.law) ? gain : gain / (turn * turn);
    Mapped m;
    for (int column = 0; column < unknowns(step.law); ++column) {
        const auto unknown = [&](int i) { return Number(u[i], Word(i == column ? 1.0 : 0.0)); };
        const Number length = sqrt(Number(1) - unknown(0));
        constrain::Feedback<Quaternion<Number>> feedback(step.law, Number(scaled));
        if (!is_algebraic(step.law))
            feedback.remember({unknown(1) * length, Number(0), Number(0), unknown(2) * length});
        const Vec<Number, 4> after =
            stepped(step.integrator, feedback, {length, Number(0), Number(0), Number(0)}, turn);
        // a complex number is (w, z): rotation about z
        const Number re = after[0], im = after[3], size = re * re + im * im;
        Number out[3] = {Number(1) - size, Number(0), Number(0)};
        if (!is_algebraic(step.law)) {
            const Number dre = feedback.memory()[0], dim = feedback.memory()[3];
            out[1] = (dre * re + dim * im) / size;
            out[2] = (dim * re - dre * im) / size;
        }
        for (int row = 0; row < 3; ++row) {
            m.value[row] = out[row].value;
            m.slope[row][column] = out[row].slope.value();
        }
        // of q turned back by what it should have turned: small, so that nothing is lost
        const double c = std::cos(turn / 2), d = std::sin(turn / 2);
        m.phase = std::atan2((im.value * c - re.value * d).value(), (re.value * c + im.value * d).value());
    }
    return m;
}

double determinant_of(const double (&a)[3][3]) {
    return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
           a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

// The largest absolute value of the roots of z^3 - a z^2 + b z - c, a real one found by Newton's method and the other
// two from what is left.
double largest_root(double a, double b, double c) {
    double z = std::fabs(a) + std::fabs(b) + std::fabs(c) + 1;  // beyond every root
    if (((z - a) * z + b) * z - c < 0 || c < 0) z = -z;
    for (int i = 0; i < 200; ++i) {
        const double f = ((z - a) * z + b) * z - c, slope = (3 * z - 2 * a) * z + b;
        if (slope == 0) break;
        const double next = z - f / slope;
        if (!(std::fabs(next - z) > 1e-16 * std::fabs(z))) break;
        z = next;
    }
    const double p = z - a, q = z * p + b;  // z'^2 + p z' + q
    const std::complex<double> root = std::sqrt(std::complex<double>(p * p / 4 - q));
    return std::max({std::fabs(z), std::abs(-p / 2 + root), std::abs(-p / 2 - root)});
}

double spectral_radius(const Mapped& m, int n) {
    const auto& s = m.slope;
    if (n == 1) return std::fabs(s[0][0]);
    const double trace = s[0][0] + s[1][1] + s[2][2];
    const double minors = s[0][0] * s[1][1] - s[0][1] * s[1][0] + s[0][0] * s[2][2] - s[0][2] * s[2][0] +
                          s[1][1] * s[2][2] - s[1][2] * s[2][1];
    return largest_root(trace, minors, determinant_of(s));
}

}  // namespace

bool has_stability_boundary(Law law) {
    return law == Law::algebraic || law == Law::derivative_start || law == Law::derivative_lag1 ||
           law == Law::derivative_stage;
}

double small_step_limit(Law law) {
    switch (law) {
        case Law::algebraic:
            return 1;
        case Law::derivative_start:
            return 8;
        case Law::derivative_lag1:
            return 8.0 / 3;
        case Law::derivative_stage:
            return 16;
        default:
            return 0;
    }
}

SettledStep settled_step(const ConstrainedStep& step, double gain) {
    const int n = unknowns(step.law);
    const double x = std::numbers::pi / step.steps_per_turn;
    // where a small step settles: no error, and the derivative i w/2 q of one step before (TN D-5302 eq. 16)
    Point u{0, x * std::sin(x), x * std::cos(x)};
    Mapped m;
    bool close = false;
    for (int iteration = 0; iteration < 100; ++iteration) {
        m = mapped(step, gain, u);
        double residue[3] = {}, worst = 0;
        for (int i = 0; i < n; ++i) {
            residue[i] = (m.value[i] - u[i]).value();
            worst = std::max(worst, std::fabs(residue[i]));
        }
        // Newton: (1 - J) change = residue, by Cramer's rule
        double a[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) a[i][j] -= m.slope[i][j];
        const double whole = determinant_of(a);
        if (!std::isfinite(whole) || whole == 0 || !(worst < 10)) break;
        double moved = 0;
        for (int j = 0; j < n; ++j) {
            double b[3][3];
            for (int r = 0; r < 3; ++r)
                for (int c = 0; c < 3; ++c) b[r][c] = c == j ? (r < n ? residue[r] : 0) : a[r][c];
            const double change = determinant_of(b) / whole;
            u[j] = u[j] + change;
            moved = std::max(moved, std::fabs(change));
        }
        // Newton's method squares the error: what is left after two moves below 1e-8 is far below a settled error
        if (close && moved < 1e-8) {
            m = mapped(step, gain, u);
            return {gain, u[0].value(), spectral_radius(m, n), -2 * m.phase};
        }
        close = moved < 1e-8;
    }
    throw ComputationFailed(0, "the constrained step has no settled point at this gain");
}

double stability_boundary(const ConstrainedStep& step) {
    const auto excess = [&](double gain) { return settled_step(step, gain).spectral_radius - 1; };
    const double unit = std::max(1.0, small_step_limit(step.law));
    double low = 0.05 * unit, high = low;
    if (excess(low) >= 0)
        throw ComputationFailed(0,
                                "this step is too long for the constraint: it is unstable at a twentieth of the gain");
    do {
        low = high;
        high *= 1.05;
        if (high > 10 * unit) throw ComputationFailed(0, "no gain up to ten times the usual limit is unstable");
    } while (excess(high) < 0);
    // halving leaves nothing to judge: 60 times is down to the last digit
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (excess(middle) < 0 ? low : high) = middle;
    }
    return (low + high) / 2;
}

}  // namespace polhode
