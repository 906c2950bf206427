#include "sweep_inputs.hpp"

#include <algorithm>
#include <cmath>

#include "csv_table.hpp"
#include "table_reader.hpp"

namespace polhode {

using ensemble::Draw;
using ensemble::DrawKind;
using ensemble::DrawPlan;

namespace {

using Kind = TomlNode::Kind;

// Beyond 2^53 the number of runs can no longer be written in a file.
constexpr std::uint64_t largest_product = std::uint64_t{1} << 53;

const char* const key_example = "key = \"start.rate[2]\"";

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

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

struct Target {
    std::string key;
    std::vector<std::size_t> path;  // places in `items`, from the root of the tree
    int column = 0;
    int width = 1;                 // more than 1: the list of these columns
    bool as_quaternion = false;    // { quaternion = [w, x, y, z] }
    bool list = false;             // one number is put as [number]
    std::vector<TomlNode> choice;  // the values that the number stands for; empty: the number itself
};

// What one table gives before its names and places are settled.
struct Block {
    Draw draw;
    int width = 1;
    bool list = false;                // the columns belong together: one key takes them as a list
    std::vector<std::string> ends{};  // of the columns' names: x y z; empty: counted
    std::vector<Expression> formulas{};
    std::vector<std::vector<TomlNode>> choices{};  // for each column; empty where it is a number
};

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
    for (const Impl::Formula& f : impl_->formulas) values[f.column] = f.of(values);
}

void SweepInputs::apply(const double* values, TomlNode& tree) const {
    if (!impl_) return;
    for (const Target& t : impl_->targets) {
        TomlNode* node = &tree;
        for (const std::size_t i : t.path) node = &node->items[i];
        const double* v = values + t.column;
        if (!t.choice.empty()) {
            const TomlNode& value = chosen(t, *v);
            node->kind = value.kind;
            node->text = value.text;
            node->number = value.number;
            node->boolean = value.boolean;
            node->items = value.items;
        } else if (!t.list) {
            set_number(*node, *v);
        } else {
            TomlNode& items = t.as_quaternion ? node->items[0] : *node;
            for (int i = 0; i < t.width; ++i) set_number(items.items[static_cast<std::size_t>(i)], v[i]);
        }
    }
}

std::vector<std::string> SweepInputs::settings(const double* values) const {
    std::vector<std::string> settings;
    if (!impl_) return settings;
    for (const Target& t : impl_->targets) settings.push_back(t.key + "=" + toml_literal(value_for(t, values)));
    return settings;
}

const DrawPlan* SweepInputs::plan() const { return impl_ && impl_->formulas.empty() ? &impl_->plan : nullptr; }
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
        impl_->plan.seed = seed;
        reserved_.insert(reserved_.end(), {"pi", "e", "if"});
    }

    SweepInputs read(const std::vector<TomlNode>& tables) {
        if (tables.size() > static_cast<std::size_t>(ensemble::most_draws))
            throw InputError(tables[ensemble::most_draws].place,
                             "a campaign varies at most " + std::to_string(ensemble::most_draws) +
                                 " things; put what belongs together into one `file` of cases");
        for (std::size_t i = 0; i < tables.size(); ++i) read_table(tables[i], static_cast<int>(i));
        finish_axes();
        impl_->plan.columns = inputs_.columns();
        impl_->plan.values = impl_->values.data();
        impl_->plan.value_count = static_cast<long long>(impl_->values.size());
        inputs_.impl_ = impl_;
        std::vector<double> first(static_cast<std::size_t>(inputs_.columns()));
        inputs_.draw(0, first.data());
        inputs_.apply(first.data(), tree_);
        return std::move(inputs_);
    }

 private:
    void read_table(const TomlNode& table, int place) {
        const Entry& entry = named_entry_in(table, "kind", "variation");
        SweepInput input;
        input.kind = entry.name;
        input.place = table.place;
        const std::vector<std::string> handled{"kind",   "key",     "keys",        "name",    "names",
                                               "values", "weights", "correlation", "columns", "covariance",
                                               "of",     "mean",    "deviation"};
        std::vector<std::string> allowed = names_of(variation_parameters());
        for (const Parameter& p : entry.parameters) allowed.push_back(p.name);
        check_keys(table, allowed);
        const Values values = read_values(table, entry.parameters, handled);

        Block block = read_kind(table, entry.name, values, input);
        name_columns(table, block, input);
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

    // ---- what each kind reads

    Block read_kind(const TomlNode& table, const std::string& kind, const Values& values, SweepInput& input) {
        Block block;
        Draw& d = block.draw;
        if (kind == "constant") {
            d.a = values.number("value");
        } else if (kind == "grid") {
            read_grid(values, d);
        } else if (kind == "list" || kind == "choice") {
            read_list(table, kind == "choice", block);
        } else if (kind == "uniform" || kind == "log-uniform") {
            d.kind = kind == "uniform" ? DrawKind::uniform : DrawKind::log_uniform;
            d.a = values.number("low");
            d.b = values.number("high");
            check_range(values, d.a, d.b);
        } else if (kind == "normal" || kind == "truncated-normal") {
            read_normal(table, kind, values, d);
        } else if (kind == "correlated-normal") {
            read_correlated(table, block);
        } else if (kind == "random-attitude") {
            d.kind = DrawKind::random_attitude;
            block.width = 4;
            block.list = true;
            block.ends = {"w", "x", "y", "z"};
        } else if (kind == "random-direction") {
            d.kind = DrawKind::random_direction;
            d.a = values.number("length");
            block.width = 3;
            block.list = true;
            block.ends = {"x", "y", "z"};
        } else if (kind == "file") {
            read_cases(table, values, block, input);
        } else {
            read_formulas(table, block);
        }
        return block;
    }

    static void check_range(const Values& values, double low, double high) {
        if (!(low < high))
            values.refuse("high", "the upper end, " + shortest(high) + ", is not above the lower, " + shortest(low));
        if (!std::isfinite(high - low)) values.refuse("high", "the range is too wide for a double");
    }

    static void read_grid(const Values& values, Draw& d) {
        const bool logarithmic = values.text("spacing") == "logarithmic";
        d.kind = logarithmic ? DrawKind::logarithmic_grid : DrawKind::grid;
        d.a = values.number("from");
        d.b = values.number("to");
        if (logarithmic)
            for (const char* end : {"from", "to"})
                if (!(values.number(end) > 0))
                    values.refuse(end, "logarithmic spacing needs ends greater than 0, read the number " +
                                           shortest(values.number(end)));
        if (!std::isfinite(d.b - d.a)) values.refuse("to", "the range is too wide for a double");
        const long count = values.integer("count");
        if (count < 1) values.refuse("count", "a grid has at least 1 value, read the number 0");
        d.count = static_cast<unsigned long long>(count);
    }

    static double positive(const TomlNode& node, const std::string& what) {
        return std::get<double>(read_value(node, {node.name, Type::positive, "", "", true, what}));
    }

    static const TomlNode& required(const TomlNode& table, const std::string& key, const std::string& what) {
        const TomlNode* node = table.find(key);
        if (!node) refuse_missing(table, key, "missing; " + what);
        return *node;
    }

    static void read_normal(const TomlNode& table, const std::string& kind, const Values& values, Draw& d) {
        d.kind = kind == "normal" ? DrawKind::normal : DrawKind::truncated_normal;
        d.a = std::get<double>(read_value(required(table, "mean", "the mean of the distribution. Example: mean = 1.0"),
                                          {"mean", Type::number, "", "", true, ""}));
        d.b = positive(required(table, "deviation", "the standard deviation. Example: deviation = 0.1"), "");
        if (kind == "normal") return;
        if (!values.given("low") && !values.given("high"))
            refuse_missing(table, "low",
                           "missing; a truncated normal has a lower end `low`, an upper end `high` or both");
        d.c = values.given("low") ? values.number("low") : -detail::infinity();
        d.d = values.given("high") ? values.number("high") : detail::infinity();
        if (!(d.c < d.d))
            values.refuse("high", "the upper end, " + shortest(d.d) + ", is not above the lower, " + shortest(d.c));
    }

    static std::vector<double> numbers_in(const TomlNode& list, const std::string& what) {
        if (list.kind != Kind::array || list.items.empty())
            throw InputError(list.place, "expected " + what + ", read " + list.described());
        std::vector<double> numbers;
        for (const TomlNode& item : list.items) {
            if (!item.is_number() || !std::isfinite(item.number))
                throw InputError(item.place, "expected " + what + ", read " + item.described());
            numbers.push_back(item.number);
        }
        return numbers;
    }

    long long keep_values(const std::vector<double>& numbers) {
        const auto first = static_cast<long long>(impl_->values.size());
        impl_->values.insert(impl_->values.end(), numbers.begin(), numbers.end());
        return first;
    }

    void read_list(const TomlNode& table, bool by_chance, Block& block) {
        const TomlNode& list = required(
            table, "values", "the values to take. Example: values = [1.0, 2.0] or values = [\"rk4\", \"taylor\"]");
        if (list.kind != Kind::array || list.items.empty())
            throw InputError(list.place,
                             "expected a list of values, read " + list.described() + "; example: values = [1.0, 2.0]");
        Draw& d = block.draw;
        d.kind = by_chance ? DrawKind::choice : DrawKind::list;
        d.count = list.items.size();
        const auto is_row = [](const TomlNode& n) {
            return n.kind == Kind::array && !n.items.empty() &&
                   std::all_of(n.items.begin(), n.items.end(), [](const TomlNode& i) { return i.is_number(); });
        };
        const bool numbers =
            std::all_of(list.items.begin(), list.items.end(), [](const TomlNode& n) { return n.is_number(); });
        const bool rows = std::all_of(list.items.begin(), list.items.end(), is_row);
        std::vector<double> kept;
        if (numbers) {
            kept = numbers_in(list, "a finite number");
        } else if (rows) {
            block.list = true;
            block.width = static_cast<int>(std::min<std::size_t>(list.items[0].items.size(), 1000));
            for (const TomlNode& row : list.items) {
                if (row.items.size() != list.items[0].items.size())
                    throw InputError(row.place, "expected a list of " + std::to_string(list.items[0].items.size()) +
                                                    " numbers as before it, read " + row.described());
                for (const double x : numbers_in(row, "a finite number")) kept.push_back(x);
            }
        } else {
            for (const TomlNode& item : list.items) {
                if (item.kind == Kind::date) throw InputError(item.place, "a date cannot be a value here");
                kept.push_back(static_cast<double>(kept.size()));
            }
            block.choices = {list.items};
        }
        if (by_chance)
            for (const double sum : sums_of_weights(table, list.items.size())) kept.push_back(sum);
        d.table = keep_values(kept);
    }

    static std::vector<double> sums_of_weights(const TomlNode& table, std::size_t count) {
        std::vector<double> weights(count, 1.0);
        if (const TomlNode* node = table.find("weights")) {
            weights = numbers_in(*node, "a list of weights, one for each value");
            if (weights.size() != count)
                throw InputError(node->place, "there are " + std::to_string(count) + " values and " +
                                                  std::to_string(weights.size()) + " weights; each value has one");
            for (const TomlNode& item : node->items)
                if (!(item.number >= 0))
                    throw InputError(item.place, "expected a weight that is not negative, read " + item.described());
        }
        double sum = 0;
        std::vector<double> sums;
        for (const double w : weights) sums.push_back(sum += w);
        if (!(sum > 0) || !std::isfinite(sum))
            throw InputError(table.find("weights")->place,
                             "the weights add up to " + shortest(sum) + "; at least one must be greater than 0");
        for (double& s : sums) s /= sum;
        // A value of no weight is never chosen, the last included.
        for (std::size_t i = count; i-- > 0;) {
            sums[i] = 1.0;
            if (weights[i] > 0) break;
        }
        return sums;
    }

    // Rows of numbers, as many as there are columns; symmetric.
    static std::vector<std::vector<double>> symmetric_rows(const TomlNode& node, std::size_t size,
                                                           const std::string& what) {
        const std::string expected =
            what + " as " + std::to_string(size) + " rows of " + std::to_string(size) + " numbers";
        if (node.kind != Kind::array || node.items.size() != size)
            throw InputError(node.place, "expected the " + expected + ", read " + node.described());
        std::vector<std::vector<double>> rows;
        for (const TomlNode& row : node.items) {
            rows.push_back(numbers_in(row, "a row of the " + expected));
            if (rows.back().size() != size)
                throw InputError(row.place,
                                 "expected the " + expected + ", read a row of " + std::to_string(rows.back().size()));
        }
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (rows[i][j] != rows[j][i])
                    throw InputError(node.items[i].items[j].place,
                                     "the " + what + " is not symmetric: " + shortest(rows[i][j]) + " here and " +
                                         shortest(rows[j][i]) + " on the other side of the diagonal");
        return rows;
    }

    void read_correlated(const TomlNode& table, Block& block) {
        const TomlNode& mean = required(table, "mean", "the means, one for each number. Example: mean = [0.0, 1.0]");
        std::vector<double> numbers = numbers_in(mean, "a list of numbers, the means");
        const std::size_t n = numbers.size();
        if (n > static_cast<std::size_t>(ensemble::most_columns)) refuse_columns(mean.place);
        const TomlNode *covariance = table.find("covariance"), *correlation = table.find("correlation"),
                       *deviation = table.find("deviation");
        std::vector<std::vector<double>> c;
        const TomlNode* at = covariance;
        if (covariance) {
            for (const TomlNode* other : {correlation, deviation})
                if (other) throw InputError(other->place, "`covariance` says this already; leave one of the two out");
            c = symmetric_rows(*covariance, n, "covariance");
        } else {
            if (!deviation || !correlation)
                refuse_missing(table, deviation ? "correlation" : "covariance",
                               "missing; correlated normals need their `covariance`, or `deviation` and `correlation`. "
                               "Example: covariance = [[0.01, 0.005], [0.005, 0.04]]");
            at = correlation;
            const std::vector<double> s = numbers_in(*deviation, "a list of numbers, the standard deviations");
            if (s.size() != n)
                throw InputError(deviation->place, "there are " + std::to_string(n) + " means and " +
                                                       std::to_string(s.size()) + " deviations");
            for (const TomlNode& item : deviation->items) positive(item, "");
            c = symmetric_rows(*correlation, n, "correlation");
            for (std::size_t i = 0; i < n; ++i)
                if (c[i][i] != 1)
                    throw InputError(correlation->items[i].items[i].place,
                                     "the diagonal of a correlation is 1, read the number " + shortest(c[i][i]));
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) c[i][j] *= s[i] * s[j];
        }
        for (const double x : lower_factor(c, *at)) numbers.push_back(x);
        block.draw.kind = DrawKind::correlated_normal;
        block.draw.table = keep_values(numbers);
        block.width = static_cast<int>(n);
        block.list = true;
    }

    // Cholesky's factor, rows packed (Golub and Van Loan, Matrix Computations, 4th ed., section 4.2.5). Numbers that
    // depend on the others wholly (a diagonal of nothing) are allowed.
    static std::vector<double> lower_factor(const std::vector<std::vector<double>>& c, const TomlNode& at) {
        const std::size_t n = c.size();
        const auto refuse = [&](std::size_t i) {
            throw InputError(at.items[i].place, "this is no " + at.name + ": its " + std::to_string(i + 1) +
                                                    ". row does not fit the rows before it (not positive definite)");
        };
        std::vector<double> packed(n * (n + 1) / 2);
        const auto l = [&](std::size_t i, std::size_t j) -> double& { return packed[i * (i + 1) / 2 + j]; };
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j <= i; ++j) {
                double sum = c[i][j];
                for (std::size_t k = 0; k < j; ++k) sum = fma(-l(i, k), l(j, k), sum);
                // what is left of a dependent row by rounding
                const double nothing = 1e-14 * static_cast<double>(n) * std::sqrt(c[i][i]) * std::sqrt(c[j][j]);
                if (i == j) {
                    if (!(c[i][i] >= 0) || !(sum >= -nothing) || !std::isfinite(sum)) refuse(i);
                    l(i, i) = sum <= nothing ? 0.0 : sqrt(sum);
                } else if (l(j, j) > 0) {
                    l(i, j) = sum / l(j, j);
                } else {
                    if (!(std::abs(sum) <= std::max(nothing, 1e-7 * std::sqrt(c[i][i] * c[j][j])))) refuse(i);
                    l(i, j) = 0;
                }
            }
        return packed;
    }

    void read_cases(const TomlNode& table, const Values& values, Block& block, SweepInput& input) {
        const std::string file = values.text("file"), path = file.front() == '/' ? file : directory_ + file;
        const std::vector<CaseColumn> all = parse_case_table(read_text_file(path, values.place("file")), path);
        impl_->files.push_back(path);
        std::vector<const CaseColumn*> used;
        std::vector<std::string> titles;
        for (const CaseColumn& c : all) titles.push_back(c.name);
        if (const TomlNode* columns = table.find("columns")) {
            for (const std::string& wanted : texts_in(*columns, "the names of columns in the file")) {
                const auto found = std::find(titles.begin(), titles.end(), wanted);
                if (found == titles.end()) {
                    const std::string near = nearest_name(wanted, titles);
                    throw InputError(columns->place, "there is no column '" + printable(wanted) + "' in " + path +
                                                         "; its header has " + listed(titles) +
                                                         (near.empty() ? "" : "; did you mean '" + near + "'?"));
                }
                used.push_back(&all[static_cast<std::size_t>(found - titles.begin())]);
            }
        } else {
            for (const CaseColumn& c : all) used.push_back(&c);
        }
        if (used.size() > static_cast<std::size_t>(ensemble::most_columns)) refuse_columns(values.place("file"));
        const std::size_t rows = all[0].numbers.size();
        std::vector<double> kept;
        for (std::size_t i = 0; i < rows; ++i)
            for (const CaseColumn* c : used) kept.push_back(c->numbers[i]);
        block.draw.kind = DrawKind::list;
        block.draw.count = rows;
        block.draw.table = keep_values(kept);
        block.width = static_cast<int>(used.size());
        block.choices.resize(used.size());
        case_titles_.clear();
        for (std::size_t k = 0; k < used.size(); ++k) {
            case_titles_.push_back(used[k]->name);
            for (const std::string& text : used[k]->texts)
                block.choices[k].push_back(parse_toml_value(text, {path, 0, used[k]->name}));
        }
        if (table.find("keys")) return;
        // A title with a dot is a key of the scenario; another only names the column.
        for (const std::string& title : case_titles_)
            input.keys.push_back(title.find('.') == std::string::npos ? "" : title);
    }

    void read_formulas(const TomlNode& table, Block& block) {
        const TomlNode& of =
            required(table, "of", "a formula of the numbers varied above. Example: of = \"2*pi*spin\"");
        std::vector<const TomlNode*> formulas;
        if (of.kind == Kind::array) {
            for (const TomlNode& item : of.items) formulas.push_back(&item);
            block.list = true;
        } else {
            formulas.push_back(&of);
        }
        if (formulas.empty()) throw InputError(of.place, "expected a formula, read an empty list");
        if (formulas.size() > static_cast<std::size_t>(ensemble::most_columns)) refuse_columns(of.place);
        for (const TomlNode* f : formulas) {
            const bool number = f->is_number() && std::isfinite(f->number);
            if (f->kind != Kind::text && !number)
                throw InputError(f->place, "expected a formula as a string, or a list of them, read " + f->described() +
                                               "; example: of = \"2*pi*spin\"");
            try {
                block.formulas.emplace_back(number ? toml_literal(*f) : f->text, inputs_.names_);
            } catch (const ExpressionError& error) {
                throw InputError(f->place, error.what());
            }
        }
        block.width = static_cast<int>(formulas.size());
    }

    // ---- names and keys

    static std::vector<std::string> texts_in(const TomlNode& node, const std::string& what) {
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

    [[noreturn]] static void refuse_columns(const Place& place) {
        throw InputError(place,
                         "a campaign varies at most " + std::to_string(ensemble::most_columns) + " numbers in all");
    }

    bool taken(const std::string& name) const { return contains(reserved_, name) || contains(inputs_.names_, name); }

    void check_name(const std::string& name, const Place& place, const SweepInput& input) const {
        if (!is_identifier(name))
            throw InputError(place,
                             "expected a name of letters, digits and _ that formulas can use, read the string \"" +
                                 printable(name) + "\"; example: name = \"spin\"");
        if (contains(reserved_, name))
            throw InputError(place, "the name \"" + name + "\" means something else in formulas; choose another");
        if (taken(name) || contains(input.columns, name))
            throw InputError(place, "the name \"" + name + "\" is used already; choose another");
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

    void name_columns(const TomlNode& table, const Block& block, SweepInput& input) {
        const TomlNode *key = table.find("key"), *keys = table.find("keys"), *name = table.find("name"),
                       *names = table.find("names");
        const Parameter text{"", Type::text, "", "", false, ""};
        if (key && keys) throw InputError(keys->place, "`key` and `keys` exclude each other; leave one of them out");
        if (name && names)
            throw InputError(names->place, "`name` and `names` exclude each other; leave one of them out");
        for (const TomlNode* node : {key, name})
            if (node) (void)read_value(*node, text);
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
        if (inputs_.columns() + block.width > ensemble::most_columns) refuse_columns(table.place);
        input.first_column = inputs_.columns();
        if (keys) {
            input.keys = texts_in(*keys, std::string("keys of the scenario like \"start.rate[2]\""));
            same_count(*keys, input.keys);
        } else if (key) {
            input.keys = {key->text};
        }
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
            const std::string& title = input.kind == "file" ? case_titles_[i] : input.keys[i];
            if (title.find('.') == std::string::npos) {
                check_name(title, table.find("file") ? table.find("file")->place : table.place, input);
                input.columns.push_back(title);
            } else {
                input.columns.push_back(free_name(title, input));
            }
        }
        input.name = input.columns[0];
    }

    void put_keys(const TomlNode& table, const Block& block, SweepInput& input) {
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
            put(target, table);
        }
    }

    void put(Target& target, const TomlNode& table) {
        // What a complaint about the value will name: this table, and the key of the scenario.
        const TomlNode* shown = table.find("key") ? table.find("key") : &table;
        Place place{table.place.file, table.place.line, shown->place.key};
        for (const char* mine : {"sweep", "vary", "outcome", "keep"})
            if (target.key == mine || target.key.rfind(std::string(mine) + ".", 0) == 0 ||
                target.key.rfind(std::string(mine) + "[", 0) == 0)
                throw InputError(place, "'" + printable(target.key) +
                                            "' belongs to the campaign; only keys of the scenario can vary");
        TomlNode& node = node_at(tree_, target.key, place);
        place.key = node.place.key;
        target.key = place.key;  // torque.0.mass is torque[0].mass
        const std::string name = node.name;
        std::vector<double> zero(static_cast<std::size_t>(ensemble::most_columns), 0.0);
        node = value_for(target, zero.data());
        node.name = name;
        relocate(node, place);
        for (TomlNode& value : target.choice) relocate(value, place);
        for (const Target& other : impl_->targets)
            if (within(other.key, target.key) || within(target.key, other.key))
                throw InputError({table.place.file, table.place.line, target.key},
                                 "it is varied already" + (other.key == target.key ? "" : " by '" + other.key + "'") +
                                     "; each key varies once");
        find_path(tree_, &node, target.path);
        impl_->targets.push_back(target);
    }

    // "start.rate[0]" lies within "start.rate" and "start".
    static bool within(const std::string& inner, const std::string& outer) {
        return inner.compare(0, outer.size(), outer) == 0 &&
               (inner.size() == outer.size() || inner[outer.size()] == '.' || inner[outer.size()] == '[');
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
    std::vector<std::string> case_titles_;
};

