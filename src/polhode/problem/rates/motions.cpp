// Motions known by a few numbers (kinematics/): a constant rate, the benchmark of TN D-5302, coning.
#include "polhode/problem/rates_kind.hpp"
#include "polhode/problem/samples/model_values.hpp"

namespace polhode {

namespace {

RatesModel build_benchmark(const RatesTable& table) {
    const Values& values = table.values;
    const double b0 = read_one_of(values, "b0", "b0_deg", degree);
    const double rate = read_one_of(values, "rate", "cycles_per_second", two_pi<double>());
    const kinematics::Benchmark<double> motion(b0, rate);
    return {"benchmark", motion, start_of(motion)};
}

RatesModel build_coning(const RatesTable& table) {
    const Values& values = table.values;
    const kinematics::Coning<double> motion(read_one_of(values, "angle", "angle_deg", degree),
                                            read_one_of(values, "rate", "frequency_hz", two_pi<double>()));
    return {"coning", motion, start_of(motion)};
}

}  // namespace

RatesKind rates_constant() {
    return {{"rates",
             "constant",
             "a body rate that does not change",
             {{"value", Type::vector3, "rad/s", "", true, "w_NB_B"}},
             "",
             "TN D-5302 eq. 1"},
            [](const RatesTable& table) -> RatesModel {
                return {"constant", kinematics::Constant<double>{table.values.vector("value")}};
            }};
}

RatesKind rates_benchmark() {
    return {{"rates",
             "benchmark",
             "the motion of TN D-5302: tilted by B0 about y, then turning about the world's z; brings its own start",
             {{"b0_deg", Type::number, "deg", "", false, "the tilt; how near Euler angles 1-2-3 come to gimbal lock"},
              {"b0", Type::number, "rad", "", false, "the same in rad"},
              {"cycles_per_second", Type::number, "1/s", "1.0", false, "turns a second"},
              {"rate", Type::number, "rad/s", "", false, "the same in rad/s"}},
             "",
             "TN D-5302 eq. 1, 2, 9 to 11, 17"},
            build_benchmark};
}

RatesKind rates_coning() {
    return {{"rates",
             "coning",
             "the body's x axis goes round a cone; brings its own start",
             {{"angle_deg", Type::number, "deg", "", false, "half angle of the cone"},
              {"angle", Type::number, "rad", "", false, "the same in rad"},
              {"frequency_hz", Type::number, "Hz", "", false, "rounds a second"},
              {"rate", Type::number, "rad/s", "", false, "the same in rad/s"}},
             "",
             "Goodman and Robinson 1958; rate of q = (cos a/2, 0, sin a/2 cos Wt, sin a/2 sin Wt)"},
            build_coning};
}

}  // namespace polhode
