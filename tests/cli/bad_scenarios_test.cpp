// Everything in tests/bad-scenarios, one fault a file, and faults that no file can hold (a directory, no permission, a
// full disk): the program must end with exit code 2 or 3 and one message that names the file and says what is wrong.
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <algorithm>

#include "program.hpp"

namespace bad_scenarios_test {

using namespace polhode::test;

namespace {

const std::string folder = std::string(POLHODE_SOURCE_DIR) + "/tests/bad-scenarios/";

struct Expectation {
    std::string file;
    int code = 0;
    std::vector<std::string> parts;
};

std::vector<std::string> split(const std::string& line, const std::string& separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end; (end = line.find(separator, begin)) != std::string::npos; begin = end + separator.size())
        parts.push_back(line.substr(begin, end - begin));
    parts.push_back(line.substr(begin));
    return parts;
}

std::vector<Expectation> expectations() {
    std::vector<Expectation> all;
    for (const std::string& line : lines_of(read_text(folder + "expected.txt"))) {
        if (line.empty() || line[0] == '#') continue;
        std::vector<std::string> parts = split(line, " | ");
        all.push_back({parts.at(0), std::stoi(parts.at(1)), {parts.begin() + 2, parts.end()}});
    }
    return all;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// What holds for every complaint: exit code 2 or 3, the name of what is meant, one line (a second one where a failed
// run says what was saved), no control characters.
void expect_complaint(const Outcome& o, const std::string& name) {
    EXPECT_TRUE(o.code == 2 || o.code == 3) << "exit code " << o.code << "\n" << o.err;
    EXPECT_TRUE(has(o.err, name)) << o.err;
    EXPECT_TRUE(lines_of(o.err).size() == 1 || (o.code == 3 && lines_of(o.err).size() == 2)) << o.err;
    EXPECT_TRUE(std::none_of(o.err.begin(), o.err.end(), [](char c) {
        return c != '\n' && static_cast<unsigned char>(c) < 0x20;
    })) << o.err;
    EXPECT_FALSE(has(o.err, "fault of Polhode")) << o.err;
}

const std::string good = R"([body]
inertia = [1.0, 2.0, 2.5]
[start]
rate = [0.1, 1.0, 0.2]
[run]
duration = 100.0
sample = 0.01
)";

// Root may read and write anything, so the program is run as nobody.
Outcome run_as_nobody(const std::string& arguments, const Folder& scratch) {
    const std::string err = scratch.file("stderr.txt");
    const std::string drop = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "";
    const int status = std::system((drop + POLHODE_PROGRAM + " " + arguments + " 2> " + err).c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, "", read_text(err)};
}

class BadScenario : public testing::TestWithParam<Expectation> {};

std::string test_name(const testing::TestParamInfo<Expectation>& info) {
    std::string name;
    for (const char c : info.param.file.substr(0, info.param.file.rfind('.'))) name += c == '-' ? '_' : c;
    return name;
}

}  // namespace

TEST_P(BadScenario, IsRefusedWithItsReason) {
    const Expectation& expected = GetParam();
    const Outcome o = run({"run", folder + expected.file, "--csv", "-", "--quiet"});
    EXPECT_EQ(o.code, expected.code) << o.err;
    expect_complaint(o, expected.code == 2 ? folder : "t = ");
    for (const std::string& part : expected.parts) EXPECT_TRUE(has(o.err, part)) << "no '" << part << "' in\n" << o.err;
    // What a message says about the file must not depend on how far the program got.
    if (expected.code != 2) return;
    EXPECT_EQ(o.out, "");
#if !defined(POLHODE_SANITIZED)  // reads it by the same functions
    const Outcome checked = run({"check", folder + expected.file});
    EXPECT_EQ(checked.code, 2);
    EXPECT_EQ(checked.err, o.err);
#endif
}

INSTANTIATE_TEST_SUITE_P(Files, BadScenario, testing::ValuesIn(expectations()), test_name);

TEST(BadScenarios, EveryFileIsExpectedAndEveryKindIsThere) {
    std::vector<std::string> expected;
    for (const Expectation& e : expectations()) expected.push_back(e.file);
    EXPECT_GE(expected.size(), 70u);
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".toml") {
            EXPECT_EQ(std::count(expected.begin(), expected.end(), entry.path().filename().string()), 1)
                << entry.path();
        }
}

// The scenario all others spoil is itself right; without this the tests above could pass for a wrong reason.
TEST(BadScenarios, TheSoundScenarioRuns) {
    const Folder scratch;
    const Outcome o = run({"run", scratch.write("good.toml", good), "--csv", "-", "--quiet"});
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(lines_of(o.out).size(), 10002u);
}

TEST(BadScenarios, NoSuchFile) {
    const Outcome o = run({"run", "no-such-folder/scenario.toml", "--quiet"});
    expect_complaint(o, "no-such-folder/scenario.toml");
    EXPECT_TRUE(has(o.err, "No such file")) << o.err;
}

