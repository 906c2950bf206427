// Every attitude but the quaternion in float (run/engine/engine_instances.hpp says why they stand apart).
#include "polhode/run/engine/engine_instances.hpp"

namespace polhode::engine {

template void run_from(const Job& job, AxisAngle<float> start);
template void run_from(const Job& job, CayleyKlein<float> start);
template void run_from(const Job& job, Dcm<float> start);
template void run_from(const Job& job, EulerAngles<float> start);
template void run_from(const Job& job, ModifiedRodrigues<float> start);
template void run_from(const Job& job, RotationVector<float> start);
template void run_from(const Job& job, TwoVector<float> start);

}  // namespace polhode::engine
