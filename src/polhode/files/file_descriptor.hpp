// A descriptor of POSIX that closes itself.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

namespace polhode {

class Descriptor {
 public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    int get() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }

 private:
    int number_;
};

// Without a file behind it where it could not be opened; errno says why.
inline Descriptor opened(const std::string& path, int flags) {
    int number;
    do {
        number = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
    } while (number < 0 && errno == EINTR);
    return Descriptor(number);
}

}  // namespace polhode
