#include "polhode/sweep/inputs/sweep_inputs_reader.hpp"

#include <algorithm>

#include "polhode/registry/table_reader.hpp"
#include "polhode/scenario/method_presets.hpp"
#include "polhode/scenario/toml_setting.hpp"
#include "polhode/sweep/inputs/sweep_column_names.hpp"
#include "polhode/sweep/inputs/sweep_inputs_impl.hpp"
#include "polhode/sweep/variation/sweep_lists.hpp"
#include "polhode/sweep/variation/sweep_variation.hpp"

namespace polhode {

using ensemble::Draw;
using ensemble::DrawKind;
using ensemble::DrawPlan;

namespace {

// Beyond 2^53 the number of runs can no longer be written in a file.
constexpr std::uint64_t largest_product = std::uint64_t{1} << 53;

}  // namespace

class SweepInputsReader {
 public:
    SweepInputsReader(std::uint64_t seed, const std::string& directory, const std::vector<std::string>& reserved,
                      TomlNode& tree)
        : directory_(directory),
          tree_(tree),
          impl_(std::make_shared<SweepInputs::Impl>()),
          names_(reserved, inputs_.names_) {
        inputs_.impl_ = impl_;
        impl_->plan.seed = seed;
    }

    SweepInputs read(const std::vector<TomlNode>& tables, bool own_noise) {
        if (tables.size() > static_cast<std::size_t>(ensemble::most_draws))
            throw InputError(tables[ensemble::most_draws].place,
                             "a sweep varies at most " + std::to_string(ensemble::most_draws) +
                                 " things; put what belongs together into one `file` of cases");
        for (std::size_t i = 0; i < tables.size(); ++i) {
            std::vector<std::string> below;
            for (std::size_t k = i; k < tables.size(); ++k) add_names_in(tables[k], below);
            read_table(tables[i], static_cast<int>(i), below);
        }
        for (const NoiseSource& source : noise_not_varied(own_noise)) {
            if (own_noise)
                add_own_seed(source);
            else
                impl_->seeds_in_common.push_back(source.key());
        }
        finish_axes();
        impl_->plan.columns = inputs_.columns();
        impl_->plan.values = impl_->values.data();
        impl_->plan.value_count = static_cast<long long>(impl_->values.size());
        std::vector<double> first(static_cast<std::size_t>(inputs_.columns()));
        inputs_.draw(0, first.data());
        inputs_.put(first.data(), tree_);
        return std::move(inputs_);
    }

 private:
    // What formulas could call the numbers of a table, as far as can be seen before it is read.
    static void add_names_in(const TomlNode& table, std::vector<std::string>& names) {
        for (const char* given : {"name", "names", "key", "keys"}) {
            const TomlNode* node = table.find(given);
            if (!node) continue;
            const bool is_key = given[0] == 'k';
            for (const TomlNode& item :
                 node->kind == TomlNode::Kind::array ? node->items : std::vector<TomlNode>{*node})
                for (const std::string& name : is_key ? names_from_key(item.text) : std::vector<std::string>{item.text})
                    if (!name.empty()) names.push_back(name);
            if (!is_key) return;
        }
    }

    void read_table(const TomlNode& table, int place, const std::vector<std::string>& below) {
        SweepVariation block = read_sweep_variation(table, {directory_, inputs_.names_, below, impl_->values});
        SweepInput input;
        input.kind = table.find("kind")->text;
        input.place = table.place;
        if (!block.header.file.empty()) impl_->files.push_back(block.header.file);
        names_.name_columns(table, block, input);
        if (!block.header.file.empty()) {
            SweepCaseLines cases{input.first_column,     block.width, block.draw.table, block.header.line,
                                 std::move(block.lines), {}};
            cases.sort(impl_->values.data());
            impl_->cases.push_back(std::move(cases));
            for (std::size_t i = 0; i < block.odd_texts.size(); ++i)
                if (!block.odd_texts[i].text.empty())
                    impl_->odd_texts.push_back(
                        {input.first_column + static_cast<int>(i), block.odd_texts[i].text, block.odd_texts[i].place});
        }
        const TomlNode* of = table.find("of");
        for (std::size_t i = 0; i < block.formulas.size(); ++i)
            inputs_.check_formula(block.formulas[i], 0,
                                  of->kind == TomlNode::Kind::array ? of->items[i].place : of->place);
        put_keys(table, block, input);
        block.draw.width = block.width;
        block.draw.place = place;
        block.draw.column = input.first_column;
        if (block.formulas.empty())
            add_draw(block.draw);
        else
            for (std::size_t i = 0; i < block.formulas.size(); ++i)
                impl_->formulas.push_back({input.first_column + static_cast<int>(i), block.formulas[i]});
        for (const std::vector<TomlNode>& of_column : block.choices) {
            std::vector<std::string> texts;
            for (const TomlNode& value : of_column)
                texts.push_back(value.kind == TomlNode::Kind::text ? value.text : toml_literal(value));
            input.choices_of_column.push_back(texts);
        }
        if (!input.choices_of_column.empty()) input.choices = input.choices_of_column.front();
        for (const std::string& name : input.columns) inputs_.names_.push_back(name);
        inputs_.inputs_.push_back(std::move(input));
    }

