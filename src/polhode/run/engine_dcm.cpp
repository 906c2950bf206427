#include "polhode/run/engine_instances.hpp"

namespace polhode::engine {

template <class T>
void run_dcm(const Job& job) {
    run_from(job, Dcm<T>{});
}
template void run_dcm<double>(const Job&);
template void run_dcm<float>(const Job&);

}  // namespace polhode::engine
