#include "polhode/scenario/method_presets.hpp"

#include "polhode/catalogue/preset_entries.hpp"
#include "support/reference_support.hpp"

namespace method_presets_test {

namespace {

using namespace reference;
using polhode::Method;

const std::string top =
    "[body]\ninertia = [5.76875e-4, 5.76875e-4, 9.375e-5]\n[start]\nmotion = \"loop\"\nspin_hz = 20.0\ntilt_deg = "
    "60.0\n[[torque]]\nkind = \"gravity\"\nmass = 0.3\nat = [0.0, 0.0, 0.01]\ng = 9.8\n[readings]\nsample_hz = 2000\n";
const std::string short_run = "[run]\nduration = 0.02\nsample = 0.01\n";

Method method(const std::string& keys) {
    return polhode::read_scenario(top + "[method]\n" + keys + short_run, "s.toml").methods[0];
}
std::string complaint(const std::string& keys) {
    try {
        method(keys);
    } catch (const polhode::InputError& e) {
        return e.what();
    }
    return "accepted";
}

// A preset is nothing but its keys: written out they give the same rows, bit for bit.
TEST(Presets, StandForOrdinaryKeys) {
    int tried = 0;
    for (const polhode::Entry& e : polhode::preset_entries()) {
        std::string keys;
        for (const polhode::Parameter& p : e.parameters) keys += p.name + " = " + p.fallback + "\n";
        const polhode::Scenario s = polhode::read_scenario(
            top + "[method]\npreset = \"" + e.name + "\"\n[[compare]]\nname = \"keys\"\n" + keys + short_run, "s.toml");
        EXPECT_EQ(s.methods[0].name, e.name);
        const Result a = run(s, 0), b = run(s, 1);
        ASSERT_EQ(a.rows.size(), b.rows.size());
        EXPECT_EQ(a.last().q_NB, b.last().q_NB) << e.name;
        ++tried;
    }
    EXPECT_GE(tried, 18);
}

TEST(Presets, KeysBesideThemWin) {
    const Method m = method("preset = \"gyrosoft-a\"\nrate = \"start\"\nattitude = \"quaternion\"\n");
    EXPECT_EQ(m.integrator, "rotation-vector");
    EXPECT_EQ(m.integrator_values.text("rate"), "start");
    EXPECT_EQ(m.attitude, "quaternion");
    EXPECT_EQ(*m.step, 5e-4);
    EXPECT_EQ(*method("preset = \"gyrosoft-a\"\nstep = 1e-3\n").step, 1e-3);
    EXPECT_EQ(method("preset = \"gyrosoft-a\"\nintegrator = { kind = \"rotation-vector\", rate = \"average\" }\n")
                  .integrator_values.text("rate"),
              "average");
}

// `rate` belongs to rotation-vector: with another integrator it is left out, not refused.
TEST(Presets, AnotherIntegratorDropsWhatIsNotItsOwn) {
    const Method m = method("preset = \"gyrosoft-a\"\nintegrator = \"rk4\"\n");
    EXPECT_EQ(m.integrator, "rk4");
    EXPECT_EQ(m.attitude, "dcm");
    EXPECT_EQ(*m.step, 5e-4);
    EXPECT_FALSE(m.integrator_values.has("rate"));
}

TEST(Presets, Complaints) {
    EXPECT_NE(complaint("preset = \"gyrosoft-d\"\n").find("unknown preset \"gyrosoft-d\""), std::string::npos);
    EXPECT_NE(complaint("preset = \"gyrosoft-d\"\n").find("Did you mean 'gyrosoft-"), std::string::npos);
    EXPECT_NE(complaint("preset = 1\n").find("expected the name of the preset"), std::string::npos);
    EXPECT_NE(complaint("preset = \"gyrosoft-a\"\nspin_constant = \"psidot\"\n").find("top-angles"), std::string::npos);
}

}  // namespace

}  // namespace method_presets_test
