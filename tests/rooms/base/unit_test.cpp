// Every unit against its exact factor (BIPM 2019; NIST SP 811), and numbers in them against 60 digits: rounded once.
#include "polhode/base/unit.hpp"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <random>

#include "polhode/base/quantity.hpp"

namespace polhode {
namespace unit_test {

using Precise = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<60>, boost::multiprecision::et_off>;

struct Expected {
    const char *unit, *si, *factor;  // a decimal number, or one times pi
    bool times_pi;
};
const char* const pi_digits = "3.14159265358979323846264338327950288419716939937510582097494459";
// 0.45359237 x 9.80665/0.3048
const char* const slug = "14.5939029372063648293963254593175853018372703412073490813648294";
const Expected table[] = {
    {"rad", "rad", "1", false},
    {"mrad", "rad", "1e-3", false},
    {"urad", "rad", "1e-6", false},
    {"rev", "rad", "2", true},
    {"turn", "rad", "2", true},
    {"rad/s", "rad/s", "1", false},
    {"Hz", "rad/s", "2", true},
    {"rev/s", "rad/s", "2", true},
    {"s", "s", "1", false},
    {"ms", "s", "1e-3", false},
    {"us", "s", "1e-6", false},
    {"min", "s", "60", false},
    {"h", "s", "3600", false},
    {"d", "s", "86400", false},
    {"m", "m", "1", false},
    {"cm", "m", "0.01", false},
    {"mm", "m", "0.001", false},
    {"km", "m", "1000", false},
    {"in", "m", "0.0254", false},
    {"ft", "m", "0.3048", false},
    {"kg", "kg", "1", false},
    {"g", "kg", "0.001", false},
    {"lb", "kg", "0.45359237", false},
    {"oz", "kg", "0.028349523125", false},
    {"slug", "kg", slug, false},
    {"N", "N", "1", false},
    {"mN", "N", "0.001", false},
    {"lbf", "N", "4.4482216152605", false},
    {"ozf", "N", "0.27801385095378125", false},
    {"kgf", "N", "9.80665", false},
    {"dyn", "N", "1e-5", false},
    {"N m", "N m", "1", false},
    {"mN m", "N m", "0.001", false},
    {"lbf ft", "N m", "1.3558179483314004", false},
    {"lbf in", "N m", "0.1129848290276167", false},
    {"ozf in", "N m", "0.00706155181422604375", false},
    {"kgf m", "N m", "9.80665", false},
    {"dyn cm", "N m", "1e-7", false},
    {"kg m^2", "kg m^2", "1", false},
    {"g cm^2", "kg m^2", "1e-7", false},
    {"g mm^2", "kg m^2", "1e-9", false},
    {"kg mm^2", "kg m^2", "1e-6", false},
    {"lb ft^2", "kg m^2", "0.0421401100938048", false},
    {"lb in^2", "kg m^2", "2.926396534292e-4", false},
    {"oz in^2", "kg m^2", "1.8289978339325e-5", false},
    {"slug ft^2", "kg m^2", "1.3558179483314004", false},
    {"lbf ft s^2", "kg m^2", "1.3558179483314004", false},
    {"lbf in s^2", "kg m^2", "0.1129848290276167", false},
    {"lb in s^2", "kg m^2", "0.1129848290276167", false},
    {"N m s", "kg m^2/s", "1", false},
    {"kg m^2/s", "N m s", "1", false},
    {"lbf ft s", "N m s", "1.3558179483314004", false},
    {"T", "T", "1", false},
    {"mT", "T", "1e-3", false},
    {"uT", "T", "1e-6", false},
    {"nT", "T", "1e-9", false},
    {"G", "T", "1e-4", false},
    {"A m^2", "A m^2", "1", false},
    // what keys of scenarios are in
    {"rpm", "deg/s", "6", false},
    {"Hz", "deg/s", "360", false},
    {"deg/s", "Hz", "0.00277777777777777777777777777777777777777777777777777777777778", false},
    {"rev", "deg", "360", false},
    {"deg/sqrt(h)", "deg/sqrt(h)", "1", false},
    {"km/h", "m/s", "0.277777777777777777777777777777777777777777777777777777777778", false},
    {"1/min", "1/s", "0.0166666666666666666666666666666666666666666666666666666666667", false},
    {"mV", "V", "1e-3", false},
};
// the same with a divisor: pi/n
struct PartOfPi {
    const char *unit, *si;
    int n;
};
const PartOfPi parts[] = {
    {"deg", "rad", 180},  {"arcmin", "rad", 10800},   {"arcsec", "rad", 648000}, {"deg/s", "rad/s", 180},
    {"rpm", "rad/s", 30}, {"deg/h", "rad/s", 648000}, {"rev/min", "rad/s", -30}, {"deg/sqrt(h)", "rad/sqrt(s)", 10800}};

void expect_rounded_once(const char* unit, const char* si, const Precise& factor, bool with_pi) {
    std::mt19937_64 dice(1959);
    for (int n = 0; n < 40; ++n) {
        std::string digits = n == 0 ? "1" : n == 1 ? "-1" : n == 2 ? "5.8e3" : n == 3 ? "0.1" : "";
        if (digits.empty()) {
            digits = std::to_string(dice() >> (dice() % 60));
            digits.insert(dice() % digits.size(), ".");
            if (digits[0] == '.') digits.insert(0, "0");
            if (dice() % 2) digits += "e" + std::to_string(static_cast<int>(dice() % 40) - 20);
        }
        const Quantity got = read_quantity(digits + " " + unit, si);
        EXPECT_EQ(got.problem, "") << digits << " " << unit;
        EXPECT_TRUE(got.written);
        const double expected = with_pi ? Precise(digits).convert_to<double>() * factor.convert_to<double>()
                                        : (Precise(digits) * factor).convert_to<double>();
        EXPECT_EQ(got.number, expected) << digits << " " << unit << " in " << si;
    }
}

// With pi the factor is rounded to double first, as the product is afterwards.
TEST(Unit, EveryFactorIsExactAndEveryNumberRoundedOnce) {
    for (const Expected& e : table)
        expect_rounded_once(e.unit, e.si, e.times_pi ? Precise(e.factor) * Precise(pi_digits) : Precise(e.factor),
                            e.times_pi);
    for (const PartOfPi& e : parts)
        expect_rounded_once(e.unit, e.si, Precise(pi_digits) / (e.n < 0 ? -e.n : e.n), true);
}

// "5.8e3 g cm^2" is 5.8e-4 kg m^2 to the last bit, whatever the digits of the number are.
TEST(Unit, PowersOfTenMoveThePoint) {
    EXPECT_EQ(read_quantity("5.8e3 g cm^2", "kg m^2").number, 5.8e-4);
    EXPECT_EQ(read_quantity("0.1 mm", "m").number, 1e-4);
    EXPECT_EQ(read_quantity("123.456 ms", "s").number, 0.123456);
    EXPECT_EQ(read_quantity("90 deg", "rad").number, 1.5707963267948966);
    EXPECT_EQ(read_quantity("20 rpm", "rad/s").number, 2.0943951023931957);
}

TEST(Unit, AsPeopleWriteThem) {
    for (const char* text : {"2 kg m^2/s", "2  kg  m^2 / s", "2 N m s", "2kg m^2 s^-1", " 2 m^2 kg/s ", "+2.0e0 N m s"})
        EXPECT_EQ(read_quantity(text, "kg m^2/s").number, 2.0) << text;
    EXPECT_EQ(read_quantity("3 1/s", "1/s").number, 3.0);
    EXPECT_EQ(read_quantity("3 /s", "1/s").number, 3.0);
    EXPECT_EQ(read_quantity("0.5 deg/s/sqrt(Hz)", "deg/s/sqrt(Hz)").number, 0.5);
}

// A text that is no number with something behind it is left to whoever reads the key.
TEST(Quantity, OtherTextIsLeftAlone) {
    for (const char* text :
         {"", " ", "rk4", "0.01", "-", "e5 m", "sin(t)", ". m", "nan rpm", "inf s", "1.2.3 m", "--1 s"})
        EXPECT_FALSE(read_quantity(text, "s").written) << text;
    EXPECT_FALSE(read_quantity("5 s", "").written);
    EXPECT_FALSE(read_quantity("5 s", "1").written);
    EXPECT_FALSE(read_quantity("5 s", "%").written);
    EXPECT_FALSE(read_quantity("5 s", "state units").written);
}

TEST(Quantity, SaysWhatIsWrongAndWhatIsAllowed) {
    const auto problem = [](const char* text, const char* unit) { return read_quantity(text, unit).problem; };
    EXPECT_EQ(problem("20 rmp", "rad/s"),
              "unknown unit 'rmp'; a rate can be given in rad/s, deg/s, deg/h, rpm or Hz. Did you mean 'rpm'?");
    EXPECT_EQ(problem("20 kg", "rad/s"),
              "kg is the unit of a mass, not of a rate, which can be given in rad/s, deg/s, deg/h, rpm or Hz");
    EXPECT_EQ(
        problem("3 lb s^2", "kg m^2"),
        "lb s^2 is not the unit of a moment of inertia, which can be given in kg m^2, g cm^2, kg mm^2, lb in^2 or "
        "lbf in s^2");
    EXPECT_EQ(problem("3 Nm", "N m"),
              "unknown unit 'Nm'; a torque can be given in N m, mN m, lbf in, ozf in or dyn cm. Did you mean 'N m'?");
    for (const char* text : {"3 m2", "3 m^", "3 m^0", "3 m^x", "3 m**2", "3 /", "3 1", "3 kg^12", "3 sqrt(m)",
                             "3 sqrt(s", "3 (m)", "3 m m m m m m m m m", "3 \xc2\xb5s", "3 m\n", "3 %"})
        EXPECT_NE(problem(text, "m"), "") << text;
    EXPECT_EQ(problem("1e308 km", "m"), "this is beyond the range of numbers");
    // a gain is no rate: Hz means turns
    EXPECT_NE(problem("3 Hz", "1/s"), "");
    EXPECT_NE(problem("3 rad", "rad/s"), "");
}

// Sizes beyond those of anything that turns keep their digits too.
TEST(Quantity, AnySize) {
    EXPECT_DOUBLE_EQ(read_quantity("1e-300 in", "m").number, 2.54e-302);
    EXPECT_DOUBLE_EQ(read_quantity("1e300 in", "m").number, 2.54e298);
    EXPECT_EQ(read_quantity("1e-300 mm", "m").number, 1e-303);
    EXPECT_EQ(read_quantity("1" + std::string(60, '0') + "e-60 ft", "m").number, 0.3048);
    EXPECT_EQ(read_quantity("0e99999999999 ft", "m").number, 0.0);
    EXPECT_NE(read_quantity("1e99999999999 ft", "m").problem, "");
}

}  // namespace unit_test
}  // namespace polhode
