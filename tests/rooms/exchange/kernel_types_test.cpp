// C-kernels of the types that are read and not written, in both byte orders, laid out as NAIF's Required Reading says.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "polhode/exchange/spice/clock_kernel.hpp"
#include "polhode/measure/comparison.hpp"
#include "polhode/rotation/rotation.hpp"
#include "support/exchange_support.hpp"

namespace kernel_types_test {

using namespace polhode;
using namespace polhode::test;

void put(std::string& to, std::uint64_t x, int n, bool big_end) {
    for (int k = 0; k < n; ++k) to += static_cast<char>(x >> 8 * (big_end ? n - 1 - k : k));
}

// A file with one segment of these words.
std::string kernel(int type, const std::vector<double>& words, bool big_end) {
    std::string bytes = "DAF/CK  ";
    const auto integer = [&](std::int32_t x) { put(bytes, static_cast<std::uint32_t>(x), 4, big_end); };
    const auto number = [&](double x) { put(bytes, std::bit_cast<std::uint64_t>(x), 8, big_end); };
    integer(2);
    integer(6);
    bytes += std::string(60, ' ');
    integer(2);
    integer(2);
    integer(385 + static_cast<std::int32_t>(words.size()));
    bytes += big_end ? "BIG-IEEE" : "LTL-IEEE";
    bytes.resize(1024, '\0');
    for (const double x : {0.0, 0.0, 1.0, 0.0, 1.0}) number(x);
    for (const std::int32_t x : {-82000, 1, type, 1, 385, 384 + static_cast<std::int32_t>(words.size())}) integer(x);
    bytes.resize(2048, '\0');
    bytes += "A SEGMENT";
    bytes.resize(3072, ' ');
    for (const double x : words) number(x);
    bytes.resize((bytes.size() + 1023) / 1024 * 1024, '\0');
    return bytes;
}

// A body that turns about a fixed direction of the world: C-matrix quaternion and rate in world axes.
const Vec3<double> w_N{0.01, -0.02, 0.03};
Quaternion<double> attitude(double t) { return exp_rotation(t * w_N); }

void add_pointing(std::vector<double>& words, double t) {
    const Quaternion<double> q = conjugate(attitude(t));
    words.insert(words.end(), {q.w, q.x, q.y, q.z, w_N[0], w_N[1], w_N[2]});
}

TEST(KernelTypes, OneHoldsPointingsThatStandAlone) {
    std::vector<double> words;
    constexpr int n = 120;
    for (int i = 0; i < n; ++i) add_pointing(words, i);
    for (int i = 0; i < n; ++i) words.push_back(1000.0 + 256 * i);
    words.push_back(1000 + 256 * 99.5);  // between the 100th and the 101st
    words.push_back(n);
    ImportRequest request;
    request.ticks_per_second = 256;
    for (const bool big_end : {false, true}) {
        const ImportedFile file = imported_bytes(kernel(1, words, big_end), "ck", request);
        ASSERT_EQ(file.rows.size(), 120u);
        for (std::size_t i = 0; i < file.rows.size(); ++i) {
            const ImportedRow& row = file.rows[i];
            EXPECT_EQ(row.t, static_cast<double>(i));
            EXPECT_EQ(row.begins, i > 0);
            EXPECT_LT(geodesic_angle(row.q_NB, attitude(row.t)), 1e-15);
            EXPECT_LT(norm(row.w_NB_B - to_body(row.q_NB, w_N)), 1e-15);
        }
        EXPECT_EQ(file.about.object, "-82");
    }
}

TEST(KernelTypes, TwoHoldsIntervalsOfConstantRate) {
    // [0, 10] and [10, 25] s follow each other; [40, 50] stands apart
    const double starts[3] = {0, 10, 40}, stops[3] = {10, 25, 50};
    std::vector<double> words;
    for (const double start : starts) {
        add_pointing(words, start);
        words.push_back(1.0 / 256);
    }
    for (const double start : starts) words.push_back(256 * start);
    for (const double stop : stops) words.push_back(256 * stop);
    ImportRequest request;
    request.ticks_per_second = 256;
    const ImportedFile file = imported_bytes(kernel(2, words, false), "ck", request);
    ASSERT_EQ(file.rows.size(), 5u);
    const double times[5] = {0, 10, 25, 40, 50};
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_EQ(file.rows[i].t, times[i]);
        EXPECT_EQ(file.rows[i].begins, i == 3);
        EXPECT_LT(geodesic_angle(file.rows[i].q_NB, attitude(times[i])), 4e-15);
        EXPECT_LT(norm(file.rows[i].w_NB_B - to_body(attitude(times[i]), w_N)), 1e-15);
    }
}

TEST(KernelTypes, ClocksChangeTheirRate) {
    const std::string text = R"(KPL/SCLK
\begindata
SCLK_DATA_TYPE_82 = ( 1 )
SCLK01_TIME_SYSTEM_82 = ( 2 )
SCLK01_MODULI_82 = ( 4294967296 256 )
SCLK01_COEFFICIENTS_82 = ( 0.0        1.0D2  1.0
                           2560.0     110.0  1.5D0 )
\begintext
)";
    const SpacecraftClock clock = SpacecraftClock::parse(text, "clock.tsc", 82);
    EXPECT_EQ(clock.system(), "TT");
    EXPECT_EQ(clock.seconds(256), 101);
    EXPECT_EQ(clock.seconds(2560 + 256), 111.5);
    EXPECT_EQ(clock.span(256, 2816), 10.5);
    EXPECT_EQ(clock.span(2560, 5120), 15);
    const auto refused = [&](const std::string& from, const std::string& to, long id, const char* words) {
        std::string bad = text;
        if (!from.empty()) bad.replace(bad.find(from), from.size(), to);
        try {
            (void)SpacecraftClock::parse(bad, "clock.tsc", id);
            ADD_FAILURE() << words << ": was read";
        } catch (const InputError& e) {
            EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
        }
    };
    refused("", "", 83, "no clock 83");
    refused("\\begindata", "begin", 82, "no text kernel");
    refused("TYPE_82 = ( 1 )", "TYPE_82 = ( 2 )", 82, "type 2");
    refused("SYSTEM_82 = ( 2 )", "SYSTEM_82 = ( 7 )", 82, "read 7");
    refused("256 )", "0 )", 82, "modulus");
    refused("256 )", "x )", 82, "'x'");
    refused("SCLK01_MODULI_82", "SCLK01_MODULO_82", 82, "does not say it");
    refused("SCLK01_COEFFICIENTS_82", "SCLK01_COEFFICIENT_82", 82, "does not say it");
    refused("1.5D0 )", ")", 82, "in threes");
    refused("2560.0", "0.0", 82, "do not rise");
    refused("1.5D0", "-1.0", 82, "not positive");
    refused("1.0D2", "nan", 82, "'nan'");
}

}  // namespace kernel_types_test
