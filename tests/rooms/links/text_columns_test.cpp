#include "polhode/links/text_columns.hpp"

#include <gtest/gtest.h>

namespace text_columns_test {

namespace {

using namespace polhode;

TEST(TextColumns, AFrameIsALine) {
    LiveFrame frame;
    frame.t = 0.1;
    frame.q_NB = {1, 0, -0.5, 0.25};
    frame.w_NB_B = {1e-9, 2, 3};
    std::string text;
    write_columns_head(text);
    write_columns(text, frame);
    EXPECT_EQ(text, "t,qw,qx,qy,qz,wx,wy,wz\n0.10000000000000001,1,0,-0.5,0.25,1.0000000000000001e-09,2,3\n");
}

TEST(TextColumns, LinesAreRead) {
    ColumnsReader reader(3);
    EXPECT_FALSE(reader.read("0.5,1,-2,3e-2\r\n"));
    EXPECT_EQ(reader.time(), 0.5);
    EXPECT_EQ(reader.values()[1], -2);
    EXPECT_EQ(reader.values()[2], 0.03);
    EXPECT_FALSE(reader.read("0.5, 4 ,5,6")) << "the same time is not older";
    EXPECT_EQ(reader.values()[0], 4);
}

TEST(TextColumns, BadLinesAreRefusedAndChangeNothing) {
    ColumnsReader reader(2);
    ASSERT_FALSE(reader.read("1,7,8\n"));
    struct Bad {
        const char *line, *kind;
    };
    for (const Bad& bad : {Bad{"", "not a number"},
                           {"\n", "not a number"},
                           {"2,1", "wrong count"},
                           {"2,1,2,3", "wrong count"},
                           {"2,1,2,", "wrong count"},
                           {"2,1,x", "not a number"},
                           {"2,,1", "not a number"},
                           {"2,nan,1", "not a number"},
                           {"2,1e999,1", "not a number"},
                           {"2,inf,1", "not a number"},
                           {"0.5,1,2", "older"},
                           {"2,1,2\n3,1,2", "not a number"},
                           {"1,2,3,4,5,6,7,8,9,10,11,12", "wrong count"}}) {
        const LinkFault fault = reader.read(bad.line);
        ASSERT_TRUE(fault) << bad.line;
        EXPECT_STREQ(fault.kind, bad.kind) << bad.line << ": " << fault.message;
        EXPECT_EQ(reader.time(), 1);
        EXPECT_EQ(reader.values()[0], 7);
    }
    EXPECT_STREQ(reader.read(std::string(513, '1')).kind, "too long");
    reader.forget_time();
    EXPECT_FALSE(reader.read("0,1,2"));
}

}  // namespace

}  // namespace text_columns_test
