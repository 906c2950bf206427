#include "polhode/registry/table_reader.hpp"

#include <gtest/gtest.h>

namespace table_reader_test {

using namespace polhode;

namespace {

const std::vector<Parameter> described{
    {"mass", Type::positive, "kg", "", true, "mass of the part"},
    {"g", Type::number, "m/s^2", "9.8", false, "acceleration of free fall"},
    {"least", Type::non_negative, "", "", false, "x"},
    {"count", Type::integer, "", "", false, "x"},
    {"spins", Type::boolean, "", "true", false, "x"},
    {"label", Type::text, "", "", false, "x"},
    {"frame", Type::choice, "", "\"body\"", false, "x", {"body", "world"}},
    {"at", Type::vector3, "m", "", false, "x"},
    {"times", Type::numbers, "s", "", false, "x"},
    {"tensor", Type::matrix3, "kg m^2", "", false, "x"},
    {"value", Type::formulas, "N m", "", false, "x"},
    {"file", Type::path, "", "", false, "x"},
};

Values read(const std::string& text) {
    return read_values(*parse_toml("[part]\nmass = 1\n" + text, "s.toml").find("part"), described, {"shape"});
}

std::string complaint(const std::string& text) {
    try {
        read(text);
    } catch (const InputError& e) {
        return e.what();
    }
    return "accepted";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

// A number with its unit, wherever the key has one: the bits are those of the same number in the key's unit.
TEST(TableReader, ReadsQuantities) {
    const Values v = read(
        "g = '32 ft/s^2'\nat = ['1 cm', 2.5, '-3 mm']\ntimes = [0, '2 min']\n"
        "tensor = [['5.8e3 g cm^2', 0, 0], [0, '1 kg m^2', 0], [0, 0, '1e6 kg mm^2']]\n");
    EXPECT_EQ(v.number("g"), 9.7536);
    EXPECT_EQ(v.vector("at"), (Vec3<double>{0.01, 2.5, -0.003}));
    EXPECT_EQ(v.numbers("times"), (std::vector<double>{0, 120}));
    EXPECT_EQ(v.matrix("tensor"), Mat3<double>::diagonal({5.8e-4, 1, 1}));
    EXPECT_EQ(read("tensor = ['1 lb in^2', 1, 1]\n").numbers("tensor")[0], 2.926396534292e-4);
}

TEST(TableReader, RefusesQuantitiesOfAnotherKind) {
    EXPECT_TRUE(has(complaint("g = '3 m/s'\n"), "m/s is the unit of a speed, not of an acceleration"))
        << complaint("g = '3 m/s'\n");
    EXPECT_TRUE(has(complaint("at = ['1 cm', 0, '1 kg']\n"),
                    "part.at[2]: read the string \"1 kg\": kg is the unit of a mass, not of a length"));
    EXPECT_TRUE(has(complaint("times = ['1 sx']\n"), "unknown unit 'sx'"));
    EXPECT_TRUE(has(complaint("tensor = [['1 g', 0, 0], [0, 1, 0], [0, 0, 1]]\n"), "not of a moment of inertia"));
    // counts and plain numbers have no unit
    EXPECT_TRUE(
        has(complaint("count = '3 m'\n"), "expected a whole number that is not negative, read the string \"3 m\""));
    EXPECT_TRUE(has(complaint("least = '3 m'\n"), "expected a number that is not negative, read the string \"3 m\""));
    // what is a string stays one
    EXPECT_EQ(read("label = '20 rpm'\n").text("label"), "20 rpm");
    EXPECT_EQ(read("value = ['2 N m', '0', '0']\n").texts("value")[0], "2 N m");
}

TEST(TableReader, ReadsEveryType) {
    const Values v = read(
        "least = 0\ncount = 3\nspins = false\nlabel = 'a'\nframe = 'world'\nat = [1, 2.5, -3]\ntimes = [0, 1]\n"
        "tensor = [[1, 0, 0], [0, 2, 0], [0, 0, 3]]\nvalue = ['sin(t)', 0.5, 2]\nfile = 'x.csv'\nshape = 'disk'\n");
    EXPECT_EQ(v.number("mass"), 1) << "a whole number stands for a number";
    EXPECT_EQ(v.number("g"), 9.8);
    EXPECT_FALSE(v.given("g"));
    EXPECT_EQ(v.integer("count"), 3);
    EXPECT_FALSE(v.boolean("spins"));
    EXPECT_EQ(v.text("frame"), "world");
    EXPECT_EQ(v.vector("at"), (Vec3<double>{1, 2.5, -3}));
    EXPECT_EQ(v.numbers("times"), (std::vector<double>{0, 1}));
    EXPECT_EQ(v.matrix("tensor"), Mat3<double>::diagonal({1, 2, 3}));
    EXPECT_EQ(v.texts("value"), (std::vector<std::string>{"sin(t)", "0.5", "2"}));
    EXPECT_EQ(v.text("file"), "x.csv");
    EXPECT_EQ(v.place("at").line, 8);
    EXPECT_FALSE(v.has("shape")) << "left to the caller";
}

TEST(TableReader, SaysWhatWasReadAndWhatIsAllowed) {
    EXPECT_EQ(complaint("g = 'low'\n"),
              "s.toml:3: part.g: expected a number (m/s^2), read the string \"low\"; example: g = 9.8; as a string a "
              "number has its "
              "unit with it, as in \"20 ft/s^2\"");
    EXPECT_TRUE(has(complaint("least = -1\n"), "expected a number that is not negative, read the number -1"));
    EXPECT_TRUE(has(complaint("count = 2.5\n"), "expected a whole number"));
    EXPECT_TRUE(has(complaint("count = -2\n"), "expected a whole number"));
    EXPECT_TRUE(has(complaint("count = 1e300\n"), "expected a whole number"));
    EXPECT_EQ(complaint("count = 9007199254740992\n"), complaint("count = 1\n"));
    for (const std::string beyond : {"9007199254740993", "9223372036854775807"})
        EXPECT_TRUE(has(complaint("count = " + beyond + "\n"),
                        "expected a whole number up to 2^53 = 9007199254740992, read the number " + beyond));
    EXPECT_TRUE(has(complaint("g = inf\n"), "expected a finite number (m/s^2), read the number inf"));
    EXPECT_TRUE(has(complaint("at = [0, nan, 0]\n"),
                    "s.toml:3: part.at[1]: expected a finite number (m), read the number nan"));
    EXPECT_TRUE(has(complaint("spins = 1\n"), "expected true or false, read the number 1"));
    EXPECT_TRUE(has(complaint("label = true\n"), "expected a string, read true"));
    EXPECT_TRUE(has(complaint("frame = 'wrld'\n"),
                    "expected 'body' or 'world', read the string \"wrld\". Did you mean 'world'?"));
    EXPECT_TRUE(has(complaint("at = [1, 2]\n"), "expected three numbers (m), read a list of 2 items"));
    EXPECT_TRUE(has(complaint("at = 5\n"), "expected three numbers (m), read the number 5"));
    EXPECT_TRUE(has(complaint("times = [1, 'x']\n"), "part.times[1]: expected a number (s), read the string \"x\""));
    EXPECT_TRUE(has(complaint("tensor = [[1, 0], [0, 2], [0, 3]]\n"), "part.tensor[0]: expected three rows"));
    EXPECT_TRUE(has(complaint("value = ['t', 't']\n"), "read a list of 2 items"));
    EXPECT_TRUE(has(complaint("value = ['t', 't', true]\n"), "part.value[2]"));
    EXPECT_TRUE(has(complaint("file = ''\n"), "name of a file"));
    EXPECT_TRUE(has(complaint("file = \"a\\u0000b\"\n"), "name of a file"));
    EXPECT_TRUE(has(complaint("g = 1979-05-27\n"), "read a date or time"));
}

TEST(TableReader, RefusesUnknownAndMissingKeys) {
    EXPECT_TRUE(has(complaint("fram = 'body'\n"), "s.toml:3: part.fram: unknown key; allowed here: shape, mass, g,"));
    EXPECT_TRUE(has(complaint("fram = 'body'\n"), "Did you mean 'frame'?"));
    EXPECT_TRUE(has(complaint("duration = 1.0\n"), "'duration' belongs in [run]"));
    try {
        read_values(*parse_toml("\n[part]\n", "s.toml").find("part"), described);
        FAIL();
    } catch (const InputError& e) {
        EXPECT_STREQ(e.what(),
                     "s.toml:2: part.mass: missing; expected a number greater than 0 (kg): mass of the part. Example: "
                     "mass = 1.0");
    }
}

TEST(TableReader, FindsEntriesByName) {
    const TomlNode root =
        parse_toml("a = 'rk4'\nb = { kind = 'rk4' }\nc = { order = 4 }\nd = 4\ne = 'rk5'\n", "s.toml");
    EXPECT_EQ(named_entry(*root.find("a"), "integrator").name, "rk4");
    EXPECT_EQ(named_entry(*root.find("b"), "integrator").name, "rk4");
    EXPECT_THROW(named_entry(*root.find("c"), "integrator"), InputError);
    EXPECT_THROW(named_entry(*root.find("d"), "integrator"), InputError);
    try {
        named_entry(*root.find("e"), "integrator");
        FAIL();
    } catch (const InputError& e) {
        EXPECT_TRUE(has(e.what(), "s.toml:5: e: unknown integrator \"rk5\"; known: ")) << e.what();
        EXPECT_TRUE(has(e.what(), "Did you mean 'rk4'?")) << e.what();
    }
}

}  // namespace table_reader_test
