#include "output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "output_error.hpp"

namespace polhode {

namespace {

std::string reason_of(int error) { return std::strerror(error); }

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
        return;
    }
    name_ = path;
    do {
        descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && errno == EINTR);
    if (descriptor_ < 0) throw OutputError(name_, reason_of(errno));
}

void OutputFile::write(std::string_view bytes) {
    if (reader_gone_ || bytes.empty()) return;
    if (!is_open()) throw OutputError(name_, "it is not open");
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t n = ::write(descriptor_, bytes.data() + done, bytes.size() - done);
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
