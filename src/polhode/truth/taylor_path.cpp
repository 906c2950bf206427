#include "polhode/truth/taylor_path.hpp"

#include "polhode/arithmetic/two_words_elementary.hpp"
#include "polhode/inside/inside_path.hpp"
#include "polhode/problem/overloaded.hpp"
#include "polhode/problem/torques/plate_sides.hpp"

namespace polhode {

std::string no_taylor_series(const Problem& problem, double end, CubicRows rows) {
    std::string why;
    const auto look_at = [&](const ThreeFormulas& f, const std::string& what) {
        std::vector<double> times;
        if (f.corners().of_state)
            why = what + " switches, or has a corner, where the state says so (abs, min, max, if, sign, ...)";
        else if (!f.switching_times(end, times))
            why = what + " switches more than " + std::to_string(most_switches) + " times";
    };
    const auto look_at_rows = [&](const SampledHistory& h, const std::string& what) {
        if (h.cubic() && rows == CubicRows::crossed)
            why = "the third derivative of a cubic " + what + " table jumps at its rows";
    };
    for (const TorqueModel& m : problem.torques) {
        const TorqueFacts facts = facts_of(m);
        if (facts.only_called) why = "a torque is known only as a function to call";
        // steps end where a plate is edge-on (with_empty_inside)
        if (facts.corners && !plate_of(m)) why = "the torque '" + m.kind + "' has a corner where the state says so";
        if (facts.formulas) look_at(*facts.formulas, "a torque formula");
        if (facts.table) look_at_rows(*facts.table, "torque");
    }
    if (problem.inside && why.empty()) why = no_inside_series(problem, end);
    if (problem.rates) {
        const RatesFacts facts = facts_of(*problem.rates);
        if (facts.only_called) why = "the rate is known only as a function to call";
        if (facts.formulas) look_at(*facts.formulas, facts.of_angles ? "an angle formula" : "a rate formula");
        if (facts.table) look_at_rows(*facts.table, "rate");
    }
    return why;
}

namespace {

// With at most one gravity gradient, which turns or does not.
bool fit_recurrences(const Problem& problem, bool turning) {
    int gradients = 0;
    for (const TorqueModel& m : problem.torques) {
        const bool fits = std::visit(
            Overloaded{
                [](const torque::Gravity<double>&) { return true; },
                [](const torque::Rockets<double>&) { return true; },
                [](const torque::Constant<double>&) { return true; },
                [](const torque::Thruster<double>&) { return true; },
                [](const torque::Damping<double>&) { return true; },
                [&](const torque::GravityGradient<double>& g) { return g.turning == turning && ++gradients == 1; },
                [](const TableTorque<double>&) { return false; }, [](const FormulaTorque<double>&) { return false; },
                [](const CallableTorque<double>&) { return false; },
                [](const ExternalTorque<double>& e) { return e.model().facts().weight.has_value(); }},
            m.torque);
        if (!fits) return false;
    }
    return !turning || gradients == 1;
}

}  // namespace

bool polynomial_torques(const Problem& problem) { return fit_recurrences(problem, false); }
bool polynomial_and_turning(const Problem& problem) { return fit_recurrences(problem, true); }

template <class T>
integrate::PolynomialTorque<T> polynomial_torque(const Problem& problem, const PrincipalFrame<T>& frame, double begin,
                                                 double end) {
    integrate::PolynomialTorque<T> p;
    const auto in_P = [&](const Vec3<double>& v_B) { return frame.to_principal(cast<T>(v_B)); };
    for (const TorqueModel& m : problem.torques)
        std::visit(Overloaded{[&](const torque::Gravity<double>& g) {
                                  p.add_weight(static_cast<T>(g.mass) * static_cast<T>(g.g) * in_P(g.at));
                              },
                              [&](const torque::Rockets<double>& r) {
                                  p.add_weight(static_cast<T>(r.k) * in_P(Vec3<double>{0, 0, 1}));
                              },
                              [&](const torque::Constant<double>& c) {
                                  if (c.frame == torque::Frame::body)
                                      p.constant = p.constant + in_P(c.value);
                                  else
                                      p.add_world(cast<T>(c.value));
                              },
                              [&](const torque::Thruster<double>& t) {
                                  const double middle = 0.5 * (begin + end);
                                  if (!(t.start <= middle && middle < t.stop)) return;
                                  const T times = t.couple ? T(2) : T(1);
                                  if (t.frame == torque::Frame::body)
                                      p.constant = p.constant + times * cross(in_P(t.at), in_P(t.force));
                                  else
                                      p.add_world_force(times * cast<T>(t.force), in_P(t.at));
                              },
                              [&](const torque::Damping<double>& d) {
                                  p.damped = true;
                                  const Mat3<T> c = Mat3<T>::diagonal(cast<T>(d.coefficients));
                                  p.damping =
                                      p.damping + (frame.same_axes ? c : frame.R_BP.transposed() * c * frame.R_BP);
                              },
                              [&](const torque::GravityGradient<double>& g) {
                                  if (g.turning) return;  // TurningGradient
                                  p.gradient = T(3) * static_cast<T>(g.orbit_rate) * static_cast<T>(g.orbit_rate);
                                  p.gradient_towards = cast<T>(g.towards);
                              },
                              [&](const ExternalTorque<double>& e) {
                                  const auto weight = e.model().facts().weight;
                                  if (weight) p.add_weight(static_cast<T>(weight->force) * in_P(weight->arm));
                              },
                              // polynomial_torques() says no
                              [](const TableTorque<double>&) {}, [](const FormulaTorque<double>&) {},
                              [](const CallableTorque<double>&) {}},
                   m.torque);
    return p;
}
template integrate::PolynomialTorque<double> polynomial_torque(const Problem&, const PrincipalFrame<double>&, double,
                                                               double);
template integrate::PolynomialTorque<float> polynomial_torque(const Problem&, const PrincipalFrame<float>&, double,
                                                              double);
template integrate::PolynomialTorque<Counting<double>> polynomial_torque(const Problem&,
                                                                         const PrincipalFrame<Counting<double>>&,
                                                                         double, double);
template integrate::PolynomialTorque<exact::Two> polynomial_torque(const Problem&, const PrincipalFrame<exact::Two>&,
                                                                   double, double);

template class integrate::TaylorBody<double, PathAlone>;
template class integrate::TaylorBody<double, TurningGradient<double>>;

}  // namespace polhode
