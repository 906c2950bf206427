#include "polhode/input/csv_table.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "support/folder.hpp"

namespace polhode {
namespace csv_table_test {

using V = Vec3<double>;

TimeTable table(const std::string& text, const CsvRequest& request = {}) {
    return parse_csv_table(text, "rates.csv", request);
}

std::string complaint(const std::string& text, const CsvRequest& request = {}) {
    try {
        table(text, request);
    } catch (const InputError& e) {
        return e.what();
    }
    return "accepted";
}

void expect_two_rows(const std::string& text, const CsvRequest& request = {}) {
    const TimeTable t = table(text, request);
    ASSERT_EQ(t.times.size(), 2u) << text;
    EXPECT_EQ(t.times[1], 0.5) << text;
    EXPECT_EQ(t.values[0], (V{1, -2, 3e-3})) << text;
    EXPECT_EQ(t.values[1], (V{4, 5, 6})) << text;
}

TEST(CsvTable, TakesTheUsualForms) {
    expect_two_rows("0,1,-2,3e-3\n0.5,4,5,6\n");
    expect_two_rows("0,1,-2,3e-3\n0.5,4,5,6");        // no line end at the end
    expect_two_rows("0,1,-2,3e-3\r\n0.5,4,5,6\r\n");  // Windows
    expect_two_rows(
        "\xef\xbb\xbf"
        "0,1,-2,3e-3\n0.5,4,5,6\n");  // byte order mark
    expect_two_rows("t,wx,wy,wz\n0,1,-2,3e-3\n0.5,4,5,6\n");
    expect_two_rows("\"t\",\"wx\",\"wy\",\"wz\"\n0,1,-2,3e-3\n0.5,4,5,6\n");
    expect_two_rows("0;1;-2;3e-3\n0.5;4;5;6\n");
    expect_two_rows("0\t1\t-2\t3e-3\n0.5\t4\t5\t6\n");
    expect_two_rows("0 1   -2 3e-3\n  0.5 4 5 6  \n");
    expect_two_rows(" 0 , 1 , -2 , 3e-3 \n 0.5, 4, 5, 6\n");
    expect_two_rows("# made by hand\n\n0,1,-2,3e-3\n# between\n0.5,4,5,6\n\n\n");
}

TEST(CsvTable, ColumnsByName) {
    const std::string text = "t,qw,wz,wx,wy,note\n0,1,3e-3,1,-2,first\n0.5,1,6,4,5,second row\n";
    expect_two_rows(text, {{"t", "wx", "wy", "wz"}, {}});
    expect_two_rows(text, {{"1", "4", "5", "3"}, {}});
    expect_two_rows(text, {{}, {{"t", "gx", "gy", "gz"}, {"t", "wx", "wy", "wz"}}});
    expect_two_rows("Time,WX,WY,WZ,extra\n0,1,-2,3e-3,9\n0.5,4,5,6,9\n", {{}, {{"t", "wx", "wy", "wz"}}});
    expect_two_rows("# some text\n# t wx wy wz k\n0 1 -2 3e-3 0\n0.5 4 5 6 0\n", {{"t", "wx", "wy", "wz"}, {}});
}

// A trajectory of our own has q before w: its first four columns must not be taken for rates.
TEST(CsvTable, MoreThanFourColumnsAreNotGuessed) {
    const std::string said = complaint("t,qw,qx,qy,qz\n0,1,0,0,0\n1,1,0,0,0\n");
    EXPECT_EQ(said.rfind("rates.csv:1: read 5 columns; needed: time and three components; say which with columns", 0),
              0u)
        << said;
}

struct Bad {
    const char* text;
    const char* says;
};

TEST(CsvTable, FaultsAreNamedWithLineAndColumn) {
    const Bad bad[] = {
        {"", "rates.csv: the file is empty"},
        {"\n\n", "the file is empty"},
        {"# only\n# comments\n", "the file is empty"},
        {"\xef\xbb\xbf", "the file is empty"},
        {"t,x,y,z\n", "there is a header but no row of numbers"},
        {"0,1,2\n1,2,3\n", "rates.csv:1: read 3 columns; needed: time and three components"},
        {"5\n6\n", "read 1 column;"},
        {"0,1,2,3\n1,1,2\n",
         "rates.csv:2: this row has 3 columns, the rows before it have 4; the file seems to be cut off"},
        {"0,1,2,3\n1,1,2\n2,1,2,3\n", "rates.csv:2: this row has 3 columns, the rows before it have 4"},
        {"0,1,2,3\n1,1,2,3,4\n", "this row has 5 columns"},
        {"0,1,2,3\n1,1,\n", "this row has 3 columns"},
        {"0,1,2,3\n1,1,2,\n", "rates.csv:2: column 4: the field is empty"},
        {"t,x,y,z\n0,1,2,3\n1,abc,2,3\n", "rates.csv:3: column 2 (x): 'abc' is not a number"},
        {"0,1,2,3\n1,1.5.5,2,3\n", "'1.5.5' is not a number"},
        {"0,1,2,3\n1,1e,2,3\n", "'1e' is not a number"},
        {"0,1,2,3\n1,0x1F,2,3\n", "'0x1F' is not a number"},
        {"0,abc,2,3\n", "rates.csv:1: column 2: 'abc' is not a number"},
        {"0,1,2,3\n1,nan,2,3\n", "'nan' cannot be used: only finite numbers can"},
        {"nan,nan,nan,nan\n", "'nan' cannot be used"},
        {"0,1,2,3\n1,-Infinity,2,3\n", "'-Infinity' cannot be used"},
        {"0,1,2,3\n1,1e999,2,3\n", "'1e999' is too large"},
        {"0;1,5;2;3\n", "'1,5' is not a number: decimals are written with a point"},
        {"0,1,2,3\n0,1,2,3\n", "rates.csv:2: column 1: time must rise from row to row: 0 comes after 0"},
        {"0,1,2,3\n1,1,2,3\n0.5,1,2,3\n", "rates.csv:3: column 1: time must rise"},
        {"0,1,2,3\n1;1;2;3\n", "this row has 1 column"},
    };
    for (const Bad& b : bad)
        EXPECT_NE(complaint(b.text).find(b.says), std::string::npos) << b.text << " -> " << complaint(b.text);
    EXPECT_NE(complaint(std::string("0,1,2\0,3\n", 9)).find("not a text file"), std::string::npos);
}

TEST(CsvTable, UnknownColumns) {
    const std::string text = "t,wx,wy,wz\n0,1,2,3\n1,1,2,3\n";
    EXPECT_NE(complaint(text, {{"t", "wx", "wy", "w_z"}, {}}).find("did you mean 'wz'?"), std::string::npos);
    EXPECT_NE(complaint(text, {{"1", "2", "3", "9"}, {}}).find("there is no column 9: the file has 4"),
              std::string::npos);
    EXPECT_NE(complaint("0,1,2,3\n", {{"t", "x", "y", "z"}, {}}).find("there is no header line"), std::string::npos);
    EXPECT_NE(complaint(text, {{"0", "2", "3", "4"}, {}}).find("there is no column 0"), std::string::npos);
}

std::string complaint_about_file(const std::string& path) {
    try {
        read_text_file(path, Place{"s.toml", 7, "rates.file"});
    } catch (const InputError& e) {
        return e.what();
    }
    return "accepted";
}

TEST(CsvTable, FilesThatCannotBeRead) {
    EXPECT_EQ(complaint_about_file("/nowhere/a.csv"),
              "s.toml:7: rates.file: cannot read '/nowhere/a.csv': No such file or directory");
    EXPECT_EQ(complaint_about_file(testing::TempDir()),
              "s.toml:7: rates.file: cannot read '" + testing::TempDir() + "': it is a directory, not a file");
}

TEST(CsvTable, ReadsTheWholeFile) {
    const polhode::test::Folder folder;
    const std::string text = "0,1,2,3\n" + std::string(200000, '#') + "\n1,2,3,4";
    EXPECT_EQ(read_text_file(folder.write("table.csv", text), {}), text);
}

// A million rows of full-precision numbers (fewer with sanitizers).
TEST(CsvTable, ManyRows) {
#if defined(POLHODE_SANITIZED)
    const int rows = 100000;
#else
    const int rows = 1000000;
#endif
    std::string text = "t,wx,wy,wz\n";
    for (int i = 0; i < rows; ++i) {
        char row[96];
        const int n =
            std::snprintf(row, sizeof row, "%.17g,%.17g,%.17g,%.17g\n", 1e-3 * i, 0.1 * i, -1.0 / (i + 1), 1e-9 * i);
        text.append(row, static_cast<std::size_t>(n));
    }
    const TimeTable t = table(text);
    EXPECT_EQ(t.times.size(), static_cast<std::size_t>(rows));
    EXPECT_EQ(t.values.back(), (V{0.1 * (rows - 1), -1.0 / rows, 1e-9 * (rows - 1)}));
}

// RFC 4180
TEST(CsvTable, QuotedFields) {
    expect_two_rows("\"t\",\"wx\",\"w,y\",\"w\"\"z\"\n\"0\",\"1\",\"-2\",\" 3e-3 \"\n0.5,4,\"5\",6\n",
                    {{"t", "wx", "w,y", "w\"z"}, {}});
    expect_two_rows("\"0\" \"1\" -2 3e-3\n0.5 4 5 \"6\"\n");
    // what is not asked for may hold anything: separators, line ends, quotation marks
    expect_two_rows("t,wx,wy,wz,note\n0,1,-2,3e-3,\"two\nlines, \"\"so\"\"\"\n0.5,4,5,6,5\" pipe\n",
                    {{"t", "wx", "wy", "wz"}, {}});
    expect_two_rows("# it is \"open\n0,1,-2,3e-3\n0.5,4,5,6\n");
    EXPECT_EQ(
        complaint("t,x,y,z\n0,1,2,3\n1,1,\"2,3\n2,1,2,3\n"),
        "rates.csv:3: the quotation mark before '2,3' is not closed; one that is part of a text is written twice, "
        "in quotation marks");
    EXPECT_EQ(complaint("t,x,y,z,n\n0,1,2,3,\"a\n\nb\"\n1,1,2,x,5\n", {{"t", "x", "y", "z"}, {}}),
              "rates.csv:5: column 4 (z): 'x' is not a number")
        << "lines within a field count";
}

TEST(CaseTable, ReadsTheColumnsThatAreWanted) {
    const std::string text =
        "# made by hand\nrun,status,\"torque[0]\",end\n"
        "0,ok,\"{ kind = \"\"damping\"\", coefficient = 0.1 }\",\n"
        "\"1\",failed,\"{ kind = \"\"damping\"\", coefficient = 0.1 }\",0.5\n";
    const CaseHeader header = parse_case_header(text, "runs.csv");
    EXPECT_EQ(header.titles, (std::vector<std::string>{"run", "status", "torque[0]", "end"}));
    EXPECT_EQ(header.line, 2);
    const std::vector<CaseColumn> some = parse_case_table(text, "runs.csv", {{2}, {0}}).columns;
    ASSERT_EQ(some.size(), 2u);
    EXPECT_EQ(some[0].texts, (std::vector<std::string>{"{ kind = \"damping\", coefficient = 0.1 }"}));
    EXPECT_EQ(some[0].numbers, (std::vector<double>{0, 0}));
    EXPECT_EQ(some[1].numbers, (std::vector<double>{0, 1}));
    try {
        parse_case_table(text, "runs.csv", {{3}});
        FAIL();
    } catch (const InputError& e) {
        EXPECT_STREQ(e.what(), "runs.csv:3: column 4 (end): the field is empty; a number must stand here");
    }
}

std::string case_complaint(const std::string& text, const std::vector<CaseWanted>& wanted) {
    try {
        parse_case_table(text, "cases.csv", wanted);
    } catch (const InputError& e) {
        return e.what();
    }
    return "accepted";
}

TEST(CaseTable, LabelsAreAnyText) {
    const CaseTable t = parse_case_table("a,note,gap,id\n1,7,,\"7\"\n\n2,,,\"07\"\n3,\"x\ny\",,\"7\"\n4,7,,\"8\"\n",
                                         "cases.csv", {{0, true}, {1, true}, {2, true}, {3, true}});
    EXPECT_EQ(t.lines, (std::vector<int>{2, 4, 5, 7}));
    EXPECT_EQ(t.columns[0].numbers, (std::vector<double>{1, 2, 3, 4}));
    EXPECT_TRUE(t.columns[0].texts.empty());
    EXPECT_EQ(t.columns[1].texts, (std::vector<std::string>{"7", "", "x\ny"}));
    EXPECT_EQ(t.columns[1].text_lines, (std::vector<int>{2, 4, 5}));
    EXPECT_EQ(t.columns[1].numbers, (std::vector<double>{0, 1, 2, 0}));
    EXPECT_EQ(t.columns[1].odd_text, "x\ny");
    EXPECT_EQ(t.columns[1].odd_place.line, 5);
    EXPECT_EQ(t.columns[2].texts, (std::vector<std::string>{""}));
    EXPECT_EQ(t.columns[2].odd_text, "");
    EXPECT_EQ(t.columns[3].numbers, (std::vector<double>{7, 7, 7, 8})) << "a program may quote everything";
    EXPECT_EQ(case_complaint("a\n1\n\"\"\n", {{0, true}}),
              "cases.csv:3: column 1 (a): the field is empty; a number must stand here");
}

TEST(CaseTable, ValuesOfKeysAreNotMixedByASlip) {
    EXPECT_EQ(parse_case_table("a\n0.1*t\n\"0\"\n", "cases.csv", {{0}}).columns[0].texts,
              (std::vector<std::string>{"0.1*t", "0"}));
    EXPECT_EQ(case_complaint("a\n1.0\n\"abc\"\n", {{0}}), "cases.csv:3: column 1 (a): 'abc' is not a number");
    EXPECT_EQ(case_complaint("a\nabc\n\"7\"\n1.0\n", {{0}}),
              "cases.csv:4: column 1 (a): '1.0' is a number, but the column begins with the text 'abc'; in quotation "
              "marks it is a text too");
    EXPECT_EQ(case_complaint("a,b\n,x\nabc,y\n", {{0}, {1}}),
              "cases.csv:2: column 1 (a): the field is empty; a text must stand here");
    EXPECT_EQ(case_complaint("a\n\"\"\n", {{0}}),
              "cases.csv:2: column 1 (a): the field is empty; a number must stand here");
    for (const bool label : {false, true})
        EXPECT_EQ(case_complaint("a;b\n1,5;2\n", {{0, label}}),
                  "cases.csv:2: column 1 (a): '1,5' is not a number: decimals are written with a point");
    EXPECT_EQ(parse_case_table("a;b\n\"1,5\";2\n", "cases.csv", {{0, true}}).columns[0].texts,
              (std::vector<std::string>{"1,5"}));
}

TEST(CaseTable, BytesThatAreNoTextAreRefused) {
    EXPECT_EQ(case_complaint("a,b\n1,x\n2,gr\xF6\xDF\n", {{0}, {1, true}}),
              "cases.csv:3: column 2 (b): byte 0xF6 is not valid UTF-8; save the file as UTF-8 text");
    EXPECT_EQ(case_complaint("a,b\n1,x\n2,gr\xF6\xDF\n", {{0}}), "accepted") << "a column that is not used";
    EXPECT_EQ(case_complaint("a,b\xFF\n1,x\n", {{0}}),
              "cases.csv:1: column 2: byte 0xFF is not valid UTF-8; save the file as UTF-8 text");
    // a message does not cut a letter in two
    std::string letters;
    for (int i = 0; i < 40; ++i) letters += "\xC3\xB6";
    const std::string message = case_complaint("a\n1\n" + letters + "\n", {{0}});
    EXPECT_NE(message.find("\xC3\xB6...'"), std::string::npos) << message;
}

TEST(CsvTable, LineEndsOfOldMacintoshes) {
    expect_two_rows("t,x,y,z\r0,1,-2,3e-3\r0.5,4,5,6\r");
    expect_two_rows("0,1,-2,3e-3\r0.5,4,5,6");
    EXPECT_NE(complaint("t,x,y,z\r0,1,-2,3e-3\r0.5,4,x,6\r").find("rates.csv:3: column 3 (y)"), std::string::npos);
    const CaseTable t = parse_case_table("a,b\r1,x\r2,\"y\rz\"\r3,x", "cases.csv", {{0}, {1}});
    EXPECT_EQ(t.lines, (std::vector<int>{2, 3, 5}));
    EXPECT_EQ(t.columns[0].numbers, (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(t.columns[1].texts, (std::vector<std::string>{"x", "y\rz"}));
}

TEST(CsvTable, SplitNames) {
    EXPECT_EQ(split_names("t, wx ,wy,wz"), (std::vector<std::string>{"t", "wx", "wy", "wz"}));
    EXPECT_EQ(split_names("1 2 3 4"), (std::vector<std::string>{"1", "2", "3", "4"}));
}

}  // namespace csv_table_test
}  // namespace polhode
