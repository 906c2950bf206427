#include "polhode/run/engine_instances.hpp"

namespace polhode::engine {

template <class T>
void run_quaternion(const Job& job) {
    run_from(job, Quaternion<T>{});
}
template void run_quaternion<double>(const Job&);
template void run_quaternion<float>(const Job&);

}  // namespace polhode::engine
