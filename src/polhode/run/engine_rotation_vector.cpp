#include "polhode/run/engine_instances.hpp"

namespace polhode::engine {

template <class T>
void run_rotation_vector(const Job& job) {
    run_from(job, RotationVector<T>{});
}
template void run_rotation_vector<double>(const Job&);
template void run_rotation_vector<float>(const Job&);

}  // namespace polhode::engine
