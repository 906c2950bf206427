// Rotations over arrays: quaternions (n, 4), scalar first, body to world. The formulas are the core's.
#include "polhode/rotation/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "arrays.hpp"
#include "bindings.hpp"
#include "polhode/rotation/convert.hpp"

namespace polhode::python {

namespace {

// One row of numbers in, one row out, for all rows, without the GIL.
template <class Each>
py::array_t<double> each_row(const Numbers& in, std::size_t from, std::size_t to, const char* name, const Each& each) {
    const RowsOf rows(in, from, name);
    py::array_t<double> out = rows_like(rows.count, to, rows.single);
    double* const target = out.mutable_data();
    const py::gil_scoped_release free;
    for (std::size_t i = 0; i < rows.count; ++i) each(rows.data + i * from, target + i * std::max<std::size_t>(to, 1));
    return out;
}
template <class Each>
py::array_t<double> each_pair(const RowsOf& a, const RowsOf& b, std::size_t to, const char* names, const Each& each) {
    const std::size_t count = rows_together(a, b, names);
    py::array_t<double> out = rows_like(count, to, a.single && b.single);
    double* const target = out.mutable_data();
    const py::gil_scoped_release free;
    for (std::size_t i = 0; i < count; ++i) each(a.row(i), b.row(i), target + i * std::max<std::size_t>(to, 1));
    return out;
}

EulerSequence sequence_of(const std::string& name) {
    EulerSequence s;
    if (parse_euler_sequence(name.c_str(), s)) return s;
    std::string lower = name;
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (lower != name && parse_euler_sequence(lower.c_str(), s))
        throw py::value_error("'" + name + "': sequences are intrinsic here and written in small letters; SciPy's \"" +
                              name + "\" is \"" + lower + "\" here, and SciPy's small letters mean extrinsic turns");
    throw py::value_error("'" + name + "' is no sequence of axes; say \"zyx\", \"zxz\" or another of the twelve");
}

// Whether the second angle is where only one combination of the other two is defined (euler_angles.hpp), within
// rounding.
bool is_singular(const EulerSequence& s, double middle) {
    return s.repeated() ? std::abs(std::sin(middle)) < 1e-7 : std::abs(std::cos(middle)) < 1e-7;
}

}  // namespace

void bind_rotation(py::module_& m) {
    m.def("rotation_apply", [](const Numbers& q, const Numbers& v, bool inverse) {
        const RowsOf a(q, 4, "quaternions", RowsOf::Check::later), b(v, 3, "vectors", RowsOf::Check::later);
        // a quaternion of any length turns and does not scale
        const auto turned = [](const Vec3<double>& scaled, double square, double* to) {
            put(to, scaled * (1 / square));
        };
        py::array_t<double> out;
        if (inverse)
            out = each_pair(a, b, 3, "rotations and vectors", [&](const double* x, const double* y, double* to) {
                const Quaternion<double> r = quaternion_at(x);
                turned(to_body(r, vector_at(y)), norm_squared(r), to);
            });
        else
            out = each_pair(a, b, 3, "rotations and vectors", [&](const double* x, const double* y, double* to) {
                const Quaternion<double> r = quaternion_at(x);
                turned(to_world(r, vector_at(y)), norm_squared(r), to);
            });
        // what is not finite in gives something not finite out: fewer numbers to look at
        if (!all_finite(out.data(), static_cast<std::size_t>(out.size()))) {
            a.check("quaternions");
            b.check("vectors");
            throw py::value_error("vectors: too large to be turned");
        }
        return out;
    });
    m.def("rotation_multiply", [](const Numbers& p, const Numbers& q) {
        const RowsOf a(p, 4, "quaternions"), b(q, 4, "quaternions");
        return each_pair(a, b, 4, "rotations", [](const double* x, const double* y, double* out) {
            put(out, quaternion_at(x) * quaternion_at(y));
        });
    });
    m.def("rotation_angle", [](const Numbers& p, const Numbers& q) {
        const RowsOf a(p, 4, "quaternions"), b(q, 4, "quaternions");
        return each_pair(a, b, 0, "rotations", [](const double* x, const double* y, double* out) {
            *out = angle_between(quaternion_at(x), quaternion_at(y));
        });
    });
    m.def("rotation_inverse", [](const Numbers& q) {
        return each_row(q, 4, 4, "quaternions",
                        [](const double* x, double* out) { put(out, inverse(quaternion_at(x))); });
    });
    m.def("rotation_normalised", [](const Numbers& q) {
        return each_row(q, 4, 4, "quaternions", [](const double* x, double* out) {
            const double n = std::sqrt(norm_squared(quaternion_at(x)));
            for (int k = 0; k < 4; ++k) out[k] = x[k] / n;
        });
    });
    m.def("rotation_to_matrix", [](const Numbers& q) {
        return each_row(q, 4, 9, "quaternions", [](const double* x, double* out) {
            const Mat3<double> r = to_matrix(quaternion_at(x));
            for (int i = 0; i < 3; ++i)
                for (int k = 0; k < 3; ++k) out[3 * i + k] = r(i, k);
        });
    });
    m.def("rotation_from_matrix", [](const Numbers& r) {
        return each_row(r, 9, 4, "matrices", [](const double* x, double* out) {
            Mat3<double> a;
            for (int i = 0; i < 3; ++i)
                for (int k = 0; k < 3; ++k) a(i, k) = x[3 * i + k];
            put(out, to_quaternion(Dcm<double>{a}));
        });
    });
    m.def("rotation_from_rotvec", [](const Numbers& v) {
        return each_row(v, 3, 4, "rotation vectors",
                        [](const double* x, double* out) { put(out, exp_rotation(vector_at(x))); });
    });
    m.def("rotation_to_rotvec", [](const Numbers& q) {
        return each_row(q, 4, 3, "quaternions", [](const double* x, double* out) {
            const RotationVector<double> r = convert<RotationVector>(quaternion_at(x));
            put(out, Vec3<double>{r.x, r.y, r.z});
        });
    });
    m.def("rotation_from_mrp", [](const Numbers& v) {
        return each_row(v, 3, 4, "Rodrigues parameters", [](const double* x, double* out) {
            put(out, to_quaternion(ModifiedRodrigues<double>{x[0], x[1], x[2]}));
        });
    });
    m.def("rotation_to_mrp", [](const Numbers& q) {
        return each_row(q, 4, 3, "quaternions", [](const double* x, double* out) {
            const ModifiedRodrigues<double> r = convert<ModifiedRodrigues>(quaternion_at(x));
            put(out, Vec3<double>{r.x, r.y, r.z});
        });
    });
    m.def("rotation_from_euler", [](const std::string& name, const Numbers& angles) {
        const EulerSequence s = sequence_of(name);
        return each_row(angles, 3, 4, "angles", [s](const double* x, double* out) {
            EulerAngles<double> e;
            e.sequence = s;
            put(out, to_quaternion(e.with({x[0], x[1], x[2]})));
        });
    });
    m.def("rotation_to_euler", [](const std::string& name, const Numbers& q) {
        const EulerSequence s = sequence_of(name);
        const RowsOf rows(q, 4, "quaternions");
        py::array_t<double> angles = rows_like(rows.count, 3, rows.single);
        py::array_t<bool> singular(rows.single ? std::vector<py::ssize_t>{}
                                               : std::vector<py::ssize_t>{static_cast<py::ssize_t>(rows.count)});
        double* const out = angles.mutable_data();
        bool* const flag = singular.mutable_data();
        for (std::size_t i = 0; i < rows.count; ++i) {
            EulerAngles<double> e;
            e.sequence = s;
            assign_quaternion(e, quaternion_at(rows.data + 4 * i));
            const Vec<double, 3> p = e.params();
            for (int k = 0; k < 3; ++k) out[3 * i + static_cast<std::size_t>(k)] = p[k];
            flag[i] = is_singular(s, p[1]);
        }
        return py::make_tuple(angles, singular);
    });
}

}  // namespace polhode::python
