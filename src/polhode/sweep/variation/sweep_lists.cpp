#include "polhode/sweep/variation/sweep_lists.hpp"

#include <cmath>

#include "polhode/ensemble/draw.hpp"
#include "polhode/registry/table_reader.hpp"

namespace polhode {

using Kind = TomlNode::Kind;

std::vector<double> numbers_in(const TomlNode& list, const std::string& what) {
    if (list.kind != Kind::array || list.items.empty())
        throw InputError(list.place, "expected a list of numbers, " + what + ", read " + list.described());
    std::vector<double> numbers;
    for (const TomlNode& item : list.items) {
        if (!item.is_number() || !std::isfinite(item.number))
            throw InputError(item.place, "expected a finite number in " + what + ", read " + item.described());
        numbers.push_back(item.number);
    }
    return numbers;
}

std::vector<std::string> texts_in(const TomlNode& node, const std::string& what) {
    std::vector<std::string> texts;
    if (node.kind != Kind::array || node.items.empty())
        throw InputError(node.place, "expected a list of strings, " + what + ", read " + node.described());
    for (const TomlNode& item : node.items) {
        if (item.kind != Kind::text || item.text.empty())
            throw InputError(item.place, "expected a string, one of " + what + ", read " + item.described());
        texts.push_back(item.text);
    }
    return texts;
}

double non_negative(const TomlNode& node) {
    return std::get<double>(read_value(node, {node.name, Type::non_negative, "", "", true, ""}));
}

const TomlNode& required(const TomlNode& table, const std::string& key, const std::string& what) {
    const TomlNode* node = table.find(key);
    if (!node) refuse_missing(table, key, "missing; " + what);
    return *node;
}

void refuse_too_many_columns(const Place& place) {
    throw InputError(place, "a sweep varies at most " + std::to_string(ensemble::most_columns) + " numbers in all");
}

}  // namespace polhode
