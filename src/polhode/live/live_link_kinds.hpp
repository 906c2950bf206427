// The kinds of links that need nobody to connect to them: datagrams, standard output, a file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "polhode/live/live_links.hpp"
#include "polhode/live/live_sensor.hpp"
#include "polhode/net/udp.hpp"

namespace polhode {

// Where complaints about the address of a table belong.
UdpPlaces udp_places(const Values& values);

// `names`: of the companions; `sensor`: what [readings] straps to the body. Null for kinds that wait for others to
// connect (foxglove). Throws InputError, OutputError.
std::unique_ptr<LiveLink> open_link(const LiveTable& table, std::vector<std::string> names,
                                    const std::optional<LiveSensor>& sensor);
// Own frames on standard output, a line each.
std::unique_ptr<LiveLink> standard_output_link(std::vector<std::string> names);

}  // namespace polhode
