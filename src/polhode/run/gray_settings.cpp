#include "polhode/run/gray_settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "polhode/integrate/tableaus.hpp"
#include "polhode/method/constraint_kind.hpp"
#include "polhode/problem/attitudes/attitude.hpp"

namespace polhode {

const std::vector<std::string>& gray_cosine_names() {
    static const std::vector<std::string> names{"l1", "m1", "n1", "l2", "m2", "n2", "l3", "m3", "n3"};
    return names;
}

namespace {

std::array<int, 3> read_gray_equations(const Values& values) {
    const std::string& text = values.text("equations");
    std::array<int, 3> chosen{};
    int count = 0;
    std::string word;
    const auto take = [&] {
        if (word.empty()) return;
        const auto& known = gray_cosine_names();
        const auto found = std::find(known.begin(), known.end(), word);
        if (found == known.end())
            values.refuse("equations", "'" + word + "' is none of the nine cosines " + listed(known));
        if (count == 3) values.refuse("equations", "expected three cosines, read \"" + text + "\"");
        chosen[static_cast<std::size_t>(count++)] = static_cast<int>(found - known.begin());
        word.clear();
    };
    for (const char c : text) {
        if (c == ' ' || c == ',')
            take();
        else
            word += c;
    }
    take();
    if (count != 3) values.refuse("equations", "expected three cosines such as \"l1 l2 m2\", read \"" + text + "\"");
    const auto [a, b, c] = chosen;
    if (a == b || b == c || a == c)
        values.refuse("equations", "three different cosines are wanted, read \"" + text + "\"");
    if (a / 3 == b / 3 && b / 3 == c / 3)
        values.refuse("equations",
                      "three cosines of one subscript are not independent: they say nothing of a turn about "
                      "that axis; take one from another row");
    if (a % 3 == b % 3 && b % 3 == c % 3)
        values.refuse("equations",
                      "three cosines of one letter are not independent: they say nothing of a turn about "
                      "that body axis; take one of another letter");
    return chosen;
}

}  // namespace

bool is_gray(const Method& method) {
    return method.attitude == "dcm-gray" || constraint_kind(method.constraint).of_gray;
}

GraySettings gray_settings_of(const Method& method) {
    GraySettings s;
    const Values &a = method.attitude_values, &c = method.constraint_values;
    if (method.attitude != "dcm-gray" && method.attitude != "dcm")
        throw InputError(method.at("constraint"), fmt::format("'{}' corrects the rows of a matrix; it goes with the "
                                                              "attitudes 'dcm-gray' and 'dcm', not with '{}'",
                                                              method.constraint, method.attitude));
    const bool one = method.constraint == "gray-1", two = method.constraint == "gray-2";
    if (!one && !two && method.constraint != "none")
        throw InputError(method.at("constraint"), fmt::format("'{}' does not go with 'dcm-gray', which takes 'none', "
                                                              "'gray-1' and 'gray-2'; attitude 'dcm' takes the others",
                                                              method.constraint));
    s.corrected = one || two;
    if (two) s.method = GrayOrthogonalising::one_component;
    if (one && c.text("corrections") == "length-first") s.corrections = GrayCorrections::length_first;
    if (one && c.text("corrections") == "direction-first") s.corrections = GrayCorrections::direction_first;
    if (s.corrected && c.text("doubling") == "before-rounding") s.doubling = GrayDoubling::before_rounding;
    if (a.has("scale")) {
        s.scale = a.number("scale");
        if (s.scale > 1) a.refuse("scale", fmt::format("{:g} is above 1: the cosines would not fit", s.scale));
    }
    if (a.has("equations")) {
        s.equations = read_gray_equations(a);
        if (s.corrected)
            throw InputError(method.at("constraint"),
                             "three equations with six identities leave nothing to correct; leave the constraint out");
    }
    return s;
}

void check_gray(const Problem&, const Method& method, const ResolvedMethod& m) {
    const GraySettings s = gray_settings_of(method);
    std::vector<std::string> known;
    integrate::Tableaus::for_each([&](auto tableau) {
        using Tableau = decltype(tableau);
        if (!s.equations || few_gray_stages<Tableau>) known.push_back(Tableau::name);
    });
    const bool fits = std::find(known.begin(), known.end(), method.integrator) != known.end();
    if (!fits || m.stepping != ResolvedMethod::Stepping::fixed)
        throw InputError(method.at("integrator"),
                         fmt::format("Gray's matrix moves, and is corrected, once a step of fixed length: give `step` "
                                     "(without tolerance) and one of {}",
                                     listed(known)));
    if (s.equations && method.arithmetic != "double")
        throw InputError(method.at("arithmetic"), "the choice of three equations computes in double");
}

Mat3<double> start_matrix(const Problem& problem) {
    const StartAttitude& a = problem.start.attitude;
    const std::vector<double> params =
        a.representation == "dcm" ? a.params : convert_attitude(a.representation, a.params, "dcm");
    Mat3<double> R_NB;
    for (std::size_t i = 0; i < 9; ++i) R_NB.m[i / 3][i % 3] = params[i];
    return R_NB;
}

}  // namespace polhode
