#include "polhode/run/engine_instances.hpp"

namespace polhode::engine {

template <class T>
void run_mrp(const Job& job) {
    run_from(job, ModifiedRodrigues<T>{});
}
template void run_mrp<double>(const Job&);
template void run_mrp<float>(const Job&);

}  // namespace polhode::engine
