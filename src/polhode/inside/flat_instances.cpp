// The flat equations of one body in double, once for all who step them.
#include "polhode/inside/motion_shape.hpp"

namespace polhode::ensemble {

template void run_operations(const FormulaOperation*, int, int, double*);
template class InsideMotion<double>;

}  // namespace polhode::ensemble
