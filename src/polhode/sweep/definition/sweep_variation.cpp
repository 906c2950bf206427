#include "polhode/sweep/definition/sweep_variation.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/base/shortest.hpp"
#include "polhode/input/csv_table.hpp"
#include "polhode/registry/table_reader.hpp"

namespace polhode {

using ensemble::Draw;
using ensemble::DrawKind;

namespace {

using Kind = TomlNode::Kind;

class VariationReader {
 public:
    explicit VariationReader(const SweepVariationReading& reading) : reading_(reading) {}

    SweepVariation read(const TomlNode& table) {
        const Entry& entry = named_entry_in(table, "kind", "variation");
        const std::string& kind = entry.name;
        const std::vector<std::string> handled{"kind",   "key",     "keys",        "name",    "names",
                                               "values", "weights", "correlation", "columns", "covariance",
                                               "of",     "mean",    "deviation"};
        std::vector<std::string> allowed = names_of(variation_parameters());
        for (const Parameter& p : entry.parameters) allowed.push_back(p.name);
        check_keys(table, allowed);
        const Values values = read_values(table, entry.parameters, handled);
        SweepVariation block;
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
            if (d.a == d.b) make_constant(d, d.a);
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
            if (d.a == 0) {  // one choice: a vector of nothing
                d.kind = DrawKind::choice;
                d.table = keep_values({0, 0, 0, 1});
            }
            block.width = 3;
            block.list = true;
            block.ends = {"x", "y", "z"};
        } else if (kind == "file") {
            read_cases(table, values, block);
        } else {
            read_formulas(table, block);
        }
        return block;
    }

 private:
    // A dispersion that is switched off: the number itself. Others are drawn by their own counters and do not move.
    static void make_constant(Draw& d, double value) {
        d = Draw{};
        d.a = value;
    }

    static void check_order(const Values& values, double low, double high) {
        if (!(low <= high))
            values.refuse("high", "the upper end, " + shortest(high) + ", is below the lower, " + shortest(low));
    }

