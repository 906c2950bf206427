// Bodies with an inside by the classical Runge-Kutta method: the steps of run/inside/runge_kutta_stepper.cpp, to the
// last bit. A row is the whole state.
#pragma once

#include "attention.hpp"
#include "inside_body.hpp"

#if !defined(__CUDACC__)
#include <new>
#endif

namespace polhode::ensemble {

// Room for what changes along a motion. On the processor as much as the shape needs, from the heap: many lanes of many
// numbers are more than every stack has. A thread of a graphics card has it in its own memory.
template <class T>
class InsideRoom {
 public:
#if defined(__CUDACC__)
    POLHODE_HD explicit InsideRoom(const InsideShape&) {}
    POLHODE_HD T* values() { return values_; }
    POLHODE_HD T* state(int which) { return states_[which]; }
    POLHODE_HD T* delayed() { return delayed_; }

 private:
    T values_[most_inside_values], states_[6][longest_inside], delayed_[most_delayed] = {};
#else
    explicit InsideRoom(const InsideShape& shape)
        : values_(static_cast<std::size_t>(shape.values())), length_(static_cast<std::size_t>(shape.length)) {
        const std::size_t count = values_ + 6 * length_ + static_cast<std::size_t>(shape.delayed);
        all_ = static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t(alignof(T))));
        for (std::size_t i = 0; i < count; ++i) ::new (static_cast<void*>(all_ + i)) T(0);
    }
    ~InsideRoom() { ::operator delete(all_, std::align_val_t(alignof(T))); }
    InsideRoom(const InsideRoom&) = delete;
    InsideRoom& operator=(const InsideRoom&) = delete;
    T* values() { return all_; }
    T* state(int which) { return all_ + values_ + static_cast<std::size_t>(which) * length_; }
    T* delayed() { return state(6); }

 private:
    std::size_t values_, length_;
    T* all_;
#endif
};

template <class T>
class InsideSteps {
 public:
    POLHODE_HD InsideSteps(const Shape& shape, const Columns& c, long long i)
        : shape_(*shape.inside),
          constraint_(shape.constraint),
          length_(shape.inside->length),
          room_(*shape.inside),
          motion_(shape, c, i, room_.values()) {
        T* y = state();
        for (int k = 0; k < 4; ++k) y[k] = load<T>(c, at_attitude + k, i);
        for (int k = 4; k < length_; ++k) y[k] = load<T>(c, shape.first_inside() + shape.inside->start_at() + k - 4, i);
    }
    POLHODE_INLINE T* state() { return room_.state(0); }

    // From t on over h, the sums of integrate/runge_kutta_step.hpp; lanes in which `moves` does not hold stay.
    POLHODE_HD void step(const T& t, const T& h, const MaskOf<T>& moves) {
        T *y = state(), *to = room_.state(1);
        advance(t, h, y, to);
        if (constraint_ != Constraint::none) {
            Quaternion<T> q{to[0], to[1], to[2], to[3]};
            q = constraint_ == Constraint::normalise ? normalise(q) : normalise_binomial(q);
            to[0] = q.w, to[1] = q.x, to[2] = q.y, to[3] = q.z;
        }
        for (int i = 0; i < length_; ++i) y[i] = select(moves, to[i], y[i]);
    }
    // The same from any state to another place, without constraint.
    POLHODE_HD void advance(const T& t, const T& h, const T* y, T* to) {
        T *k0 = room_.state(2), *k1 = room_.state(3), *k2 = room_.state(4), *k3 = room_.state(5);
        const T middle = fma(T(0.5), h, t), end = fma(T(1.0), h, t), half_h = half(h), sixth = T(1. / 6) * h;
        motion_.slope(t, y, k0);
        for (int i = 0; i < length_; ++i) to[i] = fma(half_h, k0[i], y[i]);
        motion_.slope(middle, to, k1);
        for (int i = 0; i < length_; ++i) to[i] = fma(half_h, k1[i], y[i]);
        motion_.slope(middle, to, k2);
        for (int i = 0; i < length_; ++i) to[i] = fma(h, k2[i], y[i]);
        motion_.slope(end, to, k3);
        for (int i = 0; i < length_; ++i) to[i] = fma(sixth, fma(T(2), k1[i] + k2[i], k0[i] + k3[i]), y[i]);
    }
    // The controllers whose bits are set look at the body, in their order (inside/sample_clock.hpp).
    POLHODE_HD void sample(const T& t, unsigned which) {
        for (int k = 0; k < shape_.controllers; ++k)
            if (which >> k & 1u) sample_one(t, shape_.controller[k], taken_[k]++);
    }
    POLHODE_HD void store(const Out& out, long long row, long long i) {
        double* p = out.base + length_ * row * out.stride + i;
        for (int k = 0; k < length_; ++k) Access<T>::store(state()[k], p + k * out.stride);
    }
    // Declined: a number is no longer finite, which it stays, or what a controller set was not.
    POLHODE_HD void mark_end(const Out& out, long long i) {
        T sum = spoiled_;
        for (int k = 0; k < length_; ++k) sum = sum + (state()[k] - state()[k]);
        Access<T>::mark(!(sum == T(0)), out.declined + i);
    }

