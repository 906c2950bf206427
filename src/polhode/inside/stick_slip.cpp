#include "polhode/inside/stick_slip.hpp"

#include <cmath>

namespace polhode {

namespace {

// In units of sqrt(g a). Where it is caught; up to what it may be caught, as the dense output of a method is no better
// near a place where the direction of the force jumps; and what it begins to slide with.
constexpr double caught = 1e-11, slowest_sliding = 1e-5, first_velocity = 1e-7;

}  // namespace

StickSlip::StickSlip(const Contact& contact)
    : friction_(contact.friction), speed_(std::sqrt(contact.g * contact.size())), caught_(caught * speed_) {}

void StickSlip::look(const InsideNumbers<double>& numbers, const StateVector<double>& y,
                     const StateVector<double>& slope) {
    now_ = DrySliding<double>(numbers, y, slope);
}

void StickSlip::remember() {
    if (const double speed = norm(now_.u); !sticks && speed > 0) direction_ = now_.u / speed;
}

bool StickSlip::is_slow() const { return norm(now_.u) <= slowest_sliding * speed_; }

Vec3<double> StickSlip::first_sliding() const { return (-first_velocity * speed_ / norm(now_.force)) * now_.force; }

}  // namespace polhode
