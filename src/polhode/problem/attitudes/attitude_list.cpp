#include "polhode/problem/attitudes/attitude_kind.hpp"
#include "polhode/problem/attitudes/conventions.hpp"

namespace polhode {

namespace {

const std::vector<AttitudeFamily>& families() {
    static const std::vector<AttitudeFamily> all{
#define POLHODE_ATTITUDE(name) attitude_##name(),
#include "polhode/problem/attitudes/attitude_list.def"
#undef POLHODE_ATTITUDE
    };
    return all;
}

}  // namespace

const std::vector<AttitudeKind>& attitude_kinds() {
    static const std::vector<AttitudeKind> all = [] {
        std::vector<AttitudeKind> kinds;
        for (const AttitudeFamily& f : families()) kinds.insert(kinds.end(), f.kinds.begin(), f.kinds.end());
        return kinds;
    }();
    return all;
}

const std::vector<StartForm>& start_forms() {
    static const std::vector<StartForm> all = [] {
        std::vector<StartForm> forms;
        for (const AttitudeFamily& f : families()) forms.insert(forms.end(), f.forms.begin(), f.forms.end());
        for (const Convention& c : conventions()) forms.insert(forms.end(), c.forms.begin(), c.forms.end());
        return forms;
    }();
    return all;
}

}  // namespace polhode
