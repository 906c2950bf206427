// From the numbers of a message to an attitude and a rate, by the type of attitude that it names.
#pragma once

#include <string>
#include <vector>

#include "polhode/exchange/imported.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode {

// Of frame B seen from frame A: q turns components in B into components in A (CCSDS: "from A to B" turns the axes of A
// into those of B), w is the rate of B in A, in the axes of B, rad/s.
struct AdmAttitude {
    Quaternion<double> q;
    Vec3<double> w{};
};

// How the numbers of a row are to be read.
struct AdmType {
    enum class Rate { none, derivative, rate_b, rate_a, euler, spin };
    std::string name;                 // "QUATERNION/ANGVEL"
    std::vector<std::string> fields;  // in the order of a line, scalar last
    Rate rate = Rate::none;
    int sequence[3] = {2, 0, 1};  // Euler axes, 0 to 2

    // Scalar last quaternions whose lines have the scalar first.
    bool scalar_first = false;
    bool from_b_to_a = false;  // the numbers are those of A seen from B

    bool has_rates() const { return rate != Rate::none; }
};

// "312" or "ZXY" into axes; false where it is no sequence.
bool parse_adm_sequence(const std::string& text, int (&axes)[3]);

Quaternion<double> turn_about(int axis, double degrees);
Quaternion<double> euler_attitude(const int (&axes)[3], const double* degrees);
// The rate of a body whose three angles change, in its own axes; angles in deg, rates in deg/s.
Vec3<double> euler_rate(const int (&axes)[3], const double* degrees, const double* degrees_per_second);
// The three angles of an attitude, deg.
void euler_angles_of(const Quaternion<double>& q, const int (&axes)[3], double* degrees);

// `x`: the numbers in the order of `fields`.
AdmAttitude adm_attitude(const AdmType& type, const std::vector<double>& x);

// The angles of a spin are those of the body's axis in REF_FRAME_A (504.0-B-2, keyword SPIN_ALPHA), whatever direction
// is named beside them. Refuses where A is the body.
void require_spin_in_world(bool b_is_body, const Place& place);

// Body in world, where B is the body or A is.
void put_attitude(const AdmAttitude& of_b_in_a, bool b_is_body, ImportedRow& row);

}  // namespace polhode
