#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "polhode/problem/attitudes/attitude.hpp"
#include "program.hpp"

namespace convert_test {

using namespace polhode::test;

static std::vector<double> numbers_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<double> numbers;
    for (double x; stream >> x;) numbers.push_back(x);
    return numbers;
}

TEST(Convert, EulerAnglesToQuaternion) {
    const Outcome o = run({"convert", "--from", "euler-zyx", "--degrees", "90", "0", "0", "--to", "quaternion"});
    ASSERT_EQ(o.code, 0) << o.err;
    const auto q = numbers_of(o.out);
    ASSERT_EQ(q.size(), 4u) << o.out;
    // A quarter turn about z; 90 pi/180 and one sine and cosine are each within an ulp or two.
    EXPECT_NEAR(q[0], std::sqrt(0.5), 4e-16);
    EXPECT_NEAR(q[1], 0, 4e-16);
    EXPECT_NEAR(q[2], 0, 4e-16);
    EXPECT_NEAR(q[3], std::sqrt(0.5), 4e-16);
}

// Euler's four parameters are no angles, whatever their name.
TEST(Convert, DegreesLeaveEulerParametersAlone) {
    const Outcome o = run({"convert", "--from", "euler-zyx", "--degrees", "90", "0", "0", "--to", "euler-parameters"});
    ASSERT_EQ(o.code, 0) << o.err;
    const auto e = numbers_of(o.out);
    ASSERT_EQ(e.size(), 4u) << o.out;
    EXPECT_NEAR(e[0], std::sqrt(0.5), 4e-16);
}

// A turn about the world's x, then one about its z, is not the other way round.
TEST(Convert, ExtrinsicSequencesTurnAboutWorldAxes) {
    const Outcome o = run({"convert", "--from", "extrinsic-xyz", "--degrees", "10", "20", "30", "--to", "euler-zyx"});
    ASSERT_EQ(o.code, 0) << o.err;
    const auto angles = numbers_of(o.out);
    ASSERT_EQ(angles.size(), 3u) << o.out;
    EXPECT_NEAR(angles[0], 30, 1e-13);
    EXPECT_NEAR(angles[1], 20, 1e-13);
    EXPECT_NEAR(angles[2], 10, 1e-13);
    // x goes to y by the second turn, z stays on -y from the first
    const Outcome matrix = run({"convert", "--from", "extrinsic-xzx", "--degrees", "90", "90", "0", "--to", "dcm"});
    const auto R = numbers_of(matrix.out);
    ASSERT_EQ(R.size(), 9u) << matrix.err;
    EXPECT_NEAR(R[3], 1, 1e-15);
    EXPECT_NEAR(R[2], 1, 1e-15);
}

TEST(Convert, GibbsVector) {
    const Outcome o = run({"convert", "--from", "axis-angle", "0", "0", "1", "1", "--to", "gibbs"});
    ASSERT_EQ(o.code, 0) << o.err;
    const auto g = numbers_of(o.out);
    ASSERT_EQ(g.size(), 3u) << o.out;
    EXPECT_NEAR(g[2], std::tan(0.5), 2e-16);
    const Outcome half_turn = run({"convert", "--from", "quaternion", "0", "1", "0", "0", "--to", "gibbs"});
    EXPECT_EQ(half_turn.code, 2);
    EXPECT_NE(half_turn.err.find("no finite gibbs"), std::string::npos) << half_turn.err;
}

TEST(Convert, NegativeNumbersAreNumbers) {
    const Outcome o = run({"convert", "--from", "euler-zyx", "--to", "euler-zyx", "-0.5", "-1e-1", "0.25"});
    ASSERT_EQ(o.code, 0) << o.err;
    const auto angles = numbers_of(o.out);
    ASSERT_EQ(angles.size(), 3u);
    EXPECT_NEAR(angles[0], -0.5, 1e-15);
    EXPECT_NEAR(angles[1], -0.1, 1e-15);
    EXPECT_NEAR(angles[2], 0.25, 1e-15);
}

