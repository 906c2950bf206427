// A function on a stack of its own that can stand still in the middle and go on later, on the same thread. Nothing is
// allocated between its begin and its end.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace polhode {

class Fiber {
 public:
    // `body` must not throw. It begins with the first resume().
    explicit Fiber(std::function<void()> body, std::size_t stack_bytes = 1u << 20);
    // The body must have ended, or never begun: nothing unwinds a stack that stands still.
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    void resume();       // from outside: goes on until the body stands still or ends
    void stand_still();  // from inside: back to who resumed it
    bool begun() const;
    bool ended() const;

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace polhode
