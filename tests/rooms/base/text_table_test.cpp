#include "polhode/base/text_table.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/output_support.hpp"

namespace polhode {
namespace text_table_test {

TEST(Printable, NothingThatSteersATerminalPasses) {
    EXPECT_EQ(without_control_characters("a\x1b[31mb\nc\td\x7f"), "a [31mb c d ");
    EXPECT_EQ(without_control_characters("ω²"), "ω²");
    EXPECT_EQ(without_control_characters("\xc2\x9b"), " ");  // the one-byte escape of ISO 6429
    EXPECT_EQ(without_control_characters("\xff"), "\xef\xbf\xbd");
}

TEST(Readable, Numbers) {
    EXPECT_EQ(readable(0.1 + 0.2), "0.3");
    EXPECT_EQ(readable(-0.0), "0");
    EXPECT_EQ(readable(1234567.0), "1.23457e+06");
    EXPECT_EQ(readable(1.0 / 3, 3), "0.333");
    EXPECT_EQ(readable(std::numeric_limits<double>::infinity()), "infinite");
    EXPECT_EQ(readable(std::numeric_limits<double>::quiet_NaN()), "not a number");
    EXPECT_EQ(readable_seconds(45e-9), "45 ns");
    EXPECT_EQ(readable_seconds(1.25e-3), "1.25 ms");
    EXPECT_EQ(readable_seconds(20), "20 s");
    EXPECT_EQ(readable_seconds(0), "0 s");
    EXPECT_EQ(readable_count(1234), "1234");
    EXPECT_EQ(readable_count(12345678), "12 345 678");
    EXPECT_EQ(readable_count(-12345), "-12 345");
}

TEST(TextTable, AlignsByWhatIsSeen) {
    TextTable table({"one", "two"});
    table.row("momentum, kg m²/s", {"1", "22"});
    table.row("ω", {"333", "4"});
    EXPECT_EQ(table.text(),
              "                   one  two\n"
              "                   ───  ───\n"
              "momentum, kg m²/s  1    22\n"
              "ω                  333  4\n");
}

TEST(TextTable, ANarrowTerminalGetsBlocks) {
    TextTable table({"first", "second", "third"});
    table.section("Part");
    table.row("label", {"1", "2", "3"});
    table.row("once", {"a long text for all"});
    const std::string text = table.text(20);
    for (const std::string& line : test::lines(text))
        if (line.find("long text") == std::string::npos) {
            EXPECT_LE(display_width(line), 20) << line;
        }
    // every value is there, what is said once stands once, and each block says its section
    for (const char* what : {"first", "second", "third", "1", "2", "3"}) EXPECT_NE(text.find(what), std::string::npos);
    EXPECT_EQ(text.find("once"), text.rfind("once"));
    EXPECT_NE(text.find("Part"), text.rfind("Part"));
    EXPECT_EQ(TextTable().text(), "");
}

}  // namespace text_table_test
}  // namespace polhode
