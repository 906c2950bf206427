#include "polhode/output/summary_equilibria.hpp"

#include <cmath>
#include <numbers>

namespace polhode {

namespace {

using Stability = Equilibrium::Stability;

// "turn about z" -> "z": in a list of turns the first words say nothing.
std::string short_name(const Equilibrium& e) {
    const std::string turn = "turn about ";
    return e.name.starts_with(turn) ? e.name.substr(turn.size()) : e.name;
}

std::string names_of(const Equilibria& all, Stability which) {
    std::string text;
    for (const Equilibrium& e : all.all)
        if (e.stability == which) text += (text.empty() ? "" : all.attitudes ? "; " : ", ") + short_name(e);
    return text;
}

void short_rows(TextTable& table, const Equilibria& all) {
    for (const Stability which : {Stability::stable, Stability::unstable, Stability::undecided}) {
        if (all.number(which) == 0) continue;
        std::string label = std::string("  ") + name_of(which);
        // not where each stands for itself and is named
        if (all.number() != static_cast<int>(all.all.size()))
            label += ", " + std::to_string(all.number(which)) + " of " + std::to_string(all.number());
        table.row(label, {names_of(all, which)});
    }
}

std::string motion_of(const Equilibrium& e) {
    std::string text;
    if (e.growth() > 0) text = "; e-fold in " + readable_seconds(1 / e.growth());
    std::string swings;
    for (const double w : e.frequencies()) swings += (swings.empty() ? "" : ", ") + readable(w);
    if (!swings.empty()) text += "; swings at " + swings + " rad/s";
    double slowest = 0;
    for (const auto& z : e.eigenvalues)
        if (z.real() < 0 && (slowest == 0 || z.real() > slowest)) slowest = z.real();
    if (slowest < 0 && e.stability == Stability::stable) text += "; dies e-fold in " + readable_seconds(-1 / slowest);
    return text;
}

}  // namespace

void equilibrium_rows(TextTable& table, const Summary& s) {
    const Equilibria& all = s.equilibria;
    if (all.all.empty()) return;
    std::string title = all.of;
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    table.section(title + (s.list_equilibria ? "" : " (more with --equilibria)"));
    if (!s.list_equilibria) return short_rows(table, all);
    for (const Equilibrium& e : all.all) {
        std::string label = "  " + e.name;
        if (e.alike > 1) label += " (" + std::to_string(e.alike) + ")";
        const double rate = norm(e.rate);
        if (!all.attitudes && rate > 0) label += ", " + readable(rate) + " rad/s";
        table.row(label, {std::string(name_of(e.stability)) + (e.why.empty() ? "" : ", " + e.why) + motion_of(e)});
    }
}

nlohmann::ordered_json equilibria_json(const Equilibria& all) {
    using Json = nlohmann::ordered_json;
    Json list = Json::array();
    for (const Equilibrium& e : all.all) {
        Json values = Json::array();
        for (const auto& z : e.eigenvalues) values.push_back({z.real(), z.imag()});
        Json one{{"name", e.name}, {"stability", name_of(e.stability)}, {"why", e.why}, {"alike", e.alike}};
        if (all.attitudes) one["q_NB"] = {e.q_NB.w, e.q_NB.x, e.q_NB.y, e.q_NB.z};
        one["rate_rad_s"] = {e.rate[0], e.rate[1], e.rate[2]};
        one["eigenvalues_1_s"] = values;
        one["growth_1_s"] = e.growth();
        list.push_back(one);
    }
    return Json{{"of", all.of}, {"list", list}};
}

}  // namespace polhode
