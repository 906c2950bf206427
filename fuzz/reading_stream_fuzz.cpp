// Any bytes as readings that come live or from a pipe: refused in words or counted, the same rows in whatever pieces
// they come, and no number that is none out of the estimator behind them.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/online_estimation.hpp"
#include "polhode/estimate/sources/row_decoder.hpp"

namespace {

using namespace polhode;

std::size_t rows_heard(std::string_view bytes, std::size_t piece, bool live, const char* estimator) {
    std::size_t rows = 0;
    std::optional<estimate::OnlineEstimation> online;
    estimate::EstimationSettings settings;
    settings.estimator = estimator;
    estimate::RowDecoder* decoder_here = nullptr;
    estimate::RowDecoder decoder("stream", {}, {live}, [&](const estimate::LogRow& row) {
        ++rows;
        if (!online)
            online.emplace(decoder_here->facts(), estimate::Sensors{}, settings,
                           [](const estimate::LogRow&, const estimate::EstimateRow& r) {
                               if (!is_finite(r.attitude.params()) || !is_finite(r.rate)) __builtin_trap();
                               if (!std::isfinite(r.heading_deviation)) __builtin_trap();
                           });
        online->push(row);
    });
    decoder_here = &decoder;
    try {
        for (std::size_t at = 0; at < bytes.size(); at += piece) decoder.take(bytes.substr(at, piece));
        decoder.finish();
        if (online) online->finish();
    } catch (const InputError&) {
    } catch (const ComputationFailed&) {
    }
    return rows;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const bool live = data[0] & 1;
    const char* const estimator = data[0] & 2 ? "small" : "filter";
    const std::size_t whole = rows_heard(bytes, size, live, estimator);
    if (whole != rows_heard(bytes, 1 + data[0] / 4, live, estimator)) __builtin_trap();
    return 0;
}
