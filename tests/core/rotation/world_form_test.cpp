#include "polhode/rotation/world_form.hpp"

#include "core/rotation/attitudes.hpp"

namespace polhode {
namespace world_form_test {

// For a unit quaternion the world's form and the body's are one equation: 12 products of numbers up to 1.
RC_GTEST_PROP(WorldForm, AgreesForUnitQuaternions, ()) {
    const Quaternion<double> q = attitudes::attitude();
    const Vec3<double> w = attitudes::vector();
    const Vec<double, 4> body = derivative(q, w);
    for (const RateForm form : {RateForm::body, RateForm::world, RateForm::world_unit})
        RC_ASSERT(norm(derivative(q, w, form) - body) <= 2e-15);
}

// Off length 1 the homogeneous matrix makes it |q|^2 times too large; eq. 7 makes something else of it.
TEST(WorldForm, DiffersOffTheConstraint) {
    const Quaternion<double> q{1.1, 0.2, -0.1, 0.3};
    const Vec3<double> w{0.4, -0.2, 1.0};
    const Vec<double, 4> body = derivative(q, w);
    EXPECT_LT(norm(derivative(q, w, RateForm::world) - norm_squared(q) * body), 1e-15);
    EXPECT_GT(norm(derivative(q, w, RateForm::world_unit) - body), 1e-3);
    EXPECT_GT(norm(derivative(q, w, RateForm::world_unit) - norm_squared(q) * body), 1e-3);
}

}  // namespace world_form_test
}  // namespace polhode
