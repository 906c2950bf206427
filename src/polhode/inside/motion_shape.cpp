#include "polhode/inside/motion_shape.hpp"

#include <algorithm>

#include "polhode/inside/controller_operations.hpp"
#include "polhode/inside/inside_system.hpp"

namespace polhode {

using namespace ensemble;

namespace {

bool sees_matrix(const Expression& e) {
    bool sees = false;
    for (int i = value_of_matrix; i < value_of_rate; ++i) sees = sees || e.uses(i);
    return sees;
}

std::string of_formula(const Expression& e) { return "the formula '" + e.text() + "'"; }

// Why it is no ensemble, whatever its formulas are.
std::string not_together(const Problem& problem) {
    const Inside& inside = *problem.inside;
    for (const Rotor& r : inside.rotors) {
        if (r.table)
            return "the motor of '" + r.name + "' has a table, which does not go in SIMD lanes; a formula does";
        if (r.torque_limit > 0 || r.speed_limit > 0)
            return "the motor of '" + r.name +
                   "' has a limit, which each run reaches at another time; without limits motors go in SIMD lanes";
    }
    if (inside.has_parts())
        return "slugs, gyros and moments that change go one by one; rotors and states in SIMD lanes";
    if (inside.contact) return "bodies on a table go one by one; rotors and states in SIMD lanes";
    // what is counted here is all there is
    const InsideLayout layout(inside);
    int own = static_cast<int>(inside.rotors.size() + inside.states.size()), length = 7 + (layout.work >= 0 ? 1 : 0);
    for (const Rotor& r : inside.rotors) own += r.angle ? 1 : 0, length -= r.held() ? 1 : 0;
    if (layout.length != length + own || static_cast<int>(inside.variables().size()) != value_of_own + own)
        return "the inside of the body has parts that do not go in SIMD lanes; rotors, states and controllers do";
    const auto too_many = [](std::size_t count, int most, const char* what) {
        return count > static_cast<std::size_t>(most) ? "more than " + std::to_string(most) + " " + what
                                                      : std::string();
    };
    std::string why = too_many(inside.rotors.size(), most_inside_rotors, "rotors do not go in SIMD lanes");
    if (why.empty()) why = too_many(inside.states.size(), most_inside_states, "states do not go in SIMD lanes");
    if (why.empty())
        why = too_many(inside.torques.size() + plain_formulas(problem).size(), most_inside_torques,
                       "torques by formulas do not go in SIMD lanes");
    return why.empty() ? controllers_fit(inside) : why;
}

// All formulas, in the order in which their values are asked for: motors, states, torques of the problem and of the
// inside.
std::vector<const Expression*> formulas_in_order(const Problem& problem) {
    std::vector<const Expression*> all;
    for (const Rotor& r : problem.inside->rotors)
        if (r.torque) all.push_back(&*r.torque);
    for (const OwnState& s : problem.inside->states) all.push_back(&s.derivative);
    for (const auto* f : plain_formulas(problem))
        for (const Expression& e : f->formulas().all()) all.push_back(&e);
    for (const InnerTorque& t : problem.inside->torques)
        for (const Expression& e : *t.value) all.push_back(&e);
    return all;
}

void put_places(const Problem& problem, InsideShape& shape) {
    const Inside& inside = *problem.inside;
    const InsideLayout layout(inside);
    shape.length = layout.length;
    shape.work = layout.work;
    shape.rotors = static_cast<int>(inside.rotors.size());
    shape.states = static_cast<int>(inside.states.size());
    for (int k = 0; k < shape.rotors; ++k) {
        shape.rotor[k].at = layout.rotor[static_cast<std::size_t>(k)];
        shape.rotor[k].angle_at = layout.angle[static_cast<std::size_t>(k)];
    }
    for (int k = 0; k < shape.states; ++k) shape.state[k].at = layout.state[static_cast<std::size_t>(k)];
    int values = static_cast<int>(inside.variables().size());
    for (const auto* f : plain_formulas(problem))
        for (const Expression& e : f->formulas().all())
            if (sees_matrix(e) && shape.plain_matrix < 0) {
                shape.plain_matrix = values;
                values += 9;
            }
    for (const Expression* e : inside.formulas()) shape.sees_matrix = shape.sees_matrix || sees_matrix(*e);
    shape.literals_at = values;
}

}  // namespace

std::vector<const FormulaTorque<double>*> plain_formulas(const Problem& problem) {
    std::vector<const FormulaTorque<double>*> all;
    for (const TorqueModel& t : problem.torques)
        if (const auto* f = std::get_if<FormulaTorque<double>>(&t.torque)) all.push_back(f);
    return all;
}

std::string inside_shape_of(const Problem& problem, InsideShape& shape, std::vector<double>& literals) {
    shape = InsideShape{};
    literals.clear();
    if (const std::string why = not_together(problem); !why.empty()) return why;
    put_places(problem, shape);
    for (const Expression* e : problem.inside->formulas())
        if (corners_of(*e).of_state)
            return of_formula(*e) + " has a corner that the state decides, which each run meets at another time";
    OperationList list(shape, literals);
    for (const Expression* e : formulas_in_order(problem)) {
        if (corners_of(*e).of_time)
            return of_formula(*e) + " switches at times at which steps have to end; such ones do not go in SIMD lanes";
        list.count(*e);
    }
    count_controllers(*problem.inside, list);
    if (list.counted() > most_literals)
        return "formulas with more than " + std::to_string(most_literals) + " numbers do not go in SIMD lanes";
    const Inside& inside = *problem.inside;
    for (std::size_t k = 0; k < inside.rotors.size(); ++k)
        if (inside.rotors[k].torque) shape.rotor[k].torque = list.add(*inside.rotors[k].torque);
    for (std::size_t k = 0; k < inside.states.size(); ++k)
        shape.state[k].derivative = list.add(inside.states[k].derivative);
    const auto add_torque = [&](const std::array<Expression, 3>& three, torque::Frame frame, int matrix) {
        InsideShape::Torque& t = shape.torque[shape.torques++];
        for (std::size_t i = 0; i < 3; ++i) t.value[i] = list.add(three[i], matrix);
        t.world = frame == torque::Frame::world;
    };
    for (const auto* f : plain_formulas(problem)) add_torque(f->formulas().all(), f->frame(), shape.plain_matrix);
    for (const InnerTorque& t : inside.torques) add_torque(*t.value, t.frame, value_of_matrix);
    add_controllers(inside, shape, list);
    if (!list.finish())
        return "formulas with more than " + std::to_string(most_operations) + " operations do not go in SIMD lanes";
    place_controllers(shape, list);
    return "";
}

void put_inside_columns(const Problem& problem, const InsideShape& shape, const std::vector<double>& literals,
                        double* to) {
    const InsideNumbers<double> numbers(problem);
    const inside::TwoWordBody body = inside::two_word_body(problem);
    for (int k = 0; k < 9; ++k) to[inside_inverse + k] = inside::from_two<double>(body.inverse(k / 3, k % 3));
    const Vec3<double> held = inside::from_two<double>(body.held);
    for (int k = 0; k < 3; ++k) to[inside_held + k] = held[k];
    double* own = to + inside_rotors;
    for (const auto& r : numbers.rotors()) {
        for (int i = 0; i < 3; ++i) *own++ = r.axis[i];
        *own++ = r.moment, *own++ = r.speed, *own++ = r.friction;
    }
    const StateVector<double> y = numbers.start(start_quaternion(problem), problem.start.rate);
    for (int k = 4; k < shape.length; ++k) *own++ = y[k];
    std::copy(literals.begin(), literals.end(), own);
}

bool moves_as_ordinary(const Problem& problem, const Shape& shape, const double* columns) {
    InsideSystem<double> system(problem);
    const InsideShape& inside = *shape.inside;
    StateVector<double> y = system.numbers().start(start_quaternion(problem), problem.start.rate);
    if (y.length != inside.length) return false;
    std::vector<double> values(static_cast<std::size_t>(inside.values())), slope(static_cast<std::size_t>(y.length));
    InsideMotion<double> motion(shape, {columns, 1}, 0, values.data());
    // at the start much may be zero: further places too, whatever they are
    for (int look = 0; look < 3; ++look) {
        const double t = 0.375 * look;
        for (int k = 0; look > 0 && k < y.length; ++k) y[k] += 0.0625 / (look + k + 1);
        const StateVector<double> d = system(t, y);
        motion.slope(t, y.v, slope.data());
        for (int k = 0; k < y.length; ++k) {
            const double here = slope[static_cast<std::size_t>(k)];
            if (polhode::detail::bits_of(d[k]) != polhode::detail::bits_of(here) && !(d[k] != d[k] && here != here))
                return false;
        }
    }
    return true;
}

}  // namespace polhode
