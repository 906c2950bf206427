// What a body has inside besides rotors and states, in one arithmetic: slugs, gyros, moments that change. A body
// without any of it has none of this.
#pragma once

#include <vector>

#include "polhode/inside/carrier_numbers.hpp"
#include "polhode/inside/from_two.hpp"
#include "polhode/inside/inside_layout.hpp"
#include "polhode/inside/slug_numbers.hpp"

namespace polhode {

template <class T>
class InnerParts {
 public:
    using State = StateVector<T>;
    using Gyro = inside::GyroNumbers<T>;
    using Frame = typename Gyro::Frame;

    // `whole` of the body with its rotors locked, `carrier` what is left of it without those that turn by themselves,
    // whose moments are `turning`.
    InnerParts(const Problem& problem, const InsideLayout& layout, const Mat3<T>& whole, const Mat3<T>& carrier,
               const Mat3<T>& turning)
        : inside_(*problem.inside),
          layout_(layout),
          names_(inside_.variables()),
          whole_(whole),
          carrier_(carrier),
          turning_(turning),
          moved_(problem) {
        for (std::size_t k = 0; k < inside_.slugs.size(); ++k) slugs_.emplace_back(inside_.slugs[k], layout.slug[k]);
        for (std::size_t k = 0; k < inside_.gyros.size(); ++k) {
            const auto unit = inside::gyro_axes(inside_.gyros[k]);
            const Vec3<T> axes[3] = {inside::from_two<T>(unit[0]), inside::from_two<T>(unit[1]),
                                     inside::from_two<T>(unit[2])};
            gyros_.emplace_back(
                inside_.gyros[k], axes,
                typename Gyro::Places{layout.gyro[k].angle, layout.gyro[k].gimbal, layout.gyro[k].wheel});
            steering_.push_back(inside_.gyros[k].steering.value_or(Expression()));
        }
        now_ = steering_;
    }

    // Whether the moments of what carries the rotors are the same at all times and states.
    bool rigid() const { return gyros_.empty() && !moved_.any(); }
    void segment(double begin, double end) {
        moved_.segment(begin, end);
        for (std::size_t k = 0; k < steering_.size(); ++k)
            if (corners_of(steering_[k]).of_time) now_[k] = on_piece(steering_[k], 0.5 * (begin + end));
    }

    // Takes from `left` = H less the rotors what belongs to the parts.
    void take_slugs(const State& y, Vec3<T>& left) const {
        for (const auto& s : slugs_) left = left - s.momentum(y);
    }
    // The same for all others; what `left` is then divided by.
    Mat3<T> take_moved(const T& t, const State& y, Vec3<T>& left) const {
        Mat3<T> I = carrier_;
        if (moved_.changes_moments()) {
            I = moved_.tensor(t);
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) I(i, j) = I(i, j) - turning_(i, j);
        }
        Vec3<T> h{};
        moved_.add(t, I, h);
        left = left - h;
        for (std::size_t k = 0; k < gyros_.size(); ++k) gyros_[k].add(y, frame(k, t, y), I, left);
        return I;
    }
    // I of the body itself, its rotors locked.
    Mat3<T> tensor(const T& t) const { return moved_.changes_moments() ? moved_.tensor(t) : whole_; }

    // The same with masses and gyros where they stand.
    Mat3<T> locked_moments(const T& t, const State& y) const {
        Mat3<T> I = tensor(t);
        Vec3<T> h{};
        moved_.add(t, I, h);
        for (const Gyro& g : gyros_) {
            const Frame f = g.frame(y, T(0));
            inside::add_dyad(I, g.Js, f.s);
            inside::add_dyad(I, g.Jt, f.t);
            inside::add_dyad(I, g.Jg, g.g);
        }
        return I;
    }

