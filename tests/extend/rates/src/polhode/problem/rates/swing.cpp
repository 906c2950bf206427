// A rate that swings about the body's z axis: w = (0, 0, a cos(W t)), the angle a/W sin(W t).
#include "polhode/problem/rates_kind.hpp"

namespace polhode {

namespace {

template <class T>
struct Swing {
    T amplitude, frequency;  // rad/s, both

    Vec3<T> operator()(T t) const { return {T(0), T(0), amplitude * cos(frequency * t)}; }
    template <class To>
    Swing<To> as() const {
        return {static_cast<To>(amplitude), static_cast<To>(frequency)};
    }
};

}  // namespace

RatesKind rates_swing() {
    return {{"rates",
             "swing",
             "to and fro about the body's z axis",
             {{"amplitude", Type::number, "rad/s", "", true, "of the rate"},
              {"frequency", Type::positive, "rad/s", "1.0", false, "of the swing"}},
             "",
             "w = a cos(W t)"},
            [](const RatesTable& table) -> RatesModel {
                return {"swing", external_rates(Swing<double>{table.values.number("amplitude"),
                                                              table.values.number("frequency")})};
            }};
}

}  // namespace polhode
