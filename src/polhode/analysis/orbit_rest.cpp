// Attitudes at rest in the frame of a circular orbit (rate n, y against its normal, z down) under the gravity gradient.
// They are the stationary points of the dynamic potential (Hughes 1986, section 9.2; with rotors:
// Longman, Roberson, J. Astronaut. Sci. 16 (1969))
//
//     W = 3/2 n^2 z.I z - 1/2 n^2 y.Ie y + n l.y,        all in body axes, the body turning with w = -n y
//
// I with rotors locked, Ie and l as in H = Ie w + l. Without rotors these are the 24 attitudes with principal axes
// along the orbit frame; with them they are looked for from many sides by Newton's method. Where W is smallest the
// attitude is stable, with losses inside too; where it is not, gyroscopic torques may still hold it (DeBra, Delp 1961),
// until losses take it away.
#include <algorithm>
#include <cmath>

#include "polhode/analysis/circular_orbit.hpp"
#include "polhode/analysis/equilibrium_kinds.hpp"
#include "polhode/problem/principal_axes.hpp"
#include "polhode/rotation/dcm.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

namespace {

class DynamicPotential {
 public:
    DynamicPotential(const SteadyCarrier& carrier, double n) : c_(carrier), n_(n) {
        for (int i = 0; i < 3; ++i) size_ = std::max(size_, n * n * (c_.whole(i, i) + c_.inertia(i, i)));
        size_ += n * norm(c_.inside);
    }
    // R_LB: columns of body axes in the orbit frame. The slope for a turn p about body axes: v -> v + v x p.
    Vec3<double> slope(const Mat3<double>& R_LB) const {
        const Vec3<double> y = R_LB.row(1), z = R_LB.row(2);
        return 3 * n_ * n_ * cross(c_.whole * z, z) - n_ * n_ * cross(c_.inertia * y, y) + n_ * cross(c_.inside, y);
    }
    Mat3<double> curvature(const Mat3<double>& R_LB) const {
        const Vec3<double> y = R_LB.row(1), z = R_LB.row(2);
        Mat3<double> m{};
        for (int j = 0; j < 3; ++j) {
            Vec3<double> p{};
            p[j] = 1;
            const Vec3<double> dy = cross(y, p), dz = cross(z, p);
            const Vec3<double> column = 3 * n_ * n_ * (cross(c_.whole * dz, z) + cross(c_.whole * z, dz)) -
                                        n_ * n_ * (cross(c_.inertia * dy, y) + cross(c_.inertia * y, dy)) +
                                        n_ * cross(c_.inside, dy);
            for (int i = 0; i < 3; ++i) m(i, j) = column[i];
        }
        return m;
    }
    double size() const { return size_; }

 private:
    const SteadyCarrier& c_;
    double n_, size_ = 0;
};

Mat3<double> matrix_of(const Vec3<double>& x, const Vec3<double>& y, const Vec3<double>& z) {
    Mat3<double> R;
    for (int i = 0; i < 3; ++i) R(i, 0) = x[i], R(i, 1) = y[i], R(i, 2) = z[i];
    return R;
}

// All 24 turns that bring axes onto axes.
std::vector<Mat3<double>> turns_of_a_cube() {
    std::vector<Mat3<double>> all;
    for (int a = 0; a < 3; ++a)
        for (const int step : {1, 2})
            for (const double first : {1.0, -1.0})
                for (const double second : {1.0, -1.0}) {
                    Vec3<double> x{}, y{};
                    x[a] = first;
                    y[(a + step) % 3] = second;
                    all.push_back(matrix_of(x, y, cross(x, y)));
                }
    return all;
}

// Newton's method, by half a radian at a time; whether it came to rest.
bool come_to_rest(const DynamicPotential& W, Mat3<double>& R_LB) {
    for (int pass = 0; pass < 60; ++pass) {
        const Vec3<double> g = W.slope(R_LB);
        if (norm(g) <= 1e-14 * W.size()) return true;
        const Mat3<double> H = W.curvature(R_LB);
        const double det = determinant(H);
        if (std::fabs(det) <= 1e-14 * std::pow(W.size(), 3)) return false;
        Vec3<double> p = -1.0 * (inverse(H) * g);
        const double angle = norm(p);
        if (angle > 0.5) p = (0.5 / angle) * p;
        R_LB = R_LB * to_matrix(to_quaternion(RotationVector<double>{p[0], p[1], p[2]}));
    }
    return norm(W.slope(R_LB)) <= 1e-12 * W.size();
}

class OrbitRest {
 public:
    OrbitRest(const Problem& problem, const CircularFrame& frame)
        : problem_(problem),
          frame_(frame),
          linear_(problem),
          carrier_(steady_carrier(problem, linear_.numbers())),
          potential_(carrier_, frame.rate),
          principal_(principal_axes_of(carrier_.inertia)) {}

