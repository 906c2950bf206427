// Bodies with an inside from the tables of reference numbers, in which inputs are doubles at their exact value and
// expected values have 34 digits.
#pragma once

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "polhode/inside/inside_path.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode::test {

inline nlohmann::json inside_data(const std::string& file) {
    std::ifstream in(std::string(POLHODE_TEST_DATA) + "/" + file);
    return nlohmann::json::parse(in);
}

// A decimal number in two words: digit by digit, then one power of ten.
inline exact::Two two_words(const std::string& text) {
    exact::Two value(0);
    int behind = 0;
    bool point = false;
    std::size_t i = text[0] == '-' ? 1 : 0;
    for (; i < text.size() && text[i] != 'e'; ++i) {
        if (text[i] == '.') {
            point = true;
            continue;
        }
        value = value * exact::Two(10) + exact::Two(text[i] - '0');
        behind += point;
    }
    int exponent = (i < text.size() ? std::stoi(text.substr(i + 1)) : 0) - behind;
    for (; exponent < 0; ++exponent) value = value / exact::Two(10);
    for (; exponent > 0; --exponent) value = value * exact::Two(10);
    return text[0] == '-' ? -value : value;
}

inline Vec3<double> vector_of(const nlohmann::json& a) { return {a[0], a[1], a[2]}; }

// [body] and [start] of a case.
inline Problem body_of(const nlohmann::json& c) {
    Problem p;
    p.body.emplace();
    const nlohmann::json& inertia = c.at("inertia");
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            p.body->inertia(i, j) =
                inertia[0].is_array() ? inertia[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get<double>()
                : i == j              ? inertia[static_cast<std::size_t>(i)].get<double>()
                                      : 0.0;
    p.start.attitude.representation = "quaternion";
    p.start.attitude.params = c.at("q0").get<std::vector<double>>();
    p.start.rate = vector_of(c.at("omega0"));
    return p;
}

inline Rotor rotor_of(const nlohmann::json& r, const std::string& name) {
    Rotor rotor;
    const std::string kind = r.at("kind");
    rotor.kind = kind == "held" ? Rotor::Kind::held : kind == "driven" ? Rotor::Kind::driven : Rotor::Kind::free;
    rotor.name = name;
    rotor.axis = vector_of(r.at("axis"));
    rotor.moment = r.at("moment");
    rotor.speed = r.at("speed");
    rotor.angle = true;
    if (r.contains("friction")) rotor.friction = r["friction"];
    return rotor;
}

// Largest distance of a state from what is expected: attitude, rate, speeds and angles, against 1 or their own size.
template <class T>
double distance_from(const nlohmann::json& sample, const StateVector<T>& y, InsideNumbers<T>& numbers) {
    using inside::in_double;
    double worst = 0;
    const auto look = [&](const T& got, const std::string& expected, double size) {
        const exact::Two off = exact::Two(got) - two_words(expected);
        worst = std::max(worst, std::fabs(off.hi + off.lo) / std::max(1.0, size));
    };
    const auto at = [](const nlohmann::json& a, std::size_t k) -> std::string { return a.is_array() ? a[k] : a; };
    const T t(sample.at("t").get<double>());
    const auto w = numbers.rate(t, y);
    for (int i = 0; i < 4; ++i) look(y[i], sample.at("q")[static_cast<std::size_t>(i)], 1);
    for (int i = 0; i < 3; ++i) look(w[i], sample.at("omega")[static_cast<std::size_t>(i)], 1);
    for (std::size_t k = 0; k < numbers.rotors().size(); ++k) {
        const T s = numbers.speed(k, y, w);
        look(s, at(sample.at("rotor_speed"), k), std::fabs(in_double(s)));
        const T& angle = y[numbers.rotors()[k].angle_at];
        look(angle, at(sample.at("rotor_angle"), k), std::fabs(in_double(angle)));
    }
    if (const auto* parts = numbers.parts()) {
        std::vector<std::string> expected;
        if (sample.contains("slug_omega")) expected = sample["slug_omega"].get<std::vector<std::string>>();
        for (const char* one : {"wheel_speed", "gimbal", "gimbal_rate"})
            if (sample.contains(one)) expected.push_back(sample[one]);
        std::size_t k = 0;
        parts->each_value(t, y, w, [&](const T& value) { look(value, expected.at(k++), std::fabs(in_double(value))); });
    }
    const T energy = numbers.kinetic_energy(t, y, w);
    look(energy, sample.at("energy"), std::fabs(in_double(energy)));
    const auto L = to_world(numbers.attitude(y), numbers.momentum(y));
    for (int i = 0; i < 3 && sample.contains("momentum_world"); ++i)
        look(L[i], sample["momentum_world"][static_cast<std::size_t>(i)], std::fabs(in_double(L[i])));
    return worst;
}

}  // namespace polhode::test
