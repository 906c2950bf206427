// [contact]: surfaces, keys, and what they mean.
#include <algorithm>
#include <cmath>

#include "polhode/problem/inside/contact.hpp"
#include "polhode/problem/inside/inside_tables.hpp"
#include "polhode/problem/samples/model_values.hpp"

namespace polhode {

namespace {

std::vector<Parameter> surface_parameters(std::vector<Parameter> own) {
    for (const Parameter& p : contact_parameters()) own.push_back(p);
    return own;
}

// Two numbers, or zeros where the key was left out.
void read_two(const Values& values, const char* key, double& first, double& second) {
    if (!values.given(key)) return;
    const std::vector<double>& two = values.numbers(key);
    if (two.size() != 2)
        values.refuse(key, "expected two numbers, along x and y of the world, read " + std::to_string(two.size()) +
                               "; the height follows from the attitude");
    first = two[0], second = two[1];
}

void read_semi_axes(const std::string& surface, const Values& values, Contact& c) {
    if (surface == "ellipsoid") {
        c.semi_axes = values.vector("semi_axes");
        for (int i = 0; i < 3; ++i)
            if (!(c.semi_axes[i] > 0))
                values.refuse("semi_axes",
                              "expected three lengths above 0 (a disk with a sharp rim is surface = \"disk\")");
        return;
    }
    const double radius = values.number("radius");
    c.semi_axes = {radius, radius, surface == "disk" ? 0 : radius};
    if (surface == "disk") {
        c.smallest_angle = values.number("smallest_angle");
        if (!(c.smallest_angle < 1.5)) values.refuse("smallest_angle", "expected an angle below 1.5 rad");
    }
}

// The centre of mass must lie inside the surface, or the body would touch the table with something else.
void require_inside_surface(const Values& values, const Contact& c) {
    double out = 0;
    for (int i = 0; i < 3; ++i) {
        const double k = c.centre_of_mass[i], a = c.semi_axes[i];
        out += a > 0 ? k * k / (a * a) : k == 0 ? 0 : 1;
    }
    if (!(out < 1))
        values.refuse("centre_of_mass", c.is_disk() ? "the centre of mass of a disk lies in its plane, within its rim"
                                                    : "the centre of mass must lie inside the surface");
}

void read_law(const Values& values, Contact& c) {
    const std::string& law = values.text("law");
    c.law = law == "viscous" ? Contact::Law::viscous : law == "coulomb" ? Contact::Law::coulomb : Contact::Law::rolling;
    if (!c.slides()) {
        for (const char* key : {"friction", "velocity"})
            if (values.given(key))
                values.refuse(key,
                              "a body that rolls does not slide: the rate says how it goes; leave it out, or take "
                              "law = \"viscous\" or \"coulomb\"");
        return;
    }
    const bool dry = c.law == Contact::Law::coulomb;
    if (!values.given("friction"))
        values.refuse("friction", dry ? "missing; sliding needs its coefficient"
                                      : "missing; sliding needs its coefficient, in s/m (0: no friction)");
    c.friction = values.number("friction");
    if (dry && c.friction == 0)
        values.refuse("friction", "dry friction of 0 is none; a table without friction is law = \"viscous\" with 0");
    read_two(values, "velocity", c.vx, c.vy);
}

void read_loss(const std::string& surface, const Values& values, Contact& c) {
    const std::string& loss = values.text("rolling_loss");
    c.loss = loss == "contour"      ? Contact::Loss::contour
             : loss == "horizontal" ? Contact::Loss::horizontal
                                    : Contact::Loss::none;
    if (c.loss == Contact::Loss::contour && surface != "disk")
        values.refuse("rolling_loss", "only a disk has a rim; \"horizontal\" is for every surface");
    const bool given = values.given("loss_moment");
    if (c.loss == Contact::Loss::none) {
        if (given) values.refuse("loss_moment", "say which loss: rolling_loss = \"contour\" or \"horizontal\"");
        return;
    }
    if (!given) values.refuse("loss_moment", "missing; a rolling loss needs its moment, in N m");
    c.loss_moment = values.number("loss_moment");
}

}  // namespace

double Contact::size() const { return std::max({semi_axes[0], semi_axes[1], semi_axes[2]}); }

const std::vector<std::string>& Contact::variables() {
    static const std::vector<std::string> names{"x", "y", "z", "vx", "vy", "vz"};
    return names;
}

const std::vector<std::string>& Contact::columns() {
    static const std::vector<std::string> names{"x", "y", "z", "vx", "vy", "vz", "normal", "friction"};
    return names;
}

std::vector<Parameter> contact_parameters() {
    return {{"centre_of_mass", Type::vector3, "m", "[0, 0, 0]", false, "from the centre of the surface, in body axes"},
            {"g", Type::positive, "m/s^2", "9.80665", false, "acceleration of free fall"},
            {"law",
             Type::choice,
             "",
             "\"rolling\"",
             false,
             "no slipping, sliding with a force -friction v N, or dry sliding",
             {"rolling", "viscous", "coulomb"}},
            {"friction", Type::non_negative, "", "", false,
             "of sliding: s/m (viscous), or the ratio of the friction to the normal force (coulomb)"},
            {"rolling_loss",
             Type::choice,
             "",
             "\"none\"",
             false,
             "a moment against the way of the contact point round a disk's rim, or against the horizontal rate",
             {"none", "contour", "horizontal"}},
            {"loss_moment", Type::positive, "N m", "", false, "of the rolling loss"},
            {"position", Type::numbers, "m", "", false, "of the centre of mass at the start, x and y; left out: 0"},
            {"velocity", Type::numbers, "m/s", "", false,
             "sliding: of the centre of mass at the start, along x and y; left out: 0"}};
}

std::vector<Entry> contact_entries() {
    const Parameter radius{"radius", Type::positive, "m", "", true, "of the surface"};
    return {{"contact", "ellipsoid", "an ellipsoid along the body axes: rattlebacks, eggs",
             surface_parameters(
                 {{"semi_axes", Type::vector3, "m", "", true, "of the surface, along the body axes; each above 0"}}),
             "", "Kane, Levinson, Int. J. Non-Linear Mech. 17 (1982) 175"},
            {"contact", "sphere", "a sphere, with its centre of mass anywhere inside: balls, tippe tops",
             surface_parameters({radius}), "", "Cohen, Am. J. Phys. 45 (1977) 12"},
            {"contact", "disk", "a disk about the body's z axis with a sharp rim: wheels, coins, Euler's disk",
             surface_parameters({radius,
                                 {"smallest_angle", Type::positive, "rad", "0.001", false,
                                  "between the disk's plane and the table: the run ends there, as flat is singular"}}),
             "", "Moffatt, Nature 404 (2000) 833; Leine, Arch. Appl. Mech. 79 (2009) 1063"}};
}

Contact build_contact(const std::string& surface, const Values& values) {
    Contact c;
    read_semi_axes(surface, values, c);
    c.centre_of_mass = values.vector("centre_of_mass");
    require_inside_surface(values, c);
    c.g = values.number("g");
    read_law(values, c);
    read_loss(surface, values, c);
    read_two(values, "position", c.x, c.y);
    return c;
}

}  // namespace polhode
