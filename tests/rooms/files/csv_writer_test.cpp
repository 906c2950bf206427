#include "polhode/files/csv_writer.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "polhode/files/output_error.hpp"
#include "support/output_support.hpp"

namespace polhode {
namespace csv_writer_test {

TEST(CsvWriter, QuotesWhatWouldBeReadAsSomethingElse) {
    EXPECT_EQ(csv_cell("rk4"), "rk4");
    EXPECT_EQ(csv_cell(""), "");
    EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_cell("so \"called\""), "\"so \"\"called\"\"\"");
    EXPECT_EQ(csv_cell("two\nlines"), "\"two\nlines\"");
    EXPECT_EQ(csv_cell("µ; tab\t"), "µ; tab\t");
}

TEST(CsvWriter, CellsBecomeLines) {
    CsvWriter csv;
    csv.text("name").text("x").text("n").end_header();
    csv.text("a,b").number(0.1).count(std::numeric_limits<std::uint64_t>::max()).end_row();
    csv.empty().number_or_empty(std::numeric_limits<double>::quiet_NaN()).count(0).end_row();
    EXPECT_EQ(csv.rows(), 2);
    EXPECT_EQ(csv.take(), "name,x,n\n\"a,b\",0.10000000000000001,18446744073709551615\n,,0\n");
    EXPECT_EQ(csv.take(), "");
}

TEST(CsvWriter, LongTextsFindRoom) {
    CsvWriter csv;
    const std::string text(10'000, 'x');
    csv.number(1).text(text).number(2).end_row();
    EXPECT_EQ(csv.take(), "1," + text + ",2\n");
}

TEST(CsvWriter, AFileEndsWithACompleteRowWhenTheDiskIsFull) {
    const test::Folder folder;
    const std::string path = folder.file("a.csv");
    const int code = test::with_small_disk(100'000, [&] {
        CsvWriter csv(path);
        try {
            for (int i = 0; i < 100'000; ++i) csv.number(i).number(0.1).end_row();
            csv.close();
        } catch (const OutputError&) {
            return csv.safe_rows() > 0 && csv.safe_rows() < csv.rows() ? 7 : 8;
        }
        return 0;
    });
    EXPECT_EQ(code, 7);
    const std::string text = test::contents(path);
    ASSERT_FALSE(text.empty());
    EXPECT_EQ(text.back(), '\n');
}

TEST(CsvWriter, NothingWaitsLongerThanItsPace) {
    const test::Folder folder;
    CsvWriter csv(folder.file("a.csv"), {1 << 20, std::chrono::milliseconds(0)});
    csv.number(1).end_row();
    EXPECT_EQ(test::contents(folder.file("a.csv")), "1\n");
}

}  // namespace csv_writer_test
}  // namespace polhode
