#include "polhode/inside/event_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "polhode/base/diagnostic.hpp"
#include "polhode/inside/contact_guards.hpp"
#include "polhode/inside/event_neighbours.hpp"
#include "polhode/inside/event_watch_laws.hpp"
#include "polhode/inside/speed_jump.hpp"

namespace polhode {

namespace {

using inside::again_within;
using inside::in_double;
using inside::sign;

// A motor that has reached the limit of its speed takes up its work again when the rotor is slower by this part of it;
// without it a limit at which the body pulls the rotor back would be reached without end.
constexpr double speed_slack = 1e-3;
// Beyond this many at one number of the clock a chain of events has no end (Zeno).
constexpr long most_at_one_time = 1000;

template <class T>
StateVector<double> in_doubles(const StateVector<T>& y) {
    StateVector<double> now(y.length);
    for (int i = 0; i < y.length; ++i) now[i] = in_double(y[i]);
    return now;
}

// Whether there is a number of the clock between the two.
template <class T>
bool is_between(const T& lo, const T& middle, const T& hi) {
    return lo < middle && middle < hi;
}
template <>
bool is_between(const exact::Two& lo, const exact::Two& middle, const exact::Two& hi) {
    return lo < middle && middle < hi && std::fabs((hi - lo).hi) > 2e-32 * std::fabs(hi.hi);
}

}  // namespace

template <class T>
EventWatch<T>::EventWatch(const Problem& problem)
    : problem_(problem), numbers_(problem), seen_(problem), frictions_(problem, numbers_) {
    const Inside& inside = *problem.inside;
    modes_.resize(inside.rotors.size());
    saturation_.resize(inside.rotors.size());
    tables_.resize(inside.rotors.size());
    for (std::size_t k = 0; k < inside.rotors.size(); ++k) {
        const Rotor& r = inside.rotors[k];
        if (r.table) tables_[k].emplace(r.table);
        if (r.torque_limit > 0) {
            watched_.push_back({Of::torque_above, k});
            watched_.push_back({Of::torque_below, k});
        }
        if (r.speed_limit > 0) {
            watched_.push_back({Of::speed_above, k});
            watched_.push_back({Of::speed_below, k});
            watched_.push_back({Of::command, k});
        }
    }
    const bool dry = inside.contact && inside.contact->law == Contact::Law::coulomb;
    if (!inside.frictions.empty() || (dry && has_tangent<T>)) law_ = std::make_unique<InsideSystem<Seen>>(problem);
    sticking_.resize(inside.frictions.size());
    for (std::size_t i = 0; i < inside.frictions.size(); ++i)
        for (const Of of : {Of::slide, Of::hold_above, Of::hold_below}) watched_.push_back({of, i});
    for (const Expression* formula : inside.formulas()) {
        std::vector<Corner> corners;
        add_corners_of_state(*formula, corners);
        for (Corner& c : corners) corners_.push_back({std::move(c), formula});
    }
    for (const PlateModel* plate : plates_of(problem)) plates_.push_back(plate->plate(external::Arithmetic<Seen>{}));
    cosines_.resize(plates_.size());
    modes_.resize(inside.rotors.size() + corners_.size() + plates_.size());
    for (std::size_t i = 0; i < corners_.size(); ++i) watched_.push_back({Of::corner, i});
    for (std::size_t i = 0; i < plates_.size(); ++i) watched_.push_back({Of::plate, i});
    for (std::size_t i = 0; i < inside.events.size(); ++i) watched_.push_back({Of::event, i});
    if (inside.contact) {
        plain_.emplace(problem);
        for (std::size_t i = 0; i < contact_endings(*inside.contact).size(); ++i) watched_.push_back({Of::contact, i});
    }
    if (dry) {
        dry_.emplace(*inside.contact);
        if (modes_.empty()) modes_.resize(1);
        watched_.push_back({Of::slides, 0});
        watched_.push_back({Of::sticks, 0});
    }
    for (const Expression* e : inside.all_formulas())
        for (int i = 5; i < 14; ++i) needs_matrix_ |= e->uses(i);
}

template <class T>
void EventWatch<T>::look(const T& t, const State& y) {
    if constexpr (plain) {
        look_at(t, y);
    } else {
        StateVector<Seen> numbers(y.length);
        for (int i = 0; i < y.length; ++i) numbers[i] = Seen(y[i]);
        Seen::order = 0;
        look_at(Seen(t), numbers);
    }
    if (plain_) look_at_table(t, y);
}

template <class T>
void EventWatch<T>::look_at_table(const T& t, const State& y) {
    const StateVector<double> now = in_doubles(y), slope = stepper_->slope(in_double(t), now);
    contact_guards(*plain_, now, slope, guards_);
    if (dry_) dry_->look(*plain_, now, slope);
}

template <class T>
void EventWatch<T>::look_at(const Seen& t, const StateVector<Seen>& y) {
    const Quaternion<Seen> q = seen_.attitude(y);
    std::optional<Mat3<Seen>> R;
    if (needs_matrix_) R = seen_.matrix(q);
    if (law_) seen_state_ = y, seen_time_ = t;
    for (std::size_t i = 0; i < plates_.size(); ++i)
        cosines_[i] = inside::first_of<T>(plates_[i]->cosine(t, AttitudeView<Seen>(q)));
    seen_.look(t, y, seen_.rate(t, y), q, R ? &*R : nullptr);
}

template <class T>
T EventWatch<T>::formula(const Expression& e) const {
    if constexpr (plain)
        return seen_.formula(e);
    else
        return seen_.formula(e).c[0];
}

template <class T>
T EventWatch<T>::value(const Watched& one, const T& t) const {
    const Inside& inside = *problem_.inside;
    if (one.of == Of::contact) return T(guards_[one.place]);
    if (one.of == Of::slides) return T(dry_->sliding());
    if (one.of == Of::sticks) return T(dry_->sticking());
    if (one.of == Of::event) return formula(inside.events[one.place].when);
    if (is_friction(one.of)) return friction_value(one);
    if (one.of == Of::corner) return formula(corners_[one.place].corner.part);
    if (one.of == Of::plate) return plate_value(one);
    const Rotor& r = inside.rotors[one.place];
    const auto number = [](const Seen& a) -> T {
        if constexpr (plain)
            return a;
        else
            return a.c[0];
    };
    const auto command = [&] { return r.torque ? formula(*r.torque) : number((*tables_[one.place])(Seen(t))[0]); };
    const auto limit = [&](int side) {
        return T(one.side == side ? (1 - speed_slack) * r.speed_limit : r.speed_limit);
    };
    switch (one.of) {
        case Of::torque_above:
            return command() - T(r.torque_limit);
        case Of::torque_below:
            return command() + T(r.torque_limit);
        case Of::speed_above:
            return number(seen_.seen_speed(one.place)) - limit(1);
        case Of::speed_below:
            return number(seen_.seen_speed(one.place)) + limit(-1);
        default:
            return command();
    }
}

template <class T>
int EventWatch<T>::sign_of(const Watched& one, const T& t) const {
    const int side = side_of(one, in_double(value(one, t)));
    const bool leaves = side == one.leaving && in_double(t) - one.acted_at <= 0.5 * again_within * in_double(t);
    return side != 0 && leaves ? one.side : side;
}

// Between two whole numbers n and n + 1 the side is 2n + 1, which is no other side's number and not 0.
template <class T>
int EventWatch<T>::side_of(const Watched& one, double value) const {
    if (one.of != Of::corner || !corners_[one.place].corner.whole_numbers) return sign(value);
    return 2 * static_cast<int>(std::clamp(std::floor(value), -1e9, 1e9)) + 1;
}

template <class T>
bool EventWatch<T>::counts(const Watched& one, int side) const {
    if (one.of == Of::contact || one.of == Of::slides || one.of == Of::sticks) return side < 0;
    if (one.of != Of::event) return true;
    const int direction = problem_.inside->events[one.place].direction;
    return direction == 0 || direction == side;
}

template <class T>
void EventWatch<T>::start(const T& t, State& y, InsideStepper<T>& stepper) {
    start_on_table(t, y);
    for (std::size_t i = 0; i < sticking_.size(); ++i) {
        const int way = sign(in_double(frictions_.speed(i, numbers_, y, numbers_.rate(t, y))));
        if (way != 0)
            set_way(i, way, y);
        else
            settle(i, t, y);
    }
    sticking_.assign(sticking_.size(), {});
    look(t, y);
    for (Watched& one : watched_) {
        if (is_friction(one.of)) continue;
        one.side = sign_of(one, t);
        if (one.of == Of::contact && one.side <= 0)
            throw ComputationFailed(in_double(t), contact_endings(*problem_.inside->contact)[one.place] +
                                                      " at the start, and there is no motion on the table");
    }
    settle_corners(t, y, 1e-3, stepper);
    choose_modes();
}

template <class T>
void EventWatch<T>::pass(const T& t, const State& y) {
    look(t, y);
    for (Watched& one : watched_)
        if (const int side = sign_of(one, t); side != 0 && !is_friction(one.of) && !is_corner(one.of)) one.side = side;
    if (dry_) dry_->remember();
}

template <class T>
bool EventWatch<T>::differs(const T& t, const State& y) {
    if (watched_.empty()) return false;
    look(t, y);
    return std::any_of(watched_.begin(), watched_.end(), [&](const Watched& one) {
        const int side = sign_of(one, t);
        return side != one.side && (side != 0 || is_corner(one.of));
    });
}

template <class T>
std::optional<T> EventWatch<T>::first(const T& begin, const T& end, InsideStepper<T>& stepper) {
    const int looks = stepper.looks() + 1;
    sides_.resize(watched_.size());
    now_.resize(watched_.size());
    for (std::size_t i = 0; i < watched_.size(); ++i) sides_[i] = watched_[i].side;
    // whether some sign at `to` is another one than before
    const auto differs = [&](const T& to, const State& y) {
        look(to, y);
        bool any = false;
        for (std::size_t i = 0; i < watched_.size(); ++i) {
            now_[i] = sign_of(watched_[i], to);
            any |= now_[i] != 0 && now_[i] != sides_[i];
        }
        return any;
    };
    T from = begin;
    for (int j = 1; j <= looks; ++j) {
        const T to = j == looks ? end : begin + (end - begin) * T(static_cast<double>(j) / looks);
        // a guess that shows something is looked at more closely
        if ((j == looks || differs(to, stepper.guess(to))) && differs(to, stepper.at(to))) {
            std::optional<T> found;
            before_ = sides_;
            for (std::size_t i = 0; i < watched_.size(); ++i) {
                if (now_[i] == 0 || now_[i] == sides_[i]) continue;
                const bool armed = sides_[i] != 0 || is_corner(watched_[i].of);
                if (armed && counts(watched_[i], now_[i])) {
                    const T when = first_beyond(watched_[i], from, to, now_[i], stepper);
                    if (!found || when < *found) crossed_.clear();
                    if (crossed_.empty()) found = when;
                    if (when == *found) crossed_.push_back(i);
                }
                sides_[i] = now_[i];
            }
            if (found) {
                const T when = for_neighbours(begin, *found, stepper);
                take_sides(*found, stepper);
                return when;
            }
        }
        from = to;
    }
    return {};
}

// What has gone to another side in this step, before something happens in it, without that counting: it is there when
// what happens changes it.
template <class T>
void EventWatch<T>::take_sides(const T& when, InsideStepper<T>& stepper) {
    look(when, stepper.at(when));
    for (std::size_t i = 0; i < watched_.size(); ++i) {
        Watched& one = watched_[i];
        if (is_friction(one.of) || is_corner(one.of)) continue;
        const int now = sign_of(one, when), before = before_[i];
        const bool happens = before != 0 && now != before && counts(one, now);
        one.side = happens || now == 0 ? before : now;
    }
}

// The first number of the clock in (lo, hi] from which on the value is on that side, as it is at hi; by bisection, with
// secants between the halvings to make it quick.
template <class T>
T EventWatch<T>::first_beyond(const Watched& one, T lo, T hi, int side, InsideStepper<T>& stepper) {
    const auto value_at = [&](const T& t) {
        look(t, stepper.at(t));
        return without_tangent(value(one, t));
    };
    const bool whole = one.of == Of::corner && corners_[one.place].corner.whole_numbers;
    T low = value_at(lo), high = value_at(hi);
    for (int turn = 0; turn < 400; ++turn) {
        T middle = lo + (hi - lo) * T(0.5);
        if (!is_between(lo, middle, hi)) break;
        if (turn % 3 != 2 && !whole && sign(in_double(low)) == -side) {
            // a secant, and one that is drawn to the other end so that both ends come closer
            const T part = low / (low - high), off = turn % 3 == 0 ? T(0) : T(1e-3) * (T(0.5) - part);
            const T secant = lo + (hi - lo) * (part + off);
            if (is_between(lo, secant, hi)) middle = secant;
        }
        const T there = value_at(middle);
        const int side_there = side_of(one, in_double(there));
        // a whole part may pass several numbers on the way: the first is the one that counts
        if (whole ? side_there != one.side : side_there == side)
            hi = middle, high = there;
        else
            lo = middle, low = there;
    }
    return hi;
}

template <class T>
bool EventWatch<T>::choose_modes() {
    if (dry_) return false;
    std::vector<MotorMode>& modes = next_modes_;
    std::vector<int>&above = above_, &below = below_, &command = command_;
    modes.assign(modes_.size(), {});
    for (std::vector<int>* sides : {&above, &below, &command}) sides->assign(modes_.size(), 0);
    for (const Watched& one : watched_) {
        if (one.of == Of::torque_above && one.side > 0) modes[one.place].torque = 1;
        if (one.of == Of::torque_below && one.side < 0) modes[one.place].torque = -1;
        if (one.of == Of::speed_above) above[one.place] = one.side;
        if (one.of == Of::speed_below) below[one.place] = one.side;
        if (one.of == Of::command) command[one.place] = one.side;
        if (one.of == Of::corner) modes[saturation_.size() + one.place].deciding = 0.5 * one.side;
        if (one.of == Of::plate) modes[modes.size() - plates_.size() + one.place].deciding = 0.5 * one.side;
    }
    for (std::size_t k = 0; k < saturation_.size(); ++k) {
        modes[k].idle = (above[k] > 0 && command[k] > 0) || (below[k] < 0 && command[k] < 0);
        if (modes[k].torque != 0 && modes_[k].torque == 0) ++saturation_[k].torque;
        if (modes[k].idle && !modes_[k].idle) ++saturation_[k].speed;
    }
    const bool changed = modes != modes_;
    modes_ = modes;
    if (law_) law_->set_modes(modes_);
    return changed;
}

template <class T>
int EventWatch<T>::side_ahead(const Watched& one, const T& t, const State& y, double length,
                              InsideStepper<T>& stepper) {
    const double ahead = std::max(1e-7 * length, 4 * (std::nextafter(in_double(t), HUGE_VAL) - in_double(t)));
    const StateVector<double> slope = stepper.slope(in_double(t), in_doubles(y));
    State moved = y;
    for (int i = 0; i < y.length; ++i) moved[i] = y[i] + T(ahead * slope[i]);
    look(t + T(ahead), moved);
    return sign_of(one, t + T(ahead));
}

// H+ = H + j; free rotors keep h_k and held ones s_k, so that w+ - w = Ie^-1 j (Hughes 1986, ch. 3). A stop with unit
// normal n and restitution e: j = -(1 + e) (n.w)/(n.Ie^-1 n) n (Newton's law of impact).
template <class T>
void EventWatch<T>::give_impulse(const Event& event, const T& t, State& y) {
    const Quaternion<T> q = numbers_.attitude(y);
    const State before = y;
    Vec3<T> j;
    if (event.normal) {
        Vec3<T> n{T((*event.normal)[0]), T((*event.normal)[1]), T((*event.normal)[2])};
        if (event.frame == torque::Frame::world) n = to_body(q, n);
        n = n / sqrt(dot(n, n));
        const T rate = dot(n, numbers_.rate(t, y));
        j = (-(T(1) + T(event.restitution)) * rate / dot(n, numbers_.jump(t, y, n))) * n;
    } else {
        for (int i = 0; i < 3; ++i) j[i] = formula((*event.impulse)[static_cast<std::size_t>(i)]);
        if (event.frame == torque::Frame::world) j = to_body(q, j) / norm_squared(q);
    }
    for (int i = 0; i < 3; ++i) y[4 + i] = y[4 + i] + j[i];
    if (law_) follow_speeds(t, before, y);
}

template <class T>
void EventWatch<T>::perform(const Event& event, const T& t, State& y, Happened& happened) {
    switch (event.action) {
        case Event::Action::stop:
            happened.stop = true;
            break;
        case Event::Action::mark:
            break;
        case Event::Action::impulse:
            give_impulse(event, t, y);
            happened.jumped = true;
            break;
        case Event::Action::set: {
            std::vector<T> values;
            std::vector<std::pair<std::size_t, T>> speeds;
            for (const auto& set : event.sets) values.push_back(formula(set.second));
            for (const auto& set : event.speeds)
                speeds.emplace_back(static_cast<std::size_t>(set.first), formula(set.second));
            const State before = y;
            const InsideLayout& at = numbers_.layout();
            for (std::size_t i = 0; i < values.size(); ++i)
                y[at.state[static_cast<std::size_t>(event.sets[i].first)]] = values[i];
            if (!speeds.empty()) set_speeds(numbers_, t, y, speeds);
            if (!speeds.empty() && law_) follow_speeds(t, before, y);
            happened.jumped = true;
        }
    }
}

template <class T>
const Happened& EventWatch<T>::act(const T& t, State& y, double length, InsideStepper<T>& stepper) {
    Happened& happened = happened_;
    happened.events.clear();
    happened.ending.clear();
    happened.stop = happened.jumped = happened.modes_changed = false;
    const double now = in_double(t);
    if (now != last_time_) at_one_time_ = 0;
    last_time_ = now;
    std::vector<bool>& acted = acted_;
    acted.assign(watched_.size(), false);
    for (bool more = true; more && !happened.stop;) {
        more = false;
        for (std::size_t i = 0; i < watched_.size() && !happened.stop; ++i) {
            Watched& one = watched_[i];
            if (is_corner(one.of)) continue;
            look(t, y);
            const int side = sign_of(one, t);
            if (side == 0 || side == one.side) continue;
            const bool happens = one.side != 0 && counts(one, side) && !acted[i];
            one.side = side;
            if (!happens) continue;
            if (++at_one_time_ > most_at_one_time)
                throw ComputationFailed(now, "more than 1000 events at one time: they have no end there");
            if (one.of == Of::contact) {
                happened.stop = true;
                happened.ending = contact_endings(*problem_.inside->contact)[one.place];
            }
            if (one.of == Of::slides || one.of == Of::sticks) {
                one.side = 1;
                if (one.of == Of::sticks || dry_->is_slow()) {
                    choose_stick(t, y);
                    happened.jumped = true;
                } else {
                    dry_->remember();  // it has only turned
                }
            }
            if (is_friction(one.of)) {
                settle(one.place, t, y);
                more = happened.jumped = true;
            }
            if (one.of != Of::event) continue;
            const Event& event = problem_.inside->events[one.place];
            if (one.acted_at >= 0 && now - one.acted_at <= again_within * now)
                throw ComputationFailed(now, "the event '" + event.name +
                                                 "' happens again and again, sooner every time: it has no end there");
            one.acted_at = now;
            one.leaving = 0;
            perform(event, t, y, happened);
            happened.events.push_back(static_cast<int>(one.place));
            for (int n = 0; n < y.length; ++n)
                if (!is_finite(y[n]))
                    throw ComputationFailed(now, "the event '" + event.name + "' gives a number that is not finite");
            acted[i] = true;
            more = happened.jumped;
        }
    }
    settle_corners(t, y, length, stepper);
    happened.modes_changed = choose_modes();
    stepper.set_modes(modes_);
    for (std::size_t i = 0; i < watched_.size(); ++i) {
        Watched& one = watched_[i];
        const int side = acted[i] ? side_ahead(one, t, y, length, stepper) : 0;
        if (side == 0) continue;
        one.side = side;
        look(t, y);
        if (const int here = sign_of(one, t); here != side) one.leaving = here;
    }
    return happened;
}

template class EventWatch<double>;
template class EventWatch<exact::Two>;
template class EventWatch<TangentNumber>;

}  // namespace polhode
