#include "polhode/study/study_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "polhode/base/parse_number.hpp"
#include "polhode/base/shortest.hpp"
#include "polhode/files/input_file.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/scenario/setting_alternatives.hpp"

namespace polhode {

namespace {

constexpr std::size_t most_values = 1000;

std::vector<std::string> measure_names() { return names_of("measure"); }

std::vector<Parameter> study_parameters() {
    return {
        {"measure", Type::choice, "", "\"geodesic\"", false, "which error is judged", measure_names()},
        {"at", Type::choice, "", "\"end\"", false, "the error at the end, or the largest on the way", {"end", "max"}},
        {"against",
         Type::choice,
         "",
         "\"truth\"",
         false,
         "what is true: the closed form where there is one and otherwise the reference solution; or one of the two",
         {"truth", "exact", "reference"}},
        {"threads", Type::integer, "1", "0", false, "how many points run side by side; 0: as many as there are cores"},
        {"repeats", Type::integer, "1", "3", false, "runs of each point, of whose CPU times the median is taken"},
    };
}

[[noreturn]] void refuse_value(const Place& place, const std::string& read, const std::string& what) {
    throw InputError(place, fmt::format("expected {} as numbers > 0, read {}; example: [1e-2, 1e-3] or "
                                        "{{ from = 1e-2, to = 1e-4, count = 5 }}",
                                        what, read));
}

std::vector<double> spread(double from, double to, std::size_t count) {
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) {
        const double x = count > 1 ? static_cast<double>(i) / static_cast<double>(count - 1) : 0;
        // three digits are enough for a step, and read better
        values.push_back(parse_number(fmt::format("{:.3g}", from * std::pow(to / from, x))).value_or(from));
    }
    values.front() = from;
    if (count > 1) values.back() = to;
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

std::vector<double> read_spread(const TomlNode& node) {
    const std::string what = node.name;
    if (node.kind == TomlNode::Kind::table) {
        const std::vector<Parameter> parameters = {
            {"from", Type::positive, "", "", true, "the first of the " + what},
            {"to", Type::positive, "", "", true, "the last of the " + what},
            {"count", Type::integer, "1", "", true, "how many, evenly on a logarithmic scale"}};
        const Values values = read_values(node, parameters);
        const double count = values.number("count");
        if (count < 1 || count > static_cast<double>(most_values))
            values.refuse("count", fmt::format("{:g} is not between 1 and {}", count, most_values));
        return spread(values.number("from"), values.number("to"), static_cast<std::size_t>(count));
    }
    if (node.kind != TomlNode::Kind::array) refuse_value(node.place, node.described(), what);
    if (node.items.empty()) refuse_value(node.place, "an empty list", what);
    if (node.items.size() > most_values)
        throw InputError(node.place, fmt::format("{} values are too many; at most {}", node.items.size(), most_values));
    std::vector<double> values;
    for (const TomlNode& item : node.items) {
        if (!item.is_number() || !(item.number > 0) || !std::isfinite(item.number))
            refuse_value(item.place, item.described(), what);
        values.push_back(item.number);
    }
    return values;
}

void require_tables(const TomlNode& root, const std::string& name, const std::string& why) {
    const TomlNode* list = root.find(name);
    if (!list) throw InputError({root.place.file, 0, name}, "there is no [[" + name + "]]; " + why);
    if (list->kind == TomlNode::Kind::table)
        throw InputError(list->place,
                         "there may be several of these: write [[" + name + "]] in place of [" + name + "]");
    if (list->kind != TomlNode::Kind::array || list->items.empty())
        throw InputError(list->place, "expected tables [[" + name + "]], read " + list->described());
    for (const TomlNode& item : list->items)
        if (item.kind != TomlNode::Kind::table)
            throw InputError(item.place, "expected tables [[" + name + "]], read " + item.described());
}

// "rk4 normalise", "taylor 16", "rk4 dcm": what tells it apart from other methods.
std::string default_name(const Method& m) {
    std::string name = m.integrator;
    for (const char* key : {"order", "rate", "kind"})
        if (m.integrator_values.given(key)) {
            const Entry* entry = find_entry("integrator", m.integrator);
            for (const Parameter& p : entry->parameters)
                if (p.name == key)
                    name += " " + (p.type == Type::text || p.type == Type::choice
                                       ? m.integrator_values.text(key)
                                       : shortest(m.integrator_values.number(key)));
        }
    if (m.constraint != "none") name += " " + m.constraint;
    if (m.attitude != "quaternion") name += " " + m.attitude;
    if (m.arithmetic != "double") name += " " + m.arithmetic;
    return name;
}

// Every curve and every problem has a name of its own.
template <class List, class Name>
void make_names_unique(List& list, Name name_of) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string wanted = name_of(list[i]);
        for (int n = 2;; ++n) {
            bool taken = false;
            for (std::size_t j = 0; j < i; ++j) taken = taken || name_of(list[j]) == name_of(list[i]);
            if (!taken) break;
            name_of(list[i]) = wanted + " (" + std::to_string(n) + ")";
        }
    }
}

