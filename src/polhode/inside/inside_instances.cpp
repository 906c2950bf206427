// The equations of bodies with an inside in double, once for all who step them.
#include "polhode/inside/inside_system.hpp"

namespace polhode {

template class InsideNumbers<double>;
template class InsideSystem<double>;

}  // namespace polhode
