#include <mujoco/mujoco.h>

#include <cstdio>
#include <memory>

#include "work_precision.hpp"

namespace bench {

namespace {

// A ball joint at the origin; MuJoCo wants the moments about the centre of mass (less the parallel axes). A free body
// has its centre of mass there, and a mass of no importance.
std::string described(const Motion& m, double step) {
    const double mass = m.heavy() ? m.mass : 1.0, g = m.heavy() ? m.g : 0.0;
    const double* c = m.at;
    const double cc = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    const auto about = [&](int i) { return m.moments[i] - mass * (cc - c[i] * c[i]); };
    char text[2000];
    std::snprintf(text, sizeof text,
                  "<mujoco><compiler balanceinertia='false' boundmass='0' boundinertia='0' inertiafromgeom='false'/>"
                  "<option timestep='%.17g' integrator='RK4' gravity='0 0 %.17g'><flag contact='disable'/></option>"
                  "<worldbody><body><joint type='ball' damping='0'/><inertial pos='%.17g %.17g %.17g' mass='%.17g' "
                  "fullinertia='%.17g %.17g %.17g %.17g %.17g %.17g'/></body></worldbody></mujoco>",
                  step, -g, c[0], c[1], c[2], mass, about(0), about(1), about(2), mass * c[0] * c[1],
                  mass * c[0] * c[2], mass * c[1] * c[2]);
    return text;
}

}  // namespace

void add_mujoco(const Motion& m, Contenders& to) {
    for (const long n : step_ladder(20 * turned_through(m), 400 * turned_through(m))) {
        mjVFS files;
        mj_defaultVFS(&files);
        const std::string text = described(m, m.duration / static_cast<double>(n));
        mj_makeEmptyFileVFS(&files, "body.xml", static_cast<int>(text.size()));
        std::copy(text.begin(), text.end(), static_cast<char*>(files.filedata[0]));
        char complaint[500] = "";
        const std::shared_ptr<mjModel> model(mj_loadXML("body.xml", &files, complaint, sizeof complaint),
                                             mj_deleteModel);
        mj_deleteVFS(&files);
        if (!model) {
            std::printf("MuJoCo is left out of %s: %s\n", m.name.c_str(), complaint);
            return;
        }
        const std::shared_ptr<mjData> data(mj_makeData(model.get()), mj_deleteData);
        to.push_back({Side::peer, "MuJoCo", "RK4", std::to_string(n) + " steps", [=, start = m.start](long& steps) {
                          mj_resetData(model.get(), data.get());
                          std::copy_n(start.begin(), 4, data->qpos);
                          std::copy_n(start.begin() + 4, 3, data->qvel);
                          for (long i = 0; i < n; ++i) mj_step(model.get(), data.get());
                          steps = n;
                          State y;
                          std::copy_n(data->qpos, 4, y.begin());
                          std::copy_n(data->qvel, 3, y.begin() + 4);
                          return y;
                      }});
    }
}

}  // namespace bench
