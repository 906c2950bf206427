// What the parts of scenario_bench share: a case, its two sides, and the clock.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "polhode/arithmetic/vec.hpp"
#include "polhode/rotation/quaternion.hpp"
#include "polhode/scenario/scenario.hpp"

namespace bench {

// Where a run ended: the attitude numbers of the method, then the rate.
using End = std::vector<double>;

// The same steps through the core, with everything known at compile time, and through a scenario.
struct Case {
    std::string name;
    double steps = 0;
    double limit = 0;  // of the ratio
    std::function<End()> core, scenario;
};

// The 20 Hz gyroscope of GyroSoft 2015, figure 7, case 1, under the torques given as TOML, `steps` steps of 0.5 ms.
polhode::Scenario gyroscope(const std::string& torques, const std::string& method, long steps);
// The asymmetric heavy body of accuracy_bench.
polhode::Scenario heavy_body(const std::string& torques, const std::string& method, double duration);
inline constexpr const char* heavy_weight =
    "[[torque]]\nkind = \"gravity\"\nmass = 0.5\nat = [0.04, 0.06, 0.2]\ng = 10.0\n";
// Runs it as the program does, keeping nothing but the end.
End through_scenario(const polhode::Scenario& scenario);

// RK4 under every combination of up to three built-in torques.
std::vector<Case> torque_cases(long steps);
// RK4 under torques given as formulas.
std::vector<Case> formula_cases(long steps);
// RK4 with wheels and their motors.
std::vector<Case> inside_cases(long steps);
// Taylor series and Adams methods, in runs as short as they get and in long ones.
std::vector<Case> series_cases(bool quick);

// How many lines were above their limit, and how many gave another result than they should.
struct Verdict {
    int slow = 0, wrong = 0;
};
// What "default" costs beside the best single method at the accuracy that is asked for.
void compare_default(bool quick, Verdict& verdict);

}  // namespace bench
