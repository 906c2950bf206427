#include "polhode/run/engine_instances.hpp"

namespace polhode::engine {

template <class T>
void run_cayley_klein(const Job& job) {
    run_from(job, CayleyKlein<T>{});
}
template void run_cayley_klein<double>(const Job&);
template void run_cayley_klein<float>(const Job&);

}  // namespace polhode::engine
