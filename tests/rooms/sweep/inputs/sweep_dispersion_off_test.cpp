// A dispersion that is switched off, for the study of what the others do alone: the value is the mean, or the lower
// end, to the last bit, and no other number moves.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"

namespace sweep_dispersion_off_test {

using namespace polhode;

namespace {

const std::string head = R"([body]
inertia = [1.0, 2.0, 2.5]
[start]
rate = [0.1, 1.0, 0.2]
[run]
duration = 1.0
[sweep]
runs = 50
[[vary]]
name = "before"
kind = "normal"
mean = 0.0
deviation = 1.0
)";
const std::string after = R"([[vary]]
name = "after"
kind = "uniform"
low = 0.0
high = 1.0
)";

std::vector<double> numbers(const Sweep& sweep, std::uint64_t run) {
    std::vector<double> values(static_cast<std::size_t>(sweep.inputs.columns()));
    sweep.inputs.draw(run, values.data());
    return values;
}

// `table` varies, and with `settings` it does not.
void expect_switched_off(const std::string& table, const std::vector<std::string>& settings, double value) {
    const std::string text = head + "[[vary]]\nkey = \"start.rate[0]\"\nname = \"x\"\n" + table + after;
    const Sweep on = read_sweep(text, "sweep.toml", {}, ""), off = read_sweep(text, "sweep.toml", settings, "");
    EXPECT_EQ(off.runs, 50u);
    EXPECT_NE(off.inputs.plan(), nullptr);
    EXPECT_EQ(off.inputs.inputs()[1].kind, on.inputs.inputs()[1].kind);
    for (std::uint64_t run = 0; run < 50; ++run) {
        const std::vector<double> a = numbers(on, run), b = numbers(off, run);
        EXPECT_NE(a[1], b[1]) << table;
        EXPECT_EQ(std::bit_cast<std::uint64_t>(b[1]), std::bit_cast<std::uint64_t>(value)) << table;
        EXPECT_EQ(a[0], b[0]) << table;
        EXPECT_EQ(a[2], b[2]) << table;
    }
}

TEST(SweepDispersionOff, OneNumber) {
    expect_switched_off("kind = \"normal\"\nmean = 0.3\ndeviation = 0.1\n", {"vary[1].deviation=0"}, 0.3);
    expect_switched_off("kind = \"normal\"\nmean = 0.3\ndeviation = 0.1\n", {"vary[1].deviation=0.0"}, 0.3);
    expect_switched_off("kind = \"truncated-normal\"\nmean = 0.3\ndeviation = 0.1\nlow = 0.2\n",
                        {"vary[1].deviation=0"}, 0.3);
    expect_switched_off("kind = \"truncated-normal\"\nmean = 0.3\ndeviation = 0.1\nlow = 0.2\nhigh = 0.4\n",
                        {"vary[1].deviation=0", "vary[1].low=0.3"}, 0.3);
    expect_switched_off("kind = \"truncated-normal\"\nmean = 0.1\ndeviation = 0.1\nlow = 0.2\nhigh = 0.4\n",
                        {"vary[1].high=0.2"}, 0.2);
    expect_switched_off("kind = \"uniform\"\nlow = 0.3\nhigh = 0.4\n", {"vary[1].high=0.3"}, 0.3);
    expect_switched_off("kind = \"log-uniform\"\nlow = 0.3\nhigh = 0.4\n", {"vary[1].high=0.3"}, 0.3);
}

TEST(SweepDispersionOff, OneOfSeveralNumbers) {
    const std::string text =
        head +
        "[[vary]]\nname = \"x\"\nkind = \"correlated-normal\"\nmean = [1, 2, 3]\n"
        "deviation = [0.5, 0.25, 2]\ncorrelation = [[1, 0.5, 0.2], [0.5, 1, 0.1], [0.2, 0.1, 1]]\n" +
        after;
    const Sweep on = read_sweep(text, "sweep.toml", {}, ""),
                off = read_sweep(text, "sweep.toml", {"vary[1].deviation=[0, 0.25, 2]"}, ""),
                none = read_sweep(text, "sweep.toml", {"vary[1].deviation=[0, 0, 0]"}, "");
    for (std::uint64_t run = 0; run < 50; ++run) {
        const std::vector<double> a = numbers(on, run), b = numbers(off, run), c = numbers(none, run);
        EXPECT_EQ(a[0], b[0]);
        EXPECT_EQ(b[1], 1);
        // the factor is computed by other products: a few roundings
        EXPECT_NEAR(a[2], b[2], 1e-14);
        EXPECT_NEAR(a[3], b[3], 1e-13);
        EXPECT_EQ(a[4], b[4]);
        EXPECT_EQ(c, (std::vector<double>{a[0], 1, 2, 3, a[4]}));
    }
}

TEST(SweepDispersionOff, ADirection) {
    const std::string text = head + "[[vary]]\nkey = \"start.rate\"\nkind = \"random-direction\"\nlength = 2\n" + after;
    const Sweep on = read_sweep(text, "sweep.toml", {}, ""),
                off = read_sweep(text, "sweep.toml", {"vary[1].length=0"}, "");
    EXPECT_EQ(off.runs, 50u);
    for (std::uint64_t run = 0; run < 50; ++run) {
        const std::vector<double> a = numbers(on, run), b = numbers(off, run);
        EXPECT_EQ(b, (std::vector<double>{a[0], 0, 0, 0, a[4]}));
        for (int i = 1; i <= 3; ++i) EXPECT_FALSE(std::signbit(b[static_cast<std::size_t>(i)]));
    }
}

}  // namespace

}  // namespace sweep_dispersion_off_test
