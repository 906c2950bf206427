#include "polhode/sweep/variation/sweep_noise.hpp"

#include "polhode/arithmetic/philox.hpp"
#include "polhode/run/machines/analog_runs.hpp"

namespace polhode {

namespace {

using Kind = TomlNode::Kind;

// Counters of varied numbers begin at (place of the table + 1) << 32, and there are few tables (ensemble/draw.hpp).
constexpr std::uint64_t first_place = 1u << 16;

}  // namespace

const std::vector<NoiseSource>& instrument_noise() {
    static const std::vector<NoiseSource> sources{{"rates.noise", "noise_seed", 0},
                                                  {"readings.noise", "noise_seed", 1},
                                                  {"readings.accelerometer", "accelerometer_seed", 3},
                                                  {"readings.magnetometer", "magnetometer_seed", 4}};
    return sources;
}

const NoiseSource* machine_noise(const TomlNode* method) {
    static const NoiseSource beside{"method", "machine_seed", 2}, within{"method.arithmetic", "machine_seed", 2};
    const TomlNode* arithmetic = method && method->kind == Kind::table ? method->find("arithmetic") : nullptr;
    if (!arithmetic) return nullptr;
    if (arithmetic->kind == Kind::text) return arithmetic->text == analog_arithmetic ? &beside : nullptr;
    const TomlNode* kind = arithmetic->kind == Kind::table ? arithmetic->find("kind") : nullptr;
    if (!kind || kind->text != analog_arithmetic) return nullptr;
    return method->find("seed") ? &beside : &within;
}

TomlNode* table_within(TomlNode& around, const std::string& key) {
    TomlNode* node = &around;
    for (std::size_t begin = 0; node && begin < key.size();) {
        const std::size_t end = std::min(key.find('.', begin), key.size());
        node = node->kind == Kind::table ? node->find(key.substr(begin, end - begin)) : nullptr;
        begin = end + 1;
    }
    return node && node->kind == Kind::table ? node : nullptr;
}

const TomlNode* table_within(const TomlNode& around, const std::string& key) {
    return table_within(const_cast<TomlNode&>(around), key);
}

double own_seed(std::uint64_t sweep_seed, std::uint64_t run, const NoiseSource& source) {
    const RandomStream stream{sweep_seed, run};
    const Words4 words = stream.words((first_place + static_cast<std::uint64_t>(source.number) + 1) << 32);
    return static_cast<double>((static_cast<std::uint64_t>(words.v[1]) << 32 | words.v[0]) >> 11);
}

void put_own_seed(TomlNode& tree, const NoiseSource& source, double seed) {
    TomlNode* const noise = table_within(tree, source.table);
    if (!noise) return;
    TomlNode* node = noise->find("seed");
    if (!node) {
        TomlNode added;
        added.name = "seed";
        added.place = noise->place;
        added.place.key = source.key();
        noise->items.push_back(std::move(added));
        node = &noise->items.back();
    }
    node->kind = Kind::number;
    node->number = seed;
    node->text.clear();
    node->items.clear();
}

}  // namespace polhode
