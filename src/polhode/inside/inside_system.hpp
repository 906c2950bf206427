// The equations of motion of a body with an inside, y' = f(t, y), over double and over power series.
//
//     q' = q (0, w)/2,   H' = H x w + N,   h_k' = u_k - c_k s_k,   angle_k' = s_k   (Hughes 1986, ch. 3)
//     work' = sum (u_k - c_k s_k) s_k                                                (T' = N.w + work')
//
// A motor at one of its limits has another law there; which one holds is said from outside (event_watch.hpp), so that
// between events everything is smooth.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "polhode/input/formula_branches.hpp"
#include "polhode/inside/contact_law.hpp"
#include "polhode/inside/dry_friction.hpp"
#include "polhode/inside/outside_torques.hpp"
#include "polhode/problem/analysis/series_attitude.hpp"

namespace polhode {

// By which law something works for the time being: one for each rotor, what limits make of its motor's torque; then one
// for each corner that the state decides in formulas, in their order; then one for each plate that light or air hits.
struct MotorMode {
    int torque = 0;       // 1, -1: held at the limit of the torque
    bool idle = false;    // at the limit of the speed: no torque
    bool sticks = false;  // the only one of a body that slides dry on a table: its contact point is at rest
    double deciding = 0;  // of a corner, of a plate: a number on the side on which the state is
    friend bool operator==(const MotorMode&, const MotorMode&) = default;
};

template <class T>
class InsideSystem {
 public:
    using State = StateVector<T>;

    explicit InsideSystem(const Problem& problem)
        : numbers_(problem), torques_(problem), frictions_(problem, numbers_), modes_(problem.inside->rotors.size()) {
        const Inside& inside = *problem.inside;
        for (const Rotor& r : inside.rotors) {
            drives_.push_back({r.torque ? first_state_++ : -1, {}, T(r.torque_limit)});
            if (r.table) drives_.back().table.emplace(r.table);
        }
        scalar_count_ = static_cast<std::size_t>(first_state_) + inside.states.size();
        for (const ControlMomentGyro& g : inside.gyros)
            for (const auto* torque : {&g.gimbal_torque, &g.wheel_torque})
                gyro_places_.push_back(*torque ? static_cast<int>(scalar_count_++) : -1);
        gyro_torques_.resize(gyro_places_.size());
        for (const Expression* e : inside.formulas()) {
            formulas_.push_back(*e);
            std::vector<Corner> corners;
            add_corners_of_state(*e, corners);
            corners_.push_back(corners.size());
            for (int i = 5; i < 14; ++i) needs_matrix_ |= e->uses(i);
        }
        take_formulas(formulas_);
        has_formulas_ = !scalars_.empty() || !inner_.empty();
        results_.resize(3 * scalars_.size());
        if (const ContactNumbers<T>* c = numbers_.contact())
            contact_.emplace(*c, numbers_.inertia(), numbers_.inverse(), numbers_.layout().work);
    }

    // Nothing that the time alone decides switches inside [begin, end].
    void segment(double begin, double end) {
        begin_ = begin, end_ = end;
        torques_.segment(begin, end);
        numbers_.segment(begin, end);
        for (ThreeFormulas& f : scalars_) f.segment(begin, end);
        for (Inner& t : inner_) t.value.segment(begin, end);
        for (Drive& d : drives_)
            if (d.table) d.table->segment(begin, end);
    }
    void set_modes(const std::vector<MotorMode>& modes) {
        if (contact_ && !modes.empty()) contact_->set_sticks(modes[0].sticks);
        const std::size_t rotors = drives_.size();
        const std::size_t plates = modes.size() < rotors + torques_.plates() ? 0 : torques_.plates();
        const std::size_t first_plate = modes.size() - plates;
        for (std::size_t i = 0; i < plates; ++i) {
            const double on = modes[first_plate + i].deciding;
            torques_.set_side(i, on > 0 ? 1 : on < 0 ? -1 : 0);
        }
        const auto corner = [](const auto& all, std::size_t i) { return all.begin() + static_cast<long>(i); };
        const bool other_branches =
            first_plate > rotors &&
            !(modes.size() == modes_.size() &&
              std::equal(corner(modes, rotors), corner(modes, first_plate), corner(modes_, rotors)));
        modes_ = modes;
        if (!other_branches) return;
        std::vector<double> deciding;
        for (std::size_t i = rotors; i < first_plate; ++i) deciding.push_back(modes[i].deciding);
        std::vector<Expression> now;
        const double* next = deciding.data();
        for (std::size_t i = 0; i < formulas_.size(); next += corners_[i++])
            now.push_back(corners_[i] == 0 ? formulas_[i] : on_branches(formulas_[i], next));
        take_formulas(now);
        if (begin_ < end_) segment(begin_, end_);
    }

