// A scenario that has been read: what moves the body, and the methods that are to compute it. A ScenarioFile is
// checked as a whole when it is made, so that it can be run, and nothing in it changes afterwards; copies are cheap and
// share it. The language of the files is in docs/scenario.md.
//
//     const auto scenario = polhode::ScenarioFile::read("scenarios/gyroscope-cusp.toml", {"run.duration=1"});
//     for (const std::string& warning : scenario.warnings()) std::puts(warning.c_str());
//     for (const std::string& method : scenario.methods()) std::puts(method.c_str());
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "polhode/arithmetic/vec.hpp"
#include "polhode/library/error.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode {

class ScenarioFile {
 public:
    // Reads a file. Each of `settings` stands in place of what the file says, as --set does: "method.step=1e-4",
    // "torque[0].mass=0.5"; later ones win. Throws InputError.
    static ScenarioFile read(const std::string& path, const std::vector<std::string>& settings = {});

    // The same from text. Complaints call it `name`; file names in it count from `directory` ("" is the present one).
    static ScenarioFile from_text(const std::string& text, const std::string& name = "scenario",
                                  const std::vector<std::string>& settings = {}, const std::string& directory = "");

    // This scenario with further settings, added behind those it has. Throws InputError.
    ScenarioFile with(const std::vector<std::string>& settings) const;

    // The torque on the body about its fixed point, in body axes, N m. It is called from the thread that runs, in the
    // order in which the method asks, and should depend on its arguments alone.
    using TorqueFunction =
        std::function<Vec3<double>(double t, const Quaternion<double>& q_NB, const Vec3<double>& w_NB_B)>;

    // This scenario with one more torque, which is added to those of the file. Throws InputError where the scenario
    // gives the rate and torques mean nothing, or where a method cannot use a torque that is only known as a function.
    ScenarioFile with_torque(const std::string& name, TorqueFunction torque_B) const;

    const std::string& file() const;                   // as it was named
    const std::string& text() const;                   // the file as it was read
    const std::vector<std::string>& settings() const;  // that were applied
    const std::string& title() const;                  // "" where it has none
    const std::vector<std::string>& warnings() const;  // what is allowed although odd, one sentence each
    std::vector<std::string> methods() const;          // names: [method] first, then [[compare]] in order; never empty
    double duration() const;                           // s
    bool dynamics() const;                             // torques move the body; otherwise its rate is given

    // For the library itself: what is behind it.
    struct Impl;
    explicit ScenarioFile(std::shared_ptr<const Impl> impl);
    const std::shared_ptr<const Impl>& impl() const { return impl_; }

 private:
    std::shared_ptr<const Impl> impl_;
};

}  // namespace polhode
