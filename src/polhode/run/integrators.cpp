#include <stdexcept>

#include "polhode/run/integrator_family.hpp"

namespace polhode {

#define POLHODE_INTEGRATOR_FAMILY(name) IntegratorFamily name##_family();
#include "polhode/run/integrator_list.def"
#undef POLHODE_INTEGRATOR_FAMILY

const std::vector<IntegratorFamily>& integrator_families() {
    static const std::vector<IntegratorFamily> all{
#define POLHODE_INTEGRATOR_FAMILY(name) name##_family(),
#include "polhode/run/integrator_list.def"
#undef POLHODE_INTEGRATOR_FAMILY
    };
    return all;
}

const IntegratorFamily& family_of(const std::string& integrator) {
    for (const IntegratorFamily& family : integrator_families())
        for (const Entry& e : family.entries)
            if (e.name == integrator) return family;
    throw std::logic_error("no family of integrators has '" + integrator + "'");
}

std::vector<Entry> integrator_entries() {
    std::vector<Entry> all;
    for (const IntegratorFamily& family : integrator_families())
        all.insert(all.end(), family.entries.begin(), family.entries.end());
    return all;
}

}  // namespace polhode
