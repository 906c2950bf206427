// What is watched along a motion: the formulas of events, the limits of motors, dry friction that sticks and slips. A
// thing that is watched has a side, the sign of its value; it happens at the first number of the clock at which the
// sign is another one, and from then on it must come back before it can happen again.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "polhode/inside/inside_stepper.hpp"
#include "polhode/inside/stick_slip.hpp"
#include "polhode/inside/tangent_number.hpp"

namespace polhode {

// What happened at one time.
struct Happened {
    std::vector<int> events;  // of the scenario, by their place, in the order in which they acted
    bool stop = false, jumped = false, modes_changed = false;
    std::string ending{};  // why a body on a table goes no further

    void add(const Happened& more) {
        events.insert(events.end(), more.events.begin(), more.events.end());
        stop |= more.stop, jumped |= more.jumped, modes_changed |= more.modes_changed;
        if (ending.empty()) ending = more.ending;
    }
};

template <class T>
class EventWatch {
 public:
    using State = StateVector<T>;

    explicit EventWatch(const Problem& problem);
    // y' at a state, which the forces on a body on a table are found from; it must live as long as this is used.
    void see_slopes(InsideStepper<T>& stepper) { stepper_ = &stepper; }

    bool idle() const { return watched_.empty(); }
    bool rubs() const { return !sticking_.empty(); }  // there is dry friction, which torques may overcome by a jump
    const std::vector<MotorMode>& modes() const { return modes_; }
    // Nothing that the time alone decides switches inside [begin, end].
    void segment(double begin, double end) {
        if (law_) law_->segment(begin, end);
    }
    // Sides at the start; a value that is 0 has none yet. What dry friction does there is set in y: a body that it does
    // not hold begins to slide.
    void start(const T& t, State& y, InsideStepper<T>& stepper);
    // The first time in the step (begin, end] at which something that is watched happens; over numbers with a tangent
    // it says when it happens to neighbours. Throws ComputationFailed where these do not come there.
    std::optional<T> first(const T& begin, const T& end, InsideStepper<T>& stepper);
    // Nothing happened up to t: remembers the sides there.
    void pass(const T& t, const State& y);
    // What happens at t does what it has to do; y is changed. `length` of the step it happened in tells how close is
    // close. Throws ComputationFailed where there is no end to it.
    const Happened& act(const T& t, State& y, double length, InsideStepper<T>& stepper);

    // Whether something that is watched is on another side at (t, y) than it was, so that it acts there.
    bool differs(const T& t, const State& y);
    // What formulas are at a state: `look` at it, then ask.
    void look(const T& t, const State& y);
    T formula(const Expression& e) const;

    // What neighbours last came to at times of their own, in words.
    std::string crossed() const { return crossed_.empty() ? "a switch" : name_of(watched_[crossed_[0]]); }

    // How often each motor reached the limit of its torque and of its speed.
    struct Saturation {
        long torque = 0, speed = 0;
    };
    const std::vector<Saturation>& saturation() const { return saturation_; }
    // Dry sliding on a table; null where there is none.
    const StickSlip* dry() const { return dry_ ? &*dry_ : nullptr; }
    // How often each dry friction stuck and let go.
    struct Sticking {
        long stuck = 0, slipped = 0;
    };
    const std::vector<Sticking>& sticking() const { return sticking_; }

