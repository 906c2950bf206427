#include "polhode/system/file.hpp"

#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace polhode {

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

Descriptor opened(const std::string& path, int how) {
    int number;
    do {
        number = ::open(path.c_str(), how | O_CLOEXEC, 0666);
    } while (number < 0 && errno == EINTR);
    return Descriptor(number);
}

std::size_t read_at(int descriptor, std::uint64_t offset, char* into, std::size_t n) {
    std::size_t done = 0;
    while (done < n) {
        const ssize_t got = ::pread(descriptor, into + done, n - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

}  // namespace polhode

namespace polhode::system {

namespace {

FileKind kind_of_mode(mode_t mode) {
    if (S_ISREG(mode)) return FileKind::plain;
    if (S_ISDIR(mode)) return FileKind::folder;
    if (S_ISLNK(mode)) return FileKind::link;
    if (S_ISFIFO(mode)) return FileKind::pipe;
    if (S_ISSOCK(mode)) return FileKind::socket;
    return S_ISBLK(mode) ? FileKind::disk : FileKind::device;
}

FileFacts facts_in(const struct stat& status) {
    return {kind_of_mode(status.st_mode), static_cast<std::uint64_t>(status.st_size),
            static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1000000000 + status.st_mtim.tv_nsec};
}

Readiness wait_for(int descriptor, short what, int milliseconds) {
    pollfd ready{descriptor, what, 0};
    const int n = ::poll(&ready, 1, milliseconds);
    if (n > 0) return Readiness::ready;
    if (n == 0) return Readiness::not_yet;
    return errno == EINTR ? Readiness::interrupted : Readiness::failed;
}

}  // namespace

std::ptrdiff_t read_some(int descriptor, char* into, std::size_t n) {
    ssize_t got = 0;
    do {
        got = ::read(descriptor, into, n);
    } while (got < 0 && errno == EINTR);
    return got;
}

std::ptrdiff_t write_some(int descriptor, const char* from, std::size_t n) { return ::write(descriptor, from, n); }

std::ptrdiff_t write_some_at(int descriptor, std::uint64_t offset, const char* from, std::size_t n) {
    return ::pwrite(descriptor, from, n, static_cast<off_t>(offset));
}

std::optional<FileFacts> facts_of(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return facts_in(status);
}

std::optional<FileFacts> own_facts_of(const std::string& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
    return facts_in(status);
}

std::optional<FileFacts> facts_of(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return std::nullopt;
    return facts_in(status);
}

bool set_length(int descriptor, std::uint64_t bytes) { return ::ftruncate(descriptor, static_cast<off_t>(bytes)) == 0; }
bool go_to_end(int descriptor) { return ::lseek(descriptor, 0, SEEK_END) >= 0; }
bool save(int descriptor) { return ::fsync(descriptor) == 0; }
bool save_contents(int descriptor) { return ::fdatasync(descriptor) == 0; }
bool close_descriptor(int descriptor) { return ::close(descriptor) == 0; }
bool remove_file(const std::string& path) { return ::unlink(path.c_str()) == 0; }
bool remove_empty_folder(const std::string& path) { return ::rmdir(path.c_str()) == 0; }
bool may_write_in(const std::string& folder) { return ::access(folder.c_str(), W_OK | X_OK) == 0; }

std::optional<double> free_bytes_at(const std::string& place) {
    struct statvfs disk {};
    if (::statvfs(place.c_str(), &disk) != 0) return std::nullopt;
    return static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
}

bool lock_alone(int descriptor) { return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0; }

void wait_from_now_on(int descriptor) { ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK); }

void keep_to_ourselves(int descriptor) { ::fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

Readiness wait_until_readable(int descriptor, int milliseconds) { return wait_for(descriptor, POLLIN, milliseconds); }
Readiness wait_until_writable(int descriptor, int milliseconds) { return wait_for(descriptor, POLLOUT, milliseconds); }

std::string make_temporary_folder(const std::string& base, const std::string& front) {
    std::string pattern = base + "/" + front + "-XXXXXX";
    return ::mkdtemp(pattern.data()) ? pattern : "";
}

}  // namespace polhode::system
