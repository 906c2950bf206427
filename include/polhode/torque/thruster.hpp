// A force at a place of the body, on from `start` to `stop`. As a couple the opposite force acts at the opposite place
// as well: no net force, and twice the torque, 2 at x F.
#pragma once

#include "frame.hpp"

namespace polhode::torque {

template <class T>
struct Thruster {
    Vec3<T> force{};                                        // N, in `frame`
    Vec3<T> at{};                                           // m, from the fixed point, in body axes
    Frame frame = Frame::body;                              // of the force
    double start = 0;                                       // s
    double stop = std::numeric_limits<double>::infinity();  // s
    bool couple = false;

    // On or off is decided once for a stretch of time that holds no switching in its inside, by its middle, so that a
    // stage at the very end of a step still belongs to that step. Without segment() each time decides for itself.
    POLHODE_HD void segment(double begin, double end) {
        const double middle = 0.5 * (begin + end);
        segment_ = start <= middle && middle < stop ? Segment::on : Segment::off;
    }

    template <class Attitude>
    POLHODE_INLINE Vec3<T> operator()(T t, const Attitude& attitude, const Vec3<T>&) const {
        if (!on(t)) return Vec3<T>{};
        const Vec3<T> torque_B = cross(at, in_body_axes(frame, attitude, force));
        return couple ? twice(T(1)) * torque_B : torque_B;
    }

    template <class To>
    POLHODE_HD Thruster<To> as() const {
        Thruster<To> r;
        r.force = cast<To>(force);
        r.at = cast<To>(at);
        r.frame = frame;
        r.start = start;
        r.stop = stop;
        r.couple = couple;
        return r;
    }

 private:
    enum class Segment { none, on, off };
    Segment segment_ = Segment::none;

    POLHODE_INLINE bool on(T t) const {
        if (segment_ != Segment::none) return segment_ == Segment::on;
        const double now = static_cast<double>(t);
        return start <= now && now < stop;
    }
};

}  // namespace polhode::torque
