// Nine direction cosines (rotation/dcm.hpp), and as Gray integrates them (run/families/gray_runs.hpp).
#include <cmath>

#include "polhode/run/engine/engine_instances.hpp"

namespace polhode {

namespace {

// A reflection, or nothing at all
std::string dcm_fault(const std::any&, const std::vector<double>& p) {
    const double det = determinant(representation_of(Dcm<double>{}, p).R_NB);
    if (det > 0) return "";
    return "the determinant is " + short_number(det) + "; a rotation has determinant +1";
}

// A matrix typed with six digits or more passes; "0.7071" does not, and its author hears of it.
constexpr double largest_dcm_defect = 1e-6;
// What rounding to words of eight fraction bits makes of a rotation at most: for a machine that coarse it may be one.
constexpr double coarsest_word = 0.02;

StartAttitude dcm_start(const StartTable& table) {
    const std::string& key = table.given.name;
    const Values& values = table.values;
    if (!values.holds_matrix(key))
        values.refuse(key,
                      "expected three rows of three numbers (R_NB, body to world), read " + table.given.described());
    const Mat3<double> R_NB = values.matrix(key);
    if (!(determinant(R_NB) > 0))
        values.refuse(key, "the determinant is " + short_number(determinant(R_NB)) +
                               "; a rotation matrix (R_NB, body to world) has determinant +1");
    const Mat3<double> product = R_NB.transposed() * R_NB;
    double worst = 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) worst = std::fmax(worst, std::fabs(product(i, j) - (i == j ? 1 : 0)));
    const Dcm<double> given{R_NB};
    StartAttitude attitude{"dcm", numbers_of(table.normalise ? normalise(given) : given)};
    if (!table.normalise && !(worst <= largest_dcm_defect)) {
        attitude.complaint = "the columns are not orthogonal unit vectors: R^T R differs from 1 by " +
                             short_number(worst) +
                             "; give more digits, or put normalise = true beside them to have them normalised";
        if (!(worst <= coarsest_word)) values.refuse(key, attitude.complaint);
        attitude.orthogonality_defect = worst;
        attitude.place = values.place(key);
    }
    return attitude;
}

AttitudeKind cosines_kind(Entry entry) {
    AttitudeKind kind = attitude_kind<EulerAngles<double>, TwoVector<double>>(
        std::move(entry), {"a11", "a12", "a13", "a21", "a22", "a23", "a31", "a32", "a33"}, Dcm<double>{});
    kind.fault = dcm_fault;
    return kind;
}

}  // namespace

AttitudeFamily attitude_dcm() {
    AttitudeKind kind = cosines_kind({"attitude",
                                      "dcm",
                                      "nine direction cosines a11 .. a33, rows of R_NB; nowhere singular",
                                      {},
                                      "",
                                      "Robinson 1958 eqs. 172-178"});
    engine::integrate_as<Dcm>(kind);
    return {{kind},
            {{{{"matrix", Type::matrix3, "", "", false, "R_NB in three rows, body to world; also called dcm"}},
              true,
              dcm_start},
             {{{"dcm", Type::matrix3, "", "", false, "R_NB in three rows, body to world; also called matrix"}},
              true,
              dcm_start}}};
}

AttitudeFamily attitude_dcm_gray() {
    return {{cosines_kind(
        {"attitude",
         "dcm-gray",
         "Gray's direction cosines a11 .. a33 = l1 m1 n1 l2 .. n3, rows of R_NB: rows 3 and 2 integrated and "
         "corrected (gray-1, gray-2), row 1 their cross product; with constraint none all nine integrated; nowhere "
         "singular",
         {{"scale", Type::positive, "1", "0.5", false, "M: the machine holds M times each cosine; at most 1"},
          {"equations", Type::text, "", "", false,
           "three cosines to integrate, as \"l1 l2 m2\", the other six by identities: fails where three do not "
           "determine an attitude; left out: rows 3 and 2"}},
         "",
         "Gray, Rubinoff, Sohon 1952 sections 3 to 5"})}};
}

}  // namespace polhode
