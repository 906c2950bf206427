#include "polhode/problem/inside/inside.hpp"

#include <algorithm>

#include "polhode/problem/samples/sampled_torques.hpp"

namespace polhode {

namespace {

std::vector<std::string> own_names(const Inside& inside) {
    std::vector<std::string> names;
    for (const Rotor& r : inside.rotors) names.push_back(r.name);
    for (const Rotor& r : inside.rotors)
        if (r.angle) names.push_back(r.angle_name());
    for (const OwnState& s : inside.states) names.push_back(s.name);
    const auto add = [&](const std::vector<std::string>& some) { names.insert(names.end(), some.begin(), some.end()); };
    for (const KelvinSlug& s : inside.slugs) add(s.names());
    for (const ControlMomentGyro& g : inside.gyros) add(g.names());
    return names;
}

}  // namespace

std::vector<std::string> Inside::variables() const {
    std::vector<std::string> names = FormulaTorque<double>::variables();
    const std::vector<std::string> own = own_names(*this);
    names.insert(names.end(), own.begin(), own.end());
    if (contact) names.insert(names.end(), Contact::variables().begin(), Contact::variables().end());
    if (field) names.insert(names.end(), {"bx", "by", "bz"});
    return names;
}

std::vector<std::string> Inside::columns() const {
    std::vector<std::string> names = own_names(*this);
    if (contact) names.insert(names.end(), Contact::columns().begin(), Contact::columns().end());
    if (works()) names.emplace_back("work");
    return names;
}

bool Inside::has_rotor(Rotor::Kind kind) const {
    return std::any_of(rotors.begin(), rotors.end(), [&](const Rotor& r) { return r.kind == kind; });
}

bool Inside::works() const {
    if (contact) return contact->loses();
    return std::any_of(rotors.begin(), rotors.end(),
                       [](const Rotor& r) { return r.kind != Rotor::Kind::free || r.loses(); }) ||
           !slugs.empty() || energy_sink > 0 || sets_speeds() ||
           std::any_of(gyros.begin(), gyros.end(), [](const ControlMomentGyro& g) { return g.works(); });
}

bool Inside::sets_speeds() const {
    return std::any_of(events.begin(), events.end(), [](const Event& e) { return !e.speeds.empty(); });
}

bool Inside::is_moved() const {
    return changing.any() || !masses.empty() ||
           std::any_of(gyros.begin(), gyros.end(), [](const ControlMomentGyro& g) { return g.steered(); });
}

bool Inside::has_parts() const {
    return !slugs.empty() || !gyros.empty() || !masses.empty() || changing.any() || energy_sink > 0;
}

bool Inside::acted_on() const {
    const auto impulse = [](const Event& e) { return e.action == Event::Action::impulse; };
    const auto outside = [](const DryFriction& f) { return f.rotor < 0; };
    return !torques.empty() || std::any_of(events.begin(), events.end(), impulse) ||
           std::any_of(frictions.begin(), frictions.end(), outside);
}

std::vector<const Expression*> Inside::formulas() const {
    std::vector<const Expression*> all;
    for (const Rotor& r : rotors)
        if (r.torque) all.push_back(&*r.torque);
    for (const OwnState& s : states) all.push_back(&s.derivative);
    for (const ControlMomentGyro& g : gyros)
        for (const auto* e : {&g.gimbal_torque, &g.wheel_torque})
            if (*e) all.push_back(&**e);
    for (const InnerTorque& t : torques)
        for (const Expression& e : *t.value) all.push_back(&e);
    for (const ControlMomentGyro& g : gyros)
        if (g.steering) all.push_back(&*g.steering);
    const auto add = [&](const TimeFormulas& three) {
        if (three)
            for (const Expression& e : *three) all.push_back(&e);
    };
    for (const TimeFormulas* three : {&changing.moments, &changing.products, &changing.momentum}) add(*three);
    for (const MovingMass& m : masses) add(m.path);
    return all;
}

std::vector<const Expression*> Inside::all_formulas() const {
    std::vector<const Expression*> all = formulas();
    for (const Event& e : events) {
        all.push_back(&e.when);
        for (const auto* sets : {&e.sets, &e.speeds})
            for (const auto& set : *sets) all.push_back(&set.second);
        if (e.impulse)
            for (const Expression& one : *e.impulse) all.push_back(&one);
    }
    for (const Controller& c : controllers)
        for (const auto* numbers : {&c.measured, &c.memory, &c.outputs})
            for (const Controller::Number& n : *numbers) all.push_back(&n.value);
    return all;
}

void Inside::switching_times(double end, std::vector<double>& times) const {
    const auto look = [&](const std::shared_ptr<const SampledHistory>& table) {
        if (!table) return;
        table->require_cover(end);
        table->switching_times(end, times);
    };
    for (const Rotor& r : rotors) look(r.table);
    look(changing.table);
    for (const Expression* formula : formulas())
        if (corners_of(*formula).of_time) find_switches(*formula, end, times);
    // An event that the time alone decides: its times are found before the run, as those of sign(when).
    for (const Event& e : events) {
        std::vector<Expression::Instruction> sign = e.when.tape();
        sign.push_back({Expression::Op::sign, 0, 0});
        const Expression side("sign(" + e.when.text() + ")", std::move(sign));
        if (!corners_of(side).of_state) find_switches(side, end, times);
    }
}

}  // namespace polhode
