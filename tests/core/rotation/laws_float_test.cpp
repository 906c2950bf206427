// Every representation in float under the laws.
#include "core/rotation/laws.hpp"

namespace polhode::laws {

INSTANTIATE_TYPED_TEST_SUITE_P(Float, Laws, Representations<float>, Names);

}  // namespace polhode::laws
