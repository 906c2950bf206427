// How an error grows over time: c, c t or c t^2, whichever explains it best by least squares. Fed one pair at a time;
// holds sums only.
#pragma once

namespace polhode {

struct Growth {
    enum class Kind { none, constant, linear, quadratic };
    Kind kind = Kind::none;  // none: there was nothing, or nothing but zeros
    double coefficient = 0;  // of 1, t or t^2, in the unit of the error per s^0, s or s^2
    double explained = 0;    // part of the sum of squares, 0 to 1
    // the three by themselves
    double coefficients[3] = {0, 0, 0}, explained_parts[3] = {0, 0, 0};
};
const char* name_of(Growth::Kind kind);

class GrowthFit {
 public:
    void add(double t, double error);  // what is not finite is left out
    long count() const { return count_; }
    Growth best() const;

 private:
    long count_ = 0;
    double scale_ = 0;  // of time: the first t > 0, so that powers of long times stay moderate
    double ee_ = 0;     // sum of e^2
    double fe_[3] = {0, 0, 0}, ff_[3] = {0, 0, 0};
};

}  // namespace polhode
