// A body in somebody else's loop: stepped when Python says so, pushed by what Python gives. One object belongs to the
// thread that made it, because its methods stand still on stacks of their own between two steps.
#include "polhode/library/live.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "functions.hpp"
#include "watch.hpp"

namespace polhode::python {

namespace {

// How many steps are made between two looks at Ctrl-C: some microseconds each.
constexpr std::uint64_t steps_at_once = 256;

py::array_t<double> array_of(const Quaternion<double>& q) {
    py::array_t<double> a(4);
    put(a.mutable_data(), q);
    return a;
}
py::array_t<double> array_of(const Vec3<double>& v) {
    py::array_t<double> a(3);
    put(a.mutable_data(), v);
    return a;
}

py::dict as_dict(const LiveState& s, const std::string& failure) {
    py::dict d;
    d["step"] = s.step;
    d["t"] = s.t;
    d["q_NB"] = array_of(s.q_NB);
    d["w_NB_B"] = array_of(s.w_NB_B);
    d["energy"] = s.energy;
    d["L_N"] = array_of(s.L_N);
    py::list beside;
    for (const LiveState::Beside& b : s.beside)
        beside.append(py::make_tuple(array_of(b.q_NB), array_of(b.w_NB_B), b.angle, b.failed));
    d["beside"] = beside;
    d["failure"] = failure;
    return d;
}

class Live {
 public:
    Live(const ScenarioFile& scenario, double duration)
        : loop_(scenario, duration), dynamics_(scenario.dynamics()), step_(loop_.step_length()) {
        rest();
    }

    // Acts over the next `steps` steps, beside what else acts.
    void push(const LiveStimulus& what, std::uint64_t steps) {
        const Busy busy(*this);
        listen();
        const std::uint64_t now = loop_.state().step;
        pushes_.push_back({what, now + steps});
    }
    // Acts until it is replaced.
    void hold(const LiveStimulus& what) {
        const Busy busy(*this);
        listen();
        held_ = what;
    }
    // function(step, t) gives three numbers, or (torque_B, torque_N, rate_B), or None.
    void on_step(const py::object& function) {
        const Busy busy(*this);
        listen();
        function_ = function;
    }

    bool step(std::uint64_t count) {
        const Busy busy(*this);
        Watch watch;
        bool all = true;
        {
            const py::gil_scoped_release free;
            while (count > 0 && all && !watch.stop()) {
                const std::uint64_t now = std::min(count, steps_at_once);
                all = loop_.step(now);
                count -= now;
            }
        }
        watch.rethrow();
        return all;
    }
    // Real time; `told` is shown the state `times_a_second`.
    py::dict run(double speed, const py::object& told, double times_a_second) {
        const Busy busy(*this);
        Watch watch;
        if (!told.is_none())
            loop_.on_state(
                [&](const LiveState& s) {
                    const py::gil_scoped_acquire held;
                    try {
                        told(as_dict(s, loop_.failure()));
                    } catch (py::error_already_set& e) {
                        watch.take(std::move(e));
                    }
                },
                times_a_second);
        LivePunctuality p;
        {
            const py::gil_scoped_release free;
            p = loop_.run(speed, [&] { return watch.stop(); });
        }
        loop_.on_state({}, times_a_second);
        watch.rethrow();
        py::dict d;
        d["steps"] = p.steps;
        d["overruns"] = p.overruns;
        d["slips"] = p.slips;
        d["seconds_lost"] = p.seconds_lost;
        d["late_p50_us"] = p.late_p50_us;
        d["late_p99_us"] = p.late_p99_us;
        d["late_largest_us"] = p.late_largest_us;
        return d;
    }
    py::dict state() {
        const Busy busy(*this);
        return as_dict(loop_.state(), loop_.failure());
    }
    void reset() {
        const Busy busy(*this);
        loop_.reset();
        pushes_.clear();
        rest();
    }
    void record(const std::string& file) {
        const Busy busy(*this);
        loop_.record(file);
    }
    void finish() {
        const Busy busy(*this);
        const py::gil_scoped_release free;
        loop_.finish();
    }
    double step_length() const { return step_; }
    bool dynamics() const { return dynamics_; }
    std::vector<std::string> methods() const { return loop_.methods(); }

