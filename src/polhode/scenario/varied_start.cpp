#include "polhode/scenario/varied_start.hpp"

#include "polhode/arithmetic/philox.hpp"

namespace polhode {

namespace {

constexpr double part = 0.05;

// Three normal deviates point anywhere alike.
Vec3<double> direction(const RandomStream& random, unsigned long long first) {
    Vec3<double> v;
    for (int i = 0; i < 3; ++i) v[i] = random.normal(first + static_cast<unsigned long long>(i));
    return v / norm(v);
}

}  // namespace

std::vector<VariedStart> varied_starts(int count, double rate, unsigned long long seed) {
    std::vector<VariedStart> starts;
    for (int k = 0; k < count; ++k) {
        const RandomStream random{seed, static_cast<unsigned long long>(k)};
        starts.push_back({part * direction(random, 0), (part * rate) * direction(random, 4)});
    }
    return starts;
}

Problem with_start(const Problem& problem, const VariedStart& start) {
    Problem varied = problem;
    const Quaternion<double> turned = compose(normalise(start_quaternion(problem)), exp_rotation(start.turn));
    varied.start.attitude = {};
    varied.start.attitude.params = {turned.w, turned.x, turned.y, turned.z};
    varied.start.attitude.place = problem.start.attitude.place;
    if (problem.dynamics()) varied.start.rate = problem.start.rate + start.rate;
    return varied;
}

}  // namespace polhode
