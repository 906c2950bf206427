#include "polhode/base/growth_fit.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

const char* name_of(Growth::Kind kind) {
    switch (kind) {
        case Growth::Kind::constant:
            return "constant";
        case Growth::Kind::linear:
            return "linear";
        case Growth::Kind::quadratic:
            return "quadratic";
        case Growth::Kind::none:
            break;
    }
    return "none";
}

void GrowthFit::add(double t, double error) {
    if (!std::isfinite(t) || !std::isfinite(error)) return;
    if (scale_ == 0 && t > 0) scale_ = t;
    const double s = scale_ > 0 ? t / scale_ : 0;
    const double f[3] = {1, s, s * s};
    for (int k = 0; k < 3; ++k) {
        fe_[k] += f[k] * error;
        ff_[k] += f[k] * f[k];
    }
    ee_ += error * error;
    ++count_;
}

Growth GrowthFit::best() const {
    Growth g;
    if (count_ == 0 || !(ee_ > 0)) return g;
    double unit = 1;
    for (int k = 0; k<3; ++k, unit *= scale_> 0 ? scale_ : 1) {
        if (!(ff_[k] > 0)) continue;
        // Of e - c f the sum of squares is least for c = <f,e>/<f,f>; what is left is <e,e> - <f,e>^2/<f,f>.
        const double c = fe_[k] / ff_[k];
        g.coefficients[k] = c / unit;
        g.explained_parts[k] = std::clamp(c * fe_[k] / ee_, 0.0, 1.0);
        if (g.kind == Growth::Kind::none || g.explained_parts[k] > g.explained) {
            g.kind = static_cast<Growth::Kind>(k + 1);
            g.coefficient = g.coefficients[k];
            g.explained = g.explained_parts[k];
        }
    }
    return g;
}

}  // namespace polhode
