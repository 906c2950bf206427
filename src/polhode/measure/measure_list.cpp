#include "polhode/measure/measure_kind.hpp"

namespace polhode {

const std::vector<MeasureKind>& measure_kinds() {
    static const std::vector<MeasureKind> all{
#define POLHODE_MEASURE(name) measure_##name(),
#include "polhode/measure/measure_list.def"
#undef POLHODE_MEASURE
    };
    return all;
}

}  // namespace polhode