TEST(BadScenarios, ADirectoryInPlaceOfTheFile) {
    const Folder scratch;
    const Outcome o = run({"run", scratch.path(), "--quiet"});
    expect_complaint(o, scratch.path());
    EXPECT_TRUE(has(o.err, "directory")) << o.err;
}

TEST(BadScenarios, AFileWithoutEnd) {
    const Outcome o = run({"run", "/dev/zero", "--quiet"});
    expect_complaint(o, "/dev/zero");
}

TEST(BadScenarios, NoPermissionToRead) {
    const Folder scratch;
    std::filesystem::permissions(scratch.path(), std::filesystem::perms::all);
    const std::string file = scratch.write("secret.toml", good);
    ASSERT_EQ(chmod(file.c_str(), 0), 0);
    const Outcome o = run_as_nobody("run " + file + " --quiet", scratch);
    expect_complaint(o, "secret.toml");
    EXPECT_TRUE(has(o.err, "Permission denied")) << o.err;
}

TEST(BadScenarios, NoPermissionToReadItsTable) {
    const Folder scratch;
    std::filesystem::permissions(scratch.path(), std::filesystem::perms::all);
    const std::string table = scratch.write("rates.csv", "t,wx,wy,wz\n0,0,0,1\n1,0,0,1\n");
    ASSERT_EQ(chmod(table.c_str(), 0), 0);
    const std::string file =
        scratch.write("s.toml", "[rates]\nkind = \"table\"\nfile = \"rates.csv\"\n[run]\nduration = 1.0\n");
    const Outcome o = run_as_nobody("run " + file + " --quiet", scratch);
    expect_complaint(o, "s.toml:3: rates.file");
    EXPECT_TRUE(has(o.err, "rates.csv") && has(o.err, "Permission denied")) << o.err;
}

TEST(BadScenarios, NoPermissionToWrite) {
    const Folder scratch;
    const std::string file = scratch.write("s.toml", good), locked = scratch.file("locked");
    std::filesystem::create_directory(locked);
    std::filesystem::permissions(scratch.path(), std::filesystem::perms::all);
    ASSERT_EQ(chmod(locked.c_str(), 0555), 0);
    const Outcome o = run_as_nobody("run " + file + " --quiet --csv " + locked + "/out.csv", scratch);
    expect_complaint(o, "locked/out.csv");
    EXPECT_TRUE(has(o.err, "Permission denied")) << o.err;
}

TEST(BadScenarios, RowsIntoADirectory) {
    const Folder scratch;
    const Outcome o = run({"run", scratch.write("s.toml", good), "--quiet", "--csv", scratch.path()});
    expect_complaint(o, scratch.path());
}

TEST(BadScenarios, AFullDevice) {
    const Folder scratch;
    const Outcome o = run({"run", scratch.write("s.toml", good), "--quiet", "--csv", "/dev/full"});
    expect_complaint(o, "/dev/full");
    EXPECT_TRUE(has(o.err, "No space left")) << o.err;
}

TEST(BadScenarios, AFullDisk) {
    const Folder scratch;
    const std::string disk = scratch.file("disk");
    std::filesystem::create_directory(disk);
    if (mount("polhode-test", disk.c_str(), "tmpfs", 0, "size=1m") != 0)
        GTEST_SKIP() << "a small file system needs root: " << std::strerror(errno);
    const Outcome rows = run({"run", scratch.write("s.toml", good), "--quiet", "--csv", disk + "/out.csv"});
    const auto kept = std::filesystem::file_size(disk + "/out.csv");
    std::filesystem::remove(disk + "/out.csv");
    const Outcome all = run({"run", scratch.file("s.toml"), "--quiet", "--out", disk + "/all"});
    umount(disk.c_str());
    expect_complaint(rows, "disk/out.csv");
    EXPECT_TRUE(has(rows.err, "No space left")) << rows.err;
    EXPECT_GT(kept, 0u) << "what was computed before stays";
    expect_complaint(all, "disk/all");
}

TEST(BadScenarios, SettingsNameThemselves) {
    const Folder scratch;
    const std::string file = scratch.write("s.toml", good);
    const std::pair<const char*, const char*> slips[] = {
        {"run.durration=1", "Did you mean 'duration'?"},
        {"run.duration=-1", "greater than 0"},
        {"method.integrator=rk44", "Did you mean 'rk4'?"},
        {"body.inertia[2]=99", "no body has these moments"},
        {"method.step", "key=value"},
        {"start.rate=[1,2", "not valid TOML"},
    };
    for (const auto& [setting, hint] : slips) {
        const Outcome o = run({"run", file, "--quiet", "--set", setting});
        EXPECT_EQ(o.code, 2) << setting;
        expect_complaint(o, std::string("--set ") + setting);
        EXPECT_TRUE(has(o.err, hint)) << o.err;
    }
}

}  // namespace bad_scenarios_test
