#include "polhode/input/toml_text.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "polhode/scenario/toml_setting.hpp"

namespace toml_text_test {

using namespace polhode;

namespace {

std::string complaint(const std::string& text) {
    try {
        parse_toml(text, "s.toml");
    } catch (const InputError& e) {
        return e.what();
    }
    return "";
}

std::string setting_complaint(const std::string& text, const std::string& setting) {
    try {
        TomlNode root = parse_toml(text, "s.toml");
        apply_setting(root, setting);
    } catch (const InputError& e) {
        return e.what();
    }
    return "";
}

TomlNode with(const std::string& text, const std::string& setting) {
    TomlNode root = parse_toml(text, "s.toml");
    apply_setting(root, setting);
    return root;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST(TomlText, KeepsPlacesAndOrder) {
    const TomlNode root =
        parse_toml("zeta = 1\nalpha = 'x'\n[b]\nv = [1,\n 2.5]\n[[c]]\n[[c]]\nd.e = true\n", "s.toml");
    ASSERT_EQ(root.items.size(), 4u);
    EXPECT_EQ(root.items[0].name, "zeta") << "order of the file, not of the alphabet";
    EXPECT_EQ(root.items[0].kind, TomlNode::Kind::integer);
    EXPECT_EQ(root.items[1].text, "x");
    const TomlNode& v = *root.find("b")->find("v");
    EXPECT_EQ(v.place.line, 4);
    EXPECT_EQ(v.place.key, "b.v");
    EXPECT_EQ(v.items[1].place.line, 5);
    EXPECT_EQ(v.items[1].place.key, "b.v[1]");
    EXPECT_EQ(v.items[1].number, 2.5);
    const TomlNode& e = *root.find("c")->items[1].find("d")->find("e");
    EXPECT_EQ(e.place.key, "c[1].d.e");
    EXPECT_EQ(e.place.line, 8);
    EXPECT_TRUE(e.boolean);
    EXPECT_EQ(root.find("nothing"), nullptr);
}

TEST(TomlText, TakesTextThatIsUnusualButRight) {
    EXPECT_EQ(complaint("\xEF\xBB\xBFtitle = 'byte order mark'\r\n"), "");
    EXPECT_EQ(complaint("title = \"caf\xC3\xA9\" # \xE2\x80\x9C"
                        "comment\xE2\x80\x9D\n\"k\xC3\xA9y\" = ['\xC3\xA9', {a = "
                        "\"\xC3\xA9\"}]\n"),
              "");
    EXPECT_EQ(complaint("a = \"\"\"one \"\"two\"\" \xC3\xA9\"\"\"\"\"\nb = '''it's \xC3\xA9'''\n"), "");
    EXPECT_EQ(complaint("a = \"quote \\\" \xC3\xA9 \\\\\"\n"), "");
    EXPECT_EQ(complaint("a = [\n  \"\xC3\xA9\", # \xC3\xA9\n  '\xC3\xA9',\n]\n"), "");
    EXPECT_EQ(complaint(""), "");
}

TEST(TomlText, RefusesBytesThatAreNoText) {
    EXPECT_TRUE(has(complaint("\n[\x01"), "s.toml:2: control character 0x01"));
    EXPECT_TRUE(has(complaint(std::string("a = 1\n\0", 7)), "s.toml:2: control character 0x00"));
    EXPECT_TRUE(has(complaint("a = '\xff'\n"), "s.toml:1: byte 0xFF is not valid UTF-8"));
    EXPECT_TRUE(has(complaint("a = '\xc0\xaf'\n"), "byte 0xC0 is not valid UTF-8")) << "overlong";
    EXPECT_TRUE(has(complaint("a = '\xed\xa0\x80'\n"), "byte 0xED is not valid UTF-8")) << "surrogate";
    EXPECT_TRUE(has(complaint("a = '\xe2\x82"), "byte 0xE2 is not valid UTF-8")) << "cut off";
    EXPECT_TRUE(has(complaint(std::string(5u << 20, '#')), "longer than 4 MB"));
}

TEST(TomlText, RefusesCharactersOutsideStrings) {
    EXPECT_TRUE(
        has(complaint("a = 1\nb = \xE2\x80\x9Crk4\xE2\x80\x9D\n"), "s.toml:2: the character '\xE2\x80\x9C' (U+201C)"));
    EXPECT_TRUE(has(complaint("b = \xE2\x80\x9Crk4\xE2\x80\x9D\n"), "plain \""));
    EXPECT_TRUE(has(complaint("b = \xE2\x88\x92"
                              "1\n"),
                    "plain -"));
    EXPECT_TRUE(has(complaint("b\xC2\xA0= 1\n"), "plain space"));
    // A quotation mark in the middle of a word begins no string for the parser.
    EXPECT_TRUE(has(complaint("b = 1979'\xC3\xA9'\n"), "U+00E9"));
    EXPECT_TRUE(has(complaint("b = 0x='\xC3\xA9'\n"), "U+00E9"));
    EXPECT_TRUE(has(complaint("b = [\n0='\xC3\xA9'\n"), "U+00E9"));
    EXPECT_TRUE(has(complaint("b = \"\"\"\\\n \xC3\xA9\"\"\"\n"), "U+00E9"));
}

TEST(TomlText, RefusesDeepNesting) {
    EXPECT_TRUE(has(complaint("a = " + std::string(5000, '[')), "nested more than 32 deep"));
    std::string key = "a";
    for (int i = 0; i < 5000; ++i) key += ".a";
    EXPECT_TRUE(has(complaint("[" + key + "]\n"), "more than 16 parts"));
    EXPECT_TRUE(has(complaint(key + " = 1\n"), "more than 16 parts"));
}

TEST(TomlText, SaysWhatIsWrongWithTheSyntax) {
    EXPECT_TRUE(has(complaint("a = 1\n[run\nduration = 1\n"), "s.toml:2: not valid TOML: "));
    EXPECT_TRUE(has(complaint("a = 1\n[run\nduration = 1\n"), "the line reads: [run"));
    EXPECT_TRUE(has(complaint("integrator = rk4\n"), "quotation marks"));
    EXPECT_TRUE(has(complaint("a = 1\na = 2\n"), "s.toml:2: not valid TOML: "));
    EXPECT_TRUE(has(complaint("a = 1e400\n"), "not valid TOML"));
    for (const char* text :
         {"[", "[[", "a", "a =", "= 1", "[]", "[a]]", "a = [1", "a = {b", "a = \"x", "\\", "a..b = 1"}) {
        const std::string message = complaint(text);
        EXPECT_TRUE(has(message, "s.toml:1: not valid TOML: ")) << text << " -> " << message;
        EXPECT_FALSE(has(message, "\n")) << text;
    }
}

TEST(Setting, ReachesEveryKey) {
    const std::string text = "[method]\nstep = 1.0\n[[torque]]\nmass = 1\n[[torque]]\nat = [1, 2, 3]\n";
    const TomlNode stepped = with(text, "method.step=1e-4");
    EXPECT_EQ(stepped.find("method")->find("step")->number, 1e-4);
    EXPECT_EQ(with(text, "torque[0].mass=0.5").find("torque")->items[0].find("mass")->number, 0.5);
    EXPECT_EQ(with(text, "torque.1.at[2]=-7").find("torque")->items[1].find("at")->items[2].number, -7);
    EXPECT_EQ(with(text, "method.integrator=rk4").find("method")->find("integrator")->text, "rk4");
    EXPECT_EQ(with(text, "method.integrator = \"rk4\" ").find("method")->find("integrator")->text, "rk4");
    EXPECT_EQ(with(text, "a-b.c_d.e2=[1,[2]]").find("a-b")->find("c_d")->find("e2")->items[1].items[0].number, 2);
    EXPECT_EQ(with("", "torque[0].mass=2").find("torque")->items[0].find("mass")->number, 2) << "creates the list";
    EXPECT_EQ(with(text, "torque[2].mass=2").find("torque")->items.size(), 3u) << "adds to the list";
    EXPECT_EQ(with("", "title=a = b").find("title")->text, "a = b");
    EXPECT_TRUE(std::isnan(with("", "x=nan").find("x")->number));
}

TEST(Setting, NamesItselfInPlaces) {
    const TomlNode root = with("[method]\nstep = 1.0\n", "method.constraint={kind='algebraic', gain=[-1]}");
    const TomlNode& gain = *root.find("method")->find("constraint")->find("gain");
    EXPECT_EQ(gain.place.file, "--set method.constraint={kind='algebraic', gain=[-1]}");
    EXPECT_EQ(gain.items[0].place.key, "method.constraint.gain[0]");
    EXPECT_EQ(gain.place.line, 0);
    EXPECT_EQ(root.find("method")->find("step")->place.file, "s.toml");
    // A list of numbers is used as a whole: complaints about it come from what was set in it.
    EXPECT_EQ(with("v = [1, 2]\n", "v[0]=3").find("v")->place.file, "--set v[0]=3");
    EXPECT_EQ(with("[[t]]\na = 1\n", "t[0].a=3").find("t")->items[0].place.file, "s.toml");
}

TEST(Setting, MakesATableOfAName) {
    const TomlNode root = with("[method]\nconstraint = 'algebraic'\n", "method.constraint.gain=5");
    const TomlNode& constraint = *root.find("method")->find("constraint");
    EXPECT_EQ(constraint.find("kind")->text, "algebraic");
    EXPECT_EQ(constraint.find("gain")->number, 5);
}

TEST(Setting, RefusesWhatCannotBeMeant) {
    const std::string text = "[method]\nstep = 1.0\n[[torque]]\nmass = 1\n";
    EXPECT_TRUE(has(setting_complaint(text, "method.step"), "--set method.step: expected key=value"));
    EXPECT_TRUE(has(setting_complaint(text, "=3"), "no key before '='"));
    EXPECT_TRUE(has(setting_complaint(text, "method.step="), "no value after '='"));
    EXPECT_TRUE(has(setting_complaint(text, "torque[5].mass=1"), "there is no item 5"));
    EXPECT_TRUE(has(setting_complaint(text, "torque.mass=1"), "torque[0].mass"));
    EXPECT_TRUE(has(setting_complaint(text, "method.step.x=1"), "'method.step' is the number 1, not a table"));
    EXPECT_TRUE(has(setting_complaint(text, "method[0]=1"), "not a list"));
    EXPECT_TRUE(has(setting_complaint(text, "a..b=1"), "cannot be read"));
    EXPECT_TRUE(has(setting_complaint(text, "[0]=1"), "cannot be read"));
    EXPECT_TRUE(has(setting_complaint(text, "torque[x]=1"), "cannot be read"));
    EXPECT_TRUE(has(setting_complaint(text, "torque[99999999999999999999]=1"), "cannot be read"));
    EXPECT_TRUE(has(setting_complaint(text, "x=[1, 2"), "not valid TOML"));
    EXPECT_TRUE(has(setting_complaint(text, "x=1\ny=2"), "--set x=1\\ny=2: x: "));
}

TEST(Printable, IsOneHarmlessLine) {
    EXPECT_EQ(escaped_for_message("a\nb\tc\x1b[31m"), "a\\nb c\\u001B[31m");
    EXPECT_EQ(escaped_for_message("caf\xC3\xA9"), "caf\xC3\xA9");
    EXPECT_EQ(escaped_for_message("\xff"), "\\xFF");
    EXPECT_EQ(escaped_for_message(std::string(100, 'x'), 5), "xxxxx...");
}

}  // namespace toml_text_test