    Equilibria all() {
        Equilibria result;
        result.of = "attitudes at rest in the orbit";
        result.attitudes = true;
        // with wheels of one moment about all axes the axes of the whole are the principal ones too
        if (norm(carrier_.inside) == 0 && carrier_.kept == 0)
            aligned(result.all);
        else
            searched(result.all);
        return result;
    }

 private:
    // Six ways to lay the axes, four attitudes each.
    void aligned(std::vector<Equilibrium>& all) {
        for (int along = 0; along < 3; ++along)
            for (const int step : {1, 2}) {
                const int across = (along + step) % 3, down = 3 - along - across;
                Vec3<double> axis[3];
                axis[0] = named_axis(along), axis[1] = named_axis(across), axis[2] = cross(axis[0], axis[1]);
                Equilibrium e = at(matrix_of(axis[0], axis[1], axis[2]).transposed());
                e.name = axis_word(down) + " vertical, " + axis_word(across) + " across the orbit";
                e.alike = 4;
                all.push_back(std::move(e));
            }
    }
    void searched(std::vector<Equilibrium>& all) {
        std::vector<Mat3<double>> found;
        const auto look = [&](Mat3<double> R_LB) {
            if (!come_to_rest(potential_, R_LB)) return;
            for (const Mat3<double>& other : found) {
                const Mat3<double> apart = R_LB.transposed() * other;
                if (apart(0, 0) + apart(1, 1) + apart(2, 2) > 3 - 1e-10) return;
            }
            found.push_back(R_LB);
        };
        for (const Mat3<double>& turn : turns_of_a_cube()) look(turn * principal_.axes.transposed());
        // a thousand more sides to come from, spread by the golden ratio's relatives (Roberts's sequence of three)
        for (int k = 1; k <= 1000; ++k) {
            const auto part = [k](double step) { return std::fmod(0.5 + k * step, 1.0); };
            const double u = part(0.8191725133961645), v = part(0.6710436067037893), s = part(0.5497004779019703);
            const double a = std::sqrt(1 - u), b = std::sqrt(u), pi2 = 6.283185307179586;
            look(to_matrix(Quaternion<double>{a * std::sin(pi2 * v), a * std::cos(pi2 * v), b * std::sin(pi2 * s),
                                              b * std::cos(pi2 * s)}));  // Shoemake 1992
        }
        for (const Mat3<double>& R_LB : found) {
            Equilibrium e = at(R_LB);
            e.name = "down " + direction_in_body(R_LB.row(2)) + ", normal " + direction_in_body(-1.0 * R_LB.row(1));
            all.push_back(std::move(e));
        }
    }

    Equilibrium at(const Mat3<double>& R_LB) {
        Equilibrium e;
        e.q_NB = normalise(matrix_to_quaternion(frame_.R_NL * R_LB));
        e.rate = -frame_.rate * R_LB.row(1);
        take_eigenvalues(e,
                         linear_.eigenvalues_at(steady_state(problem_, linear_.numbers(), carrier_, e.q_NB, e.rate),
                                                true, carrier_.kept),
                         carrier_.loses);
        judge(e, R_LB);
        return e;
    }
    void judge(Equilibrium& e, const Mat3<double>& R_LB) const {
        using Stability = Equilibrium::Stability;
        Mat3<double> m = potential_.curvature(R_LB);
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < i; ++j) m(i, j) = m(j, i) = 0.5 * (m(i, j) + m(j, i));
        const Vec3<double> curves = principal_axes_of(m).moments;
        const double tiny = 1e-12 * potential_.size();
        if (curves[0] > tiny) {
            e.stability = Stability::stable;
            e.why = carrier_.loses ? "dynamic potential smallest: disturbances die out" : "dynamic potential smallest";
        } else if (e.growth() > 1e-7 * frame_.rate) {
            e.stability = Stability::unstable;
            e.why = "a disturbance grows";
        } else if (std::fabs(curves[0]) <= tiny || std::fabs(curves[1]) <= tiny || std::fabs(curves[2]) <= tiny) {
            e.why = "flat to second order: neighbours are at rest too";
        } else {
            e.why = "held by gyroscopic torques to first order (DeBra, Delp); losses inside would take it away";
        }
    }
    // Axes of the user where they are principal.
    Vec3<double> named_axis(int k) const {
        Vec3<double> axis{};
        if (!problem_.body->diagonal) return principal_.axes.column(k);
        axis[k] = 1;
        return axis;
    }
    std::string axis_word(int k) const {
        if (problem_.body->diagonal) return std::string(1, static_cast<char>('x' + k));
        return "principal axis " + std::to_string(k + 1);
    }

    const Problem& problem_;
    CircularFrame frame_;
    Linearisation linear_;
    SteadyCarrier carrier_;
    DynamicPotential potential_;
    PrincipalAxes principal_;
};

}  // namespace

Equilibria orbit_rest(const Problem& problem) { return OrbitRest(problem, *circular_frame(problem)).all(); }

}  // namespace polhode