    // Every noise that the scenario has, itself or in a table that varies, and whose seed no table varies.
    std::vector<NoiseSource> noise_not_varied(bool own_noise) const {
        const auto seed_varies = [&](const NoiseSource& source) {
            return std::any_of(impl_->targets.begin(), impl_->targets.end(),
                               [&](const SweepTarget& t) { return t.key == source.key(); });
        };
        std::vector<NoiseSource> found;
        for (const NoiseSource& source : instrument_noise()) {
            bool there = table_within(tree_, source.table);
            for (const SweepTarget& t : impl_->targets)
                if (key_within(source.table, t.key))
                    for (const TomlNode& value : t.choice)
                        there = there || table_within(value, rest_of_key(source.table, t.key));
            if (source.table.rfind("readings.", 0) == 0) there = there && takes_readings();
            if (there && !seed_varies(source)) found.push_back(source);
        }
        for (const SweepTarget& t : impl_->targets)
            if (own_noise) check_that_machines_stay(t);
        const NoiseSource* machine = machine_noise(tree_.find("method"));
        if (machine && !seed_varies(*machine)) found.push_back(*machine);
        return found;
    }

    // Readings that no method takes are made for nobody.
    bool takes_readings() const {
        for (const SweepTarget& t : impl_->targets)
            if (t.key == "method" || t.key == "method.input" || t.key == "method.preset") return true;
        const TomlNode* given = tree_.find("method");
        if (!given || given->kind != TomlNode::Kind::table) return false;
        const TomlNode method = with_preset(*given);
        const TomlNode* input = method.find("input");
        return input && input->text == "readings";
    }

    // A method that runs on an analog machine in some runs and not in others has a seed in some only.
    static void check_that_machines_stay(const SweepTarget& t) {
        if (t.key != "method" && t.key != "method.arithmetic") return;
        for (const TomlNode& value : t.choice) {
            TomlNode method;
            method.items.push_back(value);
            method.items[0].name = "arithmetic";
            if (machine_noise(t.key == "method" ? &value : &method))
                throw InputError({t.named.file, t.named.line, t.key},
                                 "runs on analog machines and others are mixed here, and the seed of the machines "
                                 "cannot be drawn for each run; say sweep.noise = \"same\", or give each its sweep");
        }
    }

    void add_own_seed(const NoiseSource& source) {
        const TomlNode* noise = table_within(tree_, source.table);
        SweepInput input;
        input.kind = own_seed_kind;
        input.keys = {source.key()};
        input.place = noise ? noise->place : tree_.place;
        if (inputs_.columns() + 1 > ensemble::most_columns) refuse_too_many_columns(input.place);
        input.first_column = inputs_.columns();
        input.name = names_.taken(source.name) ? names_.free_name(source.key(), input) : source.name;
        input.columns = {input.name};
        impl_->own_seeds.push_back({input.first_column, source});
        inputs_.names_.push_back(input.name);
        inputs_.inputs_.push_back(std::move(input));
    }

    void add_draw(Draw& draw) {
        prepare(draw);
        DrawPlan& plan = impl_->plan;
        plan.draw[plan.draws++] = draw;
    }

    // The last axis runs fastest.
    void finish_axes() {
        DrawPlan& plan = impl_->plan;
        for (int i = plan.draws - 1; i >= 0; --i) {
            Draw& d = plan.draw[i];
            if (!is_axis(d.kind)) continue;
            impl_->axis = true;
            d.stride = impl_->product;
            if (d.count > largest_product / impl_->product) {
                const auto of = std::find_if(inputs_.inputs_.begin(), inputs_.inputs_.end(),
                                             [&](const SweepInput& s) { return s.first_column == d.column; });
                throw InputError(of->place, "the grids, lists and files together span more than 2^53 runs");
            }
            impl_->product *= d.count;
        }
    }

