// Files by their descriptors: what std::filesystem and streams do not offer. Where a function says that it failed,
// errno says why.
#pragma once

#include <fcntl.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace polhode {

// A descriptor that closes itself.
class Descriptor {
 public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor();
    int get() const { return number_; }
    int release() { return std::exchange(number_, -1); }  // to somebody who closes it
    explicit operator bool() const { return number_ >= 0; }

 private:
    int number_;
};

// How a file is opened: one of the first three, and others by |.
namespace open_for {
inline constexpr int reading = O_RDONLY, writing = O_WRONLY, both = O_RDWR;
inline constexpr int create = O_CREAT, empty = O_TRUNC, append = O_APPEND;
inline constexpr int folder = O_DIRECTORY;     // nothing else
inline constexpr int no_link = O_NOFOLLOW;     // refused where the last name is a link
inline constexpr int no_waiting = O_NONBLOCK;  // neither now nor when it is read
inline constexpr int no_terminal = O_NOCTTY;   // does not become the program's own
}  // namespace open_for

// Without a file behind it where it could not be opened. Programs that this one starts do not get it.
Descriptor opened(const std::string& path, int how);

// As much of [offset, offset + n) as there is.
std::size_t read_at(int descriptor, std::uint64_t offset, char* into, std::size_t n);

}  // namespace polhode

namespace polhode::system {

inline constexpr int standard_input = 0, standard_output = 1;

// The bytes that were read or written, negative where it failed. Reading goes on after a signal; writing does not.
std::ptrdiff_t read_some(int descriptor, char* into, std::size_t n);
std::ptrdiff_t write_some(int descriptor, const char* from, std::size_t n);
std::ptrdiff_t write_some_at(int descriptor, std::uint64_t offset, const char* from, std::size_t n);

enum class FileKind { plain, folder, link, pipe, socket, disk, device };
struct FileFacts {
    FileKind kind = FileKind::plain;
    std::uint64_t bytes = 0;
    std::int64_t changed_ns = 0;  // since 1970
};
// Nothing where there is no such file. The second does not follow a link.
std::optional<FileFacts> facts_of(const std::string& path);
std::optional<FileFacts> own_facts_of(const std::string& path);
std::optional<FileFacts> facts_of(int descriptor);

bool set_length(int descriptor, std::uint64_t bytes);
bool go_to_end(int descriptor);
bool save(int descriptor);           // to the disk, with what the folder knows of it
bool save_contents(int descriptor);  // to the disk
bool close_descriptor(int descriptor);
bool remove_file(const std::string& path);
bool remove_empty_folder(const std::string& path);
bool may_write_in(const std::string& folder);
std::optional<double> free_bytes_at(const std::string& place);

// One process at a time holds it; it ends with the descriptor. errno is EWOULDBLOCK where another one has it.
bool lock_alone(int descriptor);

void wait_from_now_on(int descriptor);   // no longer as open_for::no_waiting
void keep_to_ourselves(int descriptor);  // programs that this one starts do not get it

enum class Readiness { ready, not_yet, interrupted, failed };
// Negative: for ever.
Readiness wait_until_readable(int descriptor, int milliseconds);
Readiness wait_until_writable(int descriptor, int milliseconds);

// A new folder of a name that nobody else has, below `base`; "" where it could not be made.
std::string make_temporary_folder(const std::string& base, const std::string& front);

}  // namespace polhode::system
