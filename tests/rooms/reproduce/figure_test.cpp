#include "polhode/reproduce/figure.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace figure_test {

using namespace polhode;

TEST(Figure, CsvOfAPanelHasAllDigitsAndQuotesNames) {
    FigurePanel panel{
        .x = {"t", "t_s"}, .y = {"e", "error"}, .curves = {{"a, \"b\"", {0.1, 2}, {1.0 / 3, std::nan("")}}}};
    EXPECT_EQ(panel_csv(panel),
              "curve,t_s,error\n\"a, \"\"b\"\"\",0.10000000000000001,0.33333333333333331\n"
              "\"a, \"\"b\"\"\",2,\n");
}

}  // namespace figure_test
