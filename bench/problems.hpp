// The problems of the work-precision benchmark, as scenarios, so that nothing about them is known when the benchmark is
// compiled.
#pragma once

#include "polhode/scenario/scenario.hpp"
#include "work_precision.hpp"

namespace bench {

struct ProblemText {
    const char *name, *text;
};
inline constexpr ProblemText problem_texts[] = {
    // moments 1 : 2 : 3 and rates near 1 rad/s
    {"free", R"(
title = "free tumbling body, 1000 s"
[body]
inertia = [1.0, 2.0, 3.0]
[start]
attitude = { quaternion = [0.8, 0.6, 0.0, 0.0] }
rate = [0.8, 0.5, 0.6]
[run]
duration = 1000.0
sample = 1000.0
)"},
    // GyroSoft 2015, figure 7, case 1
    {"gyroscope", R"(
title = "20 Hz gyroscope released at 60 degrees, 20 s"
[body]
inertia = [5.76875e-4, 5.76875e-4, 9.375e-5]
[start]
motion = "cusp"
spin_hz = 20.0
tilt_deg = 60.0
[[torque]]
kind = "gravity"
mass = 0.3
at = [0.0, 0.0, 0.01]
g = 9.8
[run]
duration = 20.0
sample = 20.0
)"},
    // no closed form, no axis of symmetry, rates near 1 rad/s
    {"heavy", R"(
title = "asymmetric heavy body, 50 s"
[body]
inertia = [1.0, 2.0, 2.5]
[start]
attitude = { axis = [1.0, 0.0, 0.0], angle_deg = 57.29577951308232 }
rate = [0.5, 0.7, 0.9]
[[torque]]
kind = "gravity"
mass = 0.5
at = [0.04, 0.06, 0.2]
g = 10.0
[run]
duration = 50.0
sample = 50.0
)"},
    // spun about the middle axis, one thousandth off: the body turns over again and again
    {"separatrix", R"(
title = "free body near the separatrix, 100 s"
[body]
inertia = [1.0, 2.0, 3.0]
[start]
attitude = { quaternion = [1.0, 0.0, 0.0, 0.0] }
rate = [0.001, 1.0, 0.001]
[run]
duration = 100.0
sample = 100.0
)"},
};

// The numbers of a scenario (moments along the axes, at most one weight) for those who want them plain.
Motion motion_of(const std::string& name, const polhode::Scenario& scenario);
// Taylor, Adams, dop853, splitting, ... and the closed form.
void add_polhode(const Motion&, const ProblemText&, Contenders&);

}  // namespace bench
