#include "polhode/links/flightgear.hpp"

#include <fmt/format.h>

#include <numbers>

#include "polhode/base/full_precision.hpp"
#include "polhode/links/wire_bytes.hpp"

namespace polhode {

namespace {

double degrees(double rad) { return rad * 180 / std::numbers::pi; }

// Engines: count, states, and nine values of four each.
constexpr std::size_t engine_bytes = 4 + 16 + 9 * 16;
// Wheels: count, weight on each, and three values of three each.
constexpr std::size_t wheel_bytes = 4 + 12 + 3 * 12;
// Version 25 after the fuel: selected, capacity, unusable, density, level, of four tanks.
constexpr std::size_t tank_bytes_25 = 16 + 4 * 32;
// Elevator, its trim, two flaps, two ailerons, rudder, nose wheel, speed brake, spoilers.
constexpr std::size_t surface_bytes = 10 * 4;

std::array<double, 4> generic_values(double t, const AircraftAttitude& attitude) {
    return {t, degrees(attitude.roll), degrees(attitude.pitch), degrees(attitude.heading)};
}

}  // namespace

// FlightGear 2020.3, src/Network/net_fdm.hxx: the order of the fields
void write_native_fdm(std::string& bytes, const FlightGearState& state, int version) {
    WireWriter<End::big> w(bytes);
    const AircraftAttitude& a = state.attitude;
    w.u32(static_cast<std::uint32_t>(version));
    w.zeros(4);
    w.f64(state.longitude);
    w.f64(state.latitude);
    w.f64(state.altitude);
    w.f32(state.above_ground);
    for (const double x : {a.roll, a.pitch, a.heading}) w.f32(x);
    w.zeros(8);  // angles of attack and slip: the air is not known
    for (const double x : {a.roll_rate, a.pitch_rate, a.heading_rate}) w.f32(x);
    w.zeros(8);  // air speed, climb
    for (const double x : state.velocity_ned) w.f32(x);
    w.zeros(12 + 12 + 8);  // body velocity, acceleration at the pilot, stall warning, slip
    w.zeros(engine_bytes);
    w.zeros(4 + 16);  // tanks, their fuel
    if (version == 25) w.zeros(tank_bytes_25);
    w.zeros(wheel_bytes);
    w.u32(state.unix_time);
    w.i32(0);  // warp
    w.f32(state.visibility);
    w.zeros(surface_bytes);
}

void write_generic_text(std::string& text, double t, const AircraftAttitude& attitude) {
    char separator = '\0';
    for (const double x : generic_values(t, attitude)) {
        if (separator) text += separator;
        separator = ',';
        char room[full_precision_room];
        text.append(room, write_full_precision(room, x));
    }
    text += '\n';
}

void write_generic_binary(std::string& bytes, double t, const AircraftAttitude& attitude) {
    WireWriter<End::big> w(bytes);
    for (const double x : generic_values(t, attitude)) w.f64(x);
}

std::string generic_protocol_xml(bool binary) {
    const char* const head = binary
                                 ? "   <binary_mode>true</binary_mode>\n   <byte_order>network</byte_order>\n"
                                   "   <binary_footer>none</binary_footer>\n"
                                 : "   <line_separator>newline</line_separator>\n   <var_separator>,</var_separator>\n";
    std::string chunks;
    for (const auto& [name, node] :
         {std::pair{"t", "/sim/polhode/time-s"}, std::pair{"roll", "/orientation/roll-deg"},
          std::pair{"pitch", "/orientation/pitch-deg"}, std::pair{"heading", "/orientation/heading-deg"}})
        chunks += fmt::format("   <chunk><name>{}</name><type>double</type><node>{}</node></chunk>\n", name, node);
    return fmt::format(
        "<?xml version=\"1.0\"?>\n<PropertyList>\n <generic>\n  <input>\n{}{}  </input>\n "
        "</generic>\n</PropertyList>\n",
        head, chunks);
}

}  // namespace polhode
