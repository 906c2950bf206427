// Steady motions of a disk that rolls on a table without loss: radius a, moments A, A, C, b the angle of its axis from
// the vertical, Om the precession, n = w3 the whole axial rate (Routh, Advanced Dynamics, section 244; Neimark and
// Fufaev, Dynamics of Nonholonomic Systems, ch. II; O'Reilly, Nonlinear Dyn. 10 (1996) 287):
//
//     (A + m a^2) b'' = R = A Om^2 sin b cos b - (C + m a^2) n Om sin b - m g a cos b
//     dOm/db = (-2 Om cos b + (C/A) n)/sin b,   dn/db = m a^2 Om sin b/(C + m a^2)
//
// A motion is steady where R = 0; with the two laws below, which hold along every motion, b alone is left, and swings
// with nu^2 = -(dR/db)/(A + m a^2): stable where that is positive. Upright, rolling straight ahead:
// n^2 > A m g a/(C (C + m a^2)); upright, turning on the spot: Om^2 > m g a/(A + m a^2).
#include <cmath>

#include "polhode/analysis/equilibrium_kinds.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

namespace {

class RollingDisk {
    using Stability = Equilibrium::Stability;

 public:
    explicit RollingDisk(const Problem& problem)
        : q_(normalise(start_quaternion(problem))),
          w_(problem.start.rate),
          A_(problem.body->inertia(0, 0)),
          C_(problem.body->inertia(2, 2)),
          a_(problem.inside->contact->semi_axes[0]),
          m_(problem.inside->contact->mass),
          weight_(m_ * problem.inside->contact->g) {}

    Equilibria all() {
        Equilibria result;
        result.of = "steady rolling of a disk";
        result.attitudes = true;
        const Vec3<double> up = to_body(q_, Vec3<double>{0, 0, 1});
        const double cosine = up[2], sine = std::hypot(up[0], up[1]), n = w_[2];
        const double Cm = C_ + m_ * a_ * a_;
        // upright, its axis along -y of the world
        const Quaternion<double> upright{std::sqrt(0.5), std::sqrt(0.5), 0, 0};
        Equilibrium ahead = at(upright, half_pi, 0, n);
        ahead.name = n == 0 ? "upright, at rest" : "upright, straight ahead at " + readable(n) + " rad/s";
        ahead.why = "stands from " + readable(std::sqrt(A_ * weight_ * a_ / (C_ * Cm))) + " rad/s about its axis on";
        result.all.push_back(std::move(ahead));
        if (const double turn = dot(w_, up); turn != 0) {
            Equilibrium spot = at(upright, half_pi, turn, 0);
            spot.name = "upright, on the spot at " + readable(turn) + " rad/s";
            spot.why = "stands from " + readable(std::sqrt(weight_ * a_ / (A_ + m_ * a_ * a_))) +
                       " rad/s about the vertical on";
            result.all.push_back(std::move(spot));
        }
        if (!(sine > 1e-9) || std::fabs(cosine) < 1e-9) return result;
        // A Om^2 sin b cos b - (C + m a^2) n Om sin b - m g a cos b = 0: one root of each sign, the larger first
        const double square = A_ * sine * cosine, line = Cm * n * sine;
        const double t =
            0.5 * (line + std::copysign(std::sqrt(line * line + 4 * square * weight_ * a_ * cosine), line));
        for (const double precession : {t / square, -weight_ * a_ * cosine / t}) {
            Equilibrium e = at(q_, std::atan2(sine, cosine), precession, n);
            e.name = "rolling at " + readable(std::atan2(sine, cosine) * 57.29577951308232, 4) + " deg";
            e.why = readable(precession) + " rad/s about the vertical, with the axial rate of the start";
            result.all.push_back(std::move(e));
        }
        return result;
    }

 private:
    static constexpr double half_pi = 1.5707963267948966;

    Equilibrium at(const Quaternion<double>& q, double b, double Om, double n) const {
        const double s = std::sin(b), c = b == half_pi ? 0 : std::cos(b), Cm = C_ + m_ * a_ * a_,
                     Am = A_ + m_ * a_ * a_;
        const double by_b = A_ * Om * Om * (c * c - s * s) - Cm * n * Om * c + weight_ * a_ * s;
        const double by_Om = 2 * A_ * Om * s * c - Cm * n * s, by_n = -Cm * Om * s;
        const double slope = by_b + by_Om * (-2 * Om * c + C_ / A_ * n) / s + by_n * m_ * a_ * a_ * Om * s / Cm;
        const double nu2 = -slope / Am, size = Om * Om + n * n + weight_ * a_ / Am;
        Equilibrium e;
        e.q_NB = q;
        const Vec3<double> up = to_body(q, Vec3<double>{0, 0, 1});
        e.rate = Om * Vec3<double>{up[0], up[1], 0} + Vec3<double>{0, 0, n};
        const double root = std::sqrt(std::fabs(nu2));
        take_eigenvalues(e, {nu2 > 0 ? std::complex<double>(0, root) : std::complex<double>(root, 0)}, false);
        if (std::fabs(nu2) > 1e-12 * size) e.stability = nu2 > 0 ? Stability::stable : Stability::unstable;
        return e;
    }

    Quaternion<double> q_;
    Vec3<double> w_;
    double A_, C_, a_, m_, weight_;
};

}  // namespace

Equilibria steady_rolling(const Problem& problem) {
    Equilibria result;
    const Contact& c = *problem.inside->contact;
    const Mat3<double>& I = problem.body->inertia;
    const bool symmetric = I(0, 0) == I(1, 1) && problem.body->diagonal && norm(c.centre_of_mass) == 0;
    if (!c.is_disk() || !symmetric || c.slides() || c.loses())
        result.none = "on a table steady motions are looked for of disks with two equal moments that roll without loss";
    else if (!problem.torques.empty() || !problem.inside->torques.empty())
        result.none = "on a table steady motions are looked for where no torque acts";
    else
        return RollingDisk(problem).all();
    return result;
}

}  // namespace polhode
