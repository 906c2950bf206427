// CCSDS 504.0-B-2 sections 3 and 4, annexes F and G; version 1 as 504.0-B-1.
#include "polhode/exchange/ccsds/adm_attitude.hpp"

#include <cmath>

#include "polhode/rotation/rotation.hpp"

namespace polhode {

namespace {

constexpr double adm_degree = 3.14159265358979323846 / 180;

Vec3<double> unit_axis(int i) { return {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0}; }

Quaternion<double> unit(const Quaternion<double>& q) {
    const double length = std::hypot(std::hypot(q.w, q.x), std::hypot(q.y, q.z));
    return length > 0 ? Quaternion<double>{q.w / length, q.x / length, q.y / length, q.z / length} : q;
}

// w = 2 q* q' / |q|^2 (504.0-B-2 annex F2)
Vec3<double> rate_of_derivative(const Quaternion<double>& q, const Quaternion<double>& derivative) {
    const Quaternion<double> product = conjugate(q) * derivative;
    const double scale = 2 / norm_squared(q);
    return {scale * product.x, scale * product.y, scale * product.z};
}

// Spin axis along z: Rz(alpha + 90) Rx(90 - delta) Rz(angle) (504.0-B-2 annex F5).
Quaternion<double> spin_attitude(const std::vector<double>& x) {
    return turn_about(2, x[0] + 90) * turn_about(0, 90 - x[1]) * turn_about(2, x[2]);
}

// The spin about z, and the turning about the momentum, which stands at the nutation angle from it.
Vec3<double> spin_rate(const AdmType& type, const std::vector<double>& x, const Quaternion<double>& q) {
    Vec3<double> w{0, 0, x[3] * adm_degree};
    if (type.name == "SPIN/NUTATION") {
        const double precession = 2 * 3.14159265358979323846 / x[5], n = x[4] * adm_degree, phase = x[6] * adm_degree;
        w = w + precession * Vec3<double>{std::sin(n) * std::cos(phase), -std::sin(n) * std::sin(phase), std::cos(n)};
    } else if (type.name == "SPIN/NUTATION_MOM") {
        const double alpha = x[4] * adm_degree, delta = x[5] * adm_degree;
        const Vec3<double> momentum{std::cos(delta) * std::cos(alpha), std::cos(delta) * std::sin(alpha),
                                    std::sin(delta)};
        w = w + x[6] * adm_degree * to_body(q, momentum);
    }
    return w;
}

}  // namespace

bool parse_adm_sequence(const std::string& text, int (&axes)[3]) {
    if (text.size() != 3) return false;
    for (std::size_t i = 0; i < 3; ++i) {
        const char c = text[i];
        const int axis = c >= '1' && c <= '3'   ? c - '1'
                         : c >= 'X' && c <= 'Z' ? c - 'X'
                         : c >= 'x' && c <= 'z' ? c - 'x'
                                                : -1;
        if (axis < 0 || (i > 0 && axis == axes[i - 1])) return false;
        axes[i] = axis;
    }
    return true;
}

Quaternion<double> turn_about(int axis, double degrees) {
    const double half = degrees * adm_degree / 2;
    const Vec3<double> v = std::sin(half) * unit_axis(axis);
    return {std::cos(half), v[0], v[1], v[2]};
}

Quaternion<double> euler_attitude(const int (&axes)[3], const double* degrees) {
    return turn_about(axes[0], degrees[0]) * turn_about(axes[1], degrees[1]) * turn_about(axes[2], degrees[2]);
}

Vec3<double> euler_rate(const int (&axes)[3], const double* degrees, const double* degrees_per_second) {
    Vec3<double> w = adm_degree * degrees_per_second[0] * unit_axis(axes[0]);
    for (int i = 1; i < 3; ++i)
        w = to_body(turn_about(axes[i], degrees[i]), w) + adm_degree * degrees_per_second[i] * unit_axis(axes[i]);
    return w;
}

void euler_angles_of(const Quaternion<double>& q, const int (&axes)[3], double* degrees) {
    EulerAngles<double> angles;
    angles.sequence = {axes[0], axes[1], axes[2]};
    angles = convert(unit(q), angles);
    for (int i = 0; i < 3; ++i) degrees[i] = angles.params()[i] / adm_degree;
}

AdmAttitude adm_attitude(const AdmType& type, const std::vector<double>& x) {
    AdmAttitude a;
    const bool quaternion = type.name.rfind("QUATERNION", 0) == 0, spin = type.name.rfind("SPIN", 0) == 0;
    const std::size_t rates = quaternion ? 4 : 3;  // where they begin
    a.q = quaternion ? Quaternion<double>{x[3], x[0], x[1], x[2]}
          : spin     ? spin_attitude(x)
                     : euler_attitude(type.sequence, x.data());
    double angles[3] = {};
    switch (type.rate) {
        case AdmType::Rate::none:
            break;
        case AdmType::Rate::derivative:
            if (quaternion)
                a.w = rate_of_derivative(a.q, {x[7], x[4], x[5], x[6]});
            else
                a.w = euler_rate(type.sequence, x.data(), x.data() + 3);
            break;
        case AdmType::Rate::rate_b:
        case AdmType::Rate::rate_a:
            a.w = adm_degree * Vec3<double>{x[rates], x[rates + 1], x[rates + 2]};
            if (type.rate == AdmType::Rate::rate_a) a.w = to_body(unit(a.q), a.w);
            break;
        case AdmType::Rate::euler:
            if (quaternion)
                euler_angles_of(a.q, type.sequence, angles);
            else
                for (std::size_t i = 0; i < 3; ++i) angles[i] = x[i];
            a.w = euler_rate(type.sequence, angles, x.data() + rates);
            break;
        case AdmType::Rate::spin:
            a.w = spin_rate(type, x, a.q);
            break;
    }
    if (type.from_b_to_a) {
        // of A seen from B: its rate is the opposite, in the axes of A
        a.w = -to_world(unit(a.q), a.w);
        a.q = conjugate(a.q);
    }
    return a;
}

void require_spin_in_world(bool b_is_body, const Place& place) {
    if (!b_is_body)
        throw InputError(place, "a spin is given by its axis in REF_FRAME_A, and REF_FRAME_A is the body's here");
}

void put_attitude(const AdmAttitude& a, bool b_is_body, ImportedRow& row) {
    row.q_NB = b_is_body ? a.q : conjugate(a.q);
    row.w_NB_B = b_is_body ? a.w : -to_world(unit(a.q), a.w);
}

}  // namespace polhode
