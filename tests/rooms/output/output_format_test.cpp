#include "polhode/output/output_format.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/output_support.hpp"

namespace polhode {
namespace output_format_test {

TEST(OutputFormat, EveryFormatIsDescribedAndWrites) {
    const test::Folder folder;
    const Scenario scenario = test::steady_scenario();
    const Columns columns = columns_of(scenario.problem, scenario.methods[0]);
    std::set<std::string> names, endings;
    for (const OutputFormat& format : output_formats()) {
        EXPECT_EQ(format.entry.kind, "format");
        EXPECT_FALSE(format.entry.summary.empty()) << format.entry.name;
        EXPECT_TRUE(names.insert(format.entry.name).second) << format.entry.name << " stands twice";
        EXPECT_TRUE(endings.insert(format.ending).second) << format.ending << " stands twice";
        EXPECT_LE(format.least_bytes, format.usual_bytes);
        EXPECT_EQ(find_format(format.entry.name), &format);
        // in the registry, where `polhode list` finds it
        ASSERT_NE(find_entry("format", format.entry.name), nullptr) << format.entry.name;
        EXPECT_TRUE(format.open || format.read) << format.entry.name;
        if (!format.open) continue;
        const std::string path = folder.file("a" + format.ending);
        const auto file = format.open(path, {scenario, scenario.methods[0], columns});
        for (int i = 0; i < 3; ++i) file->row(test::turning(0.1 * i));
        file->close("complete");
        EXPECT_GT(std::filesystem::file_size(path), 0u) << format.entry.name;
    }
    EXPECT_TRUE(names.count("csv"));
    EXPECT_EQ(find_format("nothing"), nullptr);
}

}  // namespace output_format_test
}  // namespace polhode
