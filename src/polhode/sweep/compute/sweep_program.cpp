#include "polhode/sweep/definition/sweep_program.hpp"

#include "polhode/base/version.hpp"
#include "polhode/files/sha256.hpp"
#include "polhode/sweep/compute/sweep_compute.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"

namespace polhode {

namespace {

// Every kind of random number, formulas, all torques that have numbers of their own, and every way to take an outcome.
constexpr const char* torqued = R"toml(
[body]
inertia = [1.1, 2.3, 2.9]
[start]
attitude = { axis = [1.0, 2.0, -1.0], angle_deg = 40.0 }
rate = [0.3, -0.2, 1.1]
[[torque]]
kind = "gravity"
mass = 0.7
at = [0.02, -0.01, 0.3]
[[torque]]
kind = "constant"
value = [0.1, 0.05, -0.2]
frame = "world"
[[torque]]
kind = "damping"
coefficients = [0.1, 0.2, 0.05]
[[torque]]
kind = "formula"
value = ["0.1*sin(3*t)", "-0.05*wy*abs(wy)", "exp(-t)*0.2"]
[method]
integrator = "rk4"
constraint = "normalise"
step = 0.05
[run]
duration = 0.5
sample = 0.1
[sweep]
runs = 24
seed = 1952
block = 32
[[vary]]
key = "start.attitude"
kind = "random-attitude"
[[vary]]
key = "start.rate"
kind = "random-direction"
length = 1.5
[[vary]]
key = "torque[0].mass"
kind = "truncated-normal"
mean = 0.7
deviation = 0.3
low = 0.1
[[vary]]
key = "torque[2].coefficients[0]"
kind = "log-uniform"
low = 1e-3
high = 1.0
[[vary]]
keys = ["torque[1].value[0]", "torque[1].value[1]"]
names = ["a", "b"]
kind = "correlated-normal"
mean = [0.1, 0.2]
deviation = [0.1, 0.3]
correlation = [[1.0, 0.4], [0.4, 1.0]]
[[vary]]
name = "u"
kind = "uniform"
low = 1.0
high = 2.0
[[vary]]
key = "body.inertia[0]"
kind = "formula"
of = "sqrt(u) + 0.1*log(u)"
[[outcome]]
name = "tilt_end"
of = "tilt"
[[outcome]]
name = "fastest"
take = "largest"
of = "rate^2"
[[outcome]]
name = "average"
take = "mean"
of = "energy + turned"
[[outcome]]
name = "below"
take = "first-time"
of = "wx"
below = 0.0
[keep]
over_time = ["tilt"]
)toml";

// A free body by a list of integrators.
std::string free_body(const std::string& method, const std::string& duration, const std::string& integrators,
                      const std::string& outcomes) {
    return R"toml(
[body]
inertia = [1.0, 2.0, 3.0]
[start]
rate = [0.4, 1.0, 0.2]
[method]
)toml" + method +
           "\n[run]\nduration = " + duration + R"toml(
[sweep]
seed = 3
[[vary]]
key = "method.integrator"
kind = "list"
values = )toml" +
           integrators + R"toml(
[[vary]]
key = "start.rate[2]"
kind = "grid"
from = 0.1
to = 0.7
count = 2
)toml" + outcomes +
           "\n";
}

// Everything that steps, against the closed form.
std::string stepped() {
    return free_body(
        "integrator = \"rk4\"\nstep = 0.05", "0.5",
        R"(["euler", "midpoint", "heun", "rk4", "merson", "adams-bashforth", "rkmk4", "cf4", "taylor", "splitting"])",
        "[[outcome]]\nname = \"off\"\ntake = \"measure\"\nmeasure = \"geodesic\"");
}

// Steps by tolerance, and the closed forms.
std::string adaptive() {
    return free_body("integrator = \"default\"", "5", R"(["dopri5", "dop853", "exact"])", "[keep]\nruns = true");
}

}  // namespace

std::string sweep_self_test() {
    Sha256 hash;
    for (const std::string& text : {std::string(torqued), stepped(), adaptive()})
        for (const char* runs : {"keep.runs=true", "keep.runs=false"}) {
            const Sweep sweep = read_sweep(text, "self-test", {runs});
            SweepComputer::Options options;
            options.backend = SweepBackend::scalar;
            hash.add(SweepComputer(sweep, options).compute(0));
        }
    return hash.hex();
}

const SweepProgram& SweepProgram::here() {
    static const SweepProgram program{polhode::version(), polhode::revision(), sweep_self_test()};
    return program;
}

}  // namespace polhode
