#include "polhode/catalogue/preset_entries.hpp"

#include <algorithm>

#include "polhode/method/method_parameters.hpp"
#include "polhode/run/integrator_family.hpp"

namespace polhode {

namespace {

using Keys = std::vector<std::pair<std::string, std::string>>;  // key and value as they would stand in [method]

// Each key described as [method] or its integrator describes it, with the preset's value as default.
Entry preset(const std::string& name, const std::string& summary, const Keys& keys, const std::string& source) {
    Entry e{"preset", name, summary, {}, "", source, ""};
    std::string integrator;
    for (const auto& [key, value] : keys)
        if (key == "integrator") integrator = value.substr(1, value.size() - 2);
    std::vector<Parameter> known = method_parameters();
    for (const Entry& i : integrator_entries())
        if (i.name == integrator) known.insert(known.end(), i.parameters.begin(), i.parameters.end());
    for (const auto& [key, value] : keys)
        if (const Parameter* p = find_parameter(known, key)) {
            e.parameters.push_back(*p);
            e.parameters.back().fallback = value;
        }
    return e;
}

}  // namespace

std::vector<Entry> preset_entries() {
    const std::string document = "GyroSoft 2015, ";
    const auto a = [&](const std::string& name, const std::string& rate, const std::string& summary,
                       const std::string& source, const std::string& solver = "rk4") {
        return preset(name, summary,
                      {{"attitude", "\"dcm\""},
                       {"integrator", "\"rotation-vector\""},
                       {"rate", '"' + rate + '"'},
                       {"solver", '"' + solver + '"'},
                       {"step", "5e-4"}},
                      document + source);
    };
    const auto b = [&](const std::string& name, const std::string& spin, const std::string& summary) {
        return preset(
            name, summary,
            {{"attitude", "\"euler-zxz\""}, {"integrator", "\"top-angles\""}, {"spin_constant", '"' + spin + '"'}},
            document + "method B");
    };
    const auto c = [&](const std::string& name, const std::string& rate, const std::string& summary,
                       const std::string& source) {
        return preset(name, summary,
                      {{"input", "\"readings\""},
                       {"attitude", "\"dcm\""},
                       {"integrator", "\"rotation-vector\""},
                       {"rate", '"' + rate + '"'},
                       {"rows", "\"across\""},
                       {"step", "5e-4"}},
                      document + source);
    };
    return {
        a("gyrosoft-a", "end", "method A: torque held, rate of the end of the step", "method A, eq. 18-21"),
        a("gyrosoft-a-start", "start", "method A with the rate of the start: torque and rate are both late",
          "EulerDCMiter_wt_i"),
        a("gyrosoft-a-average", "average", "method A with the mean of both rates", "method A"),
        a("gyrosoft-a-midpoint", "midpoint", "method A with torque and rate of the middle", "method A"),
        a("gyrosoft-a-j-cycle", "j-cycle", "method A with three sub-rates and their coning term, as built there",
          "use_Jcycle"),
        a("gyrosoft-a-two-sample", "two-sample", "method A with two increments and the right coning term",
          "use_Jcycle, put right"),
        a("gyrosoft-a-adaptive", "end", "method A with a solver that controls its error for the rate", "UsePY_ODE",
          "adaptive"),
        b("gyrosoft-b", "rate", "method B: the equations of the Euler angles of a top"),
        b("gyrosoft-b-psidot", "psidot", "method B as it was run: psidot in place of the spin w3 (figures 10 to 12)"),
        c("gyrosoft-c", "start", "method C: from the readings of a gyroscope alone, rate of the start",
          "method C, eq. 11-13"),
        c("gyrosoft-c-end", "end", "method C with the rate of the end of the step", "method C, eq. 21"),
        c("gyrosoft-c-average", "average", "method C with the mean of two readings", "method C"),
        c("gyrosoft-c-midpoint", "midpoint", "method C with the reading of the middle", "method C"),
        c("gyrosoft-c-j-cycle", "j-cycle", "method C with three readings a step and their coning term, as built there",
          "CalculateRhoInJCycle"),
        c("gyrosoft-c-increment", "increment", "method C with the true increment, no coning term", "case 7"),
        c("gyrosoft-c-increment-previous", "increment-previous",
          "method C with the increment and a twelfth of its cross product with the one before", "case 7"),
        c("gyrosoft-c-two-sample", "two-sample", "method C with two increments and two thirds of their cross product",
          "case 7; Bortz 1971, Miller 1983"),
        preset("gyrosoft-c-summed", "method C with one exponential of the sum of all rotation vectors: a lesson",
               {{"input", "\"readings\""},
                {"integrator", "\"summed-vector\""},
                {"rate", "\"start\""},
                {"start_vector", "\"apart\""},
                {"rows", "\"across\""},
                {"step", "5e-4"}},
               document + "eq. 14"),
    };
}

}  // namespace polhode
