// What real time costs: `polhode live` at a steady rate with one link beside a loop that does nothing but sleep until
// the same deadlines.
//
//     live_bench POLHODE [SCENARIO] [--rounds N] [--seconds S] [--step S]
//
// The live run is RK4 with frames at 60 Hz to a port of this machine where somebody listens: once with the usual groups
// of steps, and once woken for every step (--wake 0). Each runs once in each round, one after the other; printed are
// the medians of the processor's time, as a part of one core, and of the ratios to the bare loop inside the rounds.
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "interleaved.hpp"
#include "polhode/net/udp.hpp"
#include "polhode/system/clock.hpp"

namespace {

struct Options {
    std::string program, scenario = "scenarios/gyroscope-hand.toml";
    int rounds = 5;
    double seconds = 5, step = 1e-3;
};

// Parts of one core.
double bare_loop(const Options& o) {
    const double before = bench::cpu_seconds();
    const std::int64_t begin = polhode::system::steady_nanoseconds();
    const auto steps = static_cast<std::int64_t>(o.seconds / o.step);
    for (std::int64_t n = 1; n <= steps; ++n)
        polhode::system::sleep_until(begin + static_cast<std::int64_t>(static_cast<double>(n) * o.step * 1e9));
    return (bench::cpu_seconds() - before) / o.seconds;
}

double live(const Options& o, const std::string& more) {
    // what it hears waits in the system until there is no room: a link with somebody at its other end, who is not
    // counted
    const polhode::UdpReceiver receiver("127.0.0.1", 0, {}, "live_bench");
    const std::string command = "'" + o.program + "' live '" + o.scenario +
                                "' --quiet --to json:127.0.0.1:" + std::to_string(receiver.port()) +
                                " --set method.integrator=rk4 --set method.step=" + std::to_string(o.step) + " --for " +
                                std::to_string(o.seconds) + " --json - " + more;
    FILE* const pipe = popen(command.c_str(), "r");
    std::string text;
    for (int c = 0; pipe && (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
    if (!pipe || pclose(pipe) != 0) {
        std::fprintf(stderr, "live_bench: this failed: %s\n", command.c_str());
        std::exit(1);
    }
    const auto report = nlohmann::json::parse(text);
    return report.at("cpu_s").get<double>() / report.at("wall_s").get<double>();
}

}  // namespace

int main(int argc, char** argv) {
    Options o;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const bool more = i + 1 < argc;
        if (word == "--rounds" && more)
            o.rounds = std::atoi(argv[++i]);
        else if (word == "--seconds" && more)
            o.seconds = std::atof(argv[++i]);
        else if (word == "--step" && more)
            o.step = std::atof(argv[++i]);
        else if (o.program.empty())
            o.program = word;
        else
            o.scenario = word;
    }
    if (o.program.empty() || o.rounds < 1 || !(o.seconds > 0) || !(o.step > 0)) {
        std::fprintf(stderr, "live_bench POLHODE [SCENARIO] [--rounds N] [--seconds S] [--step S]\n");
        return 2;
    }
    std::vector<double> bare, groups, each, group_ratios, each_ratios;
    const auto line = [](const std::string& what, double b, double g, double gr, double e, double er) {
        std::printf("%s: bare loop %.2f %%, polhode live %.2f %% (ratio %.2f), with --wake 0 %.2f %% (ratio %.2f)\n",
                    what.c_str(), 100 * b, 100 * g, gr, 100 * e, er);
        std::fflush(stdout);
    };
    for (int i = 0; i < o.rounds; ++i) {
        bare.push_back(bare_loop(o));
        groups.push_back(live(o, ""));
        each.push_back(live(o, "--wake 0"));
        group_ratios.push_back(groups.back() / bare.back());
        each_ratios.push_back(each.back() / bare.back());
        line("round " + std::to_string(i + 1), bare.back(), groups.back(), group_ratios.back(), each.back(),
             each_ratios.back());
    }
    line("medians, of one core", bench::median(bare), bench::median(groups), bench::median(group_ratios),
         bench::median(each), bench::median(each_ratios));
}
