// What the rest of the program asks of a given rate besides its value, in one place.
#pragma once

#include <memory>

namespace polhode {

class SampledHistory;
class ThreeFormulas;
struct RatesModel;

struct RatesFacts {
    // Known only as a function to call in double: there is no power series of it.
    bool only_called = false;
    // What it is made of, where it is a table or formulas: of the rate, or of the angles whose rate it is.
    std::shared_ptr<const SampledHistory> table{};
    const ThreeFormulas* formulas = nullptr;
    bool of_angles = false;
};
RatesFacts facts_of(const RatesModel& model);

}  // namespace polhode
