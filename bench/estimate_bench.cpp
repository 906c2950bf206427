// Estimators on one core, nanoseconds a sample: the gyro alone in the forms of many logs and of one, the small filter,
// the full filter, the smoother. Readings are made: rest, then a turn that swells and fades, noise in all sensors.
#include <cmath>
#include <cstdlib>
#include <vector>

#include "interleaved.hpp"
#include "polhode/arithmetic/philox.hpp"
#include "polhode/estimate/small.hpp"
#include "polhode/estimators/online.hpp"
#include "polhode/estimators/smoother.hpp"
#include "polhode/strapdown/lanes_of_increments.hpp"

namespace {

using namespace polhode;
using estimate::Sample;

std::vector<Sample<double>> made_readings(long many) {
    const double dt = 3.5e-3;
    const RandomStream random{1952, 0};
    std::vector<Sample<double>> all(static_cast<std::size_t>(many));
    Quaternion<double> q;
    for (long i = 0; i < many; ++i) {
        const double t = dt * static_cast<double>(i), swell = t < 5 ? 0 : 1 - std::cos(0.3 * (t - 5));
        const auto noise = [&](int k) { return random.normal(static_cast<unsigned long long>(9 * i + k)); };
        const Vec3<double> w{swell * std::sin(2.1 * t), swell * std::cos(1.7 * t), 0.5 * swell * std::sin(0.9 * t)};
        q = normalise(q * exp_rotation(dt * w));
        Sample<double>& s = all[static_cast<std::size_t>(i)];
        s.dt = i > 0 ? dt : 0;
        s.gyro = w + Vec3<double>{0.002 * noise(0), 0.002 * noise(1), 0.002 * noise(2)};
        s.accelerometer = to_body(q, Vec3<double>{0.3 * swell * std::sin(3 * t), 0, 9.81}) +
                          Vec3<double>{0.03 * noise(3), 0.03 * noise(4), 0.03 * noise(5)};
        s.magnetometer =
            to_body(q, Vec3<double>{0, 16, -42}) + Vec3<double>{0.3 * noise(6), 0.3 * noise(7), 0.3 * noise(8)};
    }
    return all;
}

double sum_of(const Quaternion<double>& q) { return q.w + q.x + q.y + q.z; }

}  // namespace

int main(int count, char** words) {
    const bool quick = count > 1 && std::string(words[1]) == "--quick";
    const long many = quick ? 2048 : 16384, blocks = many / (strapdown::side_by_side * strapdown::piece_length);
    const int rounds = quick ? 1 : 51;
    const std::vector<Sample<double>> readings = made_readings(many);
    std::vector<Vec3<double>> increments;
    std::vector<double> eight;
    for (const Sample<double>& s : readings) {
        increments.push_back(s.dt * s.gyro);
        for (int k = 0; k < 3; ++k)
            for (int b = 0; b < strapdown::side_by_side; ++b) eight.push_back(increments.back()[k]);
    }
    std::vector<Quaternion<double>> attitudes(static_cast<std::size_t>(many));
    std::vector<double> of_eight(4 * strapdown::side_by_side * 64);

    const auto plain = [&] {
        Quaternion<double> q;
        Vec3<double> before{};
        for (std::size_t i = 0; i < increments.size(); ++i) {
            q = normalise(q * exp_rotation(strapdown::causal_two(before, increments[i])));
            before = increments[i];
            attitudes[i] = q;
        }
        return sum_of(attitudes.back());
    };
    const auto pieces = [&] {
        Quaternion<double> q;
        Vec3<double> before{};
        constexpr long block = strapdown::side_by_side * strapdown::piece_length;
        for (long b = 0; b < blocks; ++b) {
            strapdown::integrate_pieces(increments.data() + b * block, before, q, attitudes.data() + b * block);
            q = attitudes[static_cast<std::size_t>((b + 1) * block - 1)];
            before = increments[static_cast<std::size_t>((b + 1) * block - 1)];
        }
        return sum_of(attitudes.back());
    };
    const auto eight_logs = [&] {
        using strapdown::detail::Eight;
        Quaternion<Eight> q{Eight(1.0), Eight(0.0), Eight(0.0), Eight(0.0)};
        Vec3<Eight> before{Eight(0.0), Eight(0.0), Eight(0.0)};
        // an eighth of the samples of each of eight logs; attitudes of the last 64 are kept
        strapdown::integrate_eight_logs(eight.data(), many / 8, q, before, [&](long i, const Quaternion<Eight>& r) {
            double* to = of_eight.data() + 4 * strapdown::side_by_side * (i % 64);
            r.w.store(to);
            r.x.store(to + 8);
            r.y.store(to + 16);
            r.z.store(to + 24);
        });
        return q.w[0] + q.x[0] + q.y[0] + q.z[0];
    };
    bench::compare("The gyro alone, causal coning, all attitudes stored", "ns/sample", static_cast<double>(many),
                   rounds,
                   {{"sine and cosine, normalised every sample", plain},
                    {"one log in eight pieces side by side", pieces},
                    {"eight logs side by side", eight_logs}});

    const auto small = [&] {
        estimate::SmallFilter<double> filter(3.5e-3);
        double sum = 0;
        for (const Sample<double>& s : readings) {
            filter.predict(s.gyro);
            filter.accelerometer(s.accelerometer);
            filter.magnetometer(s.magnetometer);
            sum += filter.attitude().w;
        }
        return sum;
    };
    const auto full = [&] {
        double sum = 0;
        estimate::run_filter(readings, estimate::online_tuning<double>(),
                             [&](const estimate::EstimateRow& row) { sum += row.attitude.w; });
        return sum;
    };
    const auto smoother = [&] {
        double sum = 0;
        for (const estimate::EstimateRow& row : estimate::smooth(readings, {}).rows) sum += row.attitude.w;
        return sum;
    };
    bench::compare("Estimators", "ns/sample", static_cast<double>(many), quick ? 1 : 5,
                   {{"small filter", small}, {"filter, 33 states", full}, {"smoother, until it settles", smoother}});
    return 0;
}