TEST(Convert, ThereAndBackThroughEveryRepresentation_Long) {
    const std::vector<std::string> q{"0.5", "0.1", "-0.7", "0.5"};  // length 1
    for (const std::string& name : polhode::convertible_names()) {
        std::vector<std::string> words{"convert", "--from", "quaternion", "--to", name};
        words.insert(words.end(), q.begin(), q.end());
        const Outcome there = run(words);
        ASSERT_EQ(there.code, 0) << name << there.err;
        std::istringstream numbers(there.out);
        words = {"convert", "--from", name, "--to", "quaternion"};
        for (std::string word; numbers >> word;) words.push_back(word);
        const Outcome back = run(words);
        ASSERT_EQ(back.code, 0) << name << back.err;
        const auto r = numbers_of(back.out);
        ASSERT_EQ(r.size(), 4u);
        const double sign = r[0] < 0 ? -1 : 1;
        for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(sign * r[i], std::stod(q[i]), 2e-15) << name;
    }
}

TEST(Convert, AllShowsEveryRepresentation) {
    const Outcome o = run({"convert", "--from", "quaternion", "1", "0", "0", "0", "--to", "all"});
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(lines_of(o.out).size(), polhode::convertible_names().size());
}

TEST(Convert, StreamsATrajectoryByItsHeader) {
    const std::string csv = "t,qw,qx,qy,qz,wx,wy,wz\n0,1,0,0,0,0,0,1\n0.5,0,0,0,1,0,0,1\n";
    const Outcome o = run({"convert", "--from", "quaternion", "--to", "rotation-vector", "--degrees"}, csv);
    ASSERT_EQ(o.code, 0) << o.err;
    const auto lines = lines_of(o.out);
    ASSERT_EQ(lines.size(), 3u) << o.out;
    EXPECT_EQ(lines[0].rfind("t,", 0), 0u);
    EXPECT_EQ(lines[2].rfind("0.5,0,0,180", 0), 0u) << lines[2];
}

TEST(Convert, StreamsPlainLines) {
    const Outcome o = run({"convert", "--from", "quaternion", "--to", "quaternion"}, "# note\n1 0 0 0\n\n0,1,0,0\n");
    ASSERT_EQ(o.code, 0) << o.err;
    ASSERT_EQ(lines_of(o.out).size(), 3u);
    EXPECT_EQ(lines_of(o.out)[2], "0,1,0,0");
}

TEST(Convert, ComplaintsSayWhatAndWhere) {
    const Outcome name = run({"convert", "--from", "euler-zxy2", "1", "2", "3", "--to", "quaternion"});
    EXPECT_EQ(name.code, 2);
    EXPECT_NE(name.err.find("did you mean 'euler-zxy'?"), std::string::npos) << name.err;
    const Outcome few = run({"convert", "--from", "quaternion", "1", "2", "3", "--to", "mrp"});
    EXPECT_EQ(few.code, 2);
    EXPECT_NE(few.err.find("quaternion has 4 numbers"), std::string::npos) << few.err;
    const Outcome word = run({"convert", "--from", "quaternion", "1", "2", "3", "x", "--to", "mrp"});
    EXPECT_EQ(word.code, 2);
    EXPECT_NE(word.err.find("'x' is not a number"), std::string::npos) << word.err;
    const Outcome line = run({"convert", "--from", "quaternion", "--to", "mrp"}, "1 0 0 0\n1 0 0\n");
    EXPECT_EQ(line.code, 2);
    EXPECT_NE(line.err.find("standard input:2: "), std::string::npos) << line.err;
    const Outcome all = run({"convert", "--from", "quaternion", "--to", "all"}, "1 0 0 0\n");
    EXPECT_EQ(all.code, 2);
}

}  // namespace convert_test
