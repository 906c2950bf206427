#include "polhode/problem/attitude.hpp"

#include <cstdio>

namespace polhode {

namespace {

using Numbers = std::vector<double>;
using Names = std::vector<std::string>;

template <class R>
R representation_of(const R& like, const Numbers& params) {
    Vec<double, R::size> p;
    for (int i = 0; i < R::size; ++i) p[i] = params[static_cast<std::size_t>(i)];
    return like.with(p);
}
template <class R>
Numbers numbers_of(const R& r) {
    const auto p = r.params();
    return Numbers(p.v, p.v + R::size);
}

// Calls f with an empty representation of that name; false where there is none.
template <class F>
bool visit_representation(const std::string& name, F&& f) {
    EulerAngles<double> angles;
    if (name == "quaternion")
        f(Quaternion<double>{});
    else if (name == "dcm" || name == "dcm-gray")
        f(Dcm<double>{});
    else if (name == "dcm-two-vector")
        f(TwoVector<double>{});
    else if (name == "cayley-klein")
        f(CayleyKlein<double>{});
    else if (name == "rotation-vector")
        f(RotationVector<double>{});
    else if (name == "mrp")
        f(ModifiedRodrigues<double>{});
    else if (name == "axis-angle")
        f(AxisAngle<double>{});
    else if (euler_sequence_of(name, angles.sequence))
        f(angles);
    else
        return false;
    return true;
}

// Another convention: its numbers are those of `inner`, reordered by the functions of borders.hpp.
struct Border {
    Entry entry;
    std::string inner;
    Names names;
    Numbers (*to_inner)(const Numbers&);
    Numbers (*from_inner)(const Numbers&);
};

const std::vector<Border>& borders() {
    static const std::vector<Border> all{
        {{"convention",
          "quaternion-xyzw",
          "quaternion with the scalar last, body to world (glTF, ROS, TUM, CCSDS)",
          {},
          "",
          "glTF 2.0 specification"},
         "quaternion",
         {"qx", "qy", "qz", "qw"},
         [](const Numbers& p) {
             return numbers_of(from_xyzw(QuaternionXyzw<double>{p[0], p[1], p[2], p[3]}));
         },
         [](const Numbers& p) {
             const auto q = to_xyzw(representation_of(Quaternion<double>{}, p));
             return Numbers{q.x, q.y, q.z, q.w};
         }},
        {{"convention", "robinson", "Robinson's e1 e2 e3 e4 = w z y x", {}, "", "Robinson 1958 eqs. 18-33"},
         "quaternion",
         {"e1", "e2", "e3", "e4"},
         [](const Numbers& p) {
             return numbers_of(from_robinson(RobinsonParameters<double>{p[0], p[1], p[2], p[3]}));
         },
         [](const Numbers& p) {
             const auto e = to_robinson(representation_of(Quaternion<double>{}, p));
             return Numbers{e.e1, e.e2, e.e3, e.e4};
         }},
        {{"convention",
          "euler-parameters",
          "Euler's parameters chi xi eta zeta = w x y z",
          {},
          "",
          "Robinson 1958 eq. 13"},
         "quaternion",
         {"chi", "xi", "eta", "zeta"},
         [](const Numbers& p) {
             return numbers_of(from_euler_parameters(EulerParameters<double>{p[0], p[1], p[2], p[3]}));
         },
         [](const Numbers& p) {
             const auto e = to_euler_parameters(representation_of(Quaternion<double>{}, p));
             return Numbers{e.chi, e.xi, e.eta, e.zeta};
         }},
        {{"convention",
          "passive-matrix",
          "world to body, row by row: the transpose of dcm (Robinson, flight mechanics)",
          {},
          "",
          "Robinson 1958 eqs. 122-128"},
         "dcm",
         {"a11", "a12", "a13", "a21", "a22", "a23", "a31", "a32", "a33"},
         [](const Numbers& p) {
             return numbers_of(from_passive(PassiveMatrix<double>{representation_of(Dcm<double>{}, p).R_NB}));
         },
         [](const Numbers& p) {
             return numbers_of(Dcm<double>{to_passive(representation_of(Dcm<double>{}, p)).A_BN});
         }},
        {{"convention",
          "robinson-h",
          "Robinson's Cayley-Klein matrix H, the adjoint of U",
          {},
          "",
          "Robinson 1958 eqs. 18-25"},
         "cayley-klein",
         {"h11re", "h11im", "h12re", "h12im", "h21re", "h21im", "h22re", "h22im"},
         [](const Numbers& p) {
             return numbers_of(from_robinson_h(RobinsonH<double>{representation_of(CayleyKlein<double>{}, p).U}));
         },
         [](const Numbers& p) {
             return numbers_of(CayleyKlein<double>{to_robinson_h(representation_of(CayleyKlein<double>{}, p)).H});
         }},
    };
    return all;
}

const Border* find_border(const std::string& name) {
    for (const Border& b : borders())
        if (b.entry.name == name) return &b;
    return nullptr;
}

std::string short_number(double x) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.9g", x);
    return buffer;
}

std::string joined(const Names& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

[[noreturn]] void refuse(const std::string& representation, const std::string& why) {
    throw InputError({"", 0, representation}, why);
}

void require_count(const std::string& name, const Numbers& params) {
    const Names names = parameter_names(name);
    if (params.size() != names.size())
        refuse(name, "has " + std::to_string(names.size()) + " numbers (" + joined(names) + "); " +
                         std::to_string(params.size()) + " were given");
    for (std::size_t i = 0; i < params.size(); ++i)
        if (!is_finite(params[i])) refuse(name, names[i] + " is not a finite number");
}

// Numbers from which no attitude can be had. Anything that only needs normalising passes.
void require_attitude(const std::string& name, const Quaternion<double>& q) {
    if (!(norm(q.params()) > 0)) refuse(name, "the length is 0; an attitude has length 1");
}
void require_attitude(const std::string& name, const Dcm<double>& d) {
    const double det = determinant(d.R_NB);
    if (!(det > 0)) refuse(name, "the determinant is " + short_number(det) + "; a rotation has determinant +1");
}
void require_attitude(const std::string& name, const TwoVector<double>& r) {
    if (!(norm(r.k_B()) > 0)) refuse(name, "the two vectors are parallel; those of a rotation are orthogonal");
}
void require_attitude(const std::string& name, const CayleyKlein<double>& c) {
    require_attitude(name, to_quaternion(c));
}
void require_attitude(const std::string& name, const AxisAngle<double>& a) {
    if (!(norm(a.axis) > 0)) refuse(name, "the axis has no direction: its length is 0");
}
template <class R>
void require_attitude(const std::string&, const R&) {}

}  // namespace

const std::vector<std::string>& euler_sequence_names() {
    static const std::vector<std::string> all{"xyz", "xzy", "yxz", "yzx", "zxy", "zyx",
                                              "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"};
    return all;
}

bool euler_sequence_of(const std::string& representation, EulerSequence& sequence) {
    const std::string prefix = "euler-";
    return representation.compare(0, prefix.size(), prefix) == 0 &&
           parse_euler_sequence(representation.c_str() + prefix.size(), sequence);
}

namespace {

Entry gray_attitude_entry() {
    return {"attitude",
            "dcm-gray",
            "Gray's direction cosines a11 .. a33 = l1 m1 n1 l2 .. n3, rows of R_NB: rows 3 and 2 integrated and "
            "corrected (gray-1, gray-2), row 1 their cross product; with constraint none all nine integrated; nowhere "
            "singular",
            {{"scale", Type::positive, "1", "0.5", false, "M: the machine holds M times each cosine; at most 1"},
             {"equations", Type::text, "", "", false,
              "three cosines to integrate, as \"l1 l2 m2\", the other six by identities: fails where three do not "
              "determine an attitude; left out: rows 3 and 2"}},
            "",
            "Gray, Rubinoff, Sohon 1952 sections 3 to 5"};
}

}  // namespace

std::vector<Entry> attitude_entries() {
    const std::string kind = "attitude";
    std::vector<Entry> all{
        {kind,
         "quaternion",
         "q_NB = (w, x, y, z), Hamilton, scalar first, body to world; nowhere singular",
         {{"rate_form",
           Type::choice,
           "",
           "\"body\"",
           false,
           "the rate equations in stages that are not quite unit: q (0, w_B)/2, or (0, w_N) q/2 with w_N by the matrix "
           "of q, homogeneous (world) or as Ganapathi prints it (world-unit)",
           {"body", "world", "world-unit"}},
          {"torque_attitude",
           Type::choice,
           "",
           "\"held\"",
           false,
           "which quaternion torques see in a stage: the stage's own, or that normalised",
           {"held", "normalised"}}},
         "",
         "TN D-5302 eq. 16; Robinson 1958 eqs. 54-77"},
        {kind,
         "dcm",
         "nine direction cosines a11 .. a33, rows of R_NB; nowhere singular",
         {},
         "",
         "Robinson 1958 eqs. 172-178"},
        {kind,
         "dcm-two-vector",
         "two vectors of the direction cosines, a11 .. a23, the first two rows of R_NB, the third their cross product; "
         "nowhere singular",
         {},
         "",
         "Robinson 1958 eq. 82"},
        gray_attitude_entry(),
        {kind,
         "cayley-klein",
         "complex 2x2 matrix U, V_N = U V_B U^dagger, eight numbers; nowhere singular",
         {},
         "",
         "Robinson 1958 eqs. 18-40, 71-79"},
        {kind,
         "rotation-vector",
         "axis times angle, rad; singular at a full turn, left at half a turn for the shorter way round",
         {},
         "",
         "Bortz, IEEE Trans. AES-7 (1971) 61"},
        {kind,
         "mrp",
         "modified Rodrigues parameters, axis times tan(angle/4); singular at a full turn, left at half a turn for the "
         "shadow set",
         {},
         "",
         "Schaub and Junkins, Analytical Mechanics of Space Systems"},
        {kind,
         "axis-angle",
         "unit axis and angle, rad; singular at angle 0, where there is no axis",
         {},
         "",
         "Robinson 1958 eqs. 6-12; Shuster, J. Astronautical Sciences 41 (1993) 439"},
    };
    for (const std::string& text : euler_sequence_names()) {
        const char* const s = text.c_str();
        EulerSequence sequence;
        parse_euler_sequence(s, sequence);
        all.push_back(
            {kind,
             "euler-" + s,
             std::string("intrinsic angles A, B, C, rad: R_NB = R") + s[0] + "(A) R" + s[1] + "(B) R" + s[2] +
                 "(C); singular at B = " + (sequence.repeated() ? "0 and 180 deg" : "+-90 deg"),
             {{"clamp_deg", Type::positive, "deg", "", false,
               std::string("the divisor ") + (sequence.repeated() ? "sin B" : "cos B") +
                   " of the rate equations is kept from falling below cos(clamp_deg), the practice that Gray 1952 "
                   "argues against (85); wrong near the singular place; left out: the divisor as it is"}},
             "",
             s == "zyx" ? "Robinson 1958 eqs. 179-190" : "Shuster, J. Astronautical Sciences 41 (1993) 439"});
    }
    return all;
}

std::vector<Entry> border_entries() {
    std::vector<Entry> all;
    for (const Border& b : borders()) all.push_back(b.entry);
    return all;
}

std::vector<std::string> convertible_names() {
    Names names;
    for (const auto& entries : {attitude_entries(), border_entries()})
        for (const Entry& e : entries) names.push_back(e.name);
    return names;
}

std::vector<std::string> parameter_names(const std::string& representation) {
    EulerSequence sequence;
    if (representation == "quaternion") return {"qw", "qx", "qy", "qz"};
    if (representation == "dcm" || representation == "dcm-gray")
        return {"a11", "a12", "a13", "a21", "a22", "a23", "a31", "a32", "a33"};
    if (representation == "dcm-two-vector") return {"a11", "a12", "a13", "a21", "a22", "a23"};
    if (representation == "cayley-klein")
        return {"u11re", "u11im", "u12re", "u12im", "u21re", "u21im", "u22re", "u22im"};
    if (representation == "rotation-vector") return {"rx", "ry", "rz"};
    if (representation == "mrp") return {"sx", "sy", "sz"};
    if (representation == "axis-angle") return {"ux", "uy", "uz", "angle"};
    if (euler_sequence_of(representation, sequence)) return {"A", "B", "C"};
    if (const Border* b = find_border(representation)) return b->names;
    const Names known = convertible_names();
    const std::string nearest = nearest_name(representation, known);
    throw InputError({}, "'" + representation + "' is not an attitude representation; known: " + listed(known) +
                             (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
}

std::vector<std::string> column_names(const std::string& representation) {
    return parameter_names(representation == "dcm-two-vector" ? "dcm" : representation);
}

std::vector<double> convert_attitude(const std::string& from, const std::vector<double>& params,
                                     const std::string& to) {
    require_count(from, params);
    parameter_names(to);  // complains about an unknown name
    const Border* const border_from = find_border(from);
    const Border* const border_to = find_border(to);
    const Numbers given = border_from ? border_from->to_inner(params) : params;
    Numbers result;
    visit_representation(border_from ? border_from->inner : from, [&](const auto& like_from) {
        const auto r = representation_of(like_from, given);
        require_attitude(from, r);
        visit_representation(border_to ? border_to->inner : to,
                             [&](const auto& like_to) { result = numbers_of(convert(r, like_to)); });
    });
    if (border_to) result = border_to->from_inner(result);
    for (const double x : result)
        if (!is_finite(x)) refuse(from, "these numbers give no finite " + to);
    return result;
}

Quaternion<double> attitude_to_quaternion(const std::string& representation, const std::vector<double>& params) {
    return representation_of(Quaternion<double>{}, convert_attitude(representation, params, "quaternion"));
}

std::vector<double> quaternion_to_attitude(const std::string& representation, const Quaternion<double>& q_NB) {
    return convert_attitude("quaternion", numbers_of(q_NB), representation);
}

}  // namespace polhode
