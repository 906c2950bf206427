// A magnet, or coils with a law of control, in the Earth's field along the orbit (orbit/dipole_field.hpp).
#include "polhode/orbit/dipole_field.hpp"
#include "polhode/problem/samples/model_values.hpp"
#include "polhode/problem/samples/sampled_torques.hpp"
#include "polhode/problem/torque_kind.hpp"
#include "polhode/problem/torques/magnetic_field.hpp"

namespace polhode {

namespace {

const std::vector<std::string>& magnetic_variables() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all = FormulaTorque<double>::variables();
        all.insert(all.end(), {"bx", "by", "bz"});
        return all;
    }();
    return names;
}

// torque = moment x field, all in body axes (Wertz, Spacecraft Attitude Determination and Control, section 17.2.4)
template <class T>
struct MagneticTorque {
    ThreeFormulas moment;
    orbit::Kepler<T> path;
    orbit::DipoleField<T> field;

    template <class Attitude>
    Vec3<T> operator()(T t, const Attitude& attitude, const Vec3<T>& w_B) const {
        ThreeFormulas::Values<T, 20> values;
        std::size_t next = 0;
        const auto put = [&](const T& value) { values[next++] = value; };
        put(t);
        const auto q_NB = to_quaternion(attitude).params();
        for (int i = 0; i < 4; ++i) put(q_NB[i]);
        Vec3<T> columns[3];
        for (int j = 0; j < 3; ++j) {
            Vec3<T> axis_B{};
            axis_B[j] = T(1);
            columns[j] = to_world(attitude, axis_B);
        }
        for (int i = 0; i < 3; ++i)
            for (const Vec3<T>& column : columns) put(column[i]);
        for (int i = 0; i < 3; ++i) put(w_B[i]);
        const Vec3<T> B = to_body(attitude, field(path, path.at(t), t));
        for (int i = 0; i < 3; ++i) put(B[i]);
        return cross(moment(values, magnetic_variables()), B);
    }
    void segment(double begin, double end) { moment.segment(begin, end); }
    void switching_times(double end, std::vector<double>& times) const { moment.switching_times(end, times); }

    template <class To>
    MagneticTorque<To> as() const {
        return {moment, path.template as<To>(), field.template as<To>()};
    }
    TorqueFacts facts() const {
        TorqueFacts f;
        f.scheduled = true;
        return f;
    }
};

AnyTorque<double> build_magnetic(const TorqueTable& table) {
    const Values& values = table.values;
    if (!table.orbit)
        throw InputError(values.place(),
                         "a magnetic torque needs to know where the body is; example: [orbit] period = 5400.0");
    const ThreeFormulas moment(read_formulas(values, "moment", magnetic_variables()));
    if (moment.corners().of_state)
        values.refuse("moment",
                      "a formula that switches with the state could be stepped over unseen here; a smooth one, such as "
                      "tanh in place of sign, can not");
    return external_torque(MagneticTorque<double>{moment, table.orbit->path, read_dipole(values)});
}

}  // namespace

orbit::DipoleField<double> read_dipole(const Values& values) {
    orbit::DipoleField<double> field;
    if (values.given("dipole")) field.dipole = values.vector("dipole");
    if (values.given("earth_angle") || values.given("earth_angle_deg"))
        field.angle = read_one_of(values, "earth_angle", "earth_angle_deg", degree);
    return field;
}

TorqueKind torque_magnetic() {
    return {
        {"torque",
         "magnetic",
         "a magnetic moment in the Earth's field along the [orbit], taken as a tilted dipole that turns with the Earth",
         {{"moment", Type::formulas, "A m^2", "", true,
           "one formula for each body axis, in t, qw .. qz, r11 .. r33, wx wy wz, and bx by bz, the field in body "
           "axes, T; and the names of rotors, states and controllers"},
          {"dipole", Type::vector3, "T", "", false,
           "g11, h11, g10 of the field at 6371.2 km, Earth-fixed axes; left out: those of 2025"},
          {"earth_angle_deg", Type::number, "deg", "", false, "of Greenwich from the world's x axis at t = 0"},
          {"earth_angle", Type::number, "rad", "", false, "the same in rad"}},
         "",
         "IGRF-14, degree 1, doi 10.5281/zenodo.14012302; Wertz 1978, section 17.1"},
        build_magnetic};
}

}  // namespace polhode
