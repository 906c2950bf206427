// Two rows of direction cosines (rotation/two_vector.hpp).
#include "polhode/run/engine/engine_instances.hpp"

namespace polhode {

AttitudeFamily attitude_dcm_two_vector() {
    AttitudeKind kind = attitude_kind<Dcm<double>>(
        {"attitude",
         "dcm-two-vector",
         "two vectors of the direction cosines, a11 .. a23, the first two rows of R_NB, the third their cross product; "
         "nowhere singular",
         {},
         "",
         "Robinson 1958 eq. 82"},
        {"a11", "a12", "a13", "a21", "a22", "a23"}, TwoVector<double>{});
    kind.columns.insert(kind.columns.end(), {"a31", "a32", "a33"});
    kind.fault = [](const std::any&, const std::vector<double>& p) -> std::string {
        return norm(representation_of(TwoVector<double>{}, p).k_B()) > 0
                   ? ""
                   : "the two vectors are parallel; those of a rotation are orthogonal";
    };
    engine::integrate_as<TwoVector>(kind);
    return {{kind}};
}

}  // namespace polhode
