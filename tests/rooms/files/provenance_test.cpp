#include "polhode/files/provenance.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "polhode/base/version.hpp"
#include "polhode/files/sha256.hpp"
#include "support/output_support.hpp"

namespace polhode {
namespace provenance_test {

TEST(Provenance, SaysWhatWentInAndWhatCameOut) {
    const test::Folder folder;
    std::ofstream(folder.file("trajectory.csv")) << "t\n0\n";
    std::ofstream(folder.file("rates.csv")) << "abc";
    Provenance p;
    p.command_line = {"polhode", "run", "a \"b\".toml"};
    p.scenario_file = "a \"b\".toml";
    p.scenario_text = "title = 1";
    p.settings = {"method.step=1e-3"};
    p.input_files = {folder.file("rates.csv")};
    p.started_utc = utc_time_now();
    p.directory = folder.path();
    p.output_files = {"trajectory.csv", "gone.csv"};
    const nlohmann::json j = nlohmann::json::parse(provenance_json(p));
    EXPECT_EQ(j["version"], version());
    EXPECT_EQ(j["revision"], revision());
    EXPECT_EQ(j["command_line"][2], "a \"b\".toml");
    EXPECT_EQ(j["settings"][0], "method.step=1e-3");
    EXPECT_EQ(j["inputs"][0]["sha256"], sha256("title = 1"));
    EXPECT_EQ(j["inputs"][1]["sha256"], sha256("abc"));
    EXPECT_EQ(j["outputs"][0]["file"], "trajectory.csv");
    EXPECT_EQ(j["outputs"][0]["bytes"], 4);
    EXPECT_EQ(j["outputs"][0]["sha256"], sha256("t\n0\n"));
    EXPECT_TRUE(j["outputs"][1]["sha256"].is_null());
}

TEST(Provenance, BytesThatAreNoTextDoNotStopIt) {
    Provenance p;
    p.command_line = {"polhode", "\xff\xfe"};
    EXPECT_TRUE(nlohmann::json::accept(provenance_json(p)));
}

TEST(Provenance, TimeAndCompiler) {
    const std::string time = utc_time_now();
    ASSERT_EQ(time.size(), 20u);
    EXPECT_EQ(time[10], 'T');
    EXPECT_EQ(time[19], 'Z');
    EXPECT_NE(compiler_description().find("C++20"), std::string::npos);
}

}  // namespace provenance_test
}  // namespace polhode
