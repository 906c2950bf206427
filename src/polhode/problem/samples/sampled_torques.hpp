// Torques that need more than a few numbers: a table over time, three formulas, any C++ callable. As with the torques
// of the core, the attitude is used as the method holds it: a quaternion of length |q| scales what crosses between
// world and body axes by |q|^2.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "polhode/problem/formulas/three_formulas.hpp"
#include "polhode/problem/samples/sampled_history.hpp"
#include "polhode/rotation/quaternion.hpp"
#include "polhode/torque/frame.hpp"

namespace polhode {

// N m over time, interpolated. The knots of "hold" and "linear" are switching times.
template <class T>
class TableTorque {
 public:
    explicit TableTorque(std::shared_ptr<const SampledHistory> history, torque::Frame frame = torque::Frame::body)
        : value_(std::move(history)), frame_(frame) {}

    void segment(double begin, double end) { value_.segment(begin, end); }

    template <class Attitude>
    Vec3<T> operator()(T t, const Attitude& attitude, const Vec3<T>&) const {
        return torque::in_body_axes(frame_, attitude, value_(t));
    }

    void switching_times(double end, std::vector<double>& times) const {
        value_.history()->switching_times(end, times);
    }
    const SampledHistory& history() const { return *value_.history(); }
    const std::shared_ptr<const SampledHistory>& shared_history() const { return value_.history(); }

    template <class To>
    TableTorque<To> as() const {
        return TableTorque<To>(value_.history(), frame_);
    }

 private:
    SampledFunction<T> value_;
    torque::Frame frame_;
};

// Three expressions in the time t, the attitude (qw qx qy qz: q_NB; r11 .. r33: R_NB row by row) and the body rate
// (wx wy wz: w_NB_B). Where they switch at times that the time alone decides, steps end there (formula_pieces.hpp).
template <class T>
class FormulaTorque {
    static constexpr int quaternion = 1, matrix = 5, rate = 14;  // where each group of variables begins

 public:
    using Values = ThreeFormulas::Values<T, rate + 3>;

    static const std::vector<std::string>& variables() {
        static const std::vector<std::string> names = {"t",   "qw",  "qx",  "qy",  "qz",  "r11", "r12", "r13", "r21",
                                                       "r22", "r23", "r31", "r32", "r33", "wx",  "wy",  "wz"};
        return names;
    }

    explicit FormulaTorque(ThreeFormulas formulas, torque::Frame frame = torque::Frame::body)
        : formulas_(std::move(formulas)), frame_(frame) {
        for (const Expression& e : formulas_.all()) {
            for (int i = quaternion; i < matrix; ++i) needs_quaternion_ |= e.uses(i);
            for (int i = matrix; i < rate; ++i) needs_column_[(i - matrix) % 3] |= e.uses(i);
        }
        // counted numbers show what the whole matrix costs
        if (!ThreeFormulas::is_plain<T> && (needs_column_[0] || needs_column_[1] || needs_column_[2]))
            for (bool& needed : needs_column_) needed = true;
    }

    template <class Attitude>
    Vec3<T> operator()(T t, const Attitude& attitude, const Vec3<T>& w_B) const {
        Values values;
        prepare(values);
        return at(t, attitude, w_B, values);
    }
    // The same where it is asked often: room that was prepared once, after the last segment.
    void prepare(Values& values) const { formulas_.prepare(values); }
    template <class Attitude>
    Vec3<T> at(T t, const Attitude& attitude, const Vec3<T>& w_B, Values& values) const {
        values[0] = t;
        const auto put = [&](int at, const T& value) { values[static_cast<std::size_t>(at)] = value; };
        if (needs_quaternion_) {
            const Quaternion<T> q_NB = to_quaternion(attitude);
            for (int i = 0; i < 4; ++i) put(quaternion + i, q_NB.params()[i]);
        }
        for (int j = 0; j < 3; ++j) {
            if (!needs_column_[j]) continue;
            Vec3<T> axis_B{};
            axis_B[j] = T(1);
            const Vec3<T> column_N = to_world(attitude, axis_B);
            for (int i = 0; i < 3; ++i) put(matrix + 3 * i + j, column_N[i]);
        }
        // those of no use to the formulas stay as they are
        for (int i = 0; i < 3; ++i) put(rate + i, w_B[i]);
        const Vec3<T> torque = formulas_.prepared(values, variables());
        // number by number (three_formulas.hpp)
        if (frame_ == torque::Frame::body) return {torque[0], torque[1], torque[2]};
        return to_body(attitude, torque);
    }

    void segment(double begin, double end) { formulas_.segment(begin, end); }
    const ThreeFormulas& formulas() const { return formulas_; }
    torque::Frame frame() const { return frame_; }

    template <class To>
    FormulaTorque<To> as() const {
        return FormulaTorque<To>(formulas_, frame_);
    }

 private:
    ThreeFormulas formulas_;
    torque::Frame frame_;
    bool needs_quaternion_ = false, needs_column_[3] = {};
};

// Any function of time, q_NB and w_NB_B that gives the torque in body axes; computed in double whatever the method's
// arithmetic is.
template <class T>
class CallableTorque {
 public:
    using Function = std::function<Vec3<double>(double t, const Quaternion<double>& q_NB, const Vec3<double>& w_B)>;

    explicit CallableTorque(Function function) : function_(std::move(function)) {}

    template <class Attitude>
    Vec3<T> operator()(T t, const Attitude& attitude, const Vec3<T>& w_B) const {
        return cast<T>(
            function_(static_cast<double>(t), cast<double>(Quaternion<T>(to_quaternion(attitude))), cast<double>(w_B)));
    }

    template <class To>
    CallableTorque<To> as() const {
        return CallableTorque<To>(function_);
    }

 private:
    Function function_;
};

}  // namespace polhode
