#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>

#include "work_precision.hpp"

namespace bench {

namespace {

template <bool heavy>
int slope(double, const double y[], double d[], void* equations) {
    (*static_cast<Equations<heavy>*>(equations))(y, d);
    return GSL_SUCCESS;
}

State drive(const gsl_odeiv2_step_type* type, gsl_odeiv2_system system, State y, double end, double first,
            double tolerance, long& steps) {
    gsl_odeiv2_driver* driver = gsl_odeiv2_driver_alloc_y_new(&system, type, first, tolerance, tolerance);
    double t = 0;
    if (gsl_odeiv2_driver_apply(driver, &t, end, y.data()) != GSL_SUCCESS) y.fill(NAN);
    steps = static_cast<long>(driver->n);
    gsl_odeiv2_driver_free(driver);
    return y;
}

template <bool heavy>
void add(const Motion& m, Contenders& to) {
    const Equations<heavy> equations(m);
    const State start = m.start;
    const double end = m.duration, first = 0.1 * end / turned_through(m);
    const std::pair<const char*, const gsl_odeiv2_step_type*> types[] = {{"rk8pd", gsl_odeiv2_step_rk8pd},
                                                                         {"rkf45", gsl_odeiv2_step_rkf45},
                                                                         {"rk4", gsl_odeiv2_step_rk4},
                                                                         {"msadams", gsl_odeiv2_step_msadams}};
    gsl_set_error_handler_off();
    for (const auto& [name, type] : types)
        for (const double tolerance : tolerance_ladder(1e-3, 1e-14))
            to.push_back({Side::peer, "GSL", name, written(tolerance), [=, type = type](long& steps) {
                              Equations<heavy> own = equations;
                              return drive(type, {slope<heavy>, nullptr, 7, &own}, start, end, first, tolerance, steps);
                          }});
}

}  // namespace

void add_gsl(const Motion& m, Contenders& to) { m.heavy() ? add<true>(m, to) : add<false>(m, to); }

}  // namespace bench
