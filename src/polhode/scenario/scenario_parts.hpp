// [[slug]], [[cmg]], [[moving_mass]], [body.changing_inertia] and [body] energy_sink of a scenario: read in two goes,
// because the names of all must be known before any formula.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "polhode/input/toml_text.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

class PartsReader {
 public:
    explicit PartsReader(const TomlNode& root) : root_(root) {}

    // Whether the scenario has any of these.
    bool any() const;
    // All but formulas; then names, which must be new.
    void read(const std::shared_ptr<const NamedNumbers>& constants, Inside& inside);
    void take_names(const Inside& inside, std::vector<std::string>& taken) const;
    void read_formulas(Inside& inside);
    // Refuses what does not go together, once body and torques are known.
    static void require_fit(const TomlNode& root, const Problem& problem);

 private:
    Values read_part(const TomlNode& table, const std::string& kind, std::string& name) const;

    const TomlNode& root_;
    std::shared_ptr<const NamedNumbers> constants_;
    std::vector<Values> slugs_, gyros_;
};

// [body] as numbers: where its moments change, those at t = 0 stand in it.
void put_start_inertia(const TomlNode& body, const Inside& inside, Values& values);
// Entries of kind "table" for `polhode list`.
std::vector<Entry> part_table_entries();

}  // namespace polhode
