#include "polhode/files/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "polhode/files/file_descriptor.hpp"

namespace polhode {

namespace {

// The names under which a program finds what it was handed when it began.
bool handed_over(const std::string& path) {
    for (const char* front : {"/dev/fd/", "/proc/self/fd/"})
        if (path.rfind(front, 0) == 0) return true;
    return path == "/dev/stdin";
}

// "" for what can be read to an end.
std::string fault_of_kind(mode_t mode, const std::string& path) {
    if (S_ISREG(mode)) return "";
    if (S_ISDIR(mode)) return "it is a directory, not a file";
    if (S_ISFIFO(mode)) return handed_over(path) ? "" : "it is a pipe with a name, not a file";
    if (S_ISSOCK(mode)) return "it is a socket, not a file";
    return "it is a device, not a file";
}

}  // namespace

std::string unreadable_kind(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? fault_of_kind(status.st_mode, path) : "";
}

InputBytes read_input_file(const std::string& path, std::size_t most) {
    InputBytes read;
    const auto fail = [&](int error) {
        read.fault = std::strerror(error);
        read.missing = error == ENOENT || error == ENOTDIR;
        return read;
    };
    // a kind that cannot be read may not be opened either (sockets), and to open some devices does something
    read.fault = unreadable_kind(path);
    if (!read.fault.empty()) return read;
    const Descriptor file = opened(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (!file) return fail(errno);
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) return fail(errno);
    read.fault = fault_of_kind(status.st_mode, path);
    if (!read.fault.empty()) return read;
    // whoever fills a pipe that was handed over takes the time that it takes
    if (S_ISFIFO(status.st_mode)) ::fcntl(file.get(), F_SETFL, 0);
    if (S_ISREG(status.st_mode) && status.st_size > 0)
        read.bytes.reserve(std::min(static_cast<std::size_t>(status.st_size), most) + 1);

    char buffer[1 << 16];
    while (true) {
        const ssize_t n = ::read(file.get(), buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fail(errno);
        if (n == 0) return read;
        const std::size_t room = most - read.bytes.size();
        read.bytes.append(buffer, std::min(static_cast<std::size_t>(n), room));
        read.cut_off = static_cast<std::size_t>(n) > room;
        if (read.cut_off) return read;
    }
}

}  // namespace polhode
