#include "polhode/sweep/inputs/sweep_grouping.hpp"

#include <algorithm>
#include <map>

#include "polhode/base/shortest.hpp"

namespace polhode {

namespace {

const char* const expected_names =
    "expected the name of an input like \"satellite\", or a list of names; a list within the list stands for every "
    "combination of its names";

[[noreturn]] void refuse_so_many(const Place& place, const std::string& how_many) {
    throw InputError(place, "these are " + how_many + " groups, and " + std::to_string(SweepGrouping::most) +
                                " are the most; group by what has fewer values");
}

}  // namespace

std::size_t SweepGrouping::size() const {
    std::size_t n = 1;
    for (const Column& c : columns_) n *= c.texts.size();
    return n;
}

std::size_t SweepGrouping::group_of(const double* inputs) const {
    std::size_t group = 0;
    for (const Column& c : columns_) {
        const auto found = std::lower_bound(c.numbers.begin(), c.numbers.end(), inputs[c.column]);
        group = group * c.texts.size() + c.places[static_cast<std::size_t>(found - c.numbers.begin())];
    }
    return group;
}

std::vector<std::string> SweepGrouping::texts(std::size_t group) const {
    std::vector<std::string> list(columns_.size());
    for (std::size_t i = columns_.size(); i-- > 0;) {
        list[i] = columns_[i].texts[group % columns_[i].texts.size()];
        group /= columns_[i].texts.size();
    }
    return list;
}

SweepGrouping::Column SweepGrouping::column_named(const TomlNode& name, const SweepInputs& inputs) {
    if (name.kind != TomlNode::Kind::text)
        throw InputError(name.place, std::string(expected_names) + ", read " + name.described());
    const std::vector<std::string>& names = inputs.names();
    const auto found = std::find(names.begin(), names.end(), name.text);
    if (found == names.end()) {
        const std::string near = nearest_name(name.text, names);
        throw InputError(name.place, "there is no input '" + escaped_for_message(name.text) + "'; there are " +
                                         listed(names) + (near.empty() ? "" : ". Did you mean '" + near + "'?"));
    }
    Column column;
    column.column = static_cast<std::size_t>(found - names.begin());
    const int place = static_cast<int>(column.column);
    const std::vector<double> values = inputs.values_of(place, SweepGrouping::most + 1);
    if (values.empty())
        throw InputError(name.place,
                         "'" + name.text +
                             "' has no values that could be listed; groups are those of a list, a choice, a "
                             "grid or a column of cases");
    if (values.size() > SweepGrouping::most)
        refuse_so_many(name.place, "more than " + std::to_string(SweepGrouping::most));
    const std::vector<std::string>* choices = inputs.choices(place);
    std::map<double, std::size_t> place_of;
    for (const double x : values) {
        const std::string text = choices ? choices->at(static_cast<std::size_t>(x)) : shortest(x);
        const auto same = std::find(column.texts.begin(), column.texts.end(), text);
        place_of[x] = static_cast<std::size_t>(same - column.texts.begin());
        if (same == column.texts.end()) column.texts.push_back(text);
    }
    for (const auto& [number, at] : place_of) {
        column.numbers.push_back(number);
        column.places.push_back(at);
    }
    return column;
}

void SweepGrouping::add(const TomlNode& name, const SweepInputs& inputs) {
    columns_.push_back(column_named(name, inputs));
    if (std::find(names_.begin(), names_.end(), name.text) != names_.end())
        throw InputError(name.place, "'" + escaped_for_message(name.text) + "' stands twice in the combination");
    names_.push_back(name.text);
    if (size() > most) refuse_so_many(name.place, std::to_string(size()));
}

std::vector<SweepGrouping> read_sweep_groups(const TomlNode& groups, const SweepInputs& inputs) {
    const std::vector<TomlNode> alone{groups};
    const std::vector<TomlNode>& items = groups.kind == TomlNode::Kind::array ? groups.items : alone;
    std::vector<SweepGrouping> all;
    std::size_t sum = 0;
    for (const TomlNode& item : items) {
        const std::vector<TomlNode> one{item};
        const bool combination = item.kind == TomlNode::Kind::array;
        if (combination && item.items.empty())
            throw InputError(item.place, std::string(expected_names) + ", read an empty list");
        SweepGrouping grouping;
        for (const TomlNode& name : combination ? item.items : one) grouping.add(name, inputs);
        for (const SweepGrouping& other : all)
            if (other.names() == grouping.names())
                throw InputError(item.place, "the same groups stand twice in the list");
        sum += grouping.size();
        if (sum > SweepGrouping::most) refuse_so_many(item.place, std::to_string(sum));
        all.push_back(std::move(grouping));
    }
    return all;
}

}  // namespace polhode