    void put_keys(const TomlNode& table, const SweepVariation& block, SweepInput& input) {
        if (input.keys.empty()) return;
        const bool whole = block.list && input.keys.size() == 1 && table.find("key");
        for (std::size_t i = 0; i < input.keys.size(); ++i) {
            if (input.keys[i].empty()) continue;
            SweepTarget target;
            target.key = input.keys[i];
            target.column = input.first_column + static_cast<int>(i);
            if (whole) {
                target.width = block.width;
                target.list = true;
                target.as_quaternion = block.draw.kind == DrawKind::random_attitude && target.key == "start.attitude";
            }
            if (i < block.choices.size()) target.choice = block.choices[i];
            const TomlNode* of = block.formulas.empty() ? nullptr : table.find("of");
            for (int k = 0; of && k < target.width; ++k)
                target.formulas.push_back(
                    of->kind == TomlNode::Kind::array ? of->items[i + static_cast<std::size_t>(k)].place : of->place);
            // What a complaint about the key will name: this table, or the header of the cases.
            const bool of_file = !block.titles.empty(), by_title = of_file && !table.find("keys");
            const TomlNode* shown = table.find("key") ? table.find("key") : &table;
            const Place place = by_title ? block.header : Place{table.place.file, table.place.line, shown->place.key};
            if (of_file) target.cases = static_cast<int>(impl_->cases.size()) - 1;
            put(target, place, of_file ? block.header : place, input);
        }
    }

    // `place` is where the key is named, `value_place` where its values stand.
    void put(SweepTarget& target, Place place, Place value_place, const SweepInput& input) {
        for (const char* mine : {"sweep", "vary", "outcome", "keep"})
            if (key_within(target.key, mine))
                throw InputError(place, "'" + escaped_for_message(target.key) +
                                            "' belongs to the sweep; only keys of the scenario can vary");
        if (key_within(target.key, "compare"))
            throw InputError(place,
                             "a sweep runs one method, and has no [[compare]]; let the method itself vary, as "
                             "in key = \"method.step\"");
        const TomlNode before = tree_;
        TomlNode& node = node_at(tree_, target.key, place);
        const std::string shown_key = place.key;
        place.key = value_place.key = node.place.key;
        target.key = place.key;  // torque.0.mass is torque[0].mass
        target.named = place;
        check_that_target_fits(before, target, {place.file, place.line, shown_key}, input.kind);
        const std::string name = node.name;
        std::vector<double> zero(static_cast<std::size_t>(ensemble::most_columns), 0.0);
        node = target_value(target, zero.data());
        node.name = name;
        relocate(node, value_place);
        for (TomlNode& value : target.choice)
            relocate(value, {value_place.file, target.cases < 0 ? value_place.line : value.place.line, target.key});
        for (const SweepTarget& other : impl_->targets)
            if (key_within(other.key, target.key) || key_within(target.key, other.key))
                throw InputError({place.file, place.line, target.key},
                                 "it is varied already" + (other.key == target.key ? "" : " by '" + other.key + "'") +
                                     "; each key varies once");
        find_path(tree_, &node, target.path);
        if (target.cases >= 0) {
            // A list of numbers is complained of as a whole.
            TomlNode* around = &tree_;
            for (std::size_t i = 0; i + 1 < target.path.size(); ++i) around = &around->items[target.path[i]];
            if (around->kind == TomlNode::Kind::array && node.kind != TomlNode::Kind::table)
                around->place = {value_place.file, value_place.line, around->place.key};
        }
        impl_->targets.push_back(target);
    }

    std::string directory_;
    TomlNode& tree_;
    std::shared_ptr<SweepInputs::Impl> impl_;
    SweepInputs inputs_;
    const SweepColumnNames names_;
};

SweepInputs read_sweep_inputs(const std::vector<TomlNode>& tables, std::uint64_t seed, const std::string& directory,
                              const std::vector<std::string>& reserved, TomlNode& tree, bool own_noise) {
    return SweepInputsReader(seed, directory, reserved, tree).read(tables, own_noise);
}

}  // namespace polhode
