#include "polhode/sweep/inputs/sweep_column_names.hpp"

#include <algorithm>

#include "polhode/base/contains.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/sweep/variation/sweep_cases.hpp"
#include "polhode/sweep/variation/sweep_lists.hpp"
#include "polhode/sweep/variation/sweep_names.hpp"

namespace polhode {

namespace {

const char* const key_example = "key = \"start.rate[2]\"";

// What excludes each other, and what is no key at all.
void check_given(const TomlNode& table, const SweepInput& input) {
    const TomlNode *key = table.find("key"), *keys = table.find("keys"), *name = table.find("name"),
                   *names = table.find("names");
    if (key && keys) throw InputError(keys->place, "`key` and `keys` exclude each other; leave one of them out");
    if (name && names) throw InputError(names->place, "`name` and `names` exclude each other; leave one of them out");
    if (key) (void)read_value(*key, {"key", Type::text, "", "\"start.rate[2]\"", false, ""});
    if (name) (void)read_value(*name, {"name", Type::text, "", "\"spin\"", false, ""});
    if (key && key->text.empty())
        throw InputError(key->place, std::string("expected a key of the scenario, read the empty string; example: ") +
                                         key_example + " (a number for formulas alone has a `name` and no key)");
    if (key && input.kind == "file")
        throw InputError(key->place, "a file of cases names its keys in its header, or in `keys`, one for each column");
}

void check_count(const TomlNode& node, const std::vector<std::string>& list, std::size_t width) {
    if (list.size() != width)
        throw InputError(node.place, "there are " + std::to_string(width) + " numbers and " +
                                         std::to_string(list.size()) + " " + node.name + "; each number has one");
}

// A key for each number, or one for all of them; none for numbers of formulas alone.
void find_keys(const TomlNode& table, const SweepVariation& variation, SweepInput& input) {
    const TomlNode *key = table.find("key"), *keys = table.find("keys");
    if (keys) {
        input.keys = texts_in(*keys, std::string("keys of the scenario like \"start.rate[2]\""));
        check_count(*keys, input.keys, static_cast<std::size_t>(variation.width));
    } else if (key) {
        input.keys = {key->text};
    }
    if (!keys)
        for (const std::string& title : variation.titles) input.keys.push_back(title_is_key(title) ? title : "");
}

}  // namespace

bool SweepColumnNames::means_something(const std::string& name) const {
    return contains(reserved_, name) || Expression::knows(name);
}

bool SweepColumnNames::taken(const std::string& name) const { return means_something(name) || contains(used_, name); }

void SweepColumnNames::check_name(const std::string& name, const Place& place, const SweepInput& input,
                                  const std::string& what_to_choose) const {
    if (!is_identifier(name))
        throw InputError(place, "expected a name of letters, digits and _ that formulas can use, read the string \"" +
                                    escaped_for_message(name) + "\"; example: name = \"spin\"");
    if (means_something(name))
        throw InputError(place,
                         "the name \"" + name + "\" means something else in formulas; choose another" + what_to_choose);
    if (taken(name) || contains(input.columns, name))
        throw InputError(place, "the name \"" + name + "\" is used already; choose another" + what_to_choose);
}

std::string SweepColumnNames::free_name(const std::string& key, const SweepInput& input) const {
    std::vector<std::string> candidates = names_from_key(key);
    if (candidates.empty()) candidates.push_back("input");
    const auto is_free = [&](const std::string& n) { return !taken(n) && !contains(input.columns, n); };
    for (const std::string& name : candidates)
        if (is_free(name)) return name;
    for (int n = 2;; ++n)
        if (const std::string name = candidates.back() + "_" + std::to_string(n); is_free(name)) return name;
}

void SweepColumnNames::name_columns(const TomlNode& table, const SweepVariation& variation, SweepInput& input) const {
    check_given(table, input);
    const auto width = static_cast<std::size_t>(variation.width), before = used_.size();
    if (before + width > static_cast<std::size_t>(ensemble::most_columns)) refuse_too_many_columns(table.place);
    input.first_column = static_cast<int>(before);
    find_keys(table, variation, input);
    if (const TomlNode* names = table.find("names")) return take_given_names(*names, width, input);
    const TomlNode *key = table.find("key"), *keys = table.find("keys"), *name = table.find("name");
    if (name) {
        if (width > 1 && !variation.list)
            throw InputError(name->place, "several numbers need `names`, a list with one for each");
        if (!is_identifier(name->text) || !variation.list) check_name(name->text, name->place, input);
        input.name = name->text;
    } else if (!key && !keys && input.kind != "file") {
        refuse_missing(table, "key",
                       std::string("missing; it says what varies. Example: ") + key_example +
                           " (a number for formulas alone needs a `name` in its place)");
    }
    if (name || key)
        name_after_stem(name, key, variation, input);
    else
        name_after_titles(table, variation, input);
}

void SweepColumnNames::take_given_names(const TomlNode& names, std::size_t width, SweepInput& input) const {
    const std::vector<std::string> given = texts_in(names, "names of the numbers");
    check_count(names, given, width);
    for (std::size_t i = 0; i < given.size(); ++i) {
        check_name(given[i], names.items[i].place, input);
        input.columns.push_back(given[i]);
    }
    input.name = given[0];
}

void SweepColumnNames::name_after_stem(const TomlNode* name, const TomlNode* key, const SweepVariation& variation,
                                       SweepInput& input) const {
    std::vector<std::string> stems;
    if (name)
        stems = {name->text};
    else
        stems = names_from_key(key->text);
    if (stems.empty()) stems = {"input"};
    if (!variation.list) {
        input.columns = {name ? name->text : free_name(key->text, input)};
        input.name = input.columns[0];
        return;
    }
    // the shortest stem of which no column's name is taken
    for (const std::string& stem : stems) {
        input.columns.clear();
        for (std::size_t i = 0; i < static_cast<std::size_t>(variation.width); ++i)
            input.columns.push_back(stem + "_" + (variation.ends.empty() ? std::to_string(i) : variation.ends[i]));
        input.name = stem;
        if (std::none_of(input.columns.begin(), input.columns.end(), [&](const std::string& c) { return taken(c); }))
            return;
    }
    throw InputError((name ? name : key)->place,
                     "the names " + input.columns.front() + " ... are used already; " + "choose another `name`");
}

void SweepColumnNames::name_after_titles(const TomlNode& table, const SweepVariation& variation,
                                         SweepInput& input) const {
    for (std::size_t i = 0; i < static_cast<std::size_t>(variation.width); ++i) {
        const bool of_file = !variation.titles.empty();
        const std::string& title = of_file ? variation.titles[i] : input.keys[i];
        if (of_file ? title_is_key(title) : title.find('.') != std::string::npos) {
            input.columns.push_back(free_name(title, input));
        } else if (of_file && !is_identifier(title)) {
            const std::string made = name_from_title(title);
            input.columns.push_back(
                free_name(made.empty() ? "column_" + std::to_string(variation.places[i] + 1) : made, input));
        } else {
            check_name(title, of_file ? variation.header : table.place, input,
                       of_file ? " title, say `names`, or leave the column out by `columns`" : "");
            input.columns.push_back(title);
        }
    }
    input.name = input.columns[0];
}

}  // namespace polhode
