// Three angles about axes of the body, in each of the twelve sequences (rotation/euler_angles.hpp).
#include <cmath>

#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/run/engine/engine_instances.hpp"

namespace polhode {

namespace {

Entry euler_entry(const std::string& text, const EulerSequence& sequence) {
    const char* const s = text.c_str();
    return {"attitude",
            "euler-" + text,
            std::string("intrinsic angles A, B, C, rad: R_NB = R") + s[0] + "(A) R" + s[1] + "(B) R" + s[2] +
                "(C); singular at B = " + (sequence.repeated() ? "0 and 180 deg" : "+-90 deg"),
            {{"clamp_deg", Type::positive, "deg", "", false,
              std::string("the divisor ") + (sequence.repeated() ? "sin B" : "cos B") +
                  " of the rate equations is kept from falling below cos(clamp_deg), the practice that Gray 1952 "
                  "argues against (85); wrong near the singular place; left out: the divisor as it is"}},
            "",
            text == "zyx" ? "Robinson 1958 eqs. 179-190" : "Shuster, J. Astronautical Sciences 41 (1993) 439"};
}

template <class T>
void run_euler(const engine::Job& job) {
    EulerAngles<T> angles{};
    euler_sequence_of(job.method.attitude, angles.sequence);
    const Values& v = job.method.attitude_values;
    if (v.has("clamp_deg"))
        angles.smallest_divisor = static_cast<T>(std::cos(v.number("clamp_deg") * pi<double>() / 180));
    engine::run_from(job, angles);
}

StartAttitude euler_start(const StartTable& table) {
    const Values& values = table.values;
    require_one_unit(values, "angles", "angles_deg");
    std::vector<double> angles = list_of(values.vector(values.has("angles") ? "angles" : "angles_deg"));
    if (!values.has("angles"))
        for (double& x : angles) x = radians(x);
    return {"euler-" + values.text("euler"), angles};
}

}  // namespace

AttitudeFamily attitude_euler() {
    AttitudeFamily family;
    for (const std::string& text : euler_sequences()) {
        EulerAngles<double> angles;
        parse_euler_sequence(text.c_str(), angles.sequence);
        AttitudeKind kind = attitude_kind<Dcm<double>>(euler_entry(text, angles.sequence), {"A", "B", "C"}, angles);
        kind.run_double = run_euler<double>;
        kind.run_float = run_euler<float>;
        family.kinds.push_back(kind);
    }
    family.forms = {
        {{{"euler", Type::choice, "", "", false,
           "intrinsic sequence: \"zyx\" means R_NB = Rz(first) Ry(second) Rx(third)", euler_sequences()},
          {"angles", Type::vector3, "rad", "", false, "the three Euler angles, in the order of the sequence"},
          {"angles_deg", Type::vector3, "deg", "", false, "the same in degrees"}},
         false,
         euler_start}};
    return family;
}

}  // namespace polhode
