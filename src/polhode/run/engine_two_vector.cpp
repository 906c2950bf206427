#include "polhode/run/engine_instances.hpp"

namespace polhode::engine {

template <class T>
void run_two_vector(const Job& job) {
    run_from(job, TwoVector<T>{});
}
template void run_two_vector<double>(const Job&);
template void run_two_vector<float>(const Job&);

}  // namespace polhode::engine
