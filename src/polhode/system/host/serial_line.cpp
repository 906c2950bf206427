#include "polhode/system/host/serial_line.hpp"

#include <termios.h>

#include <cerrno>

namespace polhode::system {

namespace {

struct SerialSpeed {
    int baud;
    speed_t code;
};
constexpr SerialSpeed speeds[] = {{9600, B9600},     {19200, B19200},   {38400, B38400},   {57600, B57600},
                                  {115200, B115200}, {230400, B230400}, {460800, B460800}, {921600, B921600}};

}  // namespace

std::vector<int> serial_speeds() {
    std::vector<int> all;
    for (const SerialSpeed& speed : speeds) all.push_back(speed.baud);
    return all;
}

bool is_serial_line(int descriptor) {
    termios line{};
    return ::tcgetattr(descriptor, &line) == 0;
}

bool set_serial_speed(int descriptor, int baud) {
    termios line{};
    if (::tcgetattr(descriptor, &line) != 0) return false;
    ::cfmakeraw(&line);
    line.c_cflag |= static_cast<tcflag_t>(CLOCAL | CREAD);
    for (const SerialSpeed& speed : speeds)
        if (speed.baud == baud)
            return ::cfsetspeed(&line, speed.code) == 0 && ::tcsetattr(descriptor, TCSANOW, &line) == 0;
    errno = EINVAL;
    return false;
}

}  // namespace polhode::system
