// Given rates with a closed attitude: the coning record of the reference file, the benchmark's axes, and q' = q
// (0,w)/2.
#include "polhode/exact/kinematic.hpp"

#include "core/exact/exact_support.hpp"

namespace kinematic_test {

namespace {

using namespace exact_support;
using polhode::Quaternion;
using polhode::Vec3;
using polhode::exact::Benchmark;
using polhode::exact::Coning;
using polhode::exact::ConstantRate;
using polhode::exact::State;

TEST(Coning, ReferenceRecord) {
    const nlohmann::json all = read_json("exact-strapdown.json");
    int compared = 0;
    for (const auto& c : all["cases"]) {
        if (c["kind"] != "coning" || c["spin"] != 0.0) continue;
        const Coning<double> motion(c["cone_half_angle"], c["cone_rate"]);
        const double h = c["sample_interval"];
        // k h is rounded here and exact in the file: 94 rad/s times half a unit of 0.12 s is 7e-16 rad
        const double bound = 2e-15;
        for (const auto& s : c["attitudes"]) {
            Reference r;
            for (int i = 0; i < 4; ++i) r.q[i] = Precise(s["q"][i].get<std::string>());
            EXPECT_LE(attitude_error(motion.state_at(s["k"].get<int>() * h).q_NB, r), bound);
            ++compared;
        }
        for (const auto& s : c["rates"]) {
            Reference r;
            for (int i = 0; i < 3; ++i) r.w[i] = Precise(s["omega"][i].get<std::string>());
            EXPECT_LE(rate_error(motion.state_at(s["k"].get<int>() * h).w_NB_B, r), bound);
            ++compared;
        }
        int k = 0;
        for (const auto& s : c["increments"]) {
            Reference r;
            for (int i = 0; i < 3; ++i) r.w[i] = Precise(s[i].get<std::string>());
            EXPECT_LE(rate_error(motion.increment(k++ * h, h), r), bound);
            ++compared;
        }
    }
    EXPECT_EQ(compared, 20 + 21 + 120);
}

// Differences of the attitude against the rate, for any motion.
template <class Motion>
void expect_kinematics(const Motion& motion, double t) {
    const double h = 1e-5;
    const State<double> a = motion.state_at(t - h), b = motion.state_at(t), c = motion.state_at(t + h);
    EXPECT_NEAR(norm_squared(b.q_NB), 1.0, 1e-15);
    const auto dq = derivative(b.q_NB, b.w_NB_B);
    for (int i = 0; i < 4; ++i)
        EXPECT_NEAR((c.q_NB.params()[i] - a.q_NB.params()[i]) / (2 * h), dq[i], 5e-9);  // h^2 w^3/48 and 1e-16/h
}
TEST(Kinematic, AttitudeFollowsItsRate) {
    for (double t : {0.0, 0.4, 3.1}) {
        expect_kinematics(Coning<double>(0.7, 3.0), t);
        expect_kinematics(Benchmark<double>(1.1, 3.0), t);
        expect_kinematics(ConstantRate<double>({0.4, -0.5, 0.6, 0.3}, {1.0, -2.0, 0.5}), t);
    }
}

// TN D-5302 eq. 2: the three body axes in the world
TEST(Benchmark, AxesOfTheReport) {
    const double B0 = 0.6, rate = 6.283185307179586, t = 0.37;
    const State<double> s = Benchmark<double>(B0, rate).state_at(t);
    const double c = std::cos(rate * t), d = std::sin(rate * t), cb = std::cos(B0), sb = std::sin(B0);
    const Vec3<double> expected[3] = {{c * cb, d * cb, -sb}, {-d, c, 0}, {c * sb, d * sb, cb}};
    for (int k = 0; k < 3; ++k) {
        Vec3<double> e{};
        e[k] = 1;
        const Vec3<double> got = to_world(s.q_NB, e);
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(got[i], expected[k][i], 1e-15);
    }
    EXPECT_NEAR(s.w_NB_B[0], -rate * sb, 1e-15);
    EXPECT_EQ(s.w_NB_B[1], 0.0);
    EXPECT_NEAR(s.w_NB_B[2], rate * cb, 1e-15);
    // eq. 17: the start
    const Quaternion<double> q = Benchmark<double>(B0, rate).state_at(0).q_NB;
    EXPECT_NEAR(q.w, std::cos(B0 / 2), 1e-16);
    EXPECT_NEAR(q.y, std::sin(B0 / 2), 1e-16);
}

// The phase is formed in two words: 1e12 rad and the same angle less its whole turns give one attitude.
TEST(Kinematic, LargeTimesLoseNothing) {
    const double rate = 0.3, t = 1e12;
    const Precise turn = 2 * boost::math::constants::pi<Precise>(), angle = Precise(rate) * Precise(t);
    const Precise rest = angle - turn * floor(angle / turn);
    const State<double> s = Coning<double>(1.0, rate).state_at(t);
    EXPECT_NEAR(s.q_NB.y, std::sin(0.5) * cos(rest).convert_to<double>(), 3e-16);
    EXPECT_NEAR(s.q_NB.z, std::sin(0.5) * sin(rest).convert_to<double>(), 3e-16);
    const State<double> c = ConstantRate<double>({}, {0.0, 0.0, rate}).state_at(t);
    const Precise half = (angle / 2) - turn * floor(angle / 2 / turn);
    EXPECT_NEAR(c.q_NB.w, cos(half).convert_to<double>(), 3e-16);
    EXPECT_NEAR(c.q_NB.z, sin(half).convert_to<double>(), 3e-16);
}

TEST(ConstantRate, RestAndLength) {
    EXPECT_EQ(ConstantRate<double>({2.0, 0.0, 0.0, 0.0}, {}).state_at(5.0).q_NB, (Quaternion<double>{1, 0, 0, 0}));
    const State<double> s = ConstantRate<double>({0.0, 3.0, 0.0, 0.0}, {1.0, 0.0, 0.0}).state_at(3.141592653589793);
    EXPECT_NEAR(s.q_NB.w, -1.0, 1e-15);  // e1 after a half turn about e1: the branch, not its opposite
}

}  // namespace

}  // namespace kinematic_test