void finish(Study& study) {
    for (StudyMethod& m : study.methods)
        if (m.method.name.empty()) {
            m.method.name = default_name(m.method);
            // the same integrator with a fixed step and with a tolerance
            const bool fixed_too =
                std::any_of(study.methods.begin(), study.methods.end(), [&](const StudyMethod& other) {
                    return &other != &m && other.method.integrator == m.method.integrator && other.varied != m.varied;
                });
            if (fixed_too && m.varied == StudyMethod::Varied::step) m.method.name += " fixed";
        }
    make_names_unique(study.methods, [](StudyMethod& m) -> std::string& { return m.method.name; });
    make_names_unique(study.problems, [](StudyProblem& p) -> std::string& { return p.name; });
    check_study(study);
}

StudyProblem problem_of(const std::string& path, const std::vector<std::string>& settings, const std::string& name) {
    StudyProblem problem;
    problem.scenario = read_scenario_file(path, settings);
    problem.name = name.empty() ? std::filesystem::path(path).stem().string() : name;
    return problem;
}

StudyProblem read_problem(const TomlNode& table, const std::string& directory) {
    const std::vector<Parameter> parameters = {
        {"scenario", Type::path, "", "", true, "a scenario file, from where the study file is"},
        {"name", Type::text, "", "", false, "how the problem is called; left out: after its file"}};
    const Values values = read_values(table, parameters, {"set"});
    std::vector<std::string> settings;
    if (const TomlNode* set = table.find("set")) {
        const auto wrong = [&](const TomlNode& node) {
            throw InputError(node.place,
                             "expected a list of strings like [\"run.duration=5\"], read " + node.described());
        };
        if (set->kind != TomlNode::Kind::array) wrong(*set);
        for (const TomlNode& item : set->items) {
            if (item.kind != TomlNode::Kind::text) wrong(item);
            settings.push_back(item.text);
        }
    }
    const std::string file = values.text("scenario");
    const bool absolute = !file.empty() && file.front() == '/';
    return problem_of(absolute ? file : directory + file, settings, values.has("name") ? values.text("name") : "");
}

StudyMethod read_curve(const TomlNode& table) {
    StudyMethod curve;
    TomlNode own = table;
    const auto take = [&](const char* key, StudyMethod::Varied varied) {
        const auto found =
            std::find_if(own.items.begin(), own.items.end(), [&](const TomlNode& n) { return n.name == key; });
        if (found == own.items.end()) return;
        if (curve.varied != StudyMethod::Varied::nothing)
            throw InputError(found->place,
                             "`steps` and `tolerances` exclude each other; make two [[method]] tables of it");
        const std::string single = varied == StudyMethod::Varied::step ? "step" : "tolerance";
        if (const TomlNode* fixed = own.find(single))
            throw InputError(fixed->place,
                             "`" + single + "` and `" + key + "` say the same thing twice; leave one out");
        curve.varied = varied;
        curve.values = read_spread(*found);
        own.items.erase(
            std::find_if(own.items.begin(), own.items.end(), [&](const TomlNode& n) { return n.name == key; }));
    };
    take("steps", StudyMethod::Varied::step);
    take("tolerances", StudyMethod::Varied::tolerance);
    curve.method = read_method_table(own);
    if (const TomlNode* steps = table.find(table.find("steps") ? "steps" : "step");
        steps && takes_no_step(curve.method.integrator))
        throw FormError(steps->place, "'" + curve.method.integrator + "' takes no step" +
                                          (curve.method.integrator == "default"
                                               ? ": it chooses its steps by itself; give `tolerances`, the errors that "
                                                 "it may make"
                                               : "; leave it out"));
    // a slip in a value is found at the list
    for (const auto& [many, one] : {std::pair{"steps", "step"}, std::pair{"tolerances", "tolerance"}})
        if (const TomlNode* list = table.find(many)) curve.method.places[one] = list->place;
    return curve;
}

