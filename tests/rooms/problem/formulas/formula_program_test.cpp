// The program of three formulas against their tapes: every operation of the language, in double and in float, the same
// bits; what occurs twice is computed once.
#include "polhode/problem/formulas/formula_program.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

namespace polhode {
namespace formula_program_test {

const std::vector<std::string> names = {"t", "x", "y", "z"};
using Three = std::array<Expression, 3>;

Three three(const std::string& a, const std::string& b = "0", const std::string& c = "0") {
    return {Expression(a, names), Expression(b, names), Expression(c, names)};
}
std::uint64_t bits(double a) { return std::bit_cast<std::uint64_t>(a); }
std::uint64_t bits(float a) { return std::bit_cast<std::uint32_t>(a); }

template <class T>
void expect_same(const Three& formulas, const T (&variables)[4]) {
    const auto program = FormulaProgram::of(formulas);
    ASSERT_TRUE(program);
    T values[FormulaProgram::capacity];
    std::copy(std::begin(variables), std::end(variables), values);
    program->load(values);
    program->run(values);
    for (std::size_t i = 0; i < 3; ++i) {
        const T tape = formulas[i](variables), made = values[program->results()[i]];
        // which of two NaNs comes out of a sum depends on their order, which no result shows
        if (tape == tape || made == made) {
            EXPECT_EQ(bits(made), bits(tape)) << formulas[i].text();
        }
    }
}

// A formula at random, `depth` levels deep.
std::string drawn(std::mt19937& draw, int depth) {
    const auto pick = [&](int count) { return static_cast<int>(draw() % static_cast<unsigned>(count)); };
    if (depth == 0) {
        static const char* leaves[] = {"t", "x", "y", "z", "0", "1", "2.5", "-0.3", "pi", "1e-3"};
        return leaves[pick(10)];
    }
    const auto sub = [&] { return drawn(draw, depth - 1 - pick(depth)); };
    static const char* signs[] = {"+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!="};
    static const char* ones[] = {"sin",  "cos", "tan", "asin", "acos", "atan", "sinh", "cosh",
                                 "tanh", "exp", "log", "sqrt", "abs",  "sign", "floor"};
    static const char* twos[] = {"atan2", "min", "max", "pow"};
    switch (pick(6)) {
        case 0:
        case 1:
            return "(" + sub() + signs[pick(10)] + sub() + ")";
        case 2:
            return std::string(ones[pick(15)]) + "(" + sub() + ")";
        case 3:
            return std::string(twos[pick(4)]) + "(" + sub() + "," + sub() + ")";
        case 4:
            return "if(" + sub() + "," + sub() + "," + sub() + ")";
        default:
            return "(-(" + sub() + ")^" + std::to_string(pick(7) - 2) + ")";
    }
}

TEST(FormulaProgram, GivesTheBitsOfTheTapes_Long) {
    std::mt19937 draw(7);
    const double special[] = {0.0, -0.0, 1, -1, 0.3, -2.5, 1e300, -1e-300, std::numeric_limits<double>::infinity()};
    for (int i = 0; i < 2000; ++i) {
        const Three formulas = three(drawn(draw, 4), drawn(draw, 3), drawn(draw, 2));
        for (int k = 0; k < 4; ++k) {
            double v[4];
            float f[4];
            for (int j = 0; j < 4; ++j) {
                v[j] = k == 0 ? special[draw() % 9] : -3 + 6 * (static_cast<double>(draw()) / 4294967296.0);
                f[j] = static_cast<float>(v[j]);
            }
            expect_same(formulas, v);
            expect_same(formulas, f);
        }
    }
}

TEST(FormulaProgram, ComputesOnceWhatOccursTwice) {
    const auto drag = FormulaProgram::of(three("x*sqrt(x^2+y^2+z^2)", "y*sqrt(x^2+y^2+z^2)", "z*sqrt(x^2+y^2+z^2)"));
    ASSERT_TRUE(drag);
    EXPECT_EQ(drag->operations().size(), 9u);  // three squares, two sums, one root, three products
    // a constant beside a value stands in the operation
    EXPECT_EQ(FormulaProgram::of(three("2*x", "x-1", "1/x"))->operations().size(), 3u);
    // a variable alone needs none
    EXPECT_EQ(FormulaProgram::of(three("x", "y", "z"))->operations().size(), 0u);
}

TEST(FormulaProgram, IsLeftOutWhereItWouldBeTooLong) {
    std::string sum = "sin(x)";
    for (int i = 1; i < 200; ++i) sum += "+sin(" + std::to_string(i) + "*x)";
    EXPECT_FALSE(FormulaProgram::of(three(sum)));
    EXPECT_TRUE(FormulaProgram::of(three(sum.substr(0, sum.find("+sin(50*x)")))));
}

}  // namespace formula_program_test
}  // namespace polhode
