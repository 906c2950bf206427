#include "polhode/problem/body_model.hpp"

#include <algorithm>
#include <cmath>

#include "polhode/arithmetic/elementary.hpp"
#include "polhode/base/shortest.hpp"
#include "polhode/problem/principal_axes.hpp"

namespace polhode {

namespace {

constexpr double moments_rounding = 1e-12;  // relative; moments are typed or summed in binary64

// Products of three moments must fit into binary64.
constexpr double largest_moment = 1e100, smallest_moment = 1e-100;

// m (|r|^2 - r r^T): what moving a mass by r adds to its moments (parallel-axis theorem; Ganapathi 2005 eq. 2)
Mat3<double> moments_of_point(double mass, const Vec3<double>& r) {
    Mat3<double> I;
    const Vec3<double> square{r[0] * r[0], r[1] * r[1], r[2] * r[2]};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            I(i, j) = i == j ? mass * (square[(i + 1) % 3] + square[(i + 2) % 3]) : -mass * r[i] * r[j];
    return I;
}

// About its own centre, axis of symmetry along z; uniform density (Landau and Lifshitz, Mechanics, section 32)
Vec3<double> own_moments(const Values& part) {
    const std::string& shape = part.text("shape");
    const double m = part.number("mass");
    const auto size = [&](const char* name) { return part.has(name) ? part.number(name) : 0.0; };
    if (shape == "disk" || shape == "cylinder" || shape == "rod") {
        const double r2 = size("radius") * size("radius");
        const double length = size(shape == "disk" ? "thickness" : "length");
        const double across = m * (r2 / 4 + length * length / 12);
        return {across, across, m * r2 / 2};
    }
    if (shape == "sphere") {
        const double I = 0.4 * m * size("radius") * size("radius");
        return {I, I, I};
    }
    if (shape == "ellipsoid") {
        const Vec3<double> a = part.vector("semi_axes");
        return {m * (a[1] * a[1] + a[2] * a[2]) / 5, m * (a[2] * a[2] + a[0] * a[0]) / 5,
                m * (a[0] * a[0] + a[1] * a[1]) / 5};
    }
    if (shape == "box") {
        const Vec3<double> a = part.vector("size");
        return {m * (a[1] * a[1] + a[2] * a[2]) / 12, m * (a[2] * a[2] + a[0] * a[0]) / 12,
                m * (a[0] * a[0] + a[1] * a[1]) / 12};
    }
    return {};  // point
}

// R I R^T for the rotation vector of the part (Rodrigues), exactly I for none
Mat3<double> turned(const Vec3<double>& own, const Vec3<double>& rotation) {
    const double angle = norm(rotation);
    if (angle == 0) return Mat3<double>::diagonal(own);
    const Vec3<double> n = rotation / angle;
    double c, s, half, half_cosine;
    sincos(angle, s, c);
    sincos(angle / 2, half, half_cosine);
    const double v = 2 * half * half;
    Mat3<double> R;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        R(i, i) = c + v * n[i] * n[i];
        R(i, j) = v * n[i] * n[j] - s * n[k];
        R(i, k) = v * n[i] * n[k] + s * n[j];
    }
    Mat3<double> I;
    for (int i = 0; i < 3; ++i)
        for (int j = i; j < 3; ++j) {
            double sum = 0;
            for (int k = 0; k < 3; ++k) sum += R(i, k) * own[k] * R(j, k);
            I(i, j) = I(j, i) = sum;
        }
    return I;
}

bool flag(const Values& part, const char* name) { return !part.has(name) || part.boolean(name); }
Vec3<double> place_of(const Values& part) { return part.has("at") ? part.vector("at") : Vec3<double>{}; }

// A mass that does not take part in the spin, such as a frame (GyroSoft 2015, counter_weight): it turns with the axis
// but not about it, so it adds its transverse moment and nothing along the axis.
Mat3<double> without_spin(const Values& part, const Mat3<double>& I, const Vec3<double>& axis) {
    double trace = 0;
    for (int i = 0; i < 3; ++i) trace += I(i, i);
    const double along = dot(axis, I * axis), across = (trace - along) / 2;
    Mat3<double> result;
    double defect = 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const double nn = axis[i] * axis[j], rest = (i == j ? 1.0 : 0.0) - nn;
            defect = std::max(defect, std::abs(I(i, j) - across * rest - along * nn));
            result(i, j) = across * rest;
        }
    if (defect > 1e-9 * trace)
        part.refuse("spins",
                    "a part that does not spin with the body must be symmetric about the symmetry axis (key "
                    "'axis' of [body]) through the fixed point; this one is not, so its moments would change "
                    "while the body turns");
    return result;
}