 private:
    // Refuses other threads, and a function that steps the body it is asked about.
    class Busy {
     public:
        explicit Busy(Live& live) : live_(live) {
            if (std::this_thread::get_id() != live.owner_)
                throw std::runtime_error("a Live belongs to the thread that made it");
            if (live.busy_) throw std::runtime_error("a Live cannot be stepped or pushed by the function it asks");
            live.busy_ = true;
        }
        ~Busy() { live_.busy_ = false; }
        Busy(const Busy&) = delete;
        Busy& operator=(const Busy&) = delete;

     private:
        Live& live_;
    };
    struct Push {
        LiveStimulus what;
        std::uint64_t until;  // the first step without it
    };

    // Nothing pushes: a given rate is that of the scenario.
    void rest() {
        held_ = {};
        if (!dynamics_) held_.rate_B = loop_.state().w_NB_B;
    }
    // From now on what Python gives acts, and no longer what the scenario's files say.
    void listen() {
        if (listening_) return;
        loop_.on_stimulus([this](std::uint64_t n, double t) { return stimulus(n, t); });
        listening_ = true;
    }
    static void add(LiveStimulus& sum, const LiveStimulus& other) {
        sum.torque_B = sum.torque_B + other.torque_B;
        sum.torque_N = sum.torque_N + other.torque_N;
        sum.rate_B = sum.rate_B + other.rate_B;
    }
    LiveStimulus stimulus(std::uint64_t n, double t) {
        LiveStimulus sum = held_;
        std::erase_if(pushes_, [n](const Push& p) { return n >= p.until; });
        for (const Push& p : pushes_) add(sum, p.what);
        if (!function_.is_none()) asked([&] { add(sum, from_function(n, t)); });
        return sum;
    }
    LiveStimulus from_function(std::uint64_t n, double t) const {
        const py::object given = function_(n, t);
        LiveStimulus s;
        if (given.is_none()) return s;
        const char* const what = "the stimulus function";
        if (py::isinstance<py::tuple>(given) && py::len(given) == 3 &&
            !PyNumber_Check(py::object(given[py::int_(0)]).ptr())) {
            s.torque_B = three_numbers(py::object(given[py::int_(0)]), what, t);
            s.torque_N = three_numbers(py::object(given[py::int_(1)]), what, t);
            s.rate_B = three_numbers(py::object(given[py::int_(2)]), what, t);
        } else {
            (dynamics_ ? s.torque_B : s.rate_B) = three_numbers(given, what, t);
        }
        return s;
    }

    LiveLoop loop_;
    bool dynamics_;
    double step_;
    LiveStimulus held_;
    std::vector<Push> pushes_;
    py::object function_ = py::none();
    std::thread::id owner_ = std::this_thread::get_id();
    bool busy_ = false, listening_ = false;
};

LiveStimulus stimulus_of(const Numbers& torque_B, const Numbers& torque_N, const Numbers& rate_B) {
    LiveStimulus s;
    s.torque_B = three_numbers(torque_B, "torque", 0);
    s.torque_N = three_numbers(torque_N, "torque", 0);
    s.rate_B = three_numbers(rate_B, "rate", 0);
    return s;
}

}  // namespace

void bind_live(py::module_& m) {
    py::class_<Live>(m, "Live")
        .def(py::init<const ScenarioFile&, double>())
        .def("push", [](Live& l, const Numbers& b, const Numbers& n, const Numbers& r,
                        std::uint64_t steps) { l.push(stimulus_of(b, n, r), steps); })
        .def("hold",
             [](Live& l, const Numbers& b, const Numbers& n, const Numbers& r) { l.hold(stimulus_of(b, n, r)); })
        .def("on_step", &Live::on_step)
        .def("step", &Live::step)
        .def("run", &Live::run)
        .def("state", &Live::state)
        .def("reset", &Live::reset)
        .def("record", &Live::record)
        .def("finish", &Live::finish)
        .def_property_readonly("step_length", &Live::step_length)
        .def_property_readonly("dynamics", &Live::dynamics)
        .def_property_readonly("methods", &Live::methods);
}

}  // namespace polhode::python