 private:
    enum class Of {
        torque_above,
        torque_below,
        speed_above,
        speed_below,
        command,
        slide,
        hold_above,
        hold_below,
        corner,
        plate,
        event,
        contact,
        slides,
        sticks
    };
    // What decides by which law the motion goes on, and changes nothing else.
    static bool is_corner(Of of) { return of == Of::corner || of == Of::plate; }
    static bool is_friction(Of of) { return of == Of::slide || of == Of::hold_above || of == Of::hold_below; }
    struct Watched {
        Of of;
        std::size_t place;  // of the rotor, the friction, the corner, the plate, the event or the guard
        int side = 0;
        double acted_at = -1;  // an event: when it last acted; -1: never
        // And on which side it then stood by a rounding, where the motion led to the other: what else happens in the
        // moment before it is there does not make it act again.
        int leaving = 0;
    };
    // Formulas over two words are those over series of them that end with their first coefficient.
    static constexpr bool plain = std::is_same_v<T, double> || has_tangent<T>;
    using Seen = std::conditional_t<plain, T, Series<T>>;
    void look_at(const Seen& t, const StateVector<Seen>& y);
    T value(const Watched& one, const T& t) const;
    int sign_of(const Watched& one, const T& t) const;
    // Whether a change from one side to the other counts.
    bool counts(const Watched& one, int side) const;
    void take_sides(const T& when, InsideStepper<T>& stepper);
    // `when`, with the time at which what happens then happens to neighbours; the step began at `begin`.
    T for_neighbours(const T& begin, const T& when, InsideStepper<T>& stepper);
    bool has_jumped(const T& begin, InsideStepper<T>& stepper);
    std::vector<T> surfaces(const Watched& one, const T& t);
    void stick_neighbours(const T& t, State& y);
    bool acts(const Watched& one) const;
    std::string name_of(const Watched& one) const;
    T first_beyond(const Watched& one, T lo, T hi, int side, InsideStepper<T>& stepper);
    bool choose_modes();
    void choose_stick(const T& t, State& y);
    void start_on_table(const T& t, State& y);
    void look_at_table(const T& t, const State& y);
    void perform(const Event& event, const T& t, State& y, Happened& happened);
    void give_impulse(const Event& event, const T& t, State& y);
    // Dry friction i where it may stick: it does, or slides the way it is pulled.
    void settle(std::size_t i, const T& t, State& y);
    void set_way(std::size_t i, int way, State& y);
    // Those that an impulse has set going, or turned round.
    void follow_speeds(const T& t, const State& before, State& y);
    T friction_value(const Watched& one) const;
    T plate_value(const Watched& one) const;
    // On which side of their corners formulas are at a state, and where it leads from a corner itself; throws where a
    // formula goes to and fro without end.
    void settle_corners(const T& t, const State& y, double length, InsideStepper<T>& stepper);
    int side_of(const Watched& one, double value) const;
    int side_ahead(const Watched& one, const T& t, const State& y, double length, InsideStepper<T>& stepper);

    const Problem& problem_;
    InsideNumbers<T> numbers_;
    InsideNumbers<Seen> seen_;
    DryFrictions<T> frictions_;
    bool needs_matrix_ = false;
    // where there is dry friction (on a table: for neighbours alone): the equations, for what it takes to hold on; and
    // what was last looked at
    std::unique_ptr<InsideSystem<Seen>> law_;
    StateVector<Seen> seen_state_;
    Seen seen_time_{};
    std::vector<Sticking> sticking_;
    // Corners of the formulas of motion, where the state decides them (formula_pieces.hpp).
    struct WatchedCorner {
        Corner corner;
        const Expression* formula;
        double last = -1;  // when it was last met, and how often in close succession
        int in_a_row = 0;
    };
    std::vector<WatchedCorner> corners_;
    void meet_corner(WatchedCorner& corner, double now, double length);
    // Plates that light or air hits, and how they stood when they were last looked at.
    std::vector<std::unique_ptr<PlateFace<Seen>>> plates_;
    std::vector<T> cosines_;
    std::vector<Watched> watched_;
    std::vector<std::size_t> crossed_;       // what happens at one time, by its place among them
    double last_when_ = -1, last_off_ = 0;   // when something last happened, and how much later to neighbours
    std::vector<int> sides_, before_, now_;  // of one step, while it is looked at
    std::vector<MotorMode> modes_;
    // room that is used again: nothing is allocated while a body flies (live)
    Happened happened_;
    std::vector<bool> acted_;
    std::vector<MotorMode> next_modes_;
    std::vector<int> above_, below_, command_;
    std::vector<Saturation> saturation_;
    std::vector<std::optional<SampledFunction<Seen>>> tables_;
    // of a body on a table: what must stay above 0 (contact_guards.hpp)
    InsideStepper<T>* stepper_ = nullptr;
    std::optional<InsideNumbers<double>> plain_;
    std::vector<double> guards_;
    std::optional<StickSlip> dry_;
    double last_time_ = -1;
    long at_one_time_ = 0;
};

extern template class EventWatch<double>;
extern template class EventWatch<exact::Two>;
extern template class EventWatch<TangentNumber>;

}  // namespace polhode
