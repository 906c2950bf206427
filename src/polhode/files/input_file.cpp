#include "polhode/files/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "polhode/system/file.hpp"

namespace polhode {

namespace {

// The names under which a program finds what it was handed when it began.
bool handed_over(const std::string& path) {
    for (const char* front : {"/dev/fd/", "/proc/self/fd/"})
        if (path.rfind(front, 0) == 0) return true;
    return path == "/dev/stdin";
}

// "" for what can be read to an end.
std::string fault_of_kind(system::FileKind kind, const std::string& path) {
    using system::FileKind;
    if (kind == FileKind::plain) return "";
    if (kind == FileKind::folder) return "it is a directory, not a file";
    if (kind == FileKind::pipe) return handed_over(path) ? "" : "it is a pipe with a name, not a file";
    if (kind == FileKind::socket) return "it is a socket, not a file";
    return "it is a device, not a file";
}

}  // namespace

std::string unreadable_kind(const std::string& path) {
    const auto facts = system::facts_of(path);
    return facts ? fault_of_kind(facts->kind, path) : "";
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
    const Descriptor file = opened(path, open_for::reading | open_for::no_waiting | open_for::no_terminal);
    if (!file) return fail(errno);
    const auto facts = system::facts_of(file.get());
    if (!facts) return fail(errno);
    read.fault = fault_of_kind(facts->kind, path);
    if (!read.fault.empty()) return read;
    // whoever fills a pipe that was handed over takes the time that it takes
    if (facts->kind == system::FileKind::pipe) system::wait_from_now_on(file.get());
    if (facts->kind == system::FileKind::plain && facts->bytes > 0)
        read.bytes.reserve(std::min(static_cast<std::size_t>(facts->bytes), most) + 1);

    char buffer[1 << 16];
    while (true) {
        const std::ptrdiff_t n = system::read_some(file.get(), buffer, sizeof buffer);
        if (n < 0) return fail(errno);
        if (n == 0) return read;
        const std::size_t room = most - read.bytes.size();
        read.bytes.append(buffer, std::min(static_cast<std::size_t>(n), room));
        read.cut_off = static_cast<std::size_t>(n) > room;
        if (read.cut_off) return read;
    }
}

}  // namespace polhode
