#include <cmath>

#include "polhode/run/engine_instances.hpp"

namespace polhode::engine {

template <class T>
void run_euler_angles(const Job& job) {
    EulerAngles<T> angles{};
    parse_euler_sequence(job.method.attitude.c_str() + std::string("euler-").size(), angles.sequence);
    const Values& v = job.method.attitude_values;
    if (v.has("clamp_deg"))
        angles.smallest_divisor = static_cast<T>(std::cos(v.number("clamp_deg") * pi<double>() / 180));
    run_from(job, angles);
}
template void run_euler_angles<double>(const Job&);
template void run_euler_angles<float>(const Job&);

}  // namespace polhode::engine
