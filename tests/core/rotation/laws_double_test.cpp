// Every representation in double under the laws.
#include "core/rotation/laws.hpp"

namespace polhode::laws {

INSTANTIATE_TYPED_TEST_SUITE_P(Double, Laws, Representations<double>, Names);

}  // namespace polhode::laws