void check_sizes(const Values& part) {
    for (const char* name : {"semi_axes", "size"})
        if (part.has(name))
            for (int i = 0; i < 3; ++i)
                if (!(part.vector(name)[i] > 0))
                    part.refuse(name,
                                "three lengths greater than 0 are needed, read " + shortest(part.vector(name)[i]));
    // Squares of lengths times mass must stay far from overflow.
    for (const char* name : {"radius", "length", "thickness", "mass"})
        if (part.has(name) && part.number(name) > 1e40)
            part.refuse(name, shortest(part.number(name)) + " is too large to compute with: at most 1e40");
    for (const char* name : {"semi_axes", "size", "at", "rotation"})
        if (part.has(name) && !(norm(part.vector(name)) < 1e40))
            part.refuse(name, "a length of more than 1e40 is too large to compute with");
}

// Sums of parts that are symmetric on paper come out symmetric to the last bits only.
void tidy(Mat3<double>& I) {
    const double size = std::max({I(0, 0), I(1, 1), I(2, 2)});
    const double bits = 1e-15 * size;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        if (std::abs(I(i, j)) <= bits) I(i, j) = I(j, i) = 0;
        if (I(i, i) != I(j, j) && std::abs(I(i, i) - I(j, j)) <= bits) I(i, i) = I(j, j) = (I(i, i) + I(j, j)) / 2;
    }
}

void add_parts(BodyModel& body, const BodyTable& table) {
    Vec3<double> first_moment{}, weighing_moment{};
    for (const Values& part : table.parts) {
        check_sizes(part);
        const double m = part.number("mass");
        body.mass += m;
        first_moment = madd(m, place_of(part), first_moment);
        if (flag(part, "weight")) {
            body.weighing_mass += m;
            weighing_moment = madd(m, place_of(part), weighing_moment);
        }
    }
    const bool about_centre = table.values.has("about") && table.values.text("about") == "centre";
    const Vec3<double> fixed = about_centre ? first_moment / body.mass : Vec3<double>{};
    if (body.weighing_mass > 0) body.centre = weighing_moment / body.weighing_mass - fixed;

    Vec3<double> axis = table.values.has("axis") ? table.values.vector("axis") : Vec3<double>{0, 0, 1};
    const double length = norm(axis);
    if (!(length > 0)) table.values.refuse("axis", "a direction is needed, read a vector of length 0");
    axis = axis / length;

    for (const Values& part : table.parts) {
        const Vec3<double> rotation = part.has("rotation") ? part.vector("rotation") : Vec3<double>{};
        const Mat3<double> own = turned(own_moments(part), rotation);
        const Mat3<double> I = own + moments_of_point(part.number("mass"), place_of(part) - fixed);
        body.inertia = body.inertia + (flag(part, "spins") ? I : without_spin(part, I, axis));
    }
    tidy(body.inertia);
}

void take_moments(BodyModel& body, const Values& values) {
    body.inertia = values.matrix("inertia");
    if (values.holds_matrix("inertia")) {
        double size = 0;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) size = std::max(size, std::abs(body.inertia(i, j)));
        for (int i = 0; i < 3; ++i)
            for (int j = i + 1; j < 3; ++j) {
                const double upper = body.inertia(i, j), lower = body.inertia(j, i);
                if (std::abs(upper - lower) > moments_rounding * size)
                    values.refuse("inertia", "an inertia tensor is symmetric, but row " + std::to_string(i + 1) +
                                                 ", column " + std::to_string(j + 1) + " is " + shortest(upper) +
                                                 " and row " + std::to_string(j + 1) + ", column " +
                                                 std::to_string(i + 1) + " is " + shortest(lower));
                body.inertia(i, j) = body.inertia(j, i) = upper + (lower - upper) / 2;
            }
    }
    if (values.has("mass")) body.mass = body.weighing_mass = values.number("mass");
    if (values.has("centre")) body.centre = values.vector("centre");
}

[[noreturn]] void refuse_body(const BodyTable& table, const std::string& why) {
    if (table.parts.empty()) table.values.refuse("inertia", why);
    Place place = table.values.place();
    place.key += ".parts";
    throw InputError(place, why);
}

