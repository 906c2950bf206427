// The noise of a sweep's runs: where a scenario has a seed that draws it, and the seed that a run has of its own.
// One realisation that all runs share would make them agree with each other more than with the truth, and no interval
// could show it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "polhode/input/toml_text.hpp"

namespace polhode {

// A place in a scenario where noise is drawn by a seed.
struct NoiseSource {
    std::string table;  // "rates.noise", whose item `seed` it is
    std::string name;   // of the column: "noise_seed"
    int number = 0;     // its own among all kinds of noise: what it draws does not depend on which others there are
    std::string key() const { return table + ".seed"; }
};

// The noise of the instruments, which may come and go with the run: a table that varies may have it or not.
const std::vector<NoiseSource>& instrument_noise();
// The parts of an analog machine, which are drawn by a seed too, where the method (a table) runs on one. The seed
// stands beside the arithmetic or in its own table. Null where it does not.
const NoiseSource* machine_noise(const TomlNode* method);

// The table within another that a key names, by names alone ("noise" in [rates]); null where there is none. An empty
// key names the table itself.
TomlNode* table_within(TomlNode& around, const std::string& key);
const TomlNode* table_within(const TomlNode& around, const std::string& key);

// The seed of a run: 53 random bits by counting (philox.hpp), a function of the sweep's seed and the run's number.
// No number that the run varies is drawn from the same counters.
double own_seed(std::uint64_t sweep_seed, std::uint64_t run, const NoiseSource& source);
// Puts it into the scenario's tree, where that has the noise.
void put_own_seed(TomlNode& tree, const NoiseSource& source, double seed);

}  // namespace polhode
