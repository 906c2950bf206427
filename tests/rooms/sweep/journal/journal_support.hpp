// Small sweeps and their journals, for the tests of journals.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "polhode/sweep/definition/sweep.hpp"
#include "polhode/sweep/journal/sweep_journal.hpp"

namespace polhode::journal_test {

using Begin = SweepJournal::Begin;

// A title alone would not make another sweep.
inline Sweep sweep(std::uint64_t blocks, const std::string& what = "sweep") {
    Sweep s;
    s.file = s.scenario_file = "sweep.toml";
    s.text = "[what]\nthis = \"" + what + "\"\n";
    s.runs = blocks * 4;
    s.block = 4;
    return s;
}

inline std::string payload(std::uint64_t block) {
    std::string bytes;
    for (std::uint64_t i = 0; i < 20 + block % 5; ++i) bytes += static_cast<char>(block * 31 + i * 7);
    return bytes;
}

inline std::string contents(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
}

inline void put(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

inline std::vector<std::uint64_t> missing_in(const SweepJournal& j) {
    std::vector<std::uint64_t> blocks;
    for (const SweepBlockRange& r : j.missing())
        for (std::uint64_t k = 0; k < r.count; ++k) blocks.push_back(r.first + k * r.step);
    return blocks;
}

inline std::string complaint(const std::function<void()>& f) {
    try {
        f();
    } catch (const InputError& e) {
        return e.what();
    }
    return "";
}

class SweepJournalTest : public ::testing::Test {
 protected:
    TemporaryFolder temporary;
    std::string folder = temporary.file("out"), file = folder + "/journal.bin";
};

}  // namespace polhode::journal_test
