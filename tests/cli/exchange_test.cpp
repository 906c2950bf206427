// polhode import, export, run --aem and run --against FILE as a user calls them.
#include <gtest/gtest.h>

#include "program.hpp"

namespace exchange_test {

using namespace polhode::test;

const std::string samples = std::string(POLHODE_TEST_DATA) + "/formats/";
const std::string wingnut = std::string(POLHODE_SOURCE_DIR) + "/scenarios/wingnut.toml";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Exchange, EveryFormatIsListedWithItsDirection) {
    const Outcome o = run({"list", "format"});
    EXPECT_EQ(o.code, 0);
    for (const char* name :
         {"csv", "npy", "npz", "mat", "tum", "euroc", "table", "aem", "aem-xml", "apm", "acm", "ck", "mcap", "glb"})
        EXPECT_TRUE(has(o.out, std::string("\n  ") + name + " ")) << name;
    EXPECT_TRUE(has(o.out, "read and written"));
}

TEST(Exchange, ARunGoesOutAndComesBack) {
    const Folder folder;
    const Outcome ran = run({"run", wingnut, "--quiet", "--set", "run.duration=2.0", "--csv", folder.file("a.csv"),
                             "--aem", folder.file("a.aem"), "--npz", folder.file("a.npz"), "--ck", folder.file("a.bc"),
                             "--glb", folder.file("a.glb"), "--apm", folder.file("a.apm")});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const Outcome npz = run({"import", folder.file("a.npz"), "--quiet"});
    EXPECT_EQ(npz.code, 0) << npz.err;
    EXPECT_EQ(npz.out, run({"import", folder.file("a.csv"), "--quiet"}).out);
    EXPECT_EQ(run({"import", folder.file("a.bc"), "--clock", folder.file("a.tsc"), "--quiet"}).code, 0);
    EXPECT_EQ(run({"export", folder.file("a.aem"), "--to", "tum", folder.file("a.tum"), "--quiet"}).code, 0);
    const Outcome again = run({"import", folder.file("a.apm"), "--quiet"});
    EXPECT_EQ(again.code, 0) << again.err;
    folder.write("again.toml", again.out);
    EXPECT_EQ(run({"check", folder.file("again.toml")}).code, 0);
    EXPECT_EQ(read_text(folder.file("a.glb")).substr(0, 4), "glTF");
}

// The words of the contract: export --to FILE [--as FORMAT], import FILE [--as FORMAT] --csv FILE|- or --scenario FILE.
TEST(Exchange, AFileIsNamedByToAndItsFormatByItsEndingOrByAs) {
    const Folder folder;
    const std::string rows = folder.file("a.csv");
    ASSERT_EQ(run({"run", wingnut, "--quiet", "--set", "run.duration=1.0", "--csv", rows}).code, 0);
    EXPECT_EQ(run({"export", rows, "--to", folder.file("a.aem"), "--quiet"}).code, 0);
    EXPECT_EQ(read_text(folder.file("a.aem")).substr(0, 14), "CCSDS_AEM_VERS");
    EXPECT_EQ(run({"export", rows, "--to", folder.file("a.txt"), "--as", "tum", "--quiet"}).code, 0);
    const Outcome tum = run({"import", folder.file("a.txt"), "--as", "tum", "--csv", "-", "--quiet"});
    EXPECT_EQ(tum.out.substr(0, 14), "t,qw,qx,qy,qz\n") << tum.err;
    EXPECT_EQ(run({"export", rows, "--to", "-", "--as", "tum", "--quiet"}).out, read_text(folder.file("a.txt")));
    const Outcome scenario = run({"import", folder.file("a.aem"), "--scenario", folder.file("s.toml")});
    EXPECT_EQ(scenario.code, 0) << scenario.err;
    EXPECT_TRUE(has(scenario.err, "its rows are in"));
    EXPECT_EQ(run({"check", folder.file("s.toml")}).code, 0);
    const Outcome unclear = run({"export", rows, "--to", folder.file("a.dat")});
    EXPECT_EQ(unclear.code, 2);
    EXPECT_TRUE(has(unclear.err, "does not end as a file of one format; name it: --as")) << unclear.err;
    const Outcome misspelt = run({"export", rows, "--to", "a.dat", "--as", "tmu"});
    EXPECT_EQ(misspelt.code, 2);
    EXPECT_TRUE(has(misspelt.err, "--as: 'tmu'") && has(misspelt.err, "did you mean 'tum'?")) << misspelt.err;
    EXPECT_EQ(run({"export", rows, "--to", "a.dat", "--as", "tum", "b.dat"}).code, 2);
}

