// A serial port that is listened to: bytes as they come, no line discipline.
#pragma once

#include <string>

#include "polhode/system/file.hpp"

namespace polhode {

// Throws InputError naming `where`: a device that cannot be opened, or a speed that it has not.
Descriptor open_serial_port(const std::string& device, int baud, const std::string& where);

}  // namespace polhode
