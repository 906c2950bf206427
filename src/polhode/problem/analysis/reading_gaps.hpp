// What readings leave out: intervals of more than 1.5 times the usual one. What the body did in them nobody knows, so
// that a result over them is right for the rows and not for the body.
#pragma once

#include <string>
#include <vector>

#include "polhode/problem/rates_model.hpp"

namespace polhode {

struct Gaps {
    std::size_t count = 0;
    double largest = 0, at = 0, usual = 0;  // s; the usual interval is the median
    bool sampled = false;                   // nine of ten intervals are the usual one: the rows come from a clock
    // "2 gaps in the readings: intervals of more than 1.5 times the usual 0.01 s, the longest 0.35 s from t = 12.3 s"
    std::string in_words() const;
};
Gaps gaps_in(const std::vector<double>& times);

// In words, "" where there are none. A table whose rows come from no clock has its intervals as they are meant.
std::string gaps_of(const RatesModel& rates);

}  // namespace polhode