    State operator()(const T& t, const State& y) {
        ++evaluations;
        const Quaternion<T> q = numbers_.attitude(y);
        const Vec3<T> H = numbers_.momentum(y), w = numbers_.rate(t, y), turning = numbers_.turning(y, w);
        State d;
        d.stretch(y.length);
        const Vec<T, 4> dq = derivative(q, turning);
        for (int i = 0; i < 4; ++i) d[i] = dq[i];
        const Vec3<T> N = outside(t, y, q, w);
        inner_rates(t, y, w, d);
        const Vec3<T> dH = cross(H, turning) + with_friction(N, y, w, d);
        for (int i = 0; i < 3; ++i) d[4 + i] = dH[i];
        if (contact_) contact_->apply(y, numbers_.touch(y, w), w, dH, d);
        return d;
    }

    // The torque on the whole, N, at a state; afterwards `inner_rates` gives what is left of y' at the same one.
    Vec3<T> outside(const T& t, const State& y, const Quaternion<T>& q, const Vec3<T>& w) {
        std::optional<Mat3<T>> R;
        if (needs_matrix_ || (is_series && !torques_.empty())) R = numbers_.matrix(q);
        if (has_formulas_) numbers_.look(t, y, w, q, R ? &*R : nullptr);
        Vec3<T> N{};
        if (!torques_.empty()) {
            std::optional<Mat3<T>> moments;
            if (torques_.needs_moments()) moments = numbers_.locked_moments(t, y);
            if constexpr (is_series)
                N = torques_(t, seen(q, *R), w, moments ? &*moments : nullptr);
            else
                N = torques_(t, q, w, moments ? &*moments : nullptr);
        }
        for (const Inner& one : inner_) {
            const Vec3<T> value = numbers_.three(one.value);
            // moment x field, both in body axes (Wertz 1978, section 17.2.4)
            const Vec3<T> torque = one.magnetic ? cross(value, numbers_.seen_field()) : value;
            N = N + (one.frame == torque::Frame::body ? torque : to_body(q, torque));
        }
        if (numbers_.inside().energy_sink > 0) sunk_ = cross(numbers_.momentum(y), w) + N;
        return N;
    }
    void inner_rates(const T& t, const State& y, const Vec3<T>& w, State& d) {
        for (std::size_t i = 0; i < scalars_.size(); ++i) {
            const Vec3<T> three = numbers_.three(scalars_[i]);
            for (int j = 0; j < 3; ++j) results_[3 * i + static_cast<std::size_t>(j)] = three[j];
        }
        T work(0);
        for (std::size_t k = 0; k < drives_.size(); ++k) {
            const auto& r = numbers_.rotors()[k];
            const T s = has_formulas_ ? numbers_.seen_speed(k) : numbers_.speed(k, y, w);
            if (r.angle_at >= 0) d[r.angle_at] = s;
            if (r.at < 0) continue;
            const T u = motor(k, t) - r.friction * s;
            d[r.at] = u;
            work = work + u * s;
        }
        const InsideLayout& at = numbers_.layout();
        for (std::size_t j = 0; j < at.state.size(); ++j)
            d[at.state[j]] = results_[static_cast<std::size_t>(first_state_) + j];
        if (const auto* parts = numbers_.parts()) work = work + parts_rates(*parts, t, y, w, d);
        if (at.work >= 0) d[at.work] = work;
    }

    // What the motor of rotor k gives it, friction apart, at the state that was looked at last.
    T motor(std::size_t k, const T& t) const {
        const Drive& d = drives_[k];
        if ((d.formula < 0 && !d.table) || modes_[k].idle) return T(0);
        if (modes_[k].torque != 0) return modes_[k].torque > 0 ? d.limit : -d.limit;
        return d.table ? (*d.table)(t)[0] : results_[static_cast<std::size_t>(d.formula)];
    }

