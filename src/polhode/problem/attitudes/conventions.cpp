#include "polhode/problem/attitudes/conventions.hpp"

#include "polhode/problem/attitudes/attitude.hpp"

namespace polhode {

namespace {

std::vector<double> reversed(const std::vector<double>& p) { return {p[2], p[1], p[0]}; }

// Turns about fixed axes one after the other are those about the body's own in the opposite order (Shuster, J.
// Astronautical Sciences 41 (1993) 439).
Convention extrinsic(const std::string& sequence) {
    const std::string own(sequence.rbegin(), sequence.rend());
    const auto turn = [](char axis, const char* angle) { return std::string("R") + axis + "(" + angle + ")"; };
    return {{"convention",
             "extrinsic-" + sequence,
             "angles A, B, C, rad, about world axes: R_NB = " + turn(own[0], "C") + " " + turn(own[1], "B") + " " +
                 turn(own[2], "A") + "; euler-" + own + " with its angles in the opposite order",
             {},
             "",
             "Shuster, J. Astronautical Sciences 41 (1993) 439"},
            "euler-" + own,
            {"A", "B", "C"},
            reversed,
            reversed};
}

std::vector<double> quaternion_of_gibbs(const std::vector<double>& p) {
    return numbers_of(from_gibbs(GibbsVector<double>{{p[0], p[1], p[2]}}));
}

Convention gibbs() {
    return {
        {"convention",
         "gibbs",
         "Gibbs's vector (Rodrigues parameters), axis times tan(angle/2); infinite at half a turn",
         {},
         "",
         "Gibbs, Vector Analysis (1901), section 145"},
        "quaternion",
        {"gx", "gy", "gz"},
        quaternion_of_gibbs,
        [](const std::vector<double>& p) { return list_of(to_gibbs(representation_of(Quaternion<double>{}, p)).g); },
        {{{{"gibbs", Type::vector3, "", "", false, "Gibbs's vector, axis times tan(angle/2)"}},
          false,
          [](const StartTable& table) -> StartAttitude {
              return {"quaternion", quaternion_of_gibbs(list_of(table.values.vector("gibbs")))};
          }}}};
}

std::vector<Convention> other_orders() {
    std::vector<Convention> all{
        {{"convention",
          "quaternion-xyzw",
          "quaternion with the scalar last, body to world (glTF, ROS, TUM, CCSDS)",
          {},
          "",
          "glTF 2.0 specification"},
         "quaternion",
         {"qx", "qy", "qz", "qw"},
         [](const std::vector<double>& p) {
             return numbers_of(from_xyzw(QuaternionXyzw<double>{p[0], p[1], p[2], p[3]}));
         },
         [](const std::vector<double>& p) {
             const auto q = to_xyzw(representation_of(Quaternion<double>{}, p));
             return std::vector<double>{q.x, q.y, q.z, q.w};
         }},
        {{"convention", "robinson", "Robinson's e1 e2 e3 e4 = w z y x", {}, "", "Robinson 1958 eqs. 18-33"},
         "quaternion",
         {"e1", "e2", "e3", "e4"},
         [](const std::vector<double>& p) {
             return numbers_of(from_robinson(RobinsonParameters<double>{p[0], p[1], p[2], p[3]}));
         },
         [](const std::vector<double>& p) {
             const auto e = to_robinson(representation_of(Quaternion<double>{}, p));
             return std::vector<double>{e.e1, e.e2, e.e3, e.e4};
         },
         {{{{"robinson", Type::numbers, "", "", false, "Robinson's [e1, e2, e3, e4] = [w, z, y, x]"}},
           true,
           [](const StartTable& table) -> StartAttitude {
               const std::vector<double> e = start_unit(table, start_numbers(table, 4, "(e1, e2, e3, e4)"));
               return {"quaternion", numbers_of(from_robinson(RobinsonParameters<double>{e[0], e[1], e[2], e[3]}))};
           }}}},
        {{"convention",
          "euler-parameters",
          "Euler's parameters chi xi eta zeta = w x y z",
          {},
          "",
          "Robinson 1958 eq. 13"},
         "quaternion",
         {"chi", "xi", "eta", "zeta"},
         [](const std::vector<double>& p) {
             return numbers_of(from_euler_parameters(EulerParameters<double>{p[0], p[1], p[2], p[3]}));
         },
         [](const std::vector<double>& p) {
             const auto e = to_euler_parameters(representation_of(Quaternion<double>{}, p));
             return std::vector<double>{e.chi, e.xi, e.eta, e.zeta};
         }},
        {{"convention",
          "passive-matrix",
          "world to body, row by row: the transpose of dcm (Robinson, flight mechanics)",
          {},
          "",
          "Robinson 1958 eqs. 122-128"},
         "dcm",
         {"a11", "a12", "a13", "a21", "a22", "a23", "a31", "a32", "a33"},
         [](const std::vector<double>& p) {
             return numbers_of(from_passive(PassiveMatrix<double>{representation_of(Dcm<double>{}, p).R_NB}));
         },
         [](const std::vector<double>& p) {
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
         [](const std::vector<double>& p) {
             return numbers_of(from_robinson_h(RobinsonH<double>{representation_of(CayleyKlein<double>{}, p).U}));
         },
         [](const std::vector<double>& p) {
             return numbers_of(CayleyKlein<double>{to_robinson_h(representation_of(CayleyKlein<double>{}, p)).H});
         }},
    };
    return all;
}

}  // namespace

const std::vector<Convention>& conventions() {
    static const std::vector<Convention> all = [] {
        std::vector<Convention> some = other_orders();
        some.push_back(gibbs());
        for (const std::string& sequence : euler_sequences()) some.push_back(extrinsic(sequence));
        return some;
    }();
    return all;
}

const Convention* find_convention(const std::string& name) {
    for (const Convention& c : conventions())
        if (c.entry.name == name) return &c;
    return nullptr;
}

}  // namespace polhode
