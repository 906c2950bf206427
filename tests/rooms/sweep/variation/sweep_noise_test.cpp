#include "polhode/sweep/variation/sweep_noise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "polhode/sweep/compute/sweep_memory.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/results/sweep_carry_out.hpp"
#include "polhode/sweep/results/sweep_report.hpp"

namespace polhode {
namespace sweep_noise_test {

const std::string gyroscope =
    "[rates]\nkind = \"constant\"\nvalue = [0, 0, 0.1]\nsample_hz = 20\n"
    "noise = { kind = \"white\", angle_random_walk_deg = 3 }\n"
    "[method]\nintegrator = \"rotation-vector\"\nrate = \"average\"\nstep = 0.05\n[run]\nduration = 2\nsample = 1\n";
const std::string where = "[[outcome]]\nname = \"x\"\nof = \"qx\"\n[keep]\nfinal_state = false\n";

Sweep sweep_of(const std::string& sweep, const std::string& scenario = gyroscope,
               const std::vector<std::string>& settings = {}) {
    return read_sweep(scenario + "[sweep]\n" + sweep + where, "noise.toml", settings);
}

// Noise of 3 deg/sqrt(h) over 2 s: qx is half an angle of 3/60 sqrt(2) deg, 6.17e-4, and normal. Of 400 runs that share
// it all are the same, and the interval of the mean says that it is known to all digits.
TEST(SweepNoise, EachRunHasItsOwn) {
    const double deviation = 0.5 * 3.0 / 60 * std::sqrt(2.0) * M_PI / 180;
    const SweepTable table = run_in_memory(sweep_of("runs = 400\n"));
    EXPECT_EQ(table.input_names, std::vector<std::string>{"noise_seed"}) << "noise alone makes a sweep";
    std::set<double> seeds(table.inputs[0].begin(), table.inputs[0].end()), results;
    double squares = 0;
    for (const double x : table.outcome("x")) {
        squares += x * x / 400;
        results.insert(x);
    }
    EXPECT_EQ(seeds.size(), 400u);
    EXPECT_EQ(results.size(), 400u);
    // three deviations of a root mean square of 400
    EXPECT_NEAR(std::sqrt(squares) / deviation, 1, 3 / std::sqrt(800.0));
}

TEST(SweepNoise, TheSameInEveryRunBySayingSo) {
    const std::string many =
        "runs = 5\nnoise = \"same\"\n[[vary]]\nname = \"n\"\nkind = \"grid\"\nfrom = 0\nto = 4\ncount = 5\n";
    const Sweep sweep = sweep_of(many);
    const SweepTable table = run_in_memory(sweep);
    EXPECT_EQ(table.input_names, std::vector<std::string>{"n"});
    for (const double x : table.outcome("x")) EXPECT_EQ(x, table.outcome("x")[0]);
    EXPECT_NE(table.outcome("x")[0], 0);
    EXPECT_EQ(sweep.inputs.seeds_in_common(), std::vector<std::string>{"rates.noise.seed"});

    SweepStatistics s;
    s.runs = 5;
    s.outcomes.resize(1);
    EXPECT_NE(sweep_summary_text(sweep, s).find("all runs have the same noise (sweep.noise): rates.noise.seed"),
              std::string::npos);
    EXPECT_EQ(nlohmann::json::parse(sweep_summary_json(sweep, s)).at("noise").at("runs_have"), "same");
    const Sweep own = sweep_of("runs = 5\n");
    EXPECT_NE(sweep_summary_text(own, s).find("each run has noise of its own: noise_seed\n"), std::string::npos);
    EXPECT_EQ(nlohmann::json::parse(sweep_summary_json(own, s)).at("noise").at("seeds")[0], "noise_seed");
    // a seed that varies is its own matter, and so is a scenario without noise
    const Sweep varied = sweep_of("runs = 5\n[[vary]]\nkey = \"rates.noise.seed\"\nkind = \"list\"\nvalues = [7, 8]\n");
    EXPECT_EQ(varied.inputs.names(), std::vector<std::string>{"seed"});
    EXPECT_TRUE(nlohmann::json::parse(sweep_summary_json(varied, s)).at("noise").is_null());
}

// A function of the sweep's seed and the run's number: not of how many runs there are, nor of what else varies.
TEST(SweepNoise, DependsOnSeedAndRunAlone) {
    const auto seed_of = [](const Sweep& sweep, std::uint64_t run) {
        std::vector<double> numbers(static_cast<std::size_t>(sweep.inputs.columns()));
        sweep.inputs.draw(run, numbers.data());
        for (int i = 0; i < sweep.inputs.columns(); ++i)
            if (sweep.inputs.is_seed(i)) return numbers[static_cast<std::size_t>(i)];
        return -1.0;
    };
    const Sweep few = sweep_of("runs = 3\n"),
                many = sweep_of("runs = 100000\n[[vary]]\nname = \"u\"\nkind = \"uniform\"\nlow = 0\nhigh = 1\n"),
                other = sweep_of("runs = 3\nseed = 2\n");
    for (const std::uint64_t run : {0, 1, 2}) {
        EXPECT_EQ(seed_of(few, run), seed_of(many, run));
        EXPECT_NE(seed_of(few, run), seed_of(other, run));
        EXPECT_EQ(seed_of(few, run), std::floor(seed_of(few, run)));
        EXPECT_LT(seed_of(few, run), 0x1p53);
    }
    EXPECT_EQ(many.inputs.names(), (std::vector<std::string>{"u", "noise_seed"}));
}

// What `polhode sweep --run N --scenario` writes is that run, to the last bit.
TEST(SweepNoise, ARunAloneHasTheSame) {
    const Sweep sweep = sweep_of("runs = 20\n");
    const SweepTable table = run_in_memory(sweep);
    for (const std::uint64_t run : {0, 7, 19}) {
        const SweepSingleRun alone = run_alone(sweep, run, "");
        EXPECT_EQ(alone.outcomes[0], table.outcome("x")[run]);
        const Scenario again = read_scenario(alone.scenario, "again.toml");
        RunObserver observer;
        double last = 0;
        observer.row = [&](const Row& row) { last = row.q_NB.x; };
        Statistics statistics;
        simulate(again.problem, again.methods.front(), again.run, observer, statistics);
        EXPECT_EQ(last, table.outcome("x")[run]);
        EXPECT_NE(alone.scenario.find("seed = "), std::string::npos) << alone.scenario;
    }
}

// A table that varies as a whole brings its noise with it, in some runs and not in others.
TEST(SweepNoise, ComesWithATableThatVaries) {
    const Sweep sweep = sweep_of(
        "runs = 8\n[[vary]]\nkey = \"rates.noise\"\nkind = \"list\"\nvalues = [{ kind = \"uniform\", amplitude = 0.01, "
        "seed = 4 }, { kind = \"white\", density_deg = 0.5 }]\n");
    const SweepTable table = run_in_memory(sweep);
    const std::vector<double>& x = table.outcome("x");
    EXPECT_EQ(std::set<double>(x.begin(), x.end()).size(), 8u);

    const std::string bare =
        "[rates]\nkind = \"constant\"\nvalue = [0, 0, 0.1]\n[method]\nintegrator = \"rotation-vector\"\nrate = "
        "\"average\"\nstep = 0.05\n[run]\nduration = 2\nsample = 1\n";
    const Sweep some = sweep_of(
        "runs = 6\n[[vary]]\nkey = \"rates\"\nkind = \"list\"\nvalues = [{ kind = \"constant\", value = [0, 0, 0.1] }, "
        "{ kind = \"constant\", value = [0, 0, 0.1], sample_hz = 20, noise = { kind = \"uniform\", amplitude = 0.1 } "
        "}]\n",
        bare);
    const SweepTable mixed = run_in_memory(some);
    EXPECT_TRUE(mixed.failures.empty()) << mixed.failures.front().reason;
    const std::vector<double>& y = mixed.outcome("x");
    EXPECT_EQ(std::set<double>(y.begin(), y.end()).size(), 4u) << "three without noise are alike";
}

const std::string machine =
    "[rates]\nkind = \"constant\"\nvalue = [0.5, 0, 0]\n[method]\nintegrator = \"rk4\"\nstep = 0.1\n"
    "arithmetic = { kind = \"analog\", error = \"correlated-knots\", sigma = 0.053 }\n[run]\nduration = 1\nsample = "
    "1\n";

// The parts of an analog machine are drawn too: in SIMD lanes and one by one, the same machines.
TEST(SweepNoise, EachRunIsAnotherMachine) {
    const Sweep sweep = sweep_of("runs = 20\n", machine);
    EXPECT_EQ(sweep.inputs.names(), std::vector<std::string>{"machine_seed"});
    SweepInMemory lanes, single;
    lanes.backend = SweepBackend::simd;
    single.backend = SweepBackend::scalar;
    const SweepTable a = run_in_memory(sweep, lanes), b = run_in_memory(sweep, single);
    EXPECT_EQ(a.outcome("x"), b.outcome("x"));
    EXPECT_EQ(std::set<double>(a.outcome("x").begin(), a.outcome("x").end()).size(), 20u);
    try {
        sweep_of(
            "runs = 4\n[[vary]]\nkey = \"method.arithmetic\"\nkind = \"list\"\nvalues = [\"double\", \"analog\"]\n",
            machine);
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("say sweep.noise = \"same\""), std::string::npos) << e.what();
    }
}

TEST(SweepNoise, ASeedThatWouldHaveNoEffectIsRefused) {
    try {
        sweep_of("runs = 4\n", gyroscope, {"rates.noise.seed=3"});
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("--set sweep.noise=same keeps what is set here"), std::string::npos)
            << e.what();
    }
    EXPECT_NO_THROW(sweep_of("runs = 4\n[[vary]]\nname = \"u\"\nkind = \"uniform\"\nlow = 0\nhigh = 1\n", gyroscope,
                             {"rates.noise.seed=3", "sweep.noise=same"}));
}

}  // namespace sweep_noise_test
}  // namespace polhode
