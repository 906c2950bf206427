#include "polhode/sweep/inputs/sweep_inputs.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/base/shortest.hpp"
#include "polhode/sweep/inputs/sweep_inputs_impl.hpp"

namespace polhode {

using ensemble::Draw;
using ensemble::DrawKind;
using ensemble::DrawPlan;

const std::vector<std::string>* SweepInputs::choices(int column) const {
    for (const SweepInput& input : inputs_) {
        const int k = column - input.first_column;
        if (k < 0 || k >= static_cast<int>(input.columns.size())) continue;
        const auto& texts = input.choices_of_column;
        return static_cast<std::size_t>(k) < texts.size() && !texts[static_cast<std::size_t>(k)].empty()
                   ? &texts[static_cast<std::size_t>(k)]
                   : nullptr;
    }
    return nullptr;
}

void SweepInputs::draw(std::uint64_t run, double* values) const {
    if (!impl_) return;
    ensemble::draw(impl_->plan, run, values);
    for (const Impl::OwnSeed& s : impl_->own_seeds) values[s.column] = own_seed(impl_->plan.seed, run, s.source);
    for (const Impl::Formula& f : impl_->formulas) values[f.column] = f.of(values);
}

void SweepInputs::apply(const double* values, TomlNode& tree) const {
    if (!impl_) return;
    for (const SweepTarget& t : impl_->targets)
        for (std::size_t i = 0; i < t.formulas.size(); ++i)
            if (!std::isfinite(values[t.column + static_cast<int>(i)]))
                throw InputError(t.formulas[i], "the formula gave no finite number for " + t.key);
    put(values, tree);
}

void SweepInputs::put(const double* values, TomlNode& tree) const {
    std::vector<int> lines;
    for (const SweepCaseLines& c : impl_->cases) lines.push_back(c.line_of(impl_->values.data(), values));
    for (const SweepTarget& t : impl_->targets) {
        TomlNode *node = &tree, *around = nullptr;
        for (const std::size_t i : t.path) {
            around = node;
            node = &node->items[i];
        }
        const double* v = values + t.column;
        int line = t.cases < 0 ? 0 : lines[static_cast<std::size_t>(t.cases)];
        if (!t.choice.empty()) {
            const TomlNode& value = chosen_value(t, *v);
            node->kind = value.kind;
            node->text = value.text;
            node->number = value.number;
            node->boolean = value.boolean;
            node->items = value.items;
            if (line == 0) line = value.place.line;  // a text that no case has together with the other numbers
        } else if (!t.list) {
            set_number(*node, *v);
        } else {
            TomlNode& items = t.as_quaternion ? node->items[0] : *node;
            for (int i = 0; i < t.width; ++i) set_number(items.items[static_cast<std::size_t>(i)], v[i]);
        }
        if (t.cases < 0) continue;
        if (line == 0) line = impl_->cases[static_cast<std::size_t>(t.cases)].header;
        const std::string& file = node->place.file;
        if (around && around->kind == TomlNode::Kind::array && around->place.file == file) around->place.line = line;
        node->place.line = line;
    }
    // into the noise that the run has now
    for (const Impl::OwnSeed& s : impl_->own_seeds) put_own_seed(tree, s.source, values[s.column]);
}

const Place* SweepInputs::named_at(const std::string& key) const {
    if (impl_)
        for (const SweepTarget& t : impl_->targets)
            if (key_within(t.key, key) || key_within(key, t.key)) return &t.named;
    return nullptr;
}

void SweepInputs::check_formula(const Expression& of, int first, const Place& place) const {
    if (!impl_) return;
    for (const Impl::OddText& odd : impl_->odd_texts)
        if (of.uses(first + odd.column))
            throw InputError(place, "the formula cannot use '" + names_[static_cast<std::size_t>(odd.column)] +
                                        "': it is a column of texts, for " + odd.place.file + ":" +
                                        std::to_string(odd.place.line) + " has '" + escaped_for_message(odd.text) +
                                        "' among its numbers");
}

std::vector<std::string> SweepInputs::settings(const double* values) const {
    std::vector<std::string> settings;
    if (!impl_) return settings;
    for (const SweepTarget& t : impl_->targets) settings.push_back(t.key + "=" + toml_literal(target_value(t, values)));
    for (const Impl::OwnSeed& s : impl_->own_seeds)
        if (impl_->has_noise(s.source, values)) settings.push_back(s.source.key() + "=" + shortest(values[s.column]));
    return settings;
}

const DrawPlan* SweepInputs::plan() const {
    return impl_ && impl_->formulas.empty() && impl_->own_seeds.empty() ? &impl_->plan : nullptr;
}
std::vector<double> SweepInputs::values_of(int column, std::size_t most) const {
    std::vector<double> values;
    if (!impl_) return values;
    const DrawPlan& plan = impl_->plan;
    for (int i = 0; i < plan.draws; ++i) {
        const Draw& d = plan.draw[i];
        const bool listed_values = is_axis(d.kind) || d.kind == DrawKind::choice || d.kind == DrawKind::constant;
        if (column < d.column || column >= d.column + d.width || !listed_values) continue;
        const bool of_table = d.kind == DrawKind::list || d.kind == DrawKind::choice;
        std::vector<double> row(static_cast<std::size_t>(d.width));
        for (std::uint64_t k = 0; k < (d.kind == DrawKind::constant ? 1 : d.count) && values.size() < most; ++k) {
            if (!of_table) draw_one(d, plan.seed, k * d.stride, plan.values, row.data());
            const auto at = static_cast<std::size_t>(column - d.column);
            const double x = of_table ? plan.values[static_cast<std::size_t>(d.table) + k * row.size() + at] : row[at];
            if (std::find(values.begin(), values.end(), x) == values.end()) values.push_back(x);
        }
    }
    return values;
}
bool SweepInputs::is_seed(int column) const {
    return std::any_of(inputs_.begin(), inputs_.end(),
                       [&](const SweepInput& i) { return i.is_seed() && i.first_column == column; });
}
const std::vector<std::string>& SweepInputs::seeds_in_common() const {
    static const std::vector<std::string> none;
    return impl_ ? impl_->seeds_in_common : none;
}
std::uint64_t SweepInputs::product() const { return impl_ ? impl_->product : 1; }
bool SweepInputs::has_axis() const { return impl_ && impl_->axis; }
const std::vector<std::string>& SweepInputs::files() const {
    static const std::vector<std::string> none;
    return impl_ ? impl_->files : none;
}

}  // namespace polhode
