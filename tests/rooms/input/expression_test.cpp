#include "polhode/input/expression.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace polhode {
namespace expression_test {

const std::vector<std::string> names = {"t", "x", "wx"};

double value(const std::string& text, double t = 0, double x = 0, double wx = 0) {
    const double variables[] = {t, x, wx};
    return Expression(text, names)(variables);
}

TEST(Expression, PrecedenceAndAssociation) {
    EXPECT_EQ(value("1 + 2*3"), 7);
    EXPECT_EQ(value("(1 + 2)*3"), 9);
    EXPECT_EQ(value("10 - 4 - 3"), 3);
    EXPECT_EQ(value("16/4/2"), 2);
    EXPECT_EQ(value("2^3^2"), 512);
    EXPECT_EQ(value("t^x^2", 2, 3), 512);
    EXPECT_EQ(value("-2^2"), -4);
    EXPECT_EQ(value("(-2)^2"), 4);
    EXPECT_EQ(value("2^-2"), 0.25);
    EXPECT_EQ(value("t^-2", 2), 0.25);
    EXPECT_EQ(value("--3 - -+-2"), 1);
    EXPECT_EQ(value("2*-3"), -6);
    EXPECT_EQ(value("1 < 2 + 3"), 1);
    EXPECT_EQ(value("-t^2*3", 2), -12);
}

TEST(Expression, Numbers) {
    EXPECT_EQ(value("1.5e3"), 1500);
    EXPECT_EQ(value("1E-3"), 1e-3);
    EXPECT_EQ(value(".5"), 0.5);
    EXPECT_EQ(value("5."), 5);
    EXPECT_EQ(value("0.1"), 0.1);
    EXPECT_EQ(value("3.14159265358979323846264338"), 3.14159265358979323846);
    EXPECT_EQ(value("2.2250738585072014e-308"), 2.2250738585072014e-308);
    EXPECT_EQ(value("pi"), std::acos(-1.0));
    EXPECT_EQ(value("e"), std::exp(1.0));
    // the letter e after a number is an exponent only with digits behind it
    EXPECT_THROW(value("2e"), ExpressionError);
}

TEST(Expression, ComparisonsAndConditions) {
    EXPECT_EQ(value("t < 1", 0.5), 1);
    EXPECT_EQ(value("t < 1", 1), 0);
    EXPECT_EQ(value("t <= 1", 1), 1);
    EXPECT_EQ(value("t > 1", 1), 0);
    EXPECT_EQ(value("t >= 1", 1), 1);
    EXPECT_EQ(value("t == 1", 1), 1);
    EXPECT_EQ(value("t != 1", 1), 0);
    EXPECT_EQ(value("if(t < 1, 10, 20)", 0.5), 10);
    EXPECT_EQ(value("if(t < 1, 10, 20)", 1.5), 20);
    // what is not chosen may be anything
    EXPECT_EQ(value("if(t == 0, 1, sin(t)/t)", 0), 1);
}

// Each function against the C library: two good implementations may differ by an ulp or two.
TEST(Expression, Functions) {
    const double u = 0.7, s = 2 * 2.2e-16;
    EXPECT_NEAR(value("sin(t)", u), std::sin(u), s);
    EXPECT_NEAR(value("cos(t)", u), std::cos(u), s);
    EXPECT_NEAR(value("tan(t)", u), std::tan(u), s);
    EXPECT_NEAR(value("asin(t)", u), std::asin(u), s);
    EXPECT_NEAR(value("acos(t)", u), std::acos(u), s);
    EXPECT_NEAR(value("atan(t)", u), std::atan(u), s);
    EXPECT_NEAR(value("atan2(t, x)", u, -0.2), std::atan2(u, -0.2), 2 * s);
    EXPECT_NEAR(value("sinh(t)", u), std::sinh(u), s);
    EXPECT_NEAR(value("cosh(t)", u), std::cosh(u), s);
    EXPECT_NEAR(value("tanh(t)", u), std::tanh(u), s);
    EXPECT_NEAR(value("exp(t)", u), std::exp(u), 2 * s);
    EXPECT_NEAR(value("log(t)", u), std::log(u), s);
    EXPECT_EQ(value("sqrt(t)", u), std::sqrt(u));
    EXPECT_NEAR(value("t^x", u, 1.3), std::pow(u, 1.3), s);
    EXPECT_NEAR(value("pow(t, 2.5)", u), std::pow(u, 2.5), s);
    EXPECT_EQ(value("abs(t)", -u), u);
    EXPECT_EQ(value("min(t, x) + 10*max(t, x)", 1, 2), 21);
    EXPECT_EQ(value("sign(t) + 10*sign(-t) + 100*sign(0)", 3), -9);
    EXPECT_EQ(value("floor(t)", -0.5), -1);
    EXPECT_EQ(value("pow(t, 3)", -2), -8);
    EXPECT_EQ(value("t^64", -1), 1);
}

TEST(Expression, KnowsItsVariables) {
    const Expression f("t + wx", names);
    EXPECT_TRUE(f.uses(0));
    EXPECT_FALSE(f.uses(1));
    EXPECT_TRUE(f.uses(2));
    EXPECT_TRUE(Expression("2*pi", names).constant());
    EXPECT_EQ(Expression()(static_cast<const double*>(nullptr)), 0);
    EXPECT_EQ(f.text(), "t + wx");
}

TEST(Expression, FloatUsesFloatArithmetic) {
    const float variables[] = {0.1f, 3.0f, 0.0f};
    EXPECT_EQ(Expression("t*x", names)(variables), 0.1f * 3.0f);
}

// d/dt by dual numbers against central differences: h = 1e-6 leaves h^2 and 1e-16/h of the function's size, 1e-9.
TEST(Expression, DerivativesAgainstDifferences) {
    for (const char* text : {"t^3 - 2*t + 1",
                             "sin(2*t)*cos(t)",
                             "tan(t)/t",
                             "asin(t/2)",
                             "acos(t/2)",
                             "atan(t)",
                             "atan2(t, 2 - t)",
                             "sinh(t) + cosh(2*t)",
                             "tanh(t)",
                             "exp(-t^2)",
                             "log(t + 2)",
                             "sqrt(t + 1)",
                             "abs(t - 5)",
                             "min(t, t^2)",
                             "max(3*t, t^2)",
                             "sign(t)*t",
                             "floor(t + 0.3)*t",
                             "t^t",
                             "2^t",
                             "t^2.5",
                             "(t - 3)^3",
                             "if(t < 1, t^2, 3*t)",
                             "1/(1 + t^2)",
                             "t^-3",
                             "pow(t + 1, t)"})
        for (double t : {0.4, 0.83}) {
            const Expression f(text, {"t"});
            const Dual<double> now{t, 1.0};
            const Dual<double> got = f(&now);
            const double h = 1e-6, after = t + h, before = t - h;
            EXPECT_EQ(got.value, f(&t)) << text;
            EXPECT_NEAR(got.slope, (f(&after) - f(&before)) / (2 * h), 2e-8) << text << " at " << t;
        }
}

// A constant has no slope, even where the function's derivative is infinite.
TEST(Expression, ConstantsHaveNoSlope) {
    const Dual<double> now{2.0, 1.0};
    EXPECT_EQ(Expression("sqrt(0)*t", {"t"})(&now).slope, 0);
    EXPECT_EQ(Expression("asin(1) + t", {"t"})(&now).slope, 1);
}

struct Bad {
    const char* text;
    const char* says;  // part of the message
};

TEST(Expression, MalformedTextIsRefusedWithTheReason) {
    const Bad bad[] = {
        {"", "the formula is empty"},
        {"   ", "the formula is empty"},
        {"+", "ends where"},
        {"-", "ends where"},
        {"1 +", "ends where"},
        {"1 *", "ends where"},
        {"1 /", "ends where"},
        {"2 ^", "ends where"},
        {"* 2", "read '*'"},
        {"/ 2", "read '/'"},
        {"^ 2", "read '^'"},
        {"1 * / 2", "read '/'"},
        {"2 ** 3", "powers are written with '^'"},
        {"(", "ends where"},
        {")", "read ')'"},
        {"()", "read ')'"},
        {"(1", "ends where ')'"},
        {"1)", "')' without '('"},
        {"((1)", "ends where ')'"},
        {"(1))", "')' without '('"},
        {"1 2", "where an operator"},
        {"t t", "where an operator"},
        {"2t", "for a product write 2*t"},
        {"2(t)", "where an operator"},
        {"t(2)", "'t' is a variable"},
        {"(1)(2)", "where an operator"},
        {"1..2", "is not a number"},
        {".", "is not a number"},
        {"1.2.3", "is not a number"},
        {"1e", "is not a number"},
        {"1e+", "is not a number"},
        {"1e400", "too large"},
        {"0x10", "is not a number"},
        {"1_000", "is not a number"},
        {"1,5", "read ','"},
        {"sin", "needs its arguments"},
        {"sin t", "needs its arguments"},
        {"sin()", "takes 1 argument, not 0"},
        {"sin(1, 2)", "takes 1 argument, not 2"},
        {"atan2(1)", "takes 2 arguments, not 1"},
        {"max(1, 2, 3)", "takes 2 arguments, not 3"},
        {"if(1, 2)", "takes 3 arguments, not 2"},
        {"sin(1", "ends where ',' or ')'"},
        {"sin(1,", "ends where"},
        {"sin(,1)", "read ','"},
        {"sin(1,)", "read ')'"},
        {"sinus(t)", "unknown function 'sinus'"},
        {"coss(t)", "did you mean 'cos'"},
        {"time", "unknown name 'time'"},
        {"Wx", "did you mean 'wx'"},
        {"PI", "did you mean 'pi'"},
        {"foo", "known: 't', 'x', 'wx', 'pi' or 'e'"},
        {"t = 1", "compare with '=='"},
        {"t == ", "ends where"},
        {"1 < t < 2", "comparisons do not chain"},
        {"t ! 1", "read '!'"},
        {"t & 1", "read '&'"},
        {"t % 2", "read '%'"},
        {"t; 1", "read ';'"},
        {"\"t\"", "read '\"'"},
        {"t #", "read '#'"},
        {"$t", "read '$'"},
        {"{t}", "read '{'"},
        {"t\\", "read '\\'"},
        {"2\xc2\xb7t", "read '\\xc2'"},
        {"inf", "unknown name 'inf'"},
        {"nan", "unknown name 'nan'"},
        {"1 if t", "where an operator"},
    };
    EXPECT_GE(std::size(bad), 60u);
    for (const Bad& b : bad) try {
            Expression(b.text, names);
            ADD_FAILURE() << "accepted: " << b.text;
        } catch (const ExpressionError& e) {
            EXPECT_NE(std::string(e.what()).find(b.says), std::string::npos) << b.text << " -> " << e.what();
            EXPECT_LE(e.position, std::string(b.text).size());
        }
}

TEST(Expression, SaysWhere) {
    try {
        Expression("1 + 2*foo", names);
        FAIL();
    } catch (const ExpressionError& e) {
        EXPECT_EQ(e.position, 6u);
        EXPECT_NE(std::string(e.what()).find("'1 + 2*foo', character 7"), std::string::npos) << e.what();
    }
}

TEST(Expression, LimitsOnLengthAndDepth) {
    EXPECT_THROW(value(std::string(20000, '1')), ExpressionError);
    EXPECT_THROW(value(std::string(3000, '(')), ExpressionError);
    EXPECT_THROW(value("1" + std::string(50, '+') + std::string(200, '(') + "1" + std::string(200, ')')),
                 ExpressionError);
    std::string powers = "t";
    for (int i = 0; i < 200; ++i) powers += "^t";
    EXPECT_THROW(value(powers), ExpressionError);
    // many values waiting for their operators: t+(t+(t+ ...
    std::string waiting = "t";
    for (int i = 0; i < 80; ++i) waiting = "t+(" + waiting + ")";
    EXPECT_THROW(value(waiting), ExpressionError);
    // long but flat is fine, and so are many signs
    std::string sum = "t";
    for (int i = 0; i < 2000; ++i) sum += "+t";
    EXPECT_EQ(value(sum, 1), 2001);
    EXPECT_EQ(value(std::string(5000, '-') + "t", 1), 1);
}

// Whatever the text is: an expression that gives a number, or an ExpressionError.
RC_GTEST_PROP(Expression, NothingElseHappens, ()) {
    static const char letters[] = "t x+-*/^()<>=!,.0123eE sincoifpmax";
    std::string text;
    const int length = *rc::gen::inRange(0, 40);
    for (int i = 0; i < length; ++i) text += letters[*rc::gen::inRange(0, static_cast<int>(sizeof letters) - 1)];
    try {
        (void)value(text, 0.5, 0.25);
    } catch (const ExpressionError& e) {
        RC_ASSERT(e.position <= text.size());
    }
}

}  // namespace expression_test
}  // namespace polhode
