#include "polhode/input/formula_pieces.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace polhode {
namespace formula_pieces_test {

const std::vector<std::string> names = {"t", "wx"};

std::vector<double> switches(const std::string& text, double end = 20) {
    std::vector<double> times;
    EXPECT_TRUE(find_switches(Expression(text, names), end, times)) << text;
    return times;
}

TEST(FormulaPieces, SwitchesAreFoundToTheLastDigit) {
    EXPECT_EQ(switches("if(t>5.05,if(t<5.06,1,0),0)"), (std::vector<double>{5.05, 5.06}));
    EXPECT_EQ(switches("(t>=2)*(t<3)*wx"), (std::vector<double>{2, 3}));
    EXPECT_EQ(switches("abs(t-7)"), (std::vector<double>{7}));
    EXPECT_EQ(switches("t^2 + wx"), (std::vector<double>{}));
    // a pulse of a nanosecond in twenty seconds
    EXPECT_EQ(switches("if(t>5,if(t<5.000000001,1e9,0),0)"), (std::vector<double>{5, 5.000000001}));
    const std::vector<double> square = switches("sign(sin(pi*t))", 6.5);
    ASSERT_EQ(square.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(square[i], static_cast<double>(i) + 1, 1e-15 * 8);
    const std::vector<double> stairs = switches("floor(2*t)", 10);
    ASSERT_EQ(stairs.size(), 19u);
    for (std::size_t i = 0; i < 19; ++i) EXPECT_EQ(stairs[i], 0.5 * static_cast<double>(i + 1));
    // up and down again, over 1, 2 and 3; at its height it touches 4
    const std::vector<double> hill = switches("floor(4-(t-2)^2)", 3.99);
    ASSERT_GE(hill.size(), 6u);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(hill[i], 2 - std::sqrt(3.0 - static_cast<double>(i)), 1e-15);
        EXPECT_NEAR(hill[hill.size() - 1 - i], 2 + std::sqrt(3.0 - static_cast<double>(i)), 4e-15);
    }
    const std::vector<double> bowl = switches("max(0.25, (t-1)^2)", 4);
    ASSERT_EQ(bowl.size(), 2u);
    EXPECT_NEAR(bowl[0], 0.5, 4e-16);
    EXPECT_NEAR(bowl[1], 1.5, 4e-16);
    // a corner inside a corner
    EXPECT_EQ(switches("abs(abs(t-5)-2)"), (std::vector<double>{3, 5, 7}));
}

TEST(FormulaPieces, WhatTheStateDecidesIsNotFound) {
    const auto corners = [](const std::string& text) { return corners_of(Expression(text, names)); };
    EXPECT_TRUE(corners("sign(wx)").of_state);
    EXPECT_FALSE(corners("sign(wx)").of_time);
    EXPECT_TRUE(corners("sign(wx-t)").of_state);
    EXPECT_FALSE(corners("wx*(t>5)").of_state);
    EXPECT_TRUE(corners("wx*(t>5)").of_time);
    EXPECT_FALSE(corners("if(2>1,wx,t)").of_time);
    EXPECT_FALSE(corners("wx*sin(t)").of_state);
    const double state[] = {0, -3};
    EXPECT_EQ(nearest_corner(Expression("sign(wx+1)*abs(t)", names), state), 2.0);
    EXPECT_FALSE(nearest_corner(Expression("wx*abs(t)", names), state));
}

TEST(FormulaPieces, TooManyAreRefused) {
    std::vector<double> times;
    EXPECT_FALSE(find_switches(Expression("floor(1e5*t)", names), 20, times));
    EXPECT_TRUE(times.empty());
}

// A formula of random comparisons, corners and branches.
std::string random_formula(int depth) {
    const auto constant = [] { return std::to_string(*rc::gen::inRange(0, 2000) / 100.0); };
    if (depth == 0) {
        const int kind = *rc::gen::inRange(0, 4);
        return kind == 0 ? constant() : kind == 1 ? "wx" : "t";
    }
    const auto sub = [&] { return random_formula(depth - 1); };
    switch (*rc::gen::inRange(0, 11)) {
        case 0:
            return "(" + sub() + "+" + sub() + ")";
        case 1:
            return "(" + sub() + "-" + sub() + ")";
        case 2:
            return "(" + sub() + "*" + sub() + ")";
        case 3:
            return "if(" + sub() + "<" + sub() + "," + sub() + "," + sub() + ")";
        case 4:
            return "abs(" + sub() + ")";
        case 5:
            return "min(" + sub() + "," + sub() + ")";
        case 6:
            return "max(" + sub() + "," + sub() + ")";
        case 7:
            return "sign(" + sub() + ")";
        case 8:
            return "(" + sub() + ">=" + sub() + ")";
        case 9:
            return "sin(" + sub() + ")";
        default:
            return "floor(sin(" + sub() + ")*3)";
    }
}

// Between two switches the piece is the formula: at every time between them, for any state.
RC_GTEST_PROP(FormulaPieces, PiecesAreTheFormula_Long, ()) {
    const std::string text = random_formula(*rc::gen::inRange(1, 4));
    const Expression formula(text, names);
    constexpr double end = 20;
    std::vector<double> times;
    if (!find_switches(formula, end, times)) return;
    std::sort(times.begin(), times.end());
    times.push_back(end);
    const double wx = *rc::gen::inRange(-2000, 2000) / 100.0;
    double begin = 0;
    for (const double to : times) {
        if (to - begin > 1e-9) {
            const Expression piece = on_piece(formula, 0.5 * (begin + to));
            // a branch that goes may leave a corner that the state had a say in: abs(if(t<0,wx,t))
            if (!corners_of(formula).of_state) {
                RC_ASSERT(!corners_of(piece).of_time);
                RC_ASSERT(!corners_of(piece).of_state);
            }
            for (int i = 1; i < 8; ++i) {
                const double t = begin + (to - begin) * i / 8;
                const double values[] = {t, wx};
                const double a = formula(values), b = piece(values);
                RC_ASSERT(a == b || (std::isnan(a) && std::isnan(b)));
            }
        }
        begin = to;
    }
}

}  // namespace formula_pieces_test
}  // namespace polhode
