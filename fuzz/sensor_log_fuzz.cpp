// Any bytes as a log of readings: refused in words, or estimated without a number that is none.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/estimation.hpp"
#include "polhode/estimate/log_file.hpp"
#include "polhode/estimate/tools/inspection.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace polhode;
    if (size == 0) return 0;
    const char* const estimators[] = {"filter", "smoother", "small", "gyro"};
    estimate::EstimationSettings settings;
    settings.estimator = estimators[data[0] % 4];
    settings.form = static_cast<estimate::ConingForm>((data[0] / 4) % 5);
    settings.holds = static_cast<estimate::GyroHolds>((data[0] / 20) % 3);
    settings.six_axis = data[0] > 127;
    try {
        const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
        const estimate::SensorLog log = estimate::parse_log(text, "log.csv", {});
        estimate::inspect_log(log);
        const estimate::Estimation e = estimate::estimate_log(log, {}, settings);
        for (const estimate::EstimateRow& r : e.rows) {
            if (!is_finite(r.attitude.params()) || !is_finite(r.rate) || !is_finite(r.bias)) __builtin_trap();
            if (!std::isfinite(r.heading_deviation) || !std::isfinite(r.tilt_deviation)) __builtin_trap();
        }
    } catch (const InputError&) {
    } catch (const ComputationFailed&) {
    }
    return 0;
}
