// What a report asks for before it is computed. A document asks for all its runs first and gets handles; they hold
// results once the laboratory has done its work.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>

namespace polhode {

// What is asked for and not there yet.
template <class T>
class Later {
 public:
    const T& get() const {
        if (!slot_ || !*slot_) throw std::logic_error("a result of a report was read before it was computed");
        return **slot_;
    }
    const T& operator*() const { return get(); }
    const T* operator->() const { return &get(); }

 private:
    friend class Laboratory;
    std::shared_ptr<std::optional<T>> slot_;
};

using Stop = std::function<bool()>;  // true: the reader has pressed Ctrl-C, end soon, the result is thrown away

}  // namespace polhode
