#include "polhode/net/serial_port.hpp"

#include <cerrno>
#include <cstring>

#include "polhode/base/diagnostic.hpp"
#include "polhode/system/host/serial_line.hpp"

namespace polhode {

Descriptor open_serial_port(const std::string& device, int baud, const std::string& where) {
    bool possible = false;
    std::string known;
    for (const int speed : system::serial_speeds()) {
        possible = possible || speed == baud;
        known += (known.empty() ? "" : ", ") + std::to_string(speed);
    }
    if (!possible)
        throw InputError({where, 0, ""}, std::to_string(baud) + " is no speed of a serial port; known: " + known);
    Descriptor port = opened(device, open_for::reading | open_for::no_terminal | open_for::no_waiting);
    if (!port) throw InputError({where, 0, ""}, "cannot open '" + device + "': " + std::strerror(errno));
    if (!system::is_serial_line(port.get()))
        throw InputError({where, 0, ""}, "'" + device + "' is no serial port: " + std::strerror(errno));
    if (!system::set_serial_speed(port.get(), baud))
        throw InputError({where, 0, ""},
                         "'" + device + "' does not take " + std::to_string(baud) + " baud: " + std::strerror(errno));
    return port;
}

}  // namespace polhode
