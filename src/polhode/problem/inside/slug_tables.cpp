// [[slug]]: keys, and what they mean.
#include "polhode/problem/inside/part_tables.hpp"

namespace polhode {

std::vector<Parameter> slug_parameters() {
    return {{"name", Type::text, "", "", false,
             "what formulas and columns call its rate, with x, y and z behind it; left out: slug1_, slug2_, ..."},
            {"moment", Type::positive, "kg m^2", "", true,
             "of the slug, about any axis; the moments of [body] are those without it"},
            {"viscosity", Type::positive, "N m s", "", true,
             "torque between slug and body for each rad/s that one turns against the other"},
            {"rate", Type::vector3, "rad/s", "", false,
             "of the slug in the world, in body axes, at the start; left out: it turns with the body"}};
}

KelvinSlug build_slug(const Values& values, std::size_t place) {
    KelvinSlug slug;
    slug.name = values.given("name") ? values.text("name") : "slug" + std::to_string(place + 1) + "_";
    slug.moment = values.number("moment");
    slug.viscosity = values.number("viscosity");
    slug.with_body = !values.given("rate");
    if (!slug.with_body) slug.rate = values.vector("rate");
    return slug;
}

}  // namespace polhode