TEST(Exchange, StandardInputIsAFile) {
    const Outcome file = run({"import", samples + "hand-v2.acm", "--quiet"});
    EXPECT_EQ(file.code, 0) << file.err;
    EXPECT_EQ(run({"import", "-", "--quiet"}, read_text(samples + "hand-v2.acm")).out, file.out);
    const Outcome state = run({"import", samples + "hand-v2.apm", "--quiet"});
    const Outcome piped = run({"import", "-", "--quiet"}, read_text(samples + "hand-v2.apm"));
    EXPECT_TRUE(has(piped.out, "[start]")) << piped.err;
    EXPECT_EQ(piped.out.substr(piped.out.find('\n')), state.out.substr(state.out.find('\n')));
}

TEST(Exchange, AHistoryOfRatesIsAScenario) {
    const Folder folder;
    const Outcome o = run({"import", samples + "orekit-v2.aem", "--quiet", "--output", folder.file("rows.csv"),
                           "--scenario", folder.file("s.toml")});
    ASSERT_EQ(o.code, 0) << o.err;
    const Outcome ran = run({"run", folder.file("s.toml"), "--against", samples + "orekit-v2.aem"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(has(ran.out, "orekit-v2.aem")) << ran.out;
}

TEST(Exchange, ARunIsMeasuredAgainstAFile) {
    const Folder folder;
    ASSERT_EQ(run({"run", wingnut, "--quiet", "--set", "run.duration=2.0", "--aem", folder.file("a.aem")}).code, 0);
    const std::vector<std::string> words{
        "run", wingnut, "--set", "run.duration=2.0", "--against", folder.file("a.aem")};
    const Outcome plain = run(words);
    EXPECT_EQ(plain.code, 0) << plain.err;
    EXPECT_TRUE(has(plain.out, "AEM 2.0")) << plain.out;
    std::vector<std::string> more = words;
    more.insert(more.end(), {"--align", "clock"});
    const Outcome aligned = run(more);
    EXPECT_EQ(aligned.code, 0) << aligned.err;
    EXPECT_TRUE(has(aligned.out, "its clock ahead by")) << aligned.out;
}

TEST(Exchange, ATableIsSaidOnceAndRemembered) {
    const Folder folder;
    const std::string log = folder.write("log.csv", "ms,a,b,c,d\n0,0,0,0,1\n10,0.6,0,0,0.8\n");
    EXPECT_EQ(run({"import", log}).code, 2);
    const Outcome first = run({"import", log, "--from", "table", "--say", "time=ms", "--say", "time_unit=ms", "--say",
                               "quaternion=a,b,c,d", "--say", "scalar=last", "--say", "direction=body-to-world"});
    EXPECT_EQ(first.code, 0) << first.err;
    EXPECT_TRUE(has(first.out, "0.01,0.80000000000000004,0.59999999999999998,0,0")) << first.out;
    EXPECT_EQ(run({"import", log, "--from", "table"}).out, first.out);
}

TEST(Exchange, WhatIsWrongIsToldInOneLine) {
    const Folder folder;
    const std::string text = folder.write("x.dat", "hello\n");
    const std::pair<std::vector<std::string>, const char*> wrong[] = {
        {{"import", "/no/such/file"}, "cannot be opened"},
        {{"import", folder.path()}, "directory"},
        {{"import", text}, "--from"},
        {{"import", text, "--from", "amm"}, "did you mean"},
        {{"import", folder.write("empty", "")}, "empty"},
        {{"import", samples + "orekit-v2.aem", "--segment", "2"}, "1 segment"},
        {{"import", samples + "orekit-v2.aem", "--segment", "x"}, "--segment"},
        {{"import", samples + "cspice-type3.bc"}, "--clock"},
        {{"export", samples + "numpy.tum", "--to", "nmpy"}, "did you mean"},
        {{"export", samples + "numpy.tum", "--to", "npz"}, "needs a file"},
        {{"export", samples + "numpy.tum", "--to", "csv"}, "no rates"},
        {{"export", samples + "orekit-v2.aem", "--to", "aem", "--epoch", "today"}, "expected a date"},
        {{"export", samples + "orekit-v2.aem", "--to", "aem", "--time-system", "XYZ"}, "not a time system"},
        {{"export", samples + "orekit-v2.aem", "--to", "aem", "--epoch", "2040-01-01T00:00:00", "--time-system", "UTC"},
         "leap seconds"},
        {{"run", wingnut, "--align", "clock"}, "only a file"},
        {{"run", wingnut, "--against", samples + "orekit-v2.aem", "--align", "klock"}, "did you mean 'clock'"},
        {{"run", wingnut, "--write", "table=x"}, "not a format"},
    };
    for (const auto& [words, part] : wrong) {
        const Outcome o = run(words);
        EXPECT_EQ(o.code, 2) << part << ": " << o.err;
        EXPECT_TRUE(has(o.err, part)) << o.err;
        EXPECT_EQ(lines_of(o.err).size(), 1u) << o.err;
    }
}

}  // namespace exchange_test
