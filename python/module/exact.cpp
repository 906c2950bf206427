// Closed forms over arrays of times and of bodies. Free bodies in general motion go through the SIMD lanes, eight at a
// time, with the bits of FreeBody<double>; whatever a lane declines is asked of FreeBody itself.
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "polhode/exact/free_bodies.hpp"
#include "polhode/exact/free_body.hpp"
#include "polhode/exact/gyrostat.hpp"
#include "polhode/exact/lagrange_top.hpp"
#include "watch.hpp"

bool polhode_python_free_body_4(const double*, const double*, const double*, const double*, std::size_t, double, double,
                                double*, double*);
bool polhode_python_free_body_8(const double*, const double*, const double*, const double*, std::size_t, double, double,
                                double*, double*);
double polhode_python_free_body_error_4(const double*, const double*, const double*, double, double);
double polhode_python_free_body_error_8(const double*, const double*, const double*, double, double);

namespace polhode::python {

namespace {

using exact::State;
constexpr int lanes = 8;
constexpr std::size_t at_once = 1024;  // states between two looks at Ctrl-C
using L = Lanes<double, lanes>;

struct Kernel {
    decltype(&polhode_python_free_body_4) states;
    decltype(&polhode_python_free_body_error_4) error;
};
const Kernel& kernel() {
    static const Kernel chosen = [] {
#if defined(__x86_64__)
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
            return Kernel{polhode_python_free_body_8, polhode_python_free_body_error_8};
#endif
        return Kernel{polhode_python_free_body_4, polhode_python_free_body_error_4};
    }();
    return chosen;
}

// Bodies by times: body b at all its times lies together.
struct States {
    States(std::size_t bodies, bool one_body, std::size_t times, bool one_time)
        : q(shape(bodies, one_body, times, one_time, 4)), w(shape(bodies, one_body, times, one_time, 3)) {
        q_data = q.mutable_data();
        w_data = w.mutable_data();
    }
    void put(std::size_t at, const State<double>& s) {
        python::put(q_data + 4 * at, s.q_NB);
        python::put(w_data + 3 * at, s.w_NB_B);
    }
    static std::vector<py::ssize_t> shape(std::size_t bodies, bool one_body, std::size_t times, bool one_time, int n) {
        std::vector<py::ssize_t> s;
        if (!one_body) s.push_back(static_cast<py::ssize_t>(bodies));
        if (!one_time) s.push_back(static_cast<py::ssize_t>(times));
        s.push_back(n);
        return s;
    }
    py::array_t<double> q, w;
    double *q_data, *w_data;
};

struct Times {
    explicit Times(const Numbers& t) : data(t.data()), count(static_cast<std::size_t>(t.size())), one(t.ndim() == 0) {
        if (t.ndim() > 1) throw py::value_error("t: one time or an array (n,) of times is needed");
        for (std::size_t i = 0; i < count; ++i)
            if (!std::isfinite(data[i])) throw py::value_error("t: number " + std::to_string(i) + " is not finite");
    }
    const double* data;
    std::size_t count;
    bool one;
};

struct Starts {
    Starts(const Numbers& moments, const Numbers& q0, const Numbers& w0)
        : J(moments, 3, "inertia"), q(q0, 4, "q0"), w(w0, 3, "w0") {
        count = rows_together(J, q, "inertia and q0");
        if (count == 1 || w.count == 1)
            count = std::max(count, w.count);
        else if (w.count != count)
            rows_together(q, w, "q0 and w0");
        one = J.single && q.single && w.single;
        for (std::size_t i = 0; i < J.count * 3; ++i)
            if (!(J.data[i] > 0)) throw py::value_error("inertia: principal moments are positive");
        for (std::size_t i = 0; i < q.count; ++i)
            if (!(norm_squared(quaternion_at(q.row(i))) > 0)) throw py::value_error("q0: a quaternion of length zero");
    }
    RowsOf J, q, w;
    std::size_t count;
    bool one;
};

// Items first to last, each a body and a time, eight at a time.
void in_lanes(std::size_t first, std::size_t last, const Starts& starts, const Times& times, States& out) {
    const auto body = [&](std::size_t item) { return item / times.count; };
    const auto time = [&](std::size_t item) { return times.data[item % times.count]; };
    for (std::size_t i = first; i < last; i += lanes) {
        Vec3<L> J, w;
        Quaternion<L> q;
        L t;
        for (int k = 0; k < lanes; ++k) {
            const std::size_t item = std::min(i + static_cast<std::size_t>(k), last - 1), b = body(item);
            for (int c = 0; c < 3; ++c) J[c].set(k, starts.J.row(b)[c]), w[c].set(k, starts.w.row(b)[c]);
            const double* const p = starts.q.row(b);
            q.w.set(k, p[0]), q.x.set(k, p[1]), q.y.set(k, p[2]), q.z.set(k, p[3]);
            t.set(k, time(item));
        }
        const exact::FreeBodies<lanes> bodies(J, q, w);
        const State<L> s = bodies.state_at(t);
        for (int k = 0; k < lanes && i + static_cast<std::size_t>(k) < last; ++k) {
            const std::size_t item = i + static_cast<std::size_t>(k);
            if (bodies.declined[k])
                out.put(item, exact::FreeBody<double>(vector_at(starts.J.row(body(item))),
                                                      quaternion_at(starts.q.row(body(item))),
                                                      vector_at(starts.w.row(body(item))))
                                  .state_at(time(item)));
            else
                out.put(item, {{s.q_NB.w[k], s.q_NB.x[k], s.q_NB.y[k], s.q_NB.z[k]},
                               {s.w_NB_B[0][k], s.w_NB_B[1][k], s.w_NB_B[2][k]}});
        }
    }
}

// The longest stretches of time, halved from a few radians on, over which a polynomial is so near to the closed form at
// eight places among the times; 0 where there are none.
double width_of_stretches(const Starts& starts, std::size_t b, const Times& t, double within) {
    const double *const J = starts.J.row(b), *const q = starts.q.row(b), *const w = starts.w.row(b);
    const auto [least, largest] = std::minmax_element(t.data, t.data + t.count);
    const double rate = std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    if (!(rate > 0) || !std::isfinite(1 / rate)) return 0;
    for (double width = std::exp2(std::floor(std::log2(2 / rate))), tries = 0; tries < 12; width /= 2, ++tries) {
        double error = 0;
        for (int k = 0; k < 8; ++k) {
            const double there = *least + (*largest - *least) * (k + 0.5) / 8;
            error = std::max(error, kernel().error(J, q, w, (std::floor(there / width) + 0.5) * width, width));
        }
        if (error <= within / 4) return width;
    }
    return 0;
}

// One body at times first to last: its set-up is made once.
void one_body(const Starts& starts, std::size_t b, const Times& t, std::size_t first, std::size_t last, double width,
              double within, States& out) {
    const double *const J = starts.J.row(b), *const q = starts.q.row(b), *const w = starts.w.row(b);
    const std::size_t at = b * t.count;
    if (last - first >= 2 * lanes && kernel().states(J, q, w, t.data + first, last - first, width, within,
                                                     out.q_data + 4 * (at + first), out.w_data + 3 * (at + first)))
        return;
    const exact::FreeBody<double> body(vector_at(J), quaternion_at(q), vector_at(w));
    for (std::size_t i = first; i < last; ++i) out.put(at + i, body.state_at(t.data[i]));
}

// Pieces of work, each with the same bits whoever does it, on so many threads; this one is one of them and listens.
template <class Work>
void in_pieces(std::size_t pieces, std::size_t threads, Watch& watch, const Work& work) {
    std::atomic<std::size_t> next{0};
    const auto go = [&] {
        for (std::size_t p = next++; p < pieces && !watch.stop(); p = next++) work(p);
    };
    std::vector<std::thread> others;
    for (std::size_t k = 1; k < std::min(threads, pieces); ++k) others.emplace_back(go);
    go();
    for (std::thread& other : others) other.join();
}

py::tuple free_body(const Numbers& inertia, const Numbers& q0, const Numbers& w0, const Numbers& times,
                    std::size_t threads, double within) {
    constexpr std::size_t worth_threads = 100000, worth_stretches = 1000;
    constexpr double closest = 1e-13;  // nearer than this the rounding of the polynomials would show
    const Starts starts(inertia, q0, w0);
    const Times t(times);
    States out(starts.count, starts.one, t.count, t.one);
    const std::size_t all = starts.count * t.count;
    if (threads == 0) threads = all < worth_threads ? 1 : std::max(1u, std::thread::hardware_concurrency());
    Watch watch;
    {
        const py::gil_scoped_release free;
        if (t.count < 2 * lanes && starts.count > 1) {
            in_pieces((all + at_once - 1) / at_once, threads, watch,
                      [&](std::size_t p) { in_lanes(p * at_once, std::min((p + 1) * at_once, all), starts, t, out); });
        } else if (all > 0) {
            const bool dense = within >= closest && t.count >= worth_stretches;
            const std::size_t piece = dense ? 32768 : 4096, each = (t.count + piece - 1) / piece;
            std::vector<double> widths(starts.count, 0);
            if (dense)
                in_pieces(starts.count, threads, watch,
                          [&](std::size_t b) { widths[b] = width_of_stretches(starts, b, t, within); });
            in_pieces(starts.count * each, threads, watch, [&](std::size_t p) {
                const std::size_t first = p % each * piece;
                one_body(starts, p / each, t, first, std::min(first + piece, t.count), widths[p / each], within, out);
            });
        }
    }
    watch.rethrow();
    return py::make_tuple(out.q, out.w);
}

// One body after the other at all times, each set up once by make(b).
template <class Make>
py::tuple each_body(const Starts& starts, std::size_t count, bool one, const Times& t, const Make& make) {
    States out(count, starts.one && one, t.count, t.one);
    Watch watch;
    {
        const py::gil_scoped_release free;
        for (std::size_t b = 0; b < count && !watch.stop(); ++b) {
            const auto body = make(b);
            for (std::size_t i = 0; i < t.count && !watch.stop(); ++i)
                out.put(b * t.count + i, body.state_at(t.data[i]));
        }
    }
    watch.rethrow();
    return py::make_tuple(out.q, out.w);
}

// How many bodies there are where something else is given for each of them too.
std::size_t bodies_with(const Starts& starts, std::size_t others, const char* name) {
    if (starts.count != 1 && others != 1 && others != starts.count)
        throw py::value_error(std::string(name) + ": " + std::to_string(others) + " for " +
                              std::to_string(starts.count) + " bodies; give as many of each, or one of either");
    return others == 0 ? 0 : std::max(starts.count, others);
}

py::tuple lagrange_top(const Numbers& inertia, const Numbers& weight_moment, const Numbers& q0, const Numbers& w0,
                       const Numbers& times) {
    const Starts starts(inertia, q0, w0);
    const RowsOf P(weight_moment, 3, "weight_moment");
    const std::size_t count = bodies_with(starts, P.count, "weight_moment");
    const Times t(times);
    for (std::size_t b = 0; b < count; ++b)
        if (exact::LagrangeTop<double>::symmetry_axis(vector_at(starts.J.row(b)), vector_at(P.row(b))) < 0)
            throw py::value_error(
                "no closed form: two moments must be equal and the centre of mass lie on the third axis" +
                (count > 1 ? " (body " + std::to_string(b) + ")" : std::string()));
    return each_body(starts, count, P.single, t, [&](std::size_t b) {
        return exact::LagrangeTop<double>(vector_at(starts.J.row(b)), vector_at(P.row(b)),
                                          quaternion_at(starts.q.row(b)), vector_at(starts.w.row(b)));
    });
}

// A number, or one for each body.
struct OneEach {
    OneEach(const Numbers& array, const char* name)
        : data(array.data()), count(static_cast<std::size_t>(array.size())), single(array.ndim() == 0) {
        if (array.ndim() > 1) throw py::value_error(std::string(name) + ": a number or an array (m,) is needed");
        if (!all_finite(data, count)) throw py::value_error(std::string(name) + ": a number is not finite");
    }
    double operator[](std::size_t b) const { return data[count == 1 ? 0 : b]; }
    const double* data;
    std::size_t count;
    bool single;
};

py::tuple gyrostat(const Numbers& inertia, int axis, const Numbers& moments, const Numbers& speeds, bool held,
                   const Numbers& q0, const Numbers& w0, const Numbers& times) {
    const Starts starts(inertia, q0, w0);
    if (axis < 0 || axis > 2) throw py::value_error("axis: 0, 1 or 2, a principal axis");
    const OneEach moment(moments, "moment"), speed(speeds, "speed");
    if (moment.count != 1 && speed.count != 1 && moment.count != speed.count)
        throw py::value_error("moment and speed: as many of each, or one of either");
    const std::size_t rotors = std::min(moment.count, speed.count) == 0 ? 0 : std::max(moment.count, speed.count);
    const std::size_t count = bodies_with(starts, rotors, "moment and speed");
    const Times t(times);
    const auto body_with_rotor = [&](std::size_t b) {
        exact::GyrostatBody<double> body(vector_at(starts.J.row(b)));
        if (held)
            body.add_held(axis, moment[b], speed[b]);
        else
            body.add_free(axis, moment[b], speed[b], starts.w.row(b)[axis]);
        return body;
    };
    for (std::size_t b = 0; b < count; ++b)
        if (!body_with_rotor(b).has_closed_form())
            throw py::value_error("no closed form for this rotor" +
                                  (count > 1 ? " (body " + std::to_string(b) + ")" : std::string()));
    return each_body(starts, count, moment.single && speed.single, t, [&](std::size_t b) {
        return exact::Gyrostat<double>(body_with_rotor(b), quaternion_at(starts.q.row(b)), vector_at(starts.w.row(b)));
    });
}

const char* name_of(exact::FreeMotion motion) {
    switch (motion) {
        case exact::FreeMotion::rest:
            return "rest";
        case exact::FreeMotion::fixed_axis:
            return "fixed axis";
        case exact::FreeMotion::symmetric:
            return "symmetric";
        case exact::FreeMotion::about_largest:
            return "about the largest";
        case exact::FreeMotion::about_smallest:
            return "about the smallest";
        case exact::FreeMotion::separatrix:
            return "separatrix";
    }
    return "";
}

}  // namespace

void bind_exact(py::module_& m) {
    m.def("free_body", &free_body);
    m.def("lagrange_top", &lagrange_top);
    m.def("gyrostat", &gyrostat);
    m.def("free_body_facts", [](const Numbers& inertia, const Numbers& q0, const Numbers& w0) {
        const Starts s(inertia, q0, w0);
        if (s.count != 1) throw py::value_error("one body at a time");
        const exact::FreeBody<double> body(vector_at(s.J.data), quaternion_at(s.q.data), vector_at(s.w.data));
        py::dict d;
        d["motion"] = name_of(body.motion());
        d["axis"] = body.circulation_axis();
        d["polhode_period"] = body.polhode_period();
        d["herpolhode_mean_rate"] = body.herpolhode_mean_rate();
        return d;
    });
}

}  // namespace polhode::python
