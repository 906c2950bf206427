#include "polhode/reproduce/report_text.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace report_text_test {

using namespace polhode;

TEST(ReportText, MarksOfTheText) {
    EXPECT_EQ(html_of("h^4 and x^{n+1}, e_{max}"), "h<sup>4</sup> and x<sup>n+1</sup>, e<sub>max</sub>");
    EXPECT_EQ(html_of("10^-5"), "10<sup>-5</sup>");
    EXPECT_EQ(html_of("`a < b` is *so*"), "<code>a &lt; b</code> is <em>so</em>");
    EXPECT_EQ(html_of("a * b, file_name, 2^n"), "a * b, file_name, 2^n");
    EXPECT_EQ(plain_of("`a` *b* c^{2} d_{e}"), "a b c^2 d_e");
}

TEST(ReportText, NothingInATextBecomesAnElement) {
    EXPECT_EQ(html_of("<script>\"&\"</script>"), "&lt;script&gt;&quot;&amp;&quot;&lt;/script&gt;");
    EXPECT_EQ(html_of("`<b>`"), "<code>&lt;b&gt;</code>");
    EXPECT_EQ(html_escaped(std::string("a\x1b[31mb")), "a [31mb");
}

TEST(ReportText, NumbersAsPeopleWriteThem) {
    EXPECT_EQ(significant(1.2345678e-7, 3), "1.23 × 10^{-7}");
    EXPECT_EQ(significant(0.25), "0.25");
    EXPECT_EQ(significant(-10), "-10");
    EXPECT_EQ(significant(std::nan("")), "none");
}

}  // namespace report_text_test
