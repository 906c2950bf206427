#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>

#include "work_precision.hpp"

namespace bench {

namespace {

template <bool heavy>
int slope(double, N_Vector y, N_Vector d, void* equations) {
    (*static_cast<Equations<heavy>*>(equations))(NV_DATA_S(y), NV_DATA_S(d));
    return 0;
}
constexpr long most_steps = 20'000'000;

template <bool heavy>
State by_cvode(const Motion& m, double tolerance, long& steps) {
    Equations<heavy> equations(m);
    SUNContext context = nullptr;
    SUNContext_Create(nullptr, &context);
    N_Vector y = N_VNew_Serial(7, context);
    std::copy(m.start.begin(), m.start.end(), NV_DATA_S(y));
    void* solver = CVodeCreate(CV_ADAMS, context);
    CVodeInit(solver, slope<heavy>, 0.0, y);
    CVodeSStolerances(solver, tolerance, tolerance);
    CVodeSetUserData(solver, &equations);
    CVodeSetMaxNumSteps(solver, most_steps);
    CVodeSetStopTime(solver, m.duration);
    SUNNonlinearSolver iteration = SUNNonlinSol_FixedPoint(y, 0, context);
    CVodeSetNonlinearSolver(solver, iteration);
    double t = 0;
    State end;
    end.fill(NAN);
    if (CVode(solver, m.duration, y, &t, CV_NORMAL) >= 0) std::copy_n(NV_DATA_S(y), 7, end.begin());
    CVodeGetNumSteps(solver, &steps);
    CVodeFree(&solver);
    SUNNonlinSolFree(iteration);
    N_VDestroy(y);
    SUNContext_Free(&context);
    return end;
}

template <bool heavy>
State by_erk(const Motion& m, double tolerance, long& steps) {
    Equations<heavy> equations(m);
    SUNContext context = nullptr;
    SUNContext_Create(nullptr, &context);
    N_Vector y = N_VNew_Serial(7, context);
    std::copy(m.start.begin(), m.start.end(), NV_DATA_S(y));
    void* solver = ERKStepCreate(slope<heavy>, 0.0, y, context);
    ERKStepSetOrder(solver, 8);
    ERKStepSStolerances(solver, tolerance, tolerance);
    ERKStepSetUserData(solver, &equations);
    ERKStepSetMaxNumSteps(solver, most_steps);
    ERKStepSetStopTime(solver, m.duration);
    double t = 0;
    State end;
    end.fill(NAN);
    if (ERKStepEvolve(solver, m.duration, y, &t, ARK_NORMAL) >= 0) std::copy_n(NV_DATA_S(y), 7, end.begin());
    ERKStepGetNumSteps(solver, &steps);
    ERKStepFree(&solver);
    N_VDestroy(y);
    SUNContext_Free(&context);
    return end;
}

}  // namespace

void add_sundials(const Motion& m, Contenders& to) {
    for (const double tolerance : tolerance_ladder(1e-4, 1e-14)) {
        to.push_back({Side::peer, "SUNDIALS", "CVODE Adams", written(tolerance), [=](long& steps) {
                          return m.heavy() ? by_cvode<true>(m, tolerance, steps) : by_cvode<false>(m, tolerance, steps);
                      }});
        to.push_back({Side::peer, "SUNDIALS", "ARKODE ERK 8", written(tolerance), [=](long& steps) {
                          return m.heavy() ? by_erk<true>(m, tolerance, steps) : by_erk<false>(m, tolerance, steps);
                      }});
    }
}

}  // namespace bench
