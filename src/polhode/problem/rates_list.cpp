#include "polhode/problem/rates_kind.hpp"

namespace polhode {

const std::vector<RatesKind>& rates_kinds() {
    static const std::vector<RatesKind> all{
#define POLHODE_RATES(name) rates_##name(),
#include "polhode/problem/rates_list.def"
#undef POLHODE_RATES
    };
    return all;
}

}  // namespace polhode
