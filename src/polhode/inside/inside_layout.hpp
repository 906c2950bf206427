// Where everything stands in the state of a body with an inside: q_NB, the whole angular momentum H in body axes, the
// axial momentum of every rotor that is not held, the angles that are wanted, the states, the momenta of slugs, angles
// and momenta of gyros, the angular impulse of every dry friction (so that steps see what holds a body still), the
// place (and the velocity) on a table, and the work of motors or friction.
#pragma once

#include <cmath>
#include <vector>

#include "polhode/problem/inside/inside.hpp"

namespace polhode {

struct InsideLayout {
    static constexpr int attitude = 0, momentum = 4;
    std::vector<int> rotor, angle, state, friction;  // -1 for what is not carried
    std::vector<int> slug;                           // the first of its three
    struct Gyro {
        int angle, gimbal, wheel;
    };
    std::vector<Gyro> gyro;
    int position = -1, velocity = -1;  // of the centre of mass along the table: x and y, vx and vy
    int work = -1, length = 7;
    int momenta = 7;            // places before this, from `momentum` on, are angular momenta
    std::vector<double> least;  // what the error of each number is compared with at least

    explicit InsideLayout(const Inside& inside) {
        for (const Rotor& r : inside.rotors) rotor.push_back(r.held() ? -1 : length++);
        momenta = length;
        for (const Rotor& r : inside.rotors) angle.push_back(r.angle ? length++ : -1);
        for (std::size_t j = 0; j < inside.states.size(); ++j) state.push_back(length++);
        for (std::size_t j = 0; j < inside.slugs.size(); ++j, length += 3) slug.push_back(length);
        bool integrated = !inside.slugs.empty() || inside.energy_sink > 0 || inside.sets_speeds();
        for (const ControlMomentGyro& g : inside.gyros) {
            gyro.push_back({length++, -1, -1});
            if (!g.steered()) gyro.back().gimbal = length++;
            if (!g.held) gyro.back().wheel = length++;
            integrated |= g.gimbal_torque || g.wheel_torque;
        }
        for (std::size_t j = 0; j < inside.frictions.size(); ++j) friction.push_back(length++);
        for (const Rotor& r : inside.rotors) integrated |= r.kind == Rotor::Kind::driven || r.loses();
        if (inside.contact) add_contact(*inside.contact);
        if (integrated) work = length++;
        least.resize(static_cast<std::size_t>(length), 0);
    }

 private:
    // Numbers that stay near 0, as y of a wheel that rolls along x, are no reason for short steps: lengths are compared
    // with the body's size a, velocities with a part of sqrt(g a).
    void add_contact(const Contact& contact) {
        const double size = contact.size(), slow = 1e-3 * std::sqrt(contact.g * size);
        least.assign(7, contact.mass * size * slow);
        for (int i = 0; i < 4; ++i) least[static_cast<std::size_t>(i)] = 1;
        least.resize(static_cast<std::size_t>(length), 0);
        position = length;
        least.insert(least.end(), 2, size);
        length += 2;
        if (contact.slides()) {
            velocity = length;
            least.insert(least.end(), 2, slow);
            length += 2;
        }
        if (!contact.loses()) return;
        work = length++;
        least.push_back(1e-3 * contact.mass * contact.g * size);
    }
};

}  // namespace polhode