SweepInputs read_sweep_inputs(const std::vector<TomlNode>& tables, std::uint64_t seed, const std::string& directory,
                              const std::vector<std::string>& reserved, TomlNode& tree) {
    return SweepInputsReader(seed, directory, reserved, tree).read(tables);
}

std::vector<Parameter> variation_parameters() {
    return {
        {"kind", Type::text, "", "", true, "how it varies: the name of a variation"},
        {"key", Type::text, "", "", false,
         "what varies: a key of the scenario, as in --set; an item (\"start.rate[2]\") or a whole list "
         "(\"start.rate\"); "
         "left out: a number for formulas alone"},
        {"name", Type::text, "", "", false, "how formulas and results call it; left out: after its key"},
    };
}

std::vector<Entry> variation_entries() {
    const Parameter keys{"keys", Type::text, "", "", false, "list of keys, one for each number, in place of key"},
        names{"names", Type::text, "", "", false, "list of names, one for each number, in place of name"},
        low{"low", Type::number, "", "", true, "lower end"}, high{"high", Type::number, "", "", true, "upper end"},
        mean{"mean", Type::number, "", "", true, "mean"},
        deviation{"deviation", Type::positive, "", "", true, "standard deviation"},
        values{"values", Type::numbers, "",
               "",       true,          "numbers, texts, lists of numbers (for a key that is a list), or tables"};
    const char* const philox = "Salmon, Moraes, Dror, Shaw, SC 2011";
    return {
        {"variation",
         "constant",
         "the same number in every run, with a name for formulas",
         {{"value", Type::number, "", "", true, "the number"}}},
        {"variation",
         "grid",
         "evenly from one value to another; grids, lists and files span a product, the last of them fastest",
         {{"from", Type::number, "", "", true, "first value"},
          {"to", Type::number, "", "", true, "last value"},
          {"count", Type::integer, "1", "", true, "how many values"},
          {"spacing",
           Type::choice,
           "",
           "\"linear\"",
           false,
           "even in the value or in its logarithm",
           {"linear", "logarithmic"}}}},
        {"variation", "list", "each of these values in turn", {values}},
        {"variation", "uniform", "at random between two ends", {low, high}, "", philox},
        {"variation",
         "log-uniform",
         "at random, the logarithm uniform between two ends",
         {{"low", Type::positive, "", "", true, "lower end"}, {"high", Type::positive, "", "", true, "upper end"}},
         "",
         philox},
        {"variation",
         "normal",
         "at random, normally distributed",
         {mean, deviation},
         "",
         "Box and Muller, Ann. Math. Stat. 29 (1958) 610"},
        {"variation",
         "truncated-normal",
         "at random, normally distributed among the values between the ends; one of them may be left out",
         {mean,
          deviation,
          {"low", Type::number, "", "", false, "lower end; left out: none"},
          {"high", Type::number, "", "", false, "upper end; left out: none"}},
         "",
         "Robert, Statistics and Computing 5 (1995) 121"},
        {"variation",
         "correlated-normal",
         "several numbers at random, normally distributed together",
         {{"mean", Type::numbers, "", "", true, "means, one for each number"},
          {"covariance", Type::numbers, "", "", false, "rows of the covariance matrix"},
          {"deviation", Type::numbers, "", "", false, "standard deviations, in place of the covariance"},
          {"correlation", Type::numbers, "", "", false, "rows of the correlation matrix, beside deviation"},
          keys,
          names},
         "",
         "Cholesky factor: Golub and Van Loan, Matrix Computations, 4.2.5"},
        {"variation",
         "random-attitude",
         "an attitude at random, uniform over all rotations: four numbers w, x, y, z; for the key \"start.attitude\" "
         "or "
         "one that takes a quaternion",
         {},
         "",
         "Shoemake, Graphics Gems III (1992) 124"},
        {"variation",
         "random-direction",
         "a vector at random, uniform over all directions: three numbers x, y, z",
         {{"length", Type::positive, "", "1.0", false, "its length, in the unit of the key"}}},
        {"variation",
         "choice",
         "one of these values at random",
         {values, {"weights", Type::numbers, "", "", false, "one for each value; left out: all alike"}}},
        {"variation",
         "file",
         "cases from a CSV file, a line for each; its header names the keys",
         {{"file", Type::path, "", "", true, "the file, from where the campaign's file is"},
          {"columns", Type::text, "", "", false, "list of the columns that are used; left out: all"},
          keys,
          names}},
        {"variation",
         "formula",
         "computed from the numbers varied above, by their names",
         {{"of", Type::text, "", "", true, "the formula, or a list of them for a key that is a list"}, keys, names}},
    };
}

}  // namespace polhode
