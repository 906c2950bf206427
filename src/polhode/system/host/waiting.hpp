// Waiting for several things at once: descriptors that have something to read, and a bell that another thread rings.
#pragma once

#include <poll.h>

#include <vector>

#include "polhode/system/file.hpp"

namespace polhode::system {

class Bell {
 public:
    Bell();
    int descriptor() const { return descriptor_.get(); }
    void ring();     // from any thread; never waits
    void silence();  // until it is rung again

 private:
    Descriptor descriptor_;
};

// Keeps its memory from one time to the next.
class Waiting {
 public:
    void clear() { waiting_.clear(); }
    // Gives its place among them.
    std::size_t add(int descriptor) {
        waiting_.push_back({descriptor, POLLIN, 0});
        return waiting_.size() - 1;
    }
    // Until one of them has something to read, for so long at most, or until a signal comes.
    void wait(int milliseconds);
    // Whether the one at this place has something to read, or has ended.
    bool ready(std::size_t place) const { return waiting_[place].revents != 0; }

 private:
    std::vector<pollfd> waiting_;
};

}  // namespace polhode::system
