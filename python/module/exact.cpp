// Closed forms over arrays of times and of bodies. Free bodies in general motion go through the SIMD lanes, eight at a
// time, with the bits of FreeBody<double>; whatever a lane declines is asked of FreeBody itself.
#include <pybind11/stl.h>

#include <algorithm>
#include <atomic>
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

bool polhode_python_free_body_4(const double*, const double*, const double*, const double*, std::size_t, double*,
                                double*);
bool polhode_python_free_body_8(const double*, const double*, const double*, const double*, std::size_t, double*,
                                double*);

namespace polhode::python {

namespace {

using exact::State;
constexpr int lanes = 8;
constexpr std::size_t at_once = 1024;  // states between two looks at Ctrl-C
using L = Lanes<double, lanes>;

using Kernel = decltype(&polhode_python_free_body_4);
Kernel kernel() {
#if defined(__x86_64__)
    static const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
    if (wide) return polhode_python_free_body_8;
#endif
    return polhode_python_free_body_4;
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

// One body at times first to last: its set-up is made once.
void one_body(const Starts& starts, std::size_t b, const Times& t, std::size_t first, std::size_t last, States& out) {
    const double *const J = starts.J.row(b), *const q = starts.q.row(b), *const w = starts.w.row(b);
    const std::size_t at = b * t.count;
    if (last - first >= 2 * lanes &&
        kernel()(J, q, w, t.data + first, last - first, out.q_data + 4 * (at + first), out.w_data + 3 * (at + first)))
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
                    std::size_t threads) {
    constexpr std::size_t piece = 4096, worth_threads = 100000;
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
            const std::size_t each = (t.count + piece - 1) / piece;
            in_pieces(starts.count * each, threads, watch, [&](std::size_t p) {
                const std::size_t first = p % each * piece;
                one_body(starts, p / each, t, first, std::min(first + piece, t.count), out);
            });
        }
    }
    watch.rethrow();
    return py::make_tuple(out.q, out.w);
}

py::tuple lagrange_top(const Numbers& inertia, const Numbers& weight_moment, const Numbers& q0, const Numbers& w0,
                       const Numbers& times) {
    const Starts starts(inertia, q0, w0);
    const RowsOf P(weight_moment, 3, "weight_moment");
    if (P.count != 1) throw py::value_error("weight_moment: one vector (3,) is needed");
    const Times t(times);
    for (std::size_t b = 0; b < starts.J.count; ++b)
        if (exact::LagrangeTop<double>::symmetry_axis(vector_at(starts.J.row(b)), vector_at(P.data)) < 0)
            throw py::value_error(
                "no closed form: two moments must be equal and the centre of mass lie on the third axis");
    States out(starts.count, starts.one, t.count, t.one);
    Watch watch;
    {
        const py::gil_scoped_release free;
        for (std::size_t b = 0; b < starts.count; ++b) {
            const exact::LagrangeTop<double> top(vector_at(starts.J.row(b)), vector_at(P.data),
                                                 quaternion_at(starts.q.row(b)), vector_at(starts.w.row(b)));
            for (std::size_t i = 0; i < t.count && !watch.stop(); ++i)
                out.put(b * t.count + i, top.state_at(t.data[i]));
        }
    }
    watch.rethrow();
    return py::make_tuple(out.q, out.w);
}

py::tuple gyrostat(const Numbers& inertia, int axis, double moment, double speed, bool held, const Numbers& q0,
                   const Numbers& w0, const Numbers& times) {
    const Starts starts(inertia, q0, w0);
    if (starts.count != 1) throw py::value_error("gyrostat: one body at a time");
    if (axis < 0 || axis > 2) throw py::value_error("axis: 0, 1 or 2, a principal axis");
    const Times t(times);
    exact::GyrostatBody<double> body(vector_at(starts.J.row(0)));
    if (held)
        body.add_held(axis, moment, speed);
    else
        body.add_free(axis, moment, speed, vector_at(starts.w.row(0))[axis]);
    if (!body.has_closed_form()) throw py::value_error("no closed form for this rotor");
    States out(1, starts.one, t.count, t.one);
    Watch watch;
    {
        const py::gil_scoped_release free;
        const exact::Gyrostat<double> g(body, quaternion_at(starts.q.row(0)), vector_at(starts.w.row(0)));
        for (std::size_t i = 0; i < t.count && !watch.stop(); ++i) out.put(i, g.state_at(t.data[i]));
    }
    watch.rethrow();
    return py::make_tuple(out.q, out.w);
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
