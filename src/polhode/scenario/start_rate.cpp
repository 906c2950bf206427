#include "polhode/scenario/start_rate.hpp"

#include "polhode/inside/start_momentum.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/problem/attitudes/attitude_kind.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

namespace {

struct RateSource {
    const TomlNode& given;
    const StartAttitude& attitude;
    const Problem& problem;
};

// v_B = q* v_N q; a start off its constraint turns as its direction does
Vec3<double> from_world(const RateSource& source, const Vec3<double>& v_N) {
    const Quaternion<double> q = attitude_to_quaternion(source.attitude.representation, source.attitude.params);
    return to_body(normalise(q), v_N);
}

// w = I^-1 H (Euler), with what is inside taken out of H first
Vec3<double> rate_of_momentum(const RateSource& source, const Vec3<double>& H) {
    const BodyModel& body = *source.problem.body;
    const Inside* const inside = source.problem.inside.get();
    if (inside && (!inside->rotors.empty() || inside->has_parts()))
        return rate_of_whole_momentum(
            source.problem, attitude_to_quaternion(source.attitude.representation, source.attitude.params), H);
    Vec3<double> w;
    if (body.diagonal) {
        for (int i = 0; i < 3; ++i) w[i] = H[i] / body.inertia(i, i);
        return w;
    }
    Vec3<double> along = body.principal_axes.transposed() * H;
    for (int i = 0; i < 3; ++i) along[i] /= body.principal_moments[i];
    return body.principal_axes * along;
}

// Shuster, J. Astronautical Sciences 41 (1993) 439, section on rates
Vec3<double> rate_of_angles(const RateSource& source, const Vec3<double>& angle_rates) {
    EulerAngles<double> angles;
    if (!euler_sequence_of(source.attitude.representation, angles.sequence))
        throw InputError(source.given.place,
                         "these are the rates of the Euler angles of the attitude, which is given as " +
                             source.attitude.representation +
                             "; example: attitude = { euler = \"zyx\", angles_deg = [10.0, 0.0, 0.0] }");
    return rate(representation_of(angles, source.attitude.params), angle_rates);
}

struct StartRateForm {
    Parameter parameter;
    Vec3<double> (*rate)(const RateSource&, const Vec3<double>&);
};

const std::vector<StartRateForm>& start_rate_forms() {
    static const std::vector<StartRateForm> all{
        {{"rate", Type::vector3, "rad/s", "", false, "w_NB_B: rate of the body in the world, in body axes"},
         [](const RateSource&, const Vec3<double>& w) { return w; }},
        {{"rate_deg", Type::vector3, "deg/s", "", false, "the same in degrees per second"},
         [](const RateSource&, const Vec3<double>& w) {
             return Vec3<double>{radians(w[0]), radians(w[1]), radians(w[2])};
         }},
        {{"rate_world", Type::vector3, "rad/s", "", false, "the same rate in world axes"}, from_world},
        {{"euler_rates", Type::vector3, "rad/s", "", false,
          "rates of the Euler angles that the attitude is given in, in the order of its sequence"},
         rate_of_angles},
        {{"momentum", Type::vector3, "N m s", "", false, "angular momentum at the start, in body axes"},
         rate_of_momentum},
        {{"momentum_world", Type::vector3, "N m s", "", false, "the same in world axes"},
         [](const RateSource& source, const Vec3<double>& L) {
             return rate_of_momentum(source, from_world(source, L));
         }},
    };
    return all;
}

}  // namespace

std::vector<Parameter> start_rate_parameters() {
    std::vector<Parameter> all;
    for (const StartRateForm& form : start_rate_forms()) all.push_back(form.parameter);
    return all;
}

std::optional<Vec3<double>> read_start_rate(const TomlNode& table, const StartAttitude& attitude,
                                            const Problem& problem) {
    const TomlNode* given = nullptr;
    std::optional<Vec3<double>> w;
    for (const StartRateForm& form : start_rate_forms()) {
        const TomlNode* const node = table.find(form.parameter.name);
        if (!node) continue;
        if (given)
            throw InputError(node->place, "given twice, as " + given->name + " (" +
                                              find_parameter(start_rate_parameters(), given->name)->unit + ") and as " +
                                              node->name + "; leave one of them out");
        given = node;
        w = form.rate({*node, attitude, problem}, std::get<Vec3<double>>(read_value(*node, form.parameter)));
    }
    return w;
}

}  // namespace polhode