    // N and what dry friction adds to it; `d` has the rates of the rotors, and gets what bearings add.
    Vec3<T> with_friction(const Vec3<T>& N, const State& y, const Vec3<T>& w, State& d) {
        if (frictions_.empty()) return N;
        return N + frictions_.act(numbers_, y, w, cross(numbers_.momentum(y), w) + N, d);
    }
    const DryFrictions<T>& frictions() const { return frictions_; }
    const OutsideTorques<T>& torques() const { return torques_; }

    InsideNumbers<T>& numbers() { return numbers_; }
    const InsideNumbers<T>& numbers() const { return numbers_; }
    long evaluations = 0;

 private:
    // y' of slugs and gyros; what is done inside. The sink takes k |H x w|^2, and moves the body along N otherwise than
    // w does by k H x w, which a potential feels: T' = N.w - k |H x w|^2, V' = -N.w_e.
    T parts_rates(const InnerParts<T>& parts, const T& t, const State& y, const Vec3<T>& w, State& d) {
        for (std::size_t k = 0; k < gyro_places_.size(); ++k)
            gyro_torques_[k] = gyro_places_[k] < 0 ? T(0) : results_[static_cast<std::size_t>(gyro_places_[k])];
        const T work = parts.drive(t, y, w, gyro_torques_, d);
        if (!(numbers_.inside().energy_sink > 0)) return work;
        return work - T(numbers_.inside().energy_sink) * dot(cross(numbers_.momentum(y), w), sunk_);
    }
    static constexpr bool is_series = !std::is_same_v<T, double>;

    // All formulas of Inside::formulas(), as they are to be computed: those of motors and states, then torques.
    void take_formulas(const std::vector<Expression>& all) {
        scalars_.clear();
        inner_.clear();
        const int names = static_cast<int>(numbers_.names().size());
        const auto three_from = [&](std::size_t i, std::size_t end) {
            auto three = std::make_shared<ThreeFormulas::Array>();
            for (std::size_t j = 0; j < 3 && i + j < end; ++j) (*three)[j] = all[i + j];
            return three;
        };
        for (std::size_t i = 0; i < scalar_count_; i += 3)
            scalars_.emplace_back(three_from(i, scalar_count_), false, names);
        std::size_t at = scalar_count_;
        for (const InnerTorque& t : numbers_.inside().torques) {
            inner_.push_back({ThreeFormulas(three_from(at, at + 3), true, names), t.frame, t.magnetic});
            at += 3;
        }
    }

    template <class S>
    static auto seen(const Quaternion<S>& q, const Mat3<S>& R) {
        SeriesAttitude<std::remove_cvref_t<decltype(S().c[0])>> a;
        a.q = q;
        for (int i = 0; i < 3; ++i) a.axis[i] = R.row(i);
        return a;
    }

    struct Drive {
        int formula;  // place among the scalars, -1: none
        std::optional<SampledFunction<T>> table;
        T limit;
    };
    struct Inner {
        ThreeFormulas value;
        torque::Frame frame;
        bool magnetic;
    };
    InsideNumbers<T> numbers_;
    OutsideTorques<T> torques_;
    DryFrictions<T> frictions_;
    std::vector<MotorMode> modes_;
    std::vector<Drive> drives_;
    std::vector<ThreeFormulas> scalars_;  // torques of motors, derivatives of states, three at a time
    std::vector<Inner> inner_;
    std::vector<T> results_, gyro_torques_;
    std::vector<int> gyro_places_;  // of the gyros' motors among the scalars, -1: none
    Vec3<T> sunk_{};
    std::optional<ContactLaw<T>> contact_;
    std::vector<Expression> formulas_;  // as they were written
    std::vector<std::size_t> corners_;  // how many the state decides in each
    std::size_t scalar_count_ = 0;
    double begin_ = 0, end_ = 0;
    int first_state_ = 0;
    bool needs_matrix_ = false, has_formulas_ = false;
};
// One copy, compiled where its small functions are inlined: the linker would take any.
extern template class InsideSystem<double>;

}  // namespace polhode