std::string text_of_file(const std::string& path) {
    constexpr std::size_t enough = 5u << 20;  // past the limit of parse_toml, which refuses it with the reason
    const InputBytes file = read_input_file(path, enough);
    if (!file.fault.empty())
        throw InputError({path, 0, ""}, file.fault == "it is a directory, not a file"
                                            ? "this is a directory; name the study file in it"
                                            : "the study cannot be opened: " + file.fault);
    return file.bytes;
}

std::string directory_of(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts(1);
    for (const char c : text)
        if (c == at)
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

}  // namespace

Study read_study(const std::string& text, const std::string& name, const std::string& directory) {
    const TomlNode root = parse_toml(text, name);
    Study study;
    study.file = name;
    if (root.items.empty())
        throw InputError(root.place, "there is nothing in it; a study needs [[problem]] and [[method]] tables");
    check_keys(root, {"title", "study", "problem", "method"});
    if (const TomlNode* title = root.find("title"))
        study.title = std::get<std::string>(read_value(*title, {"title", Type::text, "", "", false, ""}));
    if (const TomlNode* table = root.find("study")) require_table(*table);
    TomlNode none;
    none.place = {root.place.file, 0, "study"};
    const Values values = read_values(root.find("study") ? *root.find("study") : none, study_parameters());
    study.measure = *measure_named(values.text("measure"));
    study.largest = values.text("at") == "max";
    study.against = values.text("against");
    study.threads = static_cast<int>(std::min(values.integer("threads"), 4096L));
    if (values.integer("repeats") < 1 || values.integer("repeats") > 1000)
        values.refuse("repeats", fmt::format("{} is not between 1 and 1000", values.integer("repeats")));
    study.repeats = static_cast<int>(values.integer("repeats"));

    require_tables(root, "problem", "each names a scenario. Example: [[problem]] scenario = \"gyroscope-cusp.toml\"");
    require_tables(root, "method", "each is a curve. Example: [[method]] integrator = \"rk4\", steps = [1e-2, 1e-3]");
    for (const TomlNode& table : root.find("problem")->items) study.problems.push_back(read_problem(table, directory));
    for (const TomlNode& table : root.find("method")->items) study.methods.push_back(read_curve(table));
    finish(study);
    return study;
}

Study read_study_file(const std::string& path) { return read_study(text_of_file(path), path, directory_of(path)); }

bool is_study_file(const std::string& path) {
    const TomlNode root = parse_toml(text_of_file(path), path);
    return root.find("problem") || root.find("study");
}

Method method_of_word(const std::string& word, const std::string& place) {
    TomlNode table;
    table.place = {place, 0, ""};
    const auto add = [&](const std::string& key, const std::string& value, bool as_text) {
        const Place at{place, 0, key};
        TomlNode node;
        if (as_text) {
            node.kind = TomlNode::Kind::text;
            node.text = value;
            node.place = at;
        } else {
            node = parse_toml_value(value, at);
        }
        node.name = key;
        table.items.push_back(node);
    };
    std::string rest = word;
    for (const auto& [mark, key] : {std::pair{'/', "attitude"}, std::pair{'+', "constraint"}})
        if (const std::size_t at = rest.find(mark); at != std::string::npos) {
            add(key, rest.substr(at + 1), true);
            rest.resize(at);
        }
    const std::vector<std::string> parts = split(rest, ':');
    add("integrator", parts[0], true);
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::size_t equals = parts[i].find('=');
        if (equals != std::string::npos)
            add(parts[i].substr(0, equals), parts[i].substr(equals + 1), false);
        else
            add("order", parts[i], false);
    }
    return read_method_table(table);
}

