// Keeps an evenly spaced part of a stream of unknown length in bounded memory: every item at first, every second when
// the room is full, then every fourth ... The first and the last item are always there.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace polhode {

template <class Item>
class Thinned {
 public:
    explicit Thinned(std::size_t room = 20000) : room_(room < 4 ? 4 : room) {}

    void add(Item item) {
        if (count_ % stride_ == 0) {
            if (kept_.size() == room_) {
                for (std::size_t i = 0; 2 * i < kept_.size(); ++i) kept_[i] = std::move(kept_[2 * i]);
                kept_.resize((kept_.size() + 1) / 2);
                stride_ *= 2;
            }
            if (count_ % stride_ == 0) {
                kept_.push_back(item);
                last_.reset();
            } else {
                last_ = std::move(item);
            }
        } else {
            last_ = std::move(item);
        }
        ++count_;
    }

    std::size_t count() const { return count_; }    // items seen
    std::size_t stride() const { return stride_; }  // every how many-th was kept

    std::vector<Item> items() const {
        std::vector<Item> all = kept_;
        if (last_) all.push_back(*last_);
        return all;
    }

 private:
    std::size_t room_, stride_ = 1, count_ = 0;
    std::vector<Item> kept_;
    std::optional<Item> last_;
};

}  // namespace polhode
