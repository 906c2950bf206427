// Measures of the nine direction cosines, by their columns (TN D-5302, Robinson) and by their rows (Gray).
#include <algorithm>
#include <cmath>

#include "polhode/constrain/gray.hpp"
#include "polhode/measure/measure_kind.hpp"

namespace polhode {

namespace {

// |true axis x computed axis| of body axis i
double across(const MeasureInput& in, int i) { return norm(cross(in.true_R_NB.column(i), in.R_NB.column(i))); }

}  // namespace

MeasureKind measure_axes() {
    return {described_measure("axes", "asin of the largest |true axis x computed axis|, the computed axes as they come",
                              "rad", "TN D-5302 eq. 3"),
            [](const MeasureInput& in) {
                double sine = 0;
                for (int i = 0; i < 3; ++i) sine = std::max(sine, across(in, i));
                return std::asin(std::min(1.0, sine));
            }};
}

MeasureKind measure_axes_unfolded() {
    return {
        described_measure("axes-unfolded", "the same by atan2, so that angles beyond 90 deg and lengths do not count",
                          "rad", "TN D-5302 eq. 3, erratum E6"),
        [](const MeasureInput& in) {
            double angle = 0;
            for (int i = 0; i < 3; ++i)
                angle = std::max(angle, std::atan2(across(in, i), dot(in.true_R_NB.column(i), in.R_NB.column(i))));
            return angle;
        }};
}

MeasureKind measure_orthogonality() {
    return {described_measure("orthogonality", "largest element of R^T R - 1, R made of the computed axes as they come",
                              "1", "Robinson 1958 section on orthogonality"),
            [](const MeasureInput& in) {
                double defect = 0;
                for (int i = 0; i < 3; ++i)
                    for (int j = i; j < 3; ++j)
                        defect =
                            std::max(defect, std::fabs(dot(in.R_NB.column(i), in.R_NB.column(j)) - (i == j ? 1 : 0)));
                return defect;
            }};
}

MeasureKind measure_world_axes() {
    return {described_measure(
                "world-axes",
                "largest angle between a true and a computed world axis, both seen in the body (rows of the matrix)",
                "rad", "Gray, Rubinoff, Sohon 1952, rows l m n"),
            [](const MeasureInput& in) {
                double angle = 0;
                for (int i = 0; i < 3; ++i) {
                    const Vec3<double> a = in.true_R_NB.row(i), b = in.R_NB.row(i);
                    angle = std::max(angle, std::atan2(norm(cross(a, b)), dot(a, b)));
                }
                return angle;
            }};
}

MeasureKind measure_rows() {
    return {described_measure("rows", "largest element of R R^T - 1, R as it comes: lengths and angles of the rows",
                              "1", "Gray, Rubinoff, Sohon 1952 section 5"),
            [](const MeasureInput& in) { return row_defect(in.R_NB); }};
}

MeasureKind measure_normality() {
    return {
        described_measure("normality", "the six identities of normality: lengths of rows and columns, squared, less 1",
                          "1", "Gray, Rubinoff, Sohon 1952 eq. 1"),
        [](const MeasureInput& in) { return cosine_identities(in.R_NB).normality; }};
}

MeasureKind measure_perpendicularity() {
    return {described_measure("perpendicularity",
                              "the six identities of orthogonality: products of rows and of columns, pairwise", "1",
                              "Gray, Rubinoff, Sohon 1952 eq. 2"),
            [](const MeasureInput& in) { return cosine_identities(in.R_NB).orthogonality; }};
}

MeasureKind measure_cofactors() {
    return {described_measure("cofactors", "the nine identities l1 = m2 n3 - m3 n2: each cosine less its cofactor", "1",
                              "Gray, Rubinoff, Sohon 1952 eq. 3"),
            [](const MeasureInput& in) { return cosine_identities(in.R_NB).cofactors; }};
}

}  // namespace polhode