    static void check_range(const Values& values, double low, double high) {
        check_order(values, low, high);
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

    static double non_negative(const TomlNode& node) {
        return std::get<double>(read_value(node, {node.name, Type::non_negative, "", "", true, ""}));
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
        d.b = non_negative(required(table, "deviation", "the standard deviation. Example: deviation = 0.1"));
        if (kind == "normal") {
            if (d.b == 0) make_constant(d, d.a);
            return;
        }
        if (!values.given("low") && !values.given("high"))
            refuse_missing(table, "low",
                           "missing; a truncated normal has a lower end `low`, an upper end `high` or both");
        d.c = values.given("low") ? values.number("low") : -detail::infinity();
        d.d = values.given("high") ? values.number("high") : detail::infinity();
        check_order(values, d.c, d.d);
        if (d.c == d.d) return make_constant(d, d.c);
        if (d.b > 0) return;
        if (!(d.c <= d.a && d.a <= d.d))
            throw InputError(table.find("mean")->place, "where the deviation is 0 every value is the mean, and " +
                                                            shortest(d.a) + " does not lie within the ends, " +
                                                            shortest(d.c) + " and " + shortest(d.d));
        make_constant(d, d.a);
    }

    // `what` they are, with the article.
    static std::vector<double> numbers_in(const TomlNode& list, const std::string& what) {
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

    long long keep_values(const std::vector<double>& numbers) {
        const auto first = static_cast<long long>(reading_.values.size());
        reading_.values.insert(reading_.values.end(), numbers.begin(), numbers.end());
        return first;
    }

    void read_list(const TomlNode& table, bool by_chance, SweepVariation& block) {
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
            kept = numbers_in(list, "the list of values");
        } else if (rows) {
            block.list = true;
            block.width = static_cast<int>(std::min<std::size_t>(list.items[0].items.size(), 1000));
            for (const TomlNode& row : list.items) {
                if (row.items.size() != list.items[0].items.size())
                    throw InputError(row.place, "expected a list of " + std::to_string(list.items[0].items.size()) +
                                                    " numbers as before it, read " + row.described());
                for (const double x : numbers_in(row, "one of the values")) kept.push_back(x);
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
            weights = numbers_in(*node, "the weights, one for each value");
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
            rows.push_back(numbers_in(row, "row " + std::to_string(rows.size() + 1) + " of the " + what));
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

    void read_correlated(const TomlNode& table, SweepVariation& block) {
        const TomlNode& mean = required(table, "mean", "the means, one for each number. Example: mean = [0.0, 1.0]");
        std::vector<double> numbers = numbers_in(mean, "the means");
        const std::size_t n = numbers.size();
        if (n > static_cast<std::size_t>(ensemble::most_columns)) refuse_too_many_columns(mean.place);
        const TomlNode *covariance = table.find("covariance"), *correlation = table.find("correlation"),
                       *deviation = table.find("deviation");
        std::vector<std::vector<double>> c;
        std::vector<double> s;
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
            s = numbers_in(*deviation, "the standard deviations");
            if (s.size() != n)
                throw InputError(deviation->place, "there are " + std::to_string(n) + " means and " +
                                                       std::to_string(s.size()) + " deviations");
            for (const TomlNode& item : deviation->items) non_negative(item);
            c = symmetric_rows(*correlation, n, "correlation");
            for (std::size_t i = 0; i < n; ++i)
                if (c[i][i] != 1)
                    throw InputError(correlation->items[i].items[i].place,
                                     "the diagonal of a correlation is 1, read the number " + shortest(c[i][i]));
            // One that is switched off is left out at the end, so that the others keep what they had of its deviate.
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) c[i][j] *= (s[i] == 0 ? 1.0 : s[i]) * (s[j] == 0 ? 1.0 : s[j]);
        }
        std::vector<double> factor = lower_factor(c, *at);
        for (std::size_t i = 0; i < s.size(); ++i)
            if (s[i] == 0) std::fill_n(factor.begin() + static_cast<std::ptrdiff_t>(i * (i + 1) / 2), i + 1, 0.0);
        numbers.insert(numbers.end(), factor.begin(), factor.end());
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
            throw InputError(at.items[i].place, "this is no " + at.name + ": its row " + std::to_string(i + 1) +
                                                    " does not fit the rows before it (not positive definite)");
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

    void read_cases(const TomlNode& table, const Values& values, SweepVariation& block) {
        const std::string file = values.text("file"), path = file.front() == '/' ? file : reading_.directory + file;
        const std::string text = read_text_file(path, values.place("file"));
        const CaseHeader header = parse_case_header(text, path);
        const std::vector<std::string>& titles = header.titles;
        block.header = {path, header.line, ""};
        std::vector<std::size_t> used;
        if (const TomlNode* columns = table.find("columns")) {
            for (const std::string& wanted : texts_in(*columns, "the names of columns in the file")) {
                const auto found = std::find(titles.begin(), titles.end(), wanted);
                if (found == titles.end()) {
                    const std::string near = nearest_name(wanted, titles);
                    throw InputError(columns->place, "there is no column '" + printable(wanted) + "' in " + path +
                                                         "; its header has " + listed(titles) +
                                                         (near.empty() ? "" : "; did you mean '" + near + "'?"));
                }
                used.push_back(static_cast<std::size_t>(found - titles.begin()));
            }
        } else {
            for (std::size_t i = 0; i < titles.size(); ++i) used.push_back(i);
        }
        if (used.size() > static_cast<std::size_t>(ensemble::most_columns))
            refuse_too_many_columns(values.place("file"));
        for (const std::size_t i : used) {
            if (titles[i].empty())
                throw InputError(
                    block.header,
                    "column " + std::to_string(i + 1) +
                        " has no name; the header names every column that is used, and `columns` says which are");
            if (std::count(titles.begin(), titles.end(), titles[i]) > 1)
                throw InputError(block.header, "the name '" + printable(titles[i]) + "' stands twice in the header");
            block.titles.push_back(titles[i]);
            block.places.push_back(i);
        }
        std::vector<CaseWanted> wanted;
        for (const std::size_t i : used) wanted.push_back({i, !table.find("keys") && !title_is_key(titles[i])});
        CaseTable cases = parse_case_table(text, path, wanted);
        const std::size_t rows = cases.lines.size();
        std::vector<double> kept;
        for (std::size_t i = 0; i < rows; ++i)
            for (const CaseColumn& c : cases.columns) kept.push_back(c.numbers[i]);
        block.draw.kind = DrawKind::list;
        block.draw.count = rows;
        block.draw.table = keep_values(kept);
        block.lines = std::move(cases.lines);
        block.width = static_cast<int>(used.size());
        block.choices.resize(used.size());
        for (std::size_t k = 0; k < used.size(); ++k) {
            const CaseColumn& column = cases.columns[k];
            for (std::size_t i = 0; i < column.texts.size(); ++i)
                block.choices[k].push_back(
                    value_in_cell(column.texts[i], wanted[k].label, {path, column.text_lines[i], block.titles[k]}));
            block.odd_texts.push_back({column.odd_text, column.odd_place});
        }
    }

    // A label is the text that it is; any other cell is what --set would make of it.
    static TomlNode value_in_cell(const std::string& text, bool label, Place place) {
        place.key = printable(place.key);
        TomlNode node;
        if (!label && (text.find('\n') == std::string::npos || text.find_first_of("[{") == 0))
            node = parse_toml_value(text, place);
        if (label || node.kind == Kind::date || (node.kind == Kind::table && text.find('{') != 0)) {
            node = TomlNode{};
            node.kind = Kind::text;
            node.text = text;
            node.place = place;
        }
        return node;
    }

    void read_formulas(const TomlNode& table, SweepVariation& block) {
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
        if (formulas.size() > static_cast<std::size_t>(ensemble::most_columns)) refuse_too_many_columns(of.place);
        for (const TomlNode* f : formulas) {
            const bool number = f->is_number() && std::isfinite(f->number);
            if (f->kind != Kind::text && !number)
                throw InputError(f->place, "expected a formula as a string, or a list of them, read " + f->described() +
                                               "; example: of = \"2*pi*spin\"");
            try {
                block.formulas.emplace_back(number ? toml_literal(*f) : f->text, reading_.above);
            } catch (const ExpressionError& error) {
                refuse_below(*f);
                throw InputError(f->place, error.what());
            }
            double nothing[ensemble::most_columns] = {};
            if (block.formulas.back().constant() && !std::isfinite(block.formulas.back()(nothing)))
                throw InputError(f->place, "the formula gives no finite number");
        }
        block.width = static_cast<int>(formulas.size());
    }

    // Says so where a name that the formula does not know stands behind it.
    void refuse_below(const TomlNode& formula) const {
        constexpr std::size_t most_names = 64;  // that an Expression knows
        std::vector<std::string> names = reading_.above;
        for (const std::string& name : reading_.below)
            if (std::find(names.begin(), names.end(), name) == names.end() && names.size() < most_names)
                names.push_back(name);
        try {
            const Expression known(formula.text, names);
            for (std::size_t i = reading_.above.size(); i < names.size(); ++i)
                if (known.uses(static_cast<int>(i)))
                    throw InputError(formula.place, "in the formula '" + printable(formula.text) + "': '" + names[i] +
                                                        "' stands here or below; a formula knows what stands above it");
        } catch (const ExpressionError&) {
            // there is more that is wrong with it
        }
    }

    const SweepVariationReading& reading_;
};

}  // namespace

SweepVariation read_sweep_variation(const TomlNode& table, const SweepVariationReading& reading) {
    return VariationReader(reading).read(table);
}

bool title_is_key(const std::string& title) {
    if (title.find('.') != std::string::npos) return true;
    // an item of a list: "torque[1]", but not "mass [kg]"
    const std::size_t open = title.find('[');
    if (open == 0 || open == std::string::npos || title.back() != ']') return false;
    const std::string before = title.substr(0, open), inside = title.substr(open + 1, title.size() - open - 2);
    return before.find(' ') == std::string::npos && !inside.empty() &&
           std::all_of(inside.begin(), inside.end(), [](char c) { return c >= '0' && c <= '9'; });
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

void refuse_too_many_columns(const Place& place) {
    throw InputError(place, "a sweep varies at most " + std::to_string(ensemble::most_columns) + " numbers in all");
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
        low{"low", Type::number, "", "", true, "lower end"},
        high{"high", Type::number, "", "", true, "upper end; where it is the lower too: that number"},
        mean{"mean", Type::number, "", "", true, "mean"},
        deviation{"deviation", Type::non_negative, "", "", true, "standard deviation; 0: the mean itself"},
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
         {{"low", Type::positive, "", "", true, "lower end"},
          {"high", Type::positive, "", "", true, "upper end; where it is the lower too: that number"}},
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
         {{"length", Type::non_negative, "", "1.0", false, "its length, in the unit of the key"}}},
        {"variation",
         "choice",
         "one of these values at random",
         {values, {"weights", Type::numbers, "", "", false, "one for each value; left out: all alike"}}},
        {"variation",
         "file",
         "cases from a CSV file, a line for each; its header names the keys",
         {{"file", Type::path, "", "", true, "the file, from where the sweep's file is"},
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
