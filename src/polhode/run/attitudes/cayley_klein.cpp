// A unitary 2x2 matrix (rotation/cayley_klein.hpp).
#include "polhode/run/engine/engine_instances.hpp"

namespace polhode {

namespace {

// As for matrices: six digits or more pass.
constexpr double largest_cayley_klein_defect = 1e-6;

StartAttitude cayley_klein_start(const StartTable& table) {
    const std::string& key = table.given.name;
    const std::vector<double> u = start_numbers(table, 8, "(real and imaginary part of u11, u12, u21, u22)");
    CayleyKlein<double> U = representation_of(CayleyKlein<double>{}, u);
    if (table.normalise) {
        if (!(norm(to_quaternion(U).params()) > 0))
            table.values.refuse(key, "cannot be normalised: no rotation is near");
        U = normalise(U);
    } else if (!(defect(U) <= largest_cayley_klein_defect)) {
        table.values.refuse(key,
                            "the 2x2 matrix U = [[w - iz, -y - ix], [y - ix, w + iz]] is unitary with "
                            "determinant 1; this one is off by " +
                                short_number(defect(U)) +
                                "; give more digits, or put normalise = true beside them to have them normalised");
    }
    return {"cayley-klein", numbers_of(U)};
}

}  // namespace

AttitudeFamily attitude_cayley_klein() {
    AttitudeKind kind =
        attitude_kind({"attitude",
                       "cayley-klein",
                       "complex 2x2 matrix U, V_N = U V_B U^dagger, eight numbers; nowhere singular",
                       {},
                       "",
                       "Robinson 1958 eqs. 18-40, 71-79"},
                      {"u11re", "u11im", "u12re", "u12im", "u21re", "u21im", "u22re", "u22im"}, CayleyKlein<double>{});
    kind.fault = [](const std::any&, const std::vector<double>& p) -> std::string {
        const CayleyKlein<double> U = representation_of(CayleyKlein<double>{}, p);
        return norm(to_quaternion(U).params()) > 0 ? "" : "the length is 0; an attitude has length 1";
    };
    engine::integrate_as<CayleyKlein>(kind);
    return {{kind},
            {{{{"cayley_klein", Type::numbers, "", "", false,
                "the 2x2 matrix row by row, each entry as real and imaginary part: eight numbers"}},
              true,
              cayley_klein_start}}};
}

}  // namespace polhode
