#include "polhode/sweep/journal/sweep_part.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "polhode/sweep/compute/sweep_compute.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"

namespace polhode {
namespace sweep_part_test {

const std::string spinning = R"(
[body]
inertia = [1.0, 1.5, 2.0]
[start]
rate = [0.1, 1.0, 0.2]
[run]
duration = 40.0
[sweep]
runs = 1300
block = 2048
[[vary]]
key = "start.rate"
kind = "random-direction"
[[outcome]]
name = "tilt"
of = "tilt"
)";

// Somebody wants to stop some milliseconds after the beginning, several times, and goes on each time: the bytes are
// those of who never was stopped.
void expect_the_same_in_parts(const std::string& text, SweepBackend backend, const std::string& duration) {
    const Sweep sweep = read_sweep(text, "test.toml", {"run.duration=" + duration});
    SweepComputer::Options options;
    options.backend = backend;
    const std::string straight = SweepComputer(sweep, options).compute(0);
    ASSERT_FALSE(SweepPart::is_part(straight));
    int asked = 0, stops = 0, parts = 0;
    options.stop = [&] { return stops < 5 && ++asked % 4 == 0 && ++stops > 0; };
    const SweepComputer computer(sweep, options);
    std::string bytes, before;
    for (int attempt = 0; attempt < 10; ++attempt) {
        if (!before.empty()) computer.go_on_behind(0, before);
        bytes = computer.compute(0);
        if (bytes.empty()) continue;
        if (!SweepPart::is_part(bytes)) break;
        if (!before.empty()) {
            EXPECT_GE(SweepPart::runs_in(bytes), SweepPart::runs_in(before));
        }
        before = bytes;
        ++parts;
        ASSERT_EQ(SweepPart::decoded(bytes).encoded(), bytes);
    }
    EXPECT_GT(stops, 0) << "it was never stopped on the way";
    EXPECT_LE(parts, stops);
    EXPECT_TRUE(bytes == straight) << text;
}

TEST(SweepPart, AStoppedBlockGoesOnWhereItWas_Long) {
    const std::string over_time = "[keep]\nover_time = [\"tilt\"]\n", sums = "[keep]\nruns = false\n",
                      rk4 = "[method]\nintegrator = \"rk4\"\nstep = 0.04\n";
    for (const std::string& keep : {std::string(), sums, over_time + "runs = false\n"}) {
        expect_the_same_in_parts(spinning + rk4 + keep, SweepBackend::simd, keep.empty() ? "400" : "200");
        expect_the_same_in_parts(spinning + rk4 + keep, SweepBackend::scalar, "20");
    }
    expect_the_same_in_parts(spinning + "[method]\nintegrator = \"taylor\"\norder = 8\nstep = 0.4\n" + over_time,
                             SweepBackend::simd, "100");
}

TEST(SweepPart, OfAnotherBlockNothingIsTaken) {
    const Sweep sweep = read_sweep(spinning + "[method]\nintegrator = \"exact\"\n", "test.toml", {"sweep.block=512"});
    const SweepComputer computer(sweep, {});
    const std::string straight = computer.compute(1);
    SweepPart wrong;
    wrong.block = SweepBlock::decoded(computer.compute(0));
    wrong.block.count = 5;
    wrong.block.outcomes.resize(5 * sweep.outcomes.size());
    for (const std::string& part : {wrong.encoded(), std::string("PPRT"), std::string("something")}) {
        computer.go_on_behind(1, part);
        EXPECT_TRUE(computer.compute(1) == straight);
    }
}

TEST(SweepPart, BytesThatAreNoneAreRefused) {
    SweepPart part;
    part.block.count = 3;
    part.block.outcomes = {1, 2, 3};
    part.pending = {4, 5};
    const std::string bytes = part.encoded();
    EXPECT_TRUE(SweepPart::is_part(bytes));
    EXPECT_FALSE(SweepPart::is_part(part.block.encoded()));
    EXPECT_EQ(SweepPart::runs_in(bytes), 3u);
    EXPECT_EQ(SweepPart::decoded(bytes).encoded(), bytes);
    for (std::size_t n = 0; n < bytes.size(); ++n)
        EXPECT_THROW(SweepPart::decoded(bytes.substr(0, n)), std::runtime_error) << n;
}

}  // namespace sweep_part_test
}  // namespace polhode
