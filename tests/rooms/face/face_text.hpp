// A small scenario for the tests of the library's face, and the words of a refusal.
#pragma once

#include <functional>
#include <string>

#include "polhode/library/error.hpp"

namespace polhode::face_test {

inline const std::string tumbling = R"(title = "tumbling"
[body]
inertia = [1, 2, 3]
[start]
rate = [0.1, 2, 0.1]
[method]
name = "fine"
integrator = "rk4"
step = 0.01
[[compare]]
name = "cosines"
attitude = "dcm"
integrator = "rk4"
step = 0.02
[run]
duration = 1
sample = 0.1
)";

// What an InputError says; "" where nothing is thrown.
inline std::string refusal(const std::function<void()>& f) {
    try {
        f();
    } catch (const InputError& e) {
        return e.what();
    }
    return "";
}

inline bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace polhode::face_test
