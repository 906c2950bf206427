// What FlightGear takes: its native structure of a flight model (net_fdm, version 24 up to FlightGear 2020.3, version
// 25 after it) and its generic protocol, text or binary, which an XML file in its folder describes.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "polhode/links/aircraft_axes.hpp"

namespace polhode {

struct FlightGearState {
    double latitude = 0, longitude = 0;  // rad, geodetic
    double altitude = 0;                 // m above sea level
    double above_ground = 0;             // m
    AircraftAttitude attitude;
    std::array<double, 3> velocity_ned{};  // ft/s
    double visibility = 5000;              // m
    std::uint32_t unix_time = 0;           // s; 0: FlightGear's own
};

inline constexpr std::size_t native_fdm_24_bytes = 408, native_fdm_25_bytes = 552;

// Appends a datagram, big end first. `version`: 24 or 25. No engines, tanks or wheels: the reader counts on them being
// at most four and does not check.
void write_native_fdm(std::string& bytes, const FlightGearState& state, int version);

// t, roll, pitch, heading: s and deg. One line of text, or four doubles big end first.
void write_generic_text(std::string& text, double t, const AircraftAttitude& attitude);
void write_generic_binary(std::string& bytes, double t, const AircraftAttitude& attitude);
// For FlightGear's folder Protocol/: polhode.xml, polhode-binary.xml
std::string generic_protocol_xml(bool binary);

}  // namespace polhode
