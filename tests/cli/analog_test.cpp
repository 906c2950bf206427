// polhode analog: equipment, netlist, patch diagram, many machines.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"

namespace analog_test {

namespace {

using namespace polhode::test;
using Json = nlohmann::json;

Outcome analog(std::vector<std::string> words, const std::string& folder = ".") {
    words.insert(words.begin(), "analog");
    return run(words, "", folder);
}

TEST(Analog, CountsTheEquipment) {
    const Outcome table = analog({});
    EXPECT_EQ(table.code, 0) << table.err;
    EXPECT_NE(table.out.find("multiplications"), std::string::npos);
    const Outcome o = analog({"--json"});
    ASSERT_EQ(o.code, 0) << o.err;
    const Json all = Json::parse(o.out);
    EXPECT_EQ(all["quaternion"]["multiplications"], 26);
    EXPECT_EQ(all["quaternion"]["servos_of_three_pots"], 10);
    EXPECT_EQ(all["dcm-two-vector"]["multiplications"], 36);
    EXPECT_EQ(all["dcm-two-vector"]["servos_of_three_pots"], 12);
}

TEST(Analog, ListsAndDrawsTheNetlist) {
    const Folder scratch;
    const Outcome list = analog({"quaternion"});
    EXPECT_EQ(list.code, 0) << list.err;
    EXPECT_NE(list.out.find("shaft INT_4, pot P to -P"), std::string::npos) << list.out;
    const Outcome drawn = analog({"dcm-two-vector", "--diagram", "patch.svg"}, scratch.path());
    EXPECT_EQ(drawn.code, 0) << drawn.err;
    EXPECT_EQ(read_text(scratch.file("patch.svg")).rfind("<svg", 0), 0u);
    EXPECT_EQ(analog({"quaternion", "--diagram", "patch.png"}, scratch.path()).code, 2);
}

TEST(Analog, RunsManyMachines) {
    const Folder scratch;
    const Outcome o = analog({"quaternion", "--machines", "40", "--json", "--set", "run.duration=12.566370614359172"});
    ASSERT_EQ(o.code, 0) << o.err;
    const Json all = Json::parse(o.out);
    EXPECT_EQ(all["machines"], 40);
    // kappa sigma/S times the angle turned: 0.307 x 0.00106 x 6.28 = 2.0e-3; 40 machines know it to 11 %
    EXPECT_NEAR(all["drift_x_rad"]["deviation"].get<double>(), 2.0e-3, 1.1e-3);
    const Outcome one = analog(
        {"quaternion", "--machines", "40", "--json", "--threads", "1", "--set", "run.duration=12.566370614359172"});
    EXPECT_EQ(one.out, o.out);
    EXPECT_EQ(analog({"quaternion", "--machines", "3", "--csv", "m.csv", "--quiet"}, scratch.path()).code, 0);
    const std::string csv = read_text(scratch.file("m.csv"));
    EXPECT_EQ(csv.rfind("seed,drift_x,", 0), 0u);
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4);
    const Outcome table = analog({"quaternion", "--machines", "8", "--set", "run.duration=1"});
    EXPECT_NE(table.out.find("8 machines, seeds 1 to 8"), std::string::npos) << table.out;
}

TEST(Analog, SaysWhatIsWrong) {
    const auto refused = [](const std::vector<std::string>& words, const std::string& why) {
        const Outcome o = analog(words);
        EXPECT_EQ(o.code, 2) << why;
        EXPECT_NE(o.err.find(why), std::string::npos) << o.err;
    };
    refused({"quaterion"}, "did you mean 'quaternion'");
    refused({"--machines", "3"}, "say which");
    refused({"quaternion", "--machines", "-3"}, "--machines");
    refused({"quaternion", "--csv", "x.csv"}, "give --machines");
    refused({"quaternion", "--set", "method.sigmas=1"}, "id you mean 'sigma'");
    refused({"missing.toml", "--machines", "3"}, "missing.toml");
}

}  // namespace

}  // namespace analog_test
