#include "polhode/files/output_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>

#include "polhode/base/stop_question.hpp"
#include "polhode/files/output_error.hpp"

namespace polhode {

namespace {

std::string reason_of(int error) { return std::strerror(error); }

bool is_pipe(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
}

// What a reader may leave standing: pipes, sockets, terminals.
bool stands_still(int descriptor) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISBLK(status.st_mode);
}

}  // namespace

OutputFile::~OutputFile() {
    if (descriptor_ >= 0 && !standard_output_) ::close(descriptor_);
}

void OutputFile::open(const std::string& path) {
    if (is_open()) close();
    reader_gone_ = false;
    written_ = 0;
    standard_output_ = path == "-";
    if (standard_output_) {
        std::signal(SIGPIPE, SIG_IGN);
        name_ = "standard output";
        descriptor_ = STDOUT_FILENO;
        most_at_once_ = stands_still(descriptor_) ? small_piece : all_of_it;
        return;
    }
    name_ = path;
    // A pipe with a name has nobody who reads it until somebody does.
    while (true) {
        descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0666);
        if (descriptor_ >= 0 || (errno != EINTR && errno != ENXIO)) break;
        if (errno == ENXIO && (!is_pipe(path) || stop_asked())) break;
        if (errno == ENXIO) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    if (descriptor_ < 0) throw OutputError(name_, errno == ENXIO ? "nobody reads it" : reason_of(errno));
    ::fcntl(descriptor_, F_SETFL, ::fcntl(descriptor_, F_GETFL) & ~O_NONBLOCK);
    most_at_once_ = stands_still(descriptor_) ? small_piece : all_of_it;
}

void OutputFile::write(std::string_view bytes) {
    if (reader_gone_ || bytes.empty()) return;
    if (!is_open()) throw OutputError(name_, "it is not open");
    std::size_t done = 0;
    while (done < bytes.size()) {
        if (!wait_until_taken()) {
            reader_gone_ = true;
            return;
        }
        const ssize_t n = ::write(descriptor_, bytes.data() + done, std::min(bytes.size() - done, most_at_once_));
        if (n >= 0) {
            done += static_cast<std::size_t>(n);
            continue;
        }
        if (errno == EINTR || errno == EAGAIN) continue;
        const int error = errno;
        if (standard_output_ && error == EPIPE) {
            reader_gone_ = true;
            return;
        }
        struct stat status {};
        if (!standard_output_ && ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode))
            if (::ftruncate(descriptor_, static_cast<off_t>(written_)) != 0 || ::lseek(descriptor_, 0, SEEK_END) < 0)
                throw OutputError(name_, reason_of(error) + ", and its last, incomplete line could not be taken back");
        throw OutputError(name_, reason_of(error));
    }
    written_ += static_cast<long long>(bytes.size());
}

// Pipes and terminals may stand still. Somebody who asks the program to end then is not kept waiting for long.
bool OutputFile::wait_until_taken() {
    if (most_at_once_ != small_piece) return true;
    constexpr int pause_ms = 50, patience_ms = 200;
    for (int waited = 0;;) {
        pollfd ready{descriptor_, POLLOUT, 0};
        const int n = ::poll(&ready, 1, pause_ms);
        if (n > 0 || (n < 0 && errno != EINTR)) return true;
        if (stop_asked() && (waited += pause_ms) >= patience_ms) return false;
    }
}

void OutputFile::close() {
    if (!is_open()) return;
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (standard_output_) return;
    if (::close(descriptor) != 0 && errno != EINTR) throw OutputError(name_, reason_of(errno));
}

void write_file(const std::string& path, std::string_view contents) {
    struct stat status {};
    // Devices and pipes are written to, never replaced.
    const bool replaceable = ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
    if (!replaceable) {
        OutputFile file(path);
        file.write(contents);
        file.close();
        return;
    }
    const std::string part = path + ".part";
    try {
        OutputFile file(part);
        file.write(contents);
        file.close();
    } catch (const OutputError& e) {
        ::unlink(part.c_str());
        throw OutputError(path, e.reason);
    }
    if (std::rename(part.c_str(), path.c_str()) != 0) {
        const int error = errno;
        ::unlink(part.c_str());
        throw OutputError(path, reason_of(error));
    }
}

}  // namespace polhode
