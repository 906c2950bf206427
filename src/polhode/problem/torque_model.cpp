#include "polhode/problem/torque_model.hpp"

#include <cmath>

#include "polhode/problem/body_model.hpp"
#include "polhode/problem/model_values.hpp"

namespace polhode {

namespace {

torque::Frame read_frame(const Values& values) {
    return values.text("frame") == "world" ? torque::Frame::world : torque::Frame::body;
}

AnyTorque<double> build_gravity(const Values& values, const BodyModel& body) {
    torque::Gravity<double> gravity;
    const bool weighed = body.weighing_mass > 0;
    const auto missing = [&](const char* name, const char* what) {
        values.refuse(name, std::string("must be given: the body is described by its moments alone, so that ") + what +
                                " is not known");
    };
    if (!values.given("mass") && !weighed) missing("mass", "its mass");
    if (!values.given("at") && !weighed) missing("at", "the place of its centre of mass");
    gravity.mass = values.given("mass") ? values.number("mass") : body.weighing_mass;
    gravity.at = values.given("at") ? values.vector("at") : body.centre;
    gravity.g = values.number("g");
    return gravity;
}

AnyTorque<double> build_thruster(const Values& values) {
    torque::Thruster<double> thruster;
    thruster.force = values.vector("force");
    thruster.at = values.vector("at");
    thruster.frame = read_frame(values);
    thruster.start = values.number("start");
    if (values.given("stop")) thruster.stop = values.number("stop");
    if (!(thruster.start < thruster.stop)) values.refuse("stop", "the thruster must stop after its start");
    thruster.couple = values.boolean("couple");
    return thruster;
}

AnyTorque<double> build_damping(const Values& values) {
    if (values.given("coefficient") == values.given("coefficients"))
        values.refuse("coefficient", "give either 'coefficient', one number for all axes, or 'coefficients', three");
    torque::Damping<double> damping;
    if (values.given("coefficient")) {
        const double c = values.number("coefficient");
        damping.coefficients = {c, c, c};
    } else {
        damping.coefficients = values.vector("coefficients");
        for (int i = 0; i < 3; ++i)
            if (damping.coefficients[i] < 0) values.refuse("coefficients", "damping cannot be negative");
    }
    return damping;
}

Vec3<double> read_direction(const Values& values, const std::string& name) {
    const Vec3<double> v = values.vector(name);
    const double length = norm(v);
    if (!(length > 0)) values.refuse(name, "a direction cannot have zero length");
    return v / length;
}

AnyTorque<double> build_gravity_gradient(const Values& values, const BodyModel& body) {
    torque::GravityGradient<double> gradient;
    gradient.inertia = body.inertia;
    gradient.orbit_rate = values.number("orbit_rate");
    gradient.towards = read_direction(values, "towards");
    if (values.given("orbit_normal")) {
        gradient.turning = true;
        gradient.normal = read_direction(values, "orbit_normal");
        const double along = dot(gradient.normal, gradient.towards);
        if (std::abs(along) > 1e-6)
            values.refuse("orbit_normal", "must be at a right angle to 'towards', the direction to the planet");
        const Vec3<double> square_to_it = madd(-along, gradient.towards, gradient.normal);
        gradient.normal = square_to_it / norm(square_to_it);
    }
    return gradient;
}

}  // namespace

TorqueModel build_torque(const std::string& kind, const Values& values, const BodyModel& body,
                         const std::string& directory) {
    if (kind == "gravity") return {kind, build_gravity(values, body)};
    if (kind == "constant") return {kind, torque::Constant<double>{values.vector("value"), read_frame(values)}};
    if (kind == "thruster") return {kind, build_thruster(values)};
    if (kind == "rockets") return {kind, torque::Rockets<double>{values.number("k")}};
    if (kind == "damping") return {kind, build_damping(values)};
    if (kind == "gravity-gradient") return {kind, build_gravity_gradient(values, body)};
    if (kind == "table") {
        TimeTable table = read_time_table(values, directory,
                                          {{"t", "x", "y", "z"}, {"t", "tx", "ty", "tz"}, {"t", "mx", "my", "mz"}});
        return {kind, TableTorque<double>(make_history(std::move(table), values, read_interpolation(values)),
                                          read_frame(values))};
    }
    if (kind == "formula")
        return {kind, FormulaTorque<double>(read_formulas(values, "value", FormulaTorque<double>::variables()),
                                            read_frame(values))};
    throw std::logic_error("no torque is called '" + kind + "'");
}

std::vector<double> switching_times(const std::vector<TorqueModel>& models, double end) {
    std::vector<double> times;
    for (const TorqueModel& model : models) {
        if (const auto* thruster = std::get_if<torque::Thruster<double>>(&model.torque)) {
            times.push_back(thruster->start);
            if (std::isfinite(thruster->stop)) times.push_back(thruster->stop);
        } else if (const auto* table = std::get_if<TableTorque<double>>(&model.torque)) {
            table->history().require_cover(end);
            table->switching_times(end, times);
        } else if (const auto* formula = std::get_if<FormulaTorque<double>>(&model.torque)) {
            formula->formulas().switching_times(end, times);
        }
    }
    tidy_switching_times(times, end);
    return times;
}

std::vector<Entry> torque_entries() {
    const Parameter frame{"frame",          Type::choice, "", "\"body\"", false, "axes the components are given in",
                          {"body", "world"}};
    const auto with = [](std::vector<Parameter> first, const std::vector<std::vector<Parameter>>& more) {
        for (const auto& some : more) first.insert(first.end(), some.begin(), some.end());
        return first;
    };
    return {
        {"torque",
         "gravity",
         "weight of a body on a pivot, along -z of the world",
         {{"mass", Type::non_negative, "kg", "", false, "of what has weight; left out: of the body's parts"},
          {"at", Type::vector3, "m", "", false,
           "from the fixed point to the centre of mass, body axes; left out: of the body's parts"},
          {"g", Type::number, "m/s^2", "9.80665", false, "acceleration of free fall"}},
         "",
         "Goldstein, Classical Mechanics, section 5.7; g: CGPM 1901"},
        {"torque",
         "constant",
         "a torque that does not change, in body or world axes",
         {{"value", Type::vector3, "N m", "", true, "the torque about the fixed point"}, frame},
         "",
         "Ganapathi 2005, section 7"},
        {"torque",
         "thruster",
         "a force at a place of the body for some time, alone or as a couple",
         {{"force", Type::vector3, "N", "", true, "the force on the body"},
          {"at", Type::vector3, "m", "", true, "where it acts, from the fixed point, body axes"},
          {"frame", Type::choice, "", "\"body\"", false, "axes the force is given in", {"body", "world"}},
          {"start", Type::number, "s", "0.0", false, "time at which it begins"},
          {"stop", Type::number, "s", "", false, "time at which it ends; left out: never"},
          {"couple", Type::boolean, "", "false", false,
           "the opposite force acts at the opposite place as well: no net force, twice the torque"}},
         "",
         "torque = at x force; a couple 2 at x force"},
        {"torque",
         "rockets",
         "Ganapathi's pair of rockets: k z x x3, the law of weight on a top without any weight",
         {{"k", Type::number, "N m", "", true, "size of the torque when the body's z axis is horizontal"}},
         "",
         "Ganapathi 2005, section 7, rocket example"},
        {"torque",
         "damping",
         "linear damping, against the body rate",
         {{"coefficient", Type::non_negative, "N m s/rad", "", false, "the same for all body axes"},
          {"coefficients", Type::vector3, "N m s/rad", "", false, "one for each body axis"}},
         "",
         "torque = -c w"},
        {"torque",
         "gravity-gradient",
         "what a planet's uneven attraction does to a body in a circular orbit",
         {{"orbit_rate", Type::non_negative, "rad/s", "", true, "of the circular orbit, sqrt(GM/r^3)"},
          {"towards", Type::vector3, "", "[0.0, 0.0, -1.0]", false,
           "direction from the body to the planet at t = 0, world axes, any length"},
          {"orbit_normal", Type::vector3, "", "", false,
           "the direction to the planet turns about this at the orbit rate; left out: it stands still in the world"}},
         "",
         "Hughes, Spacecraft Attitude Dynamics, section 8.1: 3 n^2 g x I g"},
        {"torque", "table", "a torque over time from a file or from the scenario, interpolated",
         with(file_parameters(false), {inline_table_parameters("torque", "N m"), {frame}, interpolation_parameters()}),
         "", "cubic: de Boor, A Practical Guide to Splines, chapter IV"},
        {"torque",
         "formula",
         "three expressions in t, qw qx qy qz (q_NB), r11 .. r33 (R_NB), wx wy wz (w_NB_B); steps end where t alone "
         "makes it switch",
         {{"value", Type::formulas, "N m", "", true,
           "one expression for each component: + - * / ^, comparisons, if(c,a,b), sin cos tan asin acos atan atan2 "
           "sinh cosh tanh exp log sqrt abs min max sign floor pow, pi, e"},
          frame},
         "",
         "Ganapathi 2005, section 7: torque as a function of orientation and time"},
    };
}

}  // namespace polhode
