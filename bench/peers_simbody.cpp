// Simbody, in a library of its own that is loaded when the benchmark runs: its copies of LAPACK and CPODES must not
// meet those of other peers.
#include <Simbody.h>

#include "simbody_call.hpp"

extern "C" int bench_simbody(const bench::SimbodyCall* call, double* state, long* steps) try {
    using namespace SimTK;
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    const Vec3 at(call->at[0], call->at[1], call->at[2]);
    if (call->g != 0) Force::UniformGravity(forces, matter, Vec3(0, 0, -call->g));
    const Body::Rigid body(
        MassProperties(call->mass, at, Inertia(call->moments[0], call->moments[1], call->moments[2])));
    MobilizedBody::Ball ball(matter.Ground(), body);
    State s = system.realizeTopology();
    const double* y = call->start;
    ball.setQToFitRotation(s, Rotation(Quaternion(Vec4(y[0], y[1], y[2], y[3]))));
    const Rotation R = Rotation(Quaternion(Vec4(y[0], y[1], y[2], y[3])));
    ball.setUToFitAngularVelocity(s, R * Vec3(y[4], y[5], y[6]));

    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(call->accuracy);
    integrator.setFinalTime(call->duration);
    integrator.initialize(s);
    while (integrator.getTime() < call->duration) integrator.stepTo(call->duration);
    const State& end = integrator.getState();
    system.realize(end, Stage::Velocity);
    const Quaternion q = ball.getBodyRotation(end).convertRotationToQuaternion();
    const Vec3 w = ~ball.getBodyRotation(end) * ball.getBodyAngularVelocity(end);
    for (int i = 0; i < 4; ++i) state[i] = q[i];
    for (int i = 0; i < 3; ++i) state[4 + i] = w[i];
    *steps = integrator.getNumStepsTaken();
    return 0;
} catch (const std::exception&) {
    return 1;
}
