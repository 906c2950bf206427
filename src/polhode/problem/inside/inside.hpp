// What a body has inside: rotors and other parts, states of its own, controllers, and events. Everything here is held
// in double and says only what was given; the equations of motion are in src/polhode/inside.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "polhode/orbit/dipole_field.hpp"
#include "polhode/problem/formulas/three_formulas.hpp"
#include "polhode/problem/inside/changing_inertia.hpp"
#include "polhode/problem/inside/contact.hpp"
#include "polhode/problem/inside/control_moment_gyro.hpp"
#include "polhode/problem/inside/controller.hpp"
#include "polhode/problem/inside/slug.hpp"
#include "polhode/problem/samples/sampled_history.hpp"
#include "polhode/torque/frame.hpp"

namespace polhode {

// A balanced rotor, symmetric about an axis fixed in the body, that turns about it relative to the body. The moments of
// [body] are those with all rotors locked (Wittenburg 1977, ch. 4; Hughes 1986, ch. 3).
struct Rotor {
    enum class Kind { free, held, driven };
    Kind kind = Kind::free;
    std::string name;                               // of its speed, in formulas and columns
    Vec3<double> axis{};                            // body axes, of any length
    double moment = 0;                              // kg m^2, about the axis
    double speed = 0;                               // rad/s relative to the body, at the start; of a held one always
    double friction = 0;                            // N m s: the bearing takes friction times speed from the rotor
    double coulomb = 0, coulomb_static = 0;         // N m: dry friction of the bearing, turning and standing; 0: none
    bool angle = false;                             // its angle is wanted too
    std::optional<Expression> torque{};             // driven: N m on the rotor about its axis,
    std::shared_ptr<const SampledHistory> table{};  // or over time (its first component)
    double torque_limit = 0, speed_limit = 0;       // N m, rad/s; 0: none

    bool held() const { return kind == Kind::held; }
    std::string angle_name() const { return name + "_angle"; }
    bool loses() const { return friction > 0 || coulomb > 0; }
};

struct OwnState {
    std::string name;
    double start = 0;
    Expression derivative{};
    // Those of a controller change at its samples only; that of a dry friction says which way it slides, 1 or -1, and
    // is 0 where it sticks.
    enum class Of { scenario, controller, friction };
    Of of = Of::scenario;
};

// Three formulas that use names of the inside; all other torques stand in Problem::torques.
struct InnerTorque {
    std::shared_ptr<const std::array<Expression, 3>> value;  // N m, or A m^2 of a magnetic one: value x field
    torque::Frame frame = torque::Frame::body;
    bool magnetic = false;
};

// The Earth's field along the orbit: formulas know it as bx by bz, T, body axes.
struct InnerField {
    orbit::Kepler<double> path;
    orbit::DipoleField<double> dipole;
};

// Coulomb's friction about an axis of the body, or in the bearing of a rotor: -kinetic sgn(s) while it slides; while it
// sticks, the torque that keeps s = 0, as long as that is no larger than `holding`.
struct DryFriction {
    std::size_t state = 0;  // which way it slides, by its place among the states
    int rotor = -1;         // in its bearing; -1: on the body from outside, about `axis`
    Vec3<double> axis{};    // body axes, of any length
    double kinetic = 0, holding = 0;
};

struct Event {
    enum class Action { stop, mark, set, impulse };
    std::string name;
    Expression when{};  // it happens where this crosses zero
    int direction = 0;  // 1 rising, -1 falling, 0 either
    Action action = Action::mark;
    std::vector<std::pair<int, Expression>> sets{};              // own states, by their place, and their new values
    std::vector<std::pair<int, Expression>> speeds{};            // rotors that are not held, likewise
    std::shared_ptr<const std::array<Expression, 3>> impulse{};  // N m s, or
    std::optional<Vec3<double>> normal{};                        // a stop that this direction runs into,
    double restitution = 0;                                      // with so much of the rate given back
    torque::Frame frame = torque::Frame::body;                   // of the impulse
};

class Inside {
 public:
    std::vector<Rotor> rotors{};
    std::vector<OwnState> states{};
    std::vector<InnerTorque> torques{};
    std::vector<Event> events{};
    std::vector<KelvinSlug> slugs{};
    std::vector<ControlMomentGyro> gyros{};
    ChangingInertia changing{};
    std::vector<MovingMass> masses{};
    double energy_sink = 0;            // s/(kg m^2), k of w_e = w + k H x w; 0: none
    std::optional<Contact> contact{};  // it stands on a table
    std::vector<Controller> controllers{};
    std::vector<DryFriction> frictions{};
    std::optional<InnerField> field{};

    // What its formulas may use, in the order in which the values are given: those of a torque formula (t, qw .. qz,
    // r11 .. r33, wx wy wz), then the speeds of the rotors, the angles that are wanted, the states, slugs, gyros, on a
    // table the place and the velocity, and bx by bz where there is a field.
    std::vector<std::string> variables() const;
    // After the columns that every row has: the same without those of a torque formula, the forces on a table, and the
    // work where motors or friction do some.
    std::vector<std::string> columns() const;

    bool has_rotor(Rotor::Kind kind) const;
    // Whether motors, bearings or a table do work on the whole, so that energy less that work is what may be constant.
    bool works() const;
    // Whether an event sets the speed of a rotor, which takes work.
    bool sets_speeds() const;
    // Whether something is moved whose work is not known: moments that change, a gimbal whose rate is given.
    bool is_moved() const;
    // Slugs, gyros, moments that change: what a body with rotors, states and events alone has not.
    bool has_parts() const;
    // Whether something here acts on the whole from outside: torques, friction about an axis of the body, impulses.
    bool acted_on() const;
    // Formulas of which y' is made, not those of events: motors of rotors, states, motors of gyros, torques, and then
    // what the inner parts ask for themselves.
    std::vector<const Expression*> formulas() const;
    // All there are, also those of events and controllers.
    std::vector<const Expression*> all_formulas() const;

    // Adds the times in (0, end) at which a formula of time or a table switches. Refuses tables that do not reach
    // `end`.
    void switching_times(double end, std::vector<double>& times) const;
};

}  // namespace polhode
