#include "polhode/scenario/live_tables.hpp"

#include <gtest/gtest.h>

#include "polhode/scenario/scenario.hpp"

namespace live_tables_test {

using namespace polhode;

namespace {

std::string why_not(const std::string& link) {
    try {
        read_scenario("[body]\ninertia = [1, 2, 3]\n[start]\nrate = [0, 0, 1]\n[run]\nduration = 1\n[[link]]\n" + link,
                      "s.toml");
        return "";
    } catch (const InputError& e) {
        return e.what();
    }
}

}  // namespace

TEST(LinkInWords, ThePortIsBehindTheLastColon) {
    for (const auto& [words, address, port] : {std::tuple{"json:127.0.0.1:5500", "127.0.0.1", 5500L},
                                               {"json:5500", "127.0.0.1", 5500L},
                                               {"json:::1:5500", "::1", 5500L},
                                               {"json:[::1]:5500", "::1", 5500L},
                                               {"flightgear", "127.0.0.1", 5550L}}) {
        const LiveTable link = link_in_words(words, "--to");
        EXPECT_EQ(link.values.text("address"), address) << words;
        EXPECT_EQ(link.values.integer("port"), port) << words;
    }
    EXPECT_EQ(link_in_words("mcap:a:b", "--to").values.text("file"), "a:b");
    for (const char* words : {"json", "json:", "text:127.0.0.1", "json:127.0.0.1:", "mavlink:-5", "mavlink:1e3"})
        EXPECT_THROW(link_in_words(words, "--to"), InputError) << words;
}

// Where the scenario is read, and not only where it is flown.
TEST(Links, WhatNoReceiverUnderstandsIsRefusedAtItsKey) {
    const std::vector<std::pair<std::string, std::string>> wrong = {
        {"kind = \"json\"\nport = 0\n", "s.toml:9: link[0].port"},
        {"kind = \"mavlink\"\nsystem = 256\n", "s.toml:9: link[0].system"},
        {"kind = \"mavlink\"\nlatitude = 100\n", "s.toml:9: link[0].latitude"},
        {"kind = \"flightgear\"\nlongitude = -400\n", "s.toml:9: link[0].longitude"},
        {"kind = \"flightgear\"\naltitude = 1e30\n", "s.toml:9: link[0].altitude"},
        {"kind = \"mcap\"\nfile = \"\"\n", "s.toml:9: link[0].file"},
        {"kind = \"mcap\"\nfile = \"a\"\n[[link]]\nkind = \"mcap\"\nfile = \"a\"\n", "s.toml:12: link[1].file"}};
    for (const auto& [link, place] : wrong) EXPECT_EQ(why_not(link).find(place), 0u) << why_not(link);
    EXPECT_EQ(why_not("kind = \"mavlink\"\nlatitude = -90\nlongitude = 270\naltitude = -100\nsystem = 255\n"), "");
}

}  // namespace live_tables_test
