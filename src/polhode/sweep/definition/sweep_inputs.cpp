#include "polhode/sweep/definition/sweep_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "polhode/base/shortest.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/scenario/method_presets.hpp"
#include "polhode/sweep/definition/names.hpp"
#include "polhode/sweep/definition/sweep_noise.hpp"
#include "polhode/sweep/definition/sweep_variation.hpp"

namespace polhode {

using ensemble::Draw;
using ensemble::DrawKind;
using ensemble::DrawPlan;

namespace {

using Kind = TomlNode::Kind;

// Beyond 2^53 the number of runs can no longer be written in a file.
constexpr std::uint64_t largest_product = std::uint64_t{1} << 53;

const char* const key_example = "key = \"start.rate[2]\"";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// What a formula can use as a name.
bool is_identifier(const std::string& name) {
    return !name.empty() && name.size() <= 64 && is_letter(name[0]) &&
           std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

// "body.parts[1].radius" -> radius, parts_1_radius, body_parts_1_radius; "start.rate[0]" -> rate_0, start_rate_0
std::vector<std::string> names_from_key(const std::string& key) {
    std::vector<std::string> parts;
    std::string name;
    for (const char c : key) {
        if (c == '.') {
            parts.push_back(name);
            name.clear();
        } else if (c == '[') {
            name += '_';
        } else if (is_letter(c) || is_digit(c)) {
            name += c;
        } else if (c == '-') {
            name += '_';
        }
    }
    parts.push_back(name);
    std::vector<std::string> names;
    std::string longer;
    for (std::size_t i = parts.size(); i-- > 0;) {
        longer = longer.empty() ? parts[i] : parts[i] + "_" + longer;
        if (is_identifier(longer)) names.push_back(longer);
    }
    return names;
}

// "Mass (kg)" -> Mass_kg; "" where there is nothing that a name could begin with
std::string name_from_title(const std::string& title) {
    std::string name;
    for (const char c : title) {
        if (is_letter(c) || is_digit(c))
            name += c;
        else if (!name.empty() && name.back() != '_')
            name += '_';
    }
    while (!name.empty() && name.back() == '_') name.pop_back();
    name.resize(std::min<std::size_t>(name.size(), 48));
    return is_identifier(name) ? name : "";
}

struct Target {
    std::string key;
    std::vector<std::size_t> path;  // places in `items`, from the root of the tree
    int column = 0;
    int width = 1;                 // more than 1: the list of these columns
    bool as_quaternion = false;    // { quaternion = [w, x, y, z] }
    bool list = false;             // one number is put as [number]
    std::vector<TomlNode> choice;  // the values that the number stands for; empty: the number itself
    std::vector<Place> formulas;   // of its columns, where they are computed by formulas
    Place named;                   // where the key stands
    int cases = -1;                // the file that its values are from; -1: none
};

// Where the cases of a file stand in it.
struct CaseLines {
    int column = 0, width = 0;  // of the first number of a case, and how many
    long long table = 0;        // of the cases in the plan's values
    int header = 0;             // line of the header
    std::vector<int> lines;
    std::vector<std::size_t> order;  // of the cases by their numbers

    const double* numbers(const double* values, std::size_t i) const {
        return values + table + static_cast<long long>(i) * width;
    }
    void sort(const double* values) {
        order.resize(lines.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            const double *x = numbers(values, a), *y = numbers(values, b);
            const auto [p, q] = std::mismatch(x, x + width, y);
            return p == x + width ? a < b : *p < *q;
        });
    }
    // Of the first case with these numbers; 0 where there is none.
    int line_of(const double* values, const double* run) const {
        const double* wanted = run + column;
        const auto found = std::lower_bound(order.begin(), order.end(), wanted, [&](std::size_t a, const double* y) {
            const double* x = numbers(values, a);
            return std::lexicographical_compare(x, x + width, y, y + width);
        });
        if (found == order.end() || !std::equal(wanted, wanted + width, numbers(values, *found))) return 0;
        return lines[*found];
    }
};

// "start.rate[0]" lies within "start.rate" and "start".
bool within(const std::string& inner, const std::string& outer) {
    return inner.compare(0, outer.size(), outer) == 0 &&
           (inner.size() == outer.size() || inner[outer.size()] == '.' || inner[outer.size()] == '[');
}

// "noise" of "rates.noise" within "rates"; "" of a key within itself.
std::string rest_of(const std::string& inner, const std::string& outer) {
    return inner.size() == outer.size() ? "" : inner.substr(outer.size() + 1);
}

void set_number(TomlNode& node, double value) {
    node.kind = Kind::number;
    node.number = value;
}

const TomlNode& chosen(const Target& target, double number) { return target.choice[static_cast<std::size_t>(number)]; }

TomlNode value_for(const Target& t, const double* values) {
    const double* v = values + t.column;
    TomlNode node;
    if (!t.choice.empty()) return chosen(t, *v);
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

}  // namespace

struct SweepInputs::Impl {
    DrawPlan plan;
    std::vector<double> values;
    struct Formula {
        int column;
        Expression of;
    };
    std::vector<Formula> formulas;
    std::vector<Target> targets;
    std::uint64_t product = 1;
    bool axis = false;
    std::vector<std::string> files;
    std::vector<CaseLines> cases;  // of each file
    struct OddText {
        int column;
        std::string text;
        Place place;
    };
    std::vector<OddText> odd_texts;
    struct OwnSeed {
        int column;
        NoiseSource source;
    };
    std::vector<OwnSeed> own_seeds;
    std::vector<std::string> seeds_in_common;

