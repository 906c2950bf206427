#include "polhode/inside/stick_slip.hpp"

#include <cmath>

namespace polhode {

namespace {

// In units of sqrt(g a). Where it is caught; up to what it may be caught, as the dense output of a method is no better
// near a place where the direction of the force jumps; and what it begins to slide with.
constexpr double caught = 1e-11, slowest_sliding = 1e-5, first_velocity = 1e-7;

}  // namespace

StickSlip::StickSlip(const Contact& contact)
    : friction_(contact.friction), speed_(std::sqrt(contact.g * contact.size())) {}

void StickSlip::look(const InsideNumbers<double>& numbers, const StateVector<double>& y,
                     const StateVector<double>& slope) {
    const ContactNumbers<double>& c = *numbers.contact();
    const Vec3<double> w = numbers.rate(0.0, y);
    const Touch<double> at = numbers.touch(y, w);
    u_ = at.R * c.sliding_velocity(y, w, at);
    force_ = {c.mass() * slope[c.velocity()], c.mass() * slope[c.velocity() + 1], 0};
    normal_ = contact_forces(numbers, y, slope).normal;
}

double StickSlip::sliding() const { return sticks ? 1 : dot(u_, direction_) - caught * speed_; }
double StickSlip::sticking() const { return sticks ? friction_ * normal_ - norm(force_) : 1; }

void StickSlip::remember() {
    if (const double speed = norm(u_); !sticks && speed > 0) direction_ = u_ / speed;
}

bool StickSlip::is_slow() const { return norm(u_) <= slowest_sliding * speed_; }

Vec3<double> StickSlip::first_sliding() const { return (-first_velocity * speed_ / norm(force_)) * force_; }

}  // namespace polhode
