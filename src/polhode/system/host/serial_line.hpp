// Serial ports. Where a function says that it failed, errno says why.
#pragma once

#include <vector>

namespace polhode::system {

std::vector<int> serial_speeds();  // that this system knows, in baud, rising
bool is_serial_line(int descriptor);
// Eight bits as they come, at one of those speeds.
bool set_serial_speed(int descriptor, int baud);

}  // namespace polhode::system
