// How far "default" with a tolerance is to be trusted, and what it costs: bodies at random under torques of each kind,
// each asked for three accuracies from 1e-3 to 1e-12, beside the reference solution.
//
//     default_hunt [--seed N] [--bodies N] [--kind TEXT] [--each]
//
// A run is counted where its error at a row is above what was asked, and where it is above what the run says of itself.
// Those runs are shown with the scenario that makes them again.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "interleaved.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/run/prepare.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/scenario/scenario.hpp"
#include "polhode/truth/truth.hpp"

namespace {

using namespace polhode;

class Dice {
 public:
    explicit Dice(unsigned long seed) : random_(seed) {}
    double between(double a, double b) { return a + (b - a) * std::uniform_real_distribution<double>()(random_); }
    double magnitude(double a, double b) { return std::exp(between(std::log(a), std::log(b))); }
    bool one_in(int n) { return random_() % static_cast<unsigned>(n) == 0; }
    std::string vector(double size) {
        return "[" + number(between(-size, size)) + ", " + number(between(-size, size)) + ", " +
               number(between(-size, size)) + "]";
    }
    static std::string number(double v) {
        char text[40];
        std::snprintf(text, sizeof text, "%.17g", v);
        // TOML tells whole numbers from others
        return std::strpbrk(text, ".e") ? text : std::string(text) + ".0";
    }

 private:
    std::mt19937_64 random_;
};

struct Made {
    std::string kinds, text;  // of the torques; the scenario up to [method]
    double duration = 0;
};

// Moments that a body can have: each no more than the sum of the others.
std::string body_at_random(Dice& dice) {
    const double a = dice.magnitude(0.3, 3), b = dice.magnitude(0.3, 3);
    double c = dice.between(std::fabs(a - b) + 0.02, a + b);
    if (dice.one_in(6)) c = std::min(a, 1.99 * b);  // two alike, or nearly
    double m[3] = {a, b, c};
    if (2 * std::max({a, b, c}) > 0.999 * (a + b + c)) m[0] = m[1] = m[2] = a, m[2] = 1.3 * a;
    std::string text =
        "[body]\ninertia = [" + Dice::number(m[0]) + ", " + Dice::number(m[1]) + ", " + Dice::number(m[2]) + "]\n";
    const double rate = dice.magnitude(0.05, 4);
    text += "[start]\nattitude = { rotation_vector = " + dice.vector(2.5) + " }\nrate = " + dice.vector(rate) + "\n";
    return text;
}

std::string weight(Dice& d) {
    return "[[torque]]\nkind = \"gravity\"\nmass = " + Dice::number(d.magnitude(0.02, 2)) +
           "\ng = 9.8\nat = " + d.vector(0.3) + "\n";
}
std::string damping(Dice& d) {
    if (d.one_in(2))
        return "[[torque]]\nkind = \"damping\"\ncoefficient = " + Dice::number(d.magnitude(1e-3, 0.1)) + "\n";
    return "[[torque]]\nkind = \"damping\"\ncoefficients = [" + Dice::number(d.magnitude(1e-3, 0.1)) + ", " +
           Dice::number(d.magnitude(1e-3, 0.1)) + ", " + Dice::number(d.magnitude(1e-3, 0.1)) + "]\n";
}
std::string gradient(Dice& d, bool turning) {
    return "[[torque]]\nkind = \"gravity-gradient\"\norbit_rate = " + Dice::number(d.magnitude(0.05, 0.8)) +
           (turning ? "\ntowards = [1.0, 0.0, 0.0]\norbit_normal = [0.0, 0.0, 1.0]\n"
                    : "\ntowards = [0.6, 0.0, 0.8]\n");
}
std::string formula(Dice& d) {
    const std::string a = Dice::number(d.between(-0.3, 0.3)), b = Dice::number(d.between(0.2, 2.5));
    const char* const values[] = {"\"A*sin(B*t)\", \"-0.05*wy\", \"A*r31\"",
                                  "\"-0.02*wx*abs(B)\", \"A*cos(B*t)\", \"0\"", "\"A*r13\", \"A*r23\", \"-0.03*wz\"",
                                  "\"A*exp(-(t-9)^2/B)\", \"0\", \"A/(1+wx^2)\""};
    std::string value = values[static_cast<int>(d.between(0, 3.999))];
    for (const auto& [letter, number] : {std::pair{'A', a}, std::pair{'B', b}})
        for (std::size_t at; (at = value.find(letter)) != std::string::npos;) value.replace(at, 1, number);
    return "[[torque]]\nkind = \"formula\"\nvalue = [" + value + "]\n";
}

Made make(unsigned long seed, long i) {
    Dice dice(seed * 1000003UL + static_cast<unsigned long>(i));
    Made m;
    m.text = body_at_random(dice);
    const auto take = [&](const char* name, const std::string& torque) {
        m.kinds += (m.kinds.empty() ? "" : "+") + std::string(name);
        m.text += torque;
    };
    const int which = static_cast<int>(dice.between(0, 9.999));
    if (which == 0 || which == 1 || which == 4 || which == 6 || which == 9) take("weight", weight(dice));
    if (which == 2) take("rockets", "[[torque]]\nkind = \"rockets\"\nk = " + Dice::number(dice.between(-2, 2)) + "\n");
    if (which == 3 || which == 4 || which == 9) take("damping", damping(dice));
    if (which == 5 || (which == 9 && dice.one_in(2))) take("turning", gradient(dice, true));
    if (which == 6) take("gradient", gradient(dice, false));
    if (which == 7) take("formula", formula(dice));
    if (which == 8)
        take("constant", "[[torque]]\nkind = \"constant\"\nvalue = " + dice.vector(0.1) + "\nframe = \"" +
                             (dice.one_in(2) ? "body" : "world") + "\"\n");
    m.duration = dice.magnitude(3, 100);
    return m;
}

struct Count {
    long runs = 0, above_asked = 0, above_estimate = 0;
    double cpu = 0;
    std::vector<double> use;  // error over what was asked
    void add(const Count& c) {
        runs += c.runs, above_asked += c.above_asked, above_estimate += c.above_estimate, cpu += c.cpu;
        use.insert(use.end(), c.use.begin(), c.use.end());
    }
};

std::string method_chosen(const std::string& chosen) { return chosen.empty() ? "(two words)" : chosen; }

double run_once(const Made& made, double asked, double rows, Truth& truth, bool each,
                std::map<std::string, Count>& by) {
    const std::string text = made.text + "[method]\nintegrator = \"default\"\ntolerance = " + Dice::number(asked) +
                             "\n[run]\nduration = " + Dice::number(made.duration) +
                             "\nsample = " + Dice::number(made.duration / rows) + "\n";
    const Scenario scenario = read_scenario(text, "default_hunt");
    double off = 0;
    RunObserver observer;
    std::vector<Row> kept;
    observer.row = [&](const Row& row) { kept.push_back(row); };
    Statistics s;
    simulate(scenario.plans[0], observer, s);
    const double begin = bench::cpu_seconds();
    const int times = 3;
    for (int i = 0; i < times; ++i) {
        kept.clear();
        simulate(scenario.plans[0], observer, s);
    }
    Count c;
    c.cpu = (bench::cpu_seconds() - begin) / times;
    for (const Row& row : kept) {
        const Quaternion<double> d = conjugate(truth.at(row.t).q_NB) * normalise(row.q_NB);
        off = std::max(off, 2 * std::atan2(norm(d.vector()), std::fabs(d.w)));
    }
    c.runs = 1;
    const bool known = s.estimated_error >= 0;
    c.above_asked = off > asked;
    c.above_estimate = known && off > s.estimated_error + 1e-15;
    c.use.push_back(off / asked);
    if (each)
        std::printf("%-24s %8.0e %8.1e %8.1e %9.1f us  %ld steps  %s\n", made.kinds.c_str(), asked, off,
                    s.estimated_error, 1e6 * c.cpu, s.accepted, s.chosen.c_str());
    if (c.above_asked || c.above_estimate)
        std::printf("# %s: asked %.0e, error %.2e, estimate %.2e, %s\n%s\n",
                    c.above_asked ? "ABOVE ASKED" : "above estimate", asked, off, s.estimated_error, s.chosen.c_str(),
                    each ? text.c_str() : "");
    by[method_chosen(s.chosen)].add(c);
    by[made.kinds].add(c);
    by["all"].add(c);
    return c.cpu;
}

}  // namespace

