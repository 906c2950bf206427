// Bodies on a table from the tables of reference numbers, as problems and as scenarios.
#pragma once

#include <fmt/format.h>

#include "support/inside_rows.hpp"
#include "support/inside_support.hpp"

namespace polhode::test {

inline Problem problem_on_table(const nlohmann::json& c) {
    nlohmann::json body = c;
    body["inertia"] = c.at("inertia_rows");
    Problem p = body_of(body);
    p.body->mass = c.at("mass");
    auto inside = std::make_shared<Inside>();
    Contact contact;
    contact.semi_axes = vector_of(c.at("semi_axes"));
    contact.centre_of_mass = vector_of(c.at("com"));
    contact.mass = c.at("mass");
    contact.g = c.at("g");
    inside->contact = contact;
    p.inside = inside;
    return p;
}

// The same as a scenario without its method, up to the last sample.
inline std::string scenario_of(const nlohmann::json& c) {
    const bool disk = c.at("semi_axes")[2] == 0.0;
    const double end = c.at("samples").back().at("t");
    return fmt::format(
        "[body]\ninertia = {}\nmass = {}\n[start]\nattitude = {{ quaternion = {}, normalise = true }}\nrate = {}\n"
        "[contact]\nsurface = \"{}\"\n{} = {}\ncentre_of_mass = {}\ng = {}\n[run]\nduration = {}\nsample = {}\n",
        c.at("inertia_rows").dump(), c.at("mass").dump(), c.at("q0").dump(), c.at("omega0").dump(),
        disk ? "disk" : "ellipsoid", disk ? "radius" : "semi_axes",
        disk ? c.at("semi_axes")[0].dump() : c.at("semi_axes").dump(), c.at("com").dump(), c.at("g").dump(), end, end);
}

}  // namespace polhode::test