 private:
    // All of a part is computed before any of it is set: the values are those of the state before.
    POLHODE_HD void sample_one(const T& t, const InsideShape::Controller& c, long long taken) {
        for (int part = 0; part < 3; ++part) {
            if (c.numbers[part] == c.numbers[part + 1]) continue;
            const T* v = motion_.seen(t, state(), c.operations[part], c.operations[part + 1]);
            const int count = c.numbers[part + 1] - c.numbers[part];
            for (int i = 0; i < count; ++i) {
                const InsideShape::Held& held = shape_.held[c.numbers[part] + i];
                T value = coarse(held, v);
                if (part == 2 && c.delay > 0) {
                    T& on_its_way = room_.delayed()[c.line + static_cast<int>(taken % c.delay) * count + i];
                    const T due = on_its_way;
                    on_its_way = value;
                    value = due;
                }
                spoiled_ = spoiled_ + (value - value);
                state()[held.at] = value;
            }
        }
    }
    // The nearest whole multiple of the quantum (a half goes up), then no larger than the limit.
    POLHODE_HD static T coarse(const InsideShape::Held& held, const T* v) {
        T value = v[held.value];
        if (held.quantum >= 0) {
            const T& q = v[held.quantum];
            value = q * detail::one_by_one(value / q + T(0.5), [](double a) { return round_down(a); });
        }
        if (held.limit < 0) return value;
        const T& limit = v[held.limit];
        return select(limit < value, limit, select(value < -limit, -limit, value));
    }

    const InsideShape& shape_;
    Constraint constraint_;
    int length_;
    InsideRoom<T> room_;
    InsideMotion<T> motion_;
    long long taken_[most_controllers] = {};
    T spoiled_{0};
};

// Bodies with controllers, step by step as they are scheduled; rows.step counts those.
template <class T>
POLHODE_HD bool follow_schedule(InsideSteps<T>& steps, const InsideSchedule& schedule, long long i, const Rows& rows,
                                const Out& out, const Attention* attention) {
    Heed heed(attention, i, Access<T>::width, steps_between_looks / 4);
    const auto all = T(0) < T(1);
    steps.sample(T(0), schedule.first_samples);
    long long done = 0;
    for (long long r = 0; r < rows.count; ++r) {
        for (; done < rows.step[r]; ++done) {
            const InsideStep& one = schedule.step[done];
            steps.step(T(one.from), T(one.length), all);
            if (one.samples != 0) steps.sample(T(one.to), one.samples);
            if (!heed.goes_on(1, static_cast<double>(done) / static_cast<double>(schedule.steps))) return false;
        }
        steps.store(out, r, i);
    }
    steps.mark_end(out, i);
    return true;
}

// Bodies that all take the same steps, and bodies with steps of their own, which have one row alone.
template <class T>
POLHODE_HD bool follow_inside(const Shape& shape, const Columns& c, long long i, const Rows& rows, const Out& out,
                              const Attention* attention = nullptr) {
    InsideSteps<T> steps(shape, c, i);
    if (shape.schedule.step) return follow_schedule(steps, shape.schedule, i, rows, out, attention);
    const T h = load<T>(c, at_step, i), whole = load<T>(c, at_steps, i), last = load<T>(c, at_last_step, i);
    Heed heed(attention, i, Access<T>::width, steps_between_looks / 4);
    T n(0);
    for (long long r = 0; r < rows.count; ++r) {
        const bool end = r + 1 == rows.count;
        const T until = end ? whole : T(static_cast<double>(rows.step[r]));
        for (; any(n < until); n = n + T(1)) {
            steps.step(n * h, h, n < until);
            if (!heed.goes_on(1, part_of_way(n, whole))) return false;
        }
        if (end && any(last > T(0))) steps.step(whole * h, last, last > T(0));
        steps.store(out, r, i);
    }
    steps.mark_end(out, i);
    return true;
}

}  // namespace polhode::ensemble