int main(int argc, char** argv) {
    unsigned long seed = 1;
    long bodies = 100;
    std::string kind;
    bool each = false;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--each") each = true;
        if (i + 1 >= argc) break;
        if (word == "--seed") seed = std::stoul(argv[++i]);
        if (word == "--bodies") bodies = std::stol(argv[++i]);
        if (word == "--kind") kind = argv[++i];
    }
    std::map<std::string, Count> by;
    for (long i = 0; i < bodies; ++i) {
        const Made made = make(seed, i);
        if (made.kinds.find(kind) == std::string::npos) continue;
        Dice dice(seed * 7919UL + static_cast<unsigned long>(i));
        const double rows = dice.one_in(3) ? 1 : dice.one_in(3) ? 100 : 10;
        std::string why;
        const Scenario plain = read_scenario(made.text + "[run]\nduration = " + Dice::number(made.duration) + "\n", "");
        for (int k = 0; k < 3; ++k) {
            const auto truth = truth_for(plain.problem, made.duration, why);
            if (!truth) break;
            const double asked = std::pow(10.0, -3 - std::floor(dice.between(0, 9.999)));
            run_once(made, asked, rows, *truth, each, by);
        }
    }
    std::printf("%-28s %6s %12s %15s %12s %10s\n", "", "runs", "above asked", "above estimate", "us, in all", "use");
    for (auto& [name, c] : by) {
        std::sort(c.use.begin(), c.use.end());
        std::printf("%-28s %6ld %12ld %15ld %12.0f %10.1e\n", name.c_str(), c.runs, c.above_asked, c.above_estimate,
                    1e6 * c.cpu, c.use[c.use.size() / 2]);
    }
    return 0;
}