    // Fills in what is carried at t = 0 and adds the parts' momentum to H.
    void start(const Vec3<T>& w, State& y, Vec3<T>& H) const {
        for (const auto& s : slugs_) {
            s.start(w, y);
            H = H + s.momentum(y);
        }
        for (const Gyro& g : gyros_) y[g.at.angle] = g.start_angle;
        for (std::size_t k = 0; k < gyros_.size(); ++k) H = H + gyros_[k].start(frame(k, T(0), y), w, y);
        Mat3<T> I{};
        Vec3<T> h{};
        moved_.add(T(0), I, h);
        H = H + I * w + h;
    }
    T energy(const T& t, const State& y, const Vec3<T>& w) const {
        T sum = moved_.energy(t, w);
        for (const auto& s : slugs_) sum = sum + s.energy(y);
        for (std::size_t k = 0; k < gyros_.size(); ++k) sum = sum + gyros_[k].energy(y, frame(k, t, y), w);
        return sum;
    }
    T holding_work(const T& t, const State& y, const Vec3<T>& w) const {
        T sum(0);
        for (std::size_t k = 0; k < gyros_.size(); ++k) sum = sum + gyros_[k].holding_work(frame(k, t, y), w);
        return sum;
    }
    // Rates of what is carried, into d; `torques`: of each gyro, on the gimbal and on the wheel. The work inside.
    T drive(const T& t, const State& y, const Vec3<T>& w, const std::vector<T>& torques, State& d) const {
        T work(0);
        for (const auto& s : slugs_) work = work + s.drive(y, w, d);
        for (std::size_t k = 0; k < gyros_.size(); ++k)
            work = work + gyros_[k].drive(y, frame(k, t, y), w, torques[2 * k], torques[2 * k + 1], d);
        return work;
    }

    // The values that formulas and columns have, in the order of their names.
    template <class Use>
    void each_value(const T& t, const State& y, const Vec3<T>& w, const Use& use) const {
        for (const auto& s : slugs_) {
            const Vec3<T> W = s.rate(y);
            for (int i = 0; i < 3; ++i) use(W[i]);
        }
        for (std::size_t k = 0; k < gyros_.size(); ++k) {
            const Frame f = frame(k, t, y);
            use(gyros_[k].wheel_speed(y, f, w));
            use(y[gyros_[k].at.angle]);
            use(gyros_[k].gimbal_rate(y, f, w));
        }
    }

 private:
    using S = typename inside::SeriesOf<T>::type;

    Frame frame(std::size_t k, const T& t, const State& y) const {
        return gyros_[k].frame(y, gyros_[k].steered ? given_rate(k, t, y) : T(0));
    }
    // The gimbal's rate where it is given: by t, attitude, angles and states alone, for all else follows from it.
    T given_rate(std::size_t k, const T& t, const State& y) const {
        if constexpr (std::is_same_v<T, S> || std::is_same_v<T, double>) {
            std::vector<T> values(names_.size(), T(0));
            fill(t, y, values);
            return now_[k](static_cast<const T*>(values.data()));
        } else {
            const inside::OrderFor<S> order(0);
            std::vector<S> values(names_.size(), S(T(0)));
            fill(t, y, values);
            return now_[k](static_cast<const S*>(values.data())).c[0];
        }
    }
    template <class V>
    void fill(const T& t, const State& y, std::vector<V>& values) const {
        values[0] = V(t);
        for (int i = 0; i < 4; ++i) values[static_cast<std::size_t>(1 + i)] = V(y[i]);
        std::size_t at = 17 + inside_.rotors.size();  // behind attitude, matrix, rate and the rotors' speeds
        for (const int place : layout_.angle)
            if (place >= 0) values[at++] = V(y[place]);
        for (const int place : layout_.state) values[at++] = V(y[place]);
        at += 3 * slugs_.size();
        for (const Gyro& g : gyros_) values[at + 1] = V(y[g.at.angle]), at += 3;
    }

    const Inside& inside_;
    InsideLayout layout_;
    std::vector<std::string> names_;
    Mat3<T> whole_, carrier_, turning_;
    inside::CarrierNumbers<T> moved_;
    std::vector<inside::SlugNumbers<T>> slugs_;
    std::vector<Gyro> gyros_;
    std::vector<Expression> steering_, now_;  // 0 of a gyro that is driven
};

}  // namespace polhode
