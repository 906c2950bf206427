#include "polhode/sweep/variation/sweep_targets.hpp"

#include <algorithm>
#include <numeric>

namespace polhode {

using Kind = TomlNode::Kind;

void SweepCaseLines::sort(const double* values) {
    order.resize(lines.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const double *x = numbers(values, a), *y = numbers(values, b);
        const auto [p, q] = std::mismatch(x, x + width, y);
        return p == x + width ? a < b : *p < *q;
    });
}

int SweepCaseLines::line_of(const double* values, const double* run) const {
    const double* wanted = run + column;
    const auto found = std::lower_bound(order.begin(), order.end(), wanted, [&](std::size_t a, const double* y) {
        const double* x = numbers(values, a);
        return std::lexicographical_compare(x, x + width, y, y + width);
    });
    if (found == order.end() || !std::equal(wanted, wanted + width, numbers(values, *found))) return 0;
    return lines[*found];
}

void set_number(TomlNode& node, double value) {
    node.kind = Kind::number;
    node.number = value;
}

const TomlNode& chosen_value(const SweepTarget& target, double number) {
    return target.choice[static_cast<std::size_t>(number)];
}

TomlNode target_value(const SweepTarget& t, const double* values) {
    const double* v = values + t.column;
    TomlNode node;
    if (!t.choice.empty()) return chosen_value(t, *v);
    if (!t.list) {
        set_number(node, *v);
        return node;
    }
    TomlNode items;
    items.kind = Kind::array;
    items.items.resize(static_cast<std::size_t>(t.width));
    for (int i = 0; i < t.width; ++i) set_number(items.items[static_cast<std::size_t>(i)], v[i]);
    if (!t.as_quaternion) return items;
    items.name = "quaternion";
    node.kind = Kind::table;
    node.items.push_back(std::move(items));
    return node;
}

void check_that_target_fits(const TomlNode& tree, const SweepTarget& target, const Place& place,
                            const std::string& kind) {
    const TomlNode* list = nullptr;
    const TomlNode* node = &tree;
    std::size_t end = 0;
    for (std::size_t begin = 0; begin < target.key.size() && node; begin = end) {
        if (target.key[begin] == '.') ++begin;
        const bool item = target.key[begin] == '[';
        end = target.key.find_first_of(".[", begin + 1);
        if (end > target.key.size()) end = target.key.size();
        list = item ? node : nullptr;
        if (!item) {
            node = node->find(target.key.substr(begin, end - begin));
            continue;
        }
        const auto i = static_cast<std::size_t>(std::stoul(target.key.substr(begin + 1)));
        const bool adds_table = end == target.key.size() && !node->items.empty() && !target.choice.empty() &&
                                node->items[0].kind == Kind::table;
        if (i >= node->items.size() && !node->items.empty() && !adds_table)
            throw InputError(place, "'" + node->place.key + "' has " + std::to_string(node->items.size()) +
                                        (node->items.size() == 1 ? " item" : " items") +
                                        ", counted from 0; there is no item " + std::to_string(i));
        node = i < node->items.size() ? &node->items[i] : nullptr;
    }
    if (target.list && node && node->is_number())
        throw InputError(place, "'" + target.key + "' takes one number, and kind = \"" + kind + "\" gives " +
                                    std::to_string(target.width) + " here" +
                                    (list && list->items.size() == static_cast<std::size_t>(target.width)
                                         ? "; '" + list->place.key + "' would take them all"
                                         : ""));
}

bool find_path(const TomlNode& from, const TomlNode* wanted, std::vector<std::size_t>& path) {
    if (&from == wanted) return true;
    for (std::size_t i = 0; i < from.items.size(); ++i) {
        path.push_back(i);
        if (find_path(from.items[i], wanted, path)) return true;
        path.pop_back();
    }
    return false;
}

}  // namespace polhode
