#include "polhode/base/terminal/text_table.hpp"

#include <gtest/gtest.h>

#include "polhode/base/terminal/display_width.hpp"
#include "support/output_support.hpp"

namespace polhode {
namespace text_table_test {

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