// Moments that no body can have (Landau and Lifshitz, Mechanics, section 32: none exceeds the sum of the other two)
void check_moments(BodyModel& body, const BodyTable& table) {
    const Vec3<double>& I = body.principal_moments;
    const std::string which = body.diagonal ? "moment" : "principal moment";
    const double largest = std::max({I[0], I[1], I[2]});
    for (int i = 0; i < 3; ++i) {
        if (!std::isfinite(I[i])) refuse_body(table, "a " + which + " of inertia is not a finite number");
        if (std::abs(I[i]) > largest_moment)
            refuse_body(table,
                        "the " + which + " " + shortest(I[i]) +
                            " kg m^2 is too large to compute with (products of moments overflow): at most 1e100");
    }
    for (int i = 0; i < 3; ++i) {
        const std::string where = body.diagonal ? std::string(" about ") + "xyz"[i] : "";
        if (I[i] > 1e-15 * largest && I[i] >= smallest_moment) continue;
        if (!table.parts.empty())
            refuse_body(table, "nothing in these parts resists turning" + where + " (the " + which + " is " +
                                   shortest(I[i]) +
                                   " kg m^2), so that rate cannot be computed; a thin rod or a point cannot "
                                   "spin about its own line: give it a radius or add a part");
        if (I[i] > 0)
            refuse_body(table, "the " + which + where + ", " + shortest(I[i]) +
                                   " kg m^2, is too small to compute with: at least 1e-100 and 1e-15 of the largest");
        refuse_body(
            table, "the " + which + where + " is " + shortest(I[i]) + " kg m^2; moments of inertia are greater than 0");
    }
    for (int i = 0; i < 3; ++i) {
        const double others = I[(i + 1) % 3] + I[(i + 2) % 3];
        if (!(I[i] > others * (1 + moments_rounding))) continue;
        const int j = std::min((i + 1) % 3, (i + 2) % 3), k = std::max((i + 1) % 3, (i + 2) % 3);
        const std::string broken = shortest(I[i]) + " > " + shortest(I[j]) + " + " + shortest(I[k]) +
                                   ": no body has these " + which + "s (none can exceed the sum of the other two)";
        const bool allowed = table.values.has("unphysical") && table.values.text("unphysical") == "allow";
        if (!allowed) refuse_body(table, broken + "; unphysical = \"allow\" runs it anyway");
        body.warnings.push_back(broken + "; run because unphysical = \"allow\"");
    }
}

// Ganapathi 2005, erratum 3: a uniform ellipsoid has I1 = m (b^2 + c^2)/5, so a^2 = 5 (I2 + I3 - I1)/(2m).
std::vector<double> ellipsoid_of(const Vec3<double>& I, double mass) {
    std::vector<double> semi_axes;
    const double m = mass > 0 ? mass : 1.0, largest = std::max({I[0], I[1], I[2]});
    for (int i = 0; i < 3; ++i) {
        const double excess = I[(i + 1) % 3] + I[(i + 2) % 3] - I[i];
        if (excess < -moments_rounding * largest) return {};
        // A flat body has a semi-axis of zero; rounding must not make it imaginary or thick.
        semi_axes.push_back(excess <= 4e-16 * largest ? 0.0 : std::sqrt(2.5 * excess / m));
    }
    return semi_axes;
}

std::vector<Parameter> part_parameters(std::vector<Parameter> sizes) {
    std::vector<Parameter> all{{"mass", Type::positive, "kg", "", true, "mass of the part"}};
    all.insert(all.end(), sizes.begin(), sizes.end());
    all.push_back({"at", Type::vector3, "m", "[0, 0, 0]", false, "its centre, in body axes from the origin"});
    all.push_back({"rotation", Type::vector3, "rad", "[0, 0, 0]", false,
                   "rotation vector that turns its own axes into the body axes"});
    all.push_back({"spins", Type::boolean, "", "true", false,
                   "false: it turns with the symmetry axis but not about it, like a frame"});
    all.push_back({"weight", Type::boolean, "", "true", false, "false: it counts for inertia but not for gravity"});
    return all;
}

}  // namespace

int BodyModel::symmetry_axis() const {
    if (!diagonal) return -1;
    const auto equal = [&](int i, int j) {
        return std::abs(inertia(i, i) - inertia(j, j)) <= moments_rounding * std::max(inertia(i, i), inertia(j, j));
    };
    for (int axis : {2, 0, 1})
        if (equal((axis + 1) % 3, (axis + 2) % 3)) return axis;
    return -1;
}

