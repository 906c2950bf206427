// Long files of every format go through in the memory of a short one.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>

#include "program.hpp"

namespace exchange_memory_test {

using namespace polhode::test;

// kB of the largest process so far.
long peak() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return usage.ru_maxrss;
}

std::string rows_turning_about_z(int n) {
    std::string text = "t,qw,qx,qy,qz,wx,wy,wz\n";
    char line[200];
    for (int i = 0; i < n; ++i) {
        const double t = i / 128.0;
        std::snprintf(line, sizeof line, "%.17g,%.17g,0,0,%.17g,0.125,0.25,1\n", t, std::cos(t / 2), std::sin(t / 2));
        text += line;
    }
    return text;
}

// 2e5 rows: 19 MB as doubles, 14 to 110 MB in the files. Writers that must know how many rows there are keep 1e5 of
// them (files/record_store.hpp), 14 MB as they grow, the others in a temporary file; a chunk of MCAP is 1 MB.
TEST(ExchangeMemory, DoesNotGrowWithTheFile) {
#ifndef POLHODE_SANITIZED
    const Folder folder;
    const std::string few = folder.write("few.csv", rows_turning_about_z(20)),
                      many = folder.write("many.csv", rows_turning_about_z(200'000));
    const std::vector<std::string> formats{"aem", "aem-xml", "acm", "ck", "tum", "euroc", "npy", "npz", "mat", "mcap"};
    const auto there_and_back = [&](const std::string& rows, const std::string& format) {
        const std::string file = folder.file("a." + format);
        const Outcome out = run({"export", rows, "--to", format, file, "--quiet"});
        EXPECT_EQ(out.code, 0) << format << ": " << out.err;
        std::vector<std::string> words{"import", file, "--from", format, "--quiet", "--output", "/dev/null"};
        if (format == "ck") words.insert(words.end(), {"--clock", folder.file("a.tsc")});
        const Outcome in = run(words);
        EXPECT_EQ(in.code, 0) << format << ": " << in.err;
        std::filesystem::remove(file);
    };
    for (const std::string& format : formats) there_and_back(few, format);
    const long small = peak();
    for (const std::string& format : formats) {
        there_and_back(many, format);
        EXPECT_LT(peak(), small + 20 * 1024) << format;
    }
#endif
}

}  // namespace exchange_memory_test
