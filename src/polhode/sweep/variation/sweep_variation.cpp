#include "polhode/sweep/variation/sweep_variation.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/base/shortest.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/sweep/variation/sweep_cases.hpp"
#include "polhode/sweep/variation/sweep_covariance.hpp"
#include "polhode/sweep/variation/sweep_lists.hpp"
#include "polhode/sweep/variation/sweep_variation_entries.hpp"

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
            std::size_t count = 0;
            d.kind = DrawKind::correlated_normal;
            d.table = keep_values(read_correlated_normals(table, count));
            block.width = static_cast<int>(count);
            block.list = true;
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
            const std::string& file = values.text("file");
            const std::string path = file.front() == '/' ? file : reading_.directory + file;
            read_sweep_cases(table, values, path, block, reading_.values);
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
                    throw InputError(formula.place, "in the formula '" + escaped_for_message(formula.text) + "': '" +
                                                        names[i] +
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

}  // namespace polhode