std::vector<double> values_of_words(const std::string& words, const std::string& place) {
    const auto number = [&](const std::string& text) {
        const auto value = parse_number(text);
        if (!value || !(*value > 0) || !std::isfinite(*value))
            throw InputError({place, 0, ""}, fmt::format("'{}' is not a number > 0; examples: {} 0.01,0.005 and {} "
                                                         "0.01:0.0005:6 (from, to, how many)",
                                                         escaped_for_message(text), place, place));
        return *value;
    };
    const std::vector<std::string> range = split(words, ':');
    if (range.size() == 3) {
        const double count = number(range[2]);
        if (count != std::floor(count) || count > static_cast<double>(most_values))
            throw InputError({place, 0, ""}, fmt::format("'{}' is not a count up to {}; example: {} 0.01:0.0005:6",
                                                         range[2], most_values, place));
        return spread(number(range[0]), number(range[1]), static_cast<std::size_t>(count));
    }
    if (range.size() != 1)
        throw InputError({place, 0, ""},
                         fmt::format("'{}' is neither a list nor from:to:count; examples: {} 0.01,0.005 "
                                     "and {} 0.01:0.0005:6",
                                     escaped_for_message(words), place, place));
    std::vector<double> values;
    for (const std::string& text : split(words, ',')) values.push_back(number(text));
    return values;
}

Study study_of_words(const StudyWords& words) {
    Study study;
    study.file = words.scenario;
    study.problems.push_back(problem_of(words.scenario, words.settings, ""));
    study.title = study.problems.front().scenario.title;
    const auto choice = [](const char* option, const std::string& read, const std::vector<std::string>& known) {
        if (std::find(known.begin(), known.end(), read) != known.end()) return;
        const std::string near = nearest_name(read, known);
        throw InputError({option, 0, ""},
                         fmt::format("expected {}, read '{}'{}", listed(known), escaped_for_message(read),
                                     near.empty() ? "" : "; did you mean '" + near + "'?"));
    };
    choice("--error", words.measure, measure_names());
    choice("--at", words.at, {"end", "max"});
    choice("--against", words.against, {"truth", "exact", "reference"});
    study.measure = *measure_named(words.measure);
    study.largest = words.at == "max";
    study.against = words.against;

    const Scenario& scenario = study.problems.front().scenario;
    std::vector<double> steps, tolerances;
    if (!words.tolerances.empty()) tolerances = values_of_words(words.tolerances, "--tolerances");
    if (!words.steps.empty()) steps = values_of_words(words.steps, "--steps");
    if (steps.empty() && tolerances.empty()) {
        tolerances = spread(1e-4, 1e-12, 5);
        // from a hundred steps on, halved each time
        steps = spread(scenario.run.duration / 200, scenario.run.duration / 12800, 7);
    }

    std::vector<Method> methods;
    if (words.methods.empty())
        for (const char* name : {"rk4", "merson", "dopri5", "dop853"})
            methods.push_back(method_of_word(name, "--methods"));
    else
        for (const std::string& word : split(words.methods, ',')) methods.push_back(method_of_word(word, "--methods"));
    for (Method& method : methods) {
        const auto runs = [&](StudyMethod::Varied varied, double value) {
            StudyMethod curve{method, varied, {value}};
            RunSpan span = scenario.run;
            span.sample = span.duration;
            try {
                prepare(scenario.problem, curve.at(0), span);
                return true;
            } catch (const InputError&) {
                return false;
            }
        };
        StudyMethod curve;
        curve.method = method;
        const bool needs_nothing = method.integrator == "exact" || method.integrator == "reference";
        if (needs_nothing) {
            curve.varied = StudyMethod::Varied::nothing;
        } else if (!tolerances.empty() && (runs(StudyMethod::Varied::tolerance, tolerances.front()) || steps.empty())) {
            curve.varied = StudyMethod::Varied::tolerance;
            curve.values = tolerances;
        } else {
            if (takes_no_step(method.integrator))
                throw InputError({"--steps", 0, ""}, "'" + method.integrator +
                                                         "' chooses its steps by itself; give --tolerances for it, the "
                                                         "errors that it may make");
            curve.varied = StudyMethod::Varied::step;
            curve.values = steps;
        }
        study.methods.push_back(curve);
    }
    finish(study);
    return study;
}

}  // namespace polhode
