#include "polhode/system/host/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace polhode::system {

namespace {

int number_of(Stream stream) { return stream == Stream::output ? STDOUT_FILENO : STDERR_FILENO; }

}  // namespace

bool is_terminal(Stream stream) { return ::isatty(number_of(stream)) != 0; }

int terminal_width(Stream stream) {
    winsize size{};
    return ::ioctl(number_of(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace polhode::system
