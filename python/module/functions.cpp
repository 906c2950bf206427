#include "functions.hpp"

#include <cmath>
#include <memory>
#include <string>

#include "arrays.hpp"

namespace polhode::python {

Vec3<double> three_numbers(const py::handle& given, const char* what, double t) {
    const Numbers numbers = Numbers::ensure(given);
    if (!numbers) throw py::error_already_set();
    if (numbers.ndim() != 1 || numbers.shape(0) != 3)
        throw py::value_error(std::string(what) + " must give three numbers, in body axes");
    const Vec3<double> r = vector_at(numbers.data());
    for (int k = 0; k < 3; ++k)
        if (!std::isfinite(r[k]))
            throw py::value_error(std::string(what) + " gave " + std::to_string(r[k]) + " at t = " + std::to_string(t) +
                                  " s");
    return r;
}

ScenarioFile::TorqueFunction torque_of(const py::function& function) {
    // dropped on whatever thread the scenario ends, so with the GIL
    auto kept = std::shared_ptr<py::function>(new py::function(function), [](py::function* f) {
        const py::gil_scoped_acquire held;
        delete f;
    });
    return [kept](double t, const Quaternion<double>& q, const Vec3<double>& w) -> Vec3<double> {
        return asked([&] {
            py::array_t<double> attitude(4), rate(3);
            put(attitude.mutable_data(), q);
            put(rate.mutable_data(), w);
            return three_numbers((*kept)(t, attitude, rate), "the torque function", t);
        });
    };
}

}  // namespace polhode::python