    // Whether a run with these numbers has the noise: it may come with a table that varies.
    bool has_noise(const NoiseSource& source, const double* numbers) const {
        for (const Target& t : targets)
            if (within(source.table, t.key) && !t.choice.empty())
                return table_within(chosen(t, numbers[t.column]), rest_of(source.table, t.key)) != nullptr;
        return true;
    }
};

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
    for (const Target& t : impl_->targets)
        for (std::size_t i = 0; i < t.formulas.size(); ++i)
            if (!std::isfinite(values[t.column + static_cast<int>(i)]))
                throw InputError(t.formulas[i], "the formula gave no finite number for " + t.key);
    put(values, tree);
}

void SweepInputs::put(const double* values, TomlNode& tree) const {
    std::vector<int> lines;
    for (const CaseLines& c : impl_->cases) lines.push_back(c.line_of(impl_->values.data(), values));
    for (const Target& t : impl_->targets) {
        TomlNode *node = &tree, *around = nullptr;
        for (const std::size_t i : t.path) {
            around = node;
            node = &node->items[i];
        }
        const double* v = values + t.column;
        int line = t.cases < 0 ? 0 : lines[static_cast<std::size_t>(t.cases)];
        if (!t.choice.empty()) {
            const TomlNode& value = chosen(t, *v);
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
        if (around && around->kind == Kind::array && around->place.file == file) around->place.line = line;
        node->place.line = line;
    }
    // into the noise that the run has now
    for (const Impl::OwnSeed& s : impl_->own_seeds) put_own_seed(tree, s.source, values[s.column]);
}

const Place* SweepInputs::named_at(const std::string& key) const {
    if (impl_)
        for (const Target& t : impl_->targets)
            if (within(t.key, key) || within(key, t.key)) return &t.named;
    return nullptr;
}

void SweepInputs::check_formula(const Expression& of, int first, const Place& place) const {
    if (!impl_) return;
    for (const Impl::OddText& odd : impl_->odd_texts)
        if (of.uses(first + odd.column))
            throw InputError(place, "the formula cannot use '" + names_[static_cast<std::size_t>(odd.column)] +
                                        "': it is a column of texts, for " + odd.place.file + ":" +
                                        std::to_string(odd.place.line) + " has '" + printable(odd.text) +
                                        "' among its numbers");
}

std::vector<std::string> SweepInputs::settings(const double* values) const {
    std::vector<std::string> settings;
    if (!impl_) return settings;
    for (const Target& t : impl_->targets) settings.push_back(t.key + "=" + toml_literal(value_for(t, values)));
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

class SweepInputsReader {
 public:
    SweepInputsReader(std::uint64_t seed, const std::string& directory, const std::vector<std::string>& reserved,
                      TomlNode& tree)
        : directory_(directory), reserved_(reserved), tree_(tree), impl_(std::make_shared<SweepInputs::Impl>()) {
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
            for (const TomlNode& item : node->kind == Kind::array ? node->items : std::vector<TomlNode>{*node})
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
        name_columns(table, block, input);
        if (!block.header.file.empty()) {
            CaseLines cases{input.first_column,     block.width, block.draw.table, block.header.line,
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
            inputs_.check_formula(block.formulas[i], 0, of->kind == Kind::array ? of->items[i].place : of->place);
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
                texts.push_back(value.kind == Kind::text ? value.text : toml_literal(value));
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
                               [&](const Target& t) { return t.key == source.key(); });
        };
        std::vector<NoiseSource> found;
        for (const NoiseSource& source : instrument_noise()) {
            bool there = table_within(tree_, source.table);
            for (const Target& t : impl_->targets)
                if (within(source.table, t.key))
                    for (const TomlNode& value : t.choice)
                        there = there || table_within(value, rest_of(source.table, t.key));
            if (source.table == "readings.noise") there = there && takes_readings();
            if (there && !seed_varies(source)) found.push_back(source);
        }
        for (const Target& t : impl_->targets)
            if (own_noise) check_that_machines_stay(t);
        const NoiseSource* machine = machine_noise(tree_.find("method"));
        if (machine && !seed_varies(*machine)) found.push_back(*machine);
        return found;
    }

    // Readings that no method takes are made for nobody.
    bool takes_readings() const {
        for (const Target& t : impl_->targets)
            if (t.key == "method" || t.key == "method.input" || t.key == "method.preset") return true;
        const TomlNode* given = tree_.find("method");
        if (!given || given->kind != Kind::table) return false;
        const TomlNode method = with_preset(*given);
        const TomlNode* input = method.find("input");
        return input && input->text == "readings";
    }

    // A method that runs on an analog machine in some runs and not in others has a seed in some only.
    static void check_that_machines_stay(const Target& t) {
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
        input.name = taken(source.name) ? free_name(source.key(), input) : source.name;
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

    // ---- names and keys

    bool means_something(const std::string& name) const { return contains(reserved_, name) || Expression::knows(name); }
    bool taken(const std::string& name) const { return means_something(name) || contains(inputs_.names_, name); }

    void check_name(const std::string& name, const Place& place, const SweepInput& input,
                    const std::string& what_to_choose = "") const {
        if (!is_identifier(name))
            throw InputError(place,
                             "expected a name of letters, digits and _ that formulas can use, read the string \"" +
                                 printable(name) + "\"; example: name = \"spin\"");
        if (means_something(name))
            throw InputError(
                place, "the name \"" + name + "\" means something else in formulas; choose another" + what_to_choose);
        if (taken(name) || contains(input.columns, name))
            throw InputError(place, "the name \"" + name + "\" is used already; choose another" + what_to_choose);
    }

    std::string free_name(const std::string& key, const SweepInput& input) const {
        std::vector<std::string> candidates = names_from_key(key);
        if (candidates.empty()) candidates.push_back("input");
        const auto is_free = [&](const std::string& n) { return !taken(n) && !contains(input.columns, n); };
        for (const std::string& name : candidates)
            if (is_free(name)) return name;
        for (int n = 2;; ++n)
            if (const std::string name = candidates.back() + "_" + std::to_string(n); is_free(name)) return name;
    }

    void name_columns(const TomlNode& table, const SweepVariation& block, SweepInput& input) {
        const TomlNode *key = table.find("key"), *keys = table.find("keys"), *name = table.find("name"),
                       *names = table.find("names");
        if (key && keys) throw InputError(keys->place, "`key` and `keys` exclude each other; leave one of them out");
        if (name && names)
            throw InputError(names->place, "`name` and `names` exclude each other; leave one of them out");
        if (key) (void)read_value(*key, {"key", Type::text, "", "\"start.rate[2]\"", false, ""});
        if (name) (void)read_value(*name, {"name", Type::text, "", "\"spin\"", false, ""});
        if (key && key->text.empty())
            throw InputError(key->place,
                             std::string("expected a key of the scenario, read the empty string; example: ") +
                                 key_example + " (a number for formulas alone has a `name` and no key)");
        if (key && input.kind == "file")
            throw InputError(key->place,
                             "a file of cases names its keys in its header, or in `keys`, one for each column");
        const auto width = static_cast<std::size_t>(block.width);
        const auto same_count = [&](const TomlNode& node, const std::vector<std::string>& list) {
            if (list.size() != width)
                throw InputError(node.place, "there are " + std::to_string(width) + " numbers and " +
                                                 std::to_string(list.size()) + " " + node.name +
                                                 "; each number has one");
        };
        if (inputs_.columns() + block.width > ensemble::most_columns) refuse_too_many_columns(table.place);
        input.first_column = inputs_.columns();
        if (keys) {
            input.keys = texts_in(*keys, std::string("keys of the scenario like \"start.rate[2]\""));
            same_count(*keys, input.keys);
        } else if (key) {
            input.keys = {key->text};
        }
        if (!keys)
            for (const std::string& title : block.titles) input.keys.push_back(title_is_key(title) ? title : "");
        if (names) {
            const std::vector<std::string> given = texts_in(*names, "names of the numbers");
            same_count(*names, given);
            for (std::size_t i = 0; i < given.size(); ++i) {
                check_name(given[i], names->items[i].place, input);
                input.columns.push_back(given[i]);
            }
            input.name = given[0];
            return;
        }
        if (name) {
            if (width > 1 && !block.list)
                throw InputError(name->place, "several numbers need `names`, a list with one for each");
            if (!is_identifier(name->text) || !block.list) check_name(name->text, name->place, input);
            input.name = name->text;
        } else if (!key && !keys && input.kind != "file") {
            refuse_missing(table, "key",
                           std::string("missing; it says what varies. Example: ") + key_example +
                               " (a number for formulas alone needs a `name` in its place)");
        }
        if (name || key) {
            std::vector<std::string> stems;
            if (name)
                stems = {name->text};
            else
                stems = names_from_key(key->text);
            if (stems.empty()) stems = {"input"};
            if (!block.list) {
                input.columns = {name ? name->text : free_name(key->text, input)};
                input.name = input.columns[0];
                return;
            }
            // the shortest stem of which no column's name is taken
            for (const std::string& stem : stems) {
                input.columns.clear();
                for (std::size_t i = 0; i < width; ++i)
                    input.columns.push_back(stem + "_" + (block.ends.empty() ? std::to_string(i) : block.ends[i]));
                input.name = stem;
                if (std::none_of(input.columns.begin(), input.columns.end(),
                                 [&](const std::string& c) { return taken(c); }))
                    return;
            }
            throw InputError((name ? name : key)->place, "the names " + input.columns.front() +
                                                             " ... are used already; " + "choose another `name`");
        }
        for (std::size_t i = 0; i < width; ++i) {
            const bool of_file = !block.titles.empty();
            const std::string& title = of_file ? block.titles[i] : input.keys[i];
            if (of_file ? title_is_key(title) : title.find('.') != std::string::npos) {
                input.columns.push_back(free_name(title, input));
            } else if (of_file && !is_identifier(title)) {
                const std::string made = name_from_title(title);
                input.columns.push_back(
                    free_name(made.empty() ? "column_" + std::to_string(block.places[i] + 1) : made, input));
            } else {
                check_name(title, of_file ? block.header : table.place, input,
                           of_file ? " title, say `names`, or leave the column out by `columns`" : "");
                input.columns.push_back(title);
            }
        }
        input.name = input.columns[0];
    }

    void put_keys(const TomlNode& table, const SweepVariation& block, SweepInput& input) {
        if (input.keys.empty()) return;
        const bool whole = block.list && input.keys.size() == 1 && table.find("key");
        for (std::size_t i = 0; i < input.keys.size(); ++i) {
            if (input.keys[i].empty()) continue;
            Target target;
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
                target.formulas.push_back(of->kind == Kind::array ? of->items[i + static_cast<std::size_t>(k)].place
                                                                  : of->place);
            // What a complaint about the key will name: this table, or the header of the cases.
            const bool of_file = !block.titles.empty(), by_title = of_file && !table.find("keys");
            const TomlNode* shown = table.find("key") ? table.find("key") : &table;
            const Place place = by_title ? block.header : Place{table.place.file, table.place.line, shown->place.key};
            if (of_file) target.cases = static_cast<int>(impl_->cases.size()) - 1;
            put(target, place, of_file ? block.header : place, input);
        }
    }

    // `place` is where the key is named, `value_place` where its values stand.
    void put(Target& target, Place place, Place value_place, const SweepInput& input) {
        for (const char* mine : {"sweep", "vary", "outcome", "keep"})
            if (within(target.key, mine))
                throw InputError(
                    place, "'" + printable(target.key) + "' belongs to the sweep; only keys of the scenario can vary");
        if (within(target.key, "compare"))
            throw InputError(place,
                             "a sweep runs one method, and has no [[compare]]; let the method itself vary, as "
                             "in key = \"method.step\"");
        const TomlNode before = tree_;
        TomlNode& node = node_at(tree_, target.key, place);
        const std::string shown_key = place.key;
        place.key = value_place.key = node.place.key;
        target.key = place.key;  // torque.0.mass is torque[0].mass
        target.named = place;
        check_fit(before, target, {place.file, place.line, shown_key}, input);
        const std::string name = node.name;
        std::vector<double> zero(static_cast<std::size_t>(ensemble::most_columns), 0.0);
        node = value_for(target, zero.data());
        node.name = name;
        relocate(node, value_place);
        for (TomlNode& value : target.choice)
            relocate(value, {value_place.file, target.cases < 0 ? value_place.line : value.place.line, target.key});
        for (const Target& other : impl_->targets)
            if (within(other.key, target.key) || within(target.key, other.key))
                throw InputError({place.file, place.line, target.key},
                                 "it is varied already" + (other.key == target.key ? "" : " by '" + other.key + "'") +
                                     "; each key varies once");
        find_path(tree_, &node, target.path);
        if (target.cases >= 0) {
            // A list of numbers is complained of as a whole.
            TomlNode* around = &tree_;
            for (std::size_t i = 0; i + 1 < target.path.size(); ++i) around = &around->items[target.path[i]];
            if (around->kind == Kind::array && node.kind != Kind::table)
                around->place = {value_place.file, value_place.line, around->place.key};
        }
        impl_->targets.push_back(target);
    }

    // Whether what is there before takes such a value, as far as can be seen by itself: one number where one stands,
    // and nothing into an item of a list that is not there (a whole table may be added to a list of them).
    static void check_fit(const TomlNode& tree, const Target& target, const Place& place, const SweepInput& input) {
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
            throw InputError(place, "'" + target.key + "' takes one number, and kind = \"" + input.kind + "\" gives " +
                                        std::to_string(target.width) + " here" +
                                        (list && list->items.size() == static_cast<std::size_t>(target.width)
                                             ? "; '" + list->place.key + "' would take them all"
                                             : ""));
    }

    // Where a node stands, by places in `items`: these stay while further nodes are added behind.
    static bool find_path(const TomlNode& from, const TomlNode* wanted, std::vector<std::size_t>& path) {
        if (&from == wanted) return true;
        for (std::size_t i = 0; i < from.items.size(); ++i) {
            path.push_back(i);
            if (find_path(from.items[i], wanted, path)) return true;
            path.pop_back();
        }
        return false;
    }

    std::string directory_;
    std::vector<std::string> reserved_;
    TomlNode& tree_;
    std::shared_ptr<SweepInputs::Impl> impl_;
    SweepInputs inputs_;
};

SweepInputs read_sweep_inputs(const std::vector<TomlNode>& tables, std::uint64_t seed, const std::string& directory,
                              const std::vector<std::string>& reserved, TomlNode& tree, bool own_noise) {
    return SweepInputsReader(seed, directory, reserved, tree).read(tables, own_noise);
}

}  // namespace polhode