BodyModel build_body(const BodyTable& table) {
    const Values& values = table.values;
    const bool moments = values.has("inertia");
    if (!moments && table.parts.empty())
        throw InputError(values.place(), "a body needs 'inertia' (three principal moments, or three rows) or 'parts'");
    if (moments && !table.parts.empty())
        values.refuse("inertia", "'inertia' and 'parts' exclude each other; leave one of them out");
    for (const char* name : {"about", "axis"})
        if (moments && values.given(name))
            values.refuse(name, "this is for a body made of 'parts'; 'inertia' is given");
    for (const char* name : {"mass", "centre"})
        if (!moments && values.given(name)) values.refuse(name, "this follows from the 'parts'; leave it out");

    BodyModel body;
    if (moments)
        take_moments(body, values);
    else
        add_parts(body, table);

    body.diagonal = body.inertia(0, 1) == 0 && body.inertia(0, 2) == 0 && body.inertia(1, 2) == 0;
    for (int i = 0; i < 3; ++i) {
        body.principal_moments[i] = body.inertia(i, i);
        for (int j = 0; j < 3; ++j)
            if (!(std::abs(body.inertia(i, j)) <= largest_moment))
                refuse_body(table, "the moment " + shortest(body.inertia(i, j)) +
                                       " kg m^2 cannot be computed with (products of moments overflow): at most 1e100");
    }
    if (!body.diagonal) {
        const PrincipalAxes principal = principal_axes_of(body.inertia);
        body.principal_moments = principal.moments;
        body.principal_axes = principal.axes;
    }
    check_moments(body, table);
    body.ellipsoid = ellipsoid_of(body.principal_moments, body.mass);
    return body;
}

std::vector<Parameter> body_parameters() {
    return {
        {"inertia", Type::matrix3, "kg m^2", "", false,
         "about the fixed point: three principal moments, or the tensor as three rows"},
        {"mass", Type::positive, "kg", "", false, "mass, for gravity and for the size of the equivalent ellipsoid"},
        {"centre", Type::vector3, "m", "", false, "centre of mass from the fixed point, in body axes, for gravity"},
        {"about",
         Type::choice,
         "",
         "\"pivot\"",
         false,
         "parts: the fixed point is the origin of their coordinates (pivot) or the centre of mass (centre)",
         {"pivot", "centre"}},
        {"energy_sink", Type::non_negative, "s/kg/m^2", "", false,
         "k of w_e = w + k H x w, a loss of energy that keeps the momentum; w is the rate without the loss"},
        {"axis", Type::vector3, "", "[0, 0, 1]", false, "parts: direction of the symmetry axis, for spins = false"},
        {"unphysical",
         Type::choice,
         "",
         "\"refuse\"",
         false,
         "moments that no body can have: refuse them, or run with a warning (allow)",
         {"refuse", "allow"}},
    };
}

std::vector<Entry> shape_entries() {
    const Parameter radius{"radius", Type::positive, "m", "", true, "radius"};
    const std::string source = "Landau and Lifshitz, Mechanics, section 32";
    return {
        {"shape", "disk", "disk about its z axis; I3 = m r^2/2 (GyroSoft 2015, rotor)",
         part_parameters({radius, {"thickness", Type::non_negative, "m", "0.0", false, "width along its axis"}}), "",
         source},
        {"shape", "cylinder", "solid cylinder along its z axis",
         part_parameters({radius, {"length", Type::positive, "m", "", true, "length along its axis"}}), "", source},
        {"shape", "sphere", "solid sphere", part_parameters({radius}), "", source},
        {"shape", "ellipsoid", "solid ellipsoid",
         part_parameters({{"semi_axes", Type::vector3, "m", "", true, "half its extent along its x, y and z"}}), "",
         source},
        {"shape", "box", "solid box",
         part_parameters({{"size", Type::vector3, "m", "", true, "its whole extent along its x, y and z"}}), "",
         source},
        {"shape", "rod", "rod along its z axis, thin unless it has a radius",
         part_parameters({{"length", Type::positive, "m", "", true, "length along its axis"},
                          {"radius", Type::non_negative, "m", "0.0", false, "radius"}}),
         "", source},
        {"shape", "point", "point mass", part_parameters({}), "", source},
    };
}

}  // namespace polhode
