// Whoever waits for an ensemble wants to hear how far it is, and may want it to end: asked every so many steps, on the
// processor. A graphics card is asked between batches, and none of this is in its kernels.
#pragma once

#include "../arithmetic/scalar.hpp"

namespace polhode::ensemble {

struct Attention {
    // `bodies`: how many were followed, with a part for those that are on their way. False: it is to end here.
    bool (*goes_on)(void* who, double bodies) = nullptr;
    void* who = nullptr;
};

// Bodies `first` to first + count - 1, on their way together.
class Heed {
 public:
    POLHODE_INLINE Heed(const Attention* attention, long long first, long long count, long long steps_between_looks)
        : attention_(attention), first_(first), count_(count), between_(steps_between_looks), left_(between_) {}

    // The step up to which nobody need be asked.
    POLHODE_INLINE long long pause([[maybe_unused]] long long done, long long until) const {
#if defined(__CUDA_ARCH__)
        return until;
#else
        return !attention_ || until - done < left_ ? until : done + left_;
#endif
    }
    // `steps` more are done, and `part` of the way. False: it is to end here.
    POLHODE_INLINE bool goes_on([[maybe_unused]] long long steps, [[maybe_unused]] double part) {
#if defined(__CUDA_ARCH__)
        return true;
#else
        left_ -= steps;
        if (left_ > 0 || !attention_) return true;
        left_ = between_;
        return attention_->goes_on(attention_->who, static_cast<double>(first_) + static_cast<double>(count_) * part);
#endif
    }

 private:
    const Attention* attention_;
    long long first_, count_, between_, left_;
};

// Some ten to a hundred microseconds of one core: a step of Runge and Kutta is short, a series or a closed form long.
inline constexpr long long steps_between_looks = 1024, series_between_looks = 64, rows_between_looks = 32;

}  // namespace polhode::ensemble
