// A problem says what moves the body: mass properties, start, torques (dynamics), or a given rate (kinematics).
// Everything here is held in double and independent of the method; the engine casts it to the method's arithmetic.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "polhode/problem/attitudes/start_attitude.hpp"
#include "polhode/problem/body_model.hpp"
#include "polhode/problem/gyro_readings.hpp"
#include "polhode/problem/inside/inside.hpp"
#include "polhode/problem/orbit_model.hpp"
#include "polhode/problem/rates_model.hpp"
#include "polhode/problem/torque_model.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

struct Start {
    StartAttitude attitude;
    Vec3<double> rate{};  // w_NB_B, rad/s (dynamics only)
    // The rate was given in a way that depends on attitude, inertia or orbit: who varies these has to read it again.
    bool derived = false;
};

struct Problem {
    std::string title;
    std::optional<BodyModel> body;     // dynamics
    std::vector<TorqueModel> torques;  // dynamics
    std::optional<RatesModel> rates;   // kinematics
    // Dynamics: what a gyroscope fixed to the body reads, for methods that are given readings and nothing else.
    std::shared_ptr<const GyroReadings> readings{};
    // Dynamics: rotors, states of its own, events; null for a body that is rigid and nothing else.
    std::shared_ptr<const Inside> inside{};
    // Where the body's centre of mass goes, where that is said.
    std::optional<OrbitModel> orbit{};
    Start start;

    bool dynamics() const { return body.has_value(); }
};

// q_NB at t = 0, from whatever representation it was given in, and of the length that this gives it.
Quaternion<double> start_quaternion(const Problem& problem);
// Times in (0, end) at which a torque or the given rate switches or has a kink, sorted, without repetition. Refuses
// tables that do not reach to `end`.
std::vector<double> switching_times(const Problem& problem, double end);

}  // namespace polhode
