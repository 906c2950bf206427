// Any bytes are either refused with an InputError, or give rows that are finite, rise in time and have unit
// quaternions.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "polhode/exchange/import.hpp"

class CheckedSink : public polhode::ImportSink {
 public:
    void row(const polhode::ImportedRow& r) override {
        const double length = std::hypot(std::hypot(r.q_NB.w, r.q_NB.x), std::hypot(r.q_NB.y, r.q_NB.z));
        if (!std::isfinite(r.t) || !is_finite(r.w_NB_B) || !(std::fabs(length - 1) < 1.1e-3) ||
            (begun_ && !(r.t > last_)))
            __builtin_trap();
        begun_ = true;
        last_ = r.t;
    }

 private:
    bool begun_ = false;
    double last_ = 0;
};

// The first byte chooses the format, and with its highest bits what is asked for.
template <std::size_t n>
void read_as_one_of(const char* const (&formats)[n], const std::uint8_t* data, std::size_t size) {
    if (size == 0) return;
    using namespace polhode;
    const OutputFormat* format = find_format(formats[(data[0] & 15) % n]);
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    ImportRequest request;
    if (data[0] & 16) request.segment = "all";
    request.normalise = (data[0] & 32) != 0;
    if (data[0] & 64) request.segment = "2";
    request.ticks_per_second = 1000;
    if (format->entry.name == "table")
        request.says = {
            {"time", "1"}, {"quaternion", "2, 3, 4, 5"}, {"scalar", "first"}, {"direction", "body-to-world"}};
    if (format->entry.name == "npy" && data[0] & 128) request.says = {{"columns", "qw, qx, qy, qz"}, {"step", "0.5"}};
    CheckedSink sink;
    try {
        const auto source = source_of(bytes, "fuzz");
        ImportGate gate(request, sink, source->name());
        format->read(*source, request, gate);
        gate.finish();
    } catch (const InputError&) {
    }
}
