#include "polhode/inside/controller_operations.hpp"

#include <array>

#include "polhode/inside/inside_layout.hpp"

namespace polhode {

using ensemble::InsideShape;
using ensemble::most_controllers;
using ensemble::most_delayed;
using ensemble::most_held_numbers;

namespace {

// Measured, remembered, given out: in the order in which a sample does it.
std::array<const std::vector<Controller::Number>*, 3> parts_of(const Controller& c) {
    return {&c.measured, &c.memory, &c.outputs};
}

}  // namespace

std::string controllers_fit(const Inside& inside) {
    if (inside.controllers.size() > static_cast<std::size_t>(most_controllers))
        return "more than " + std::to_string(most_controllers) + " controllers do not go in SIMD lanes";
    std::size_t held = 0, delayed = 0;
    for (const Controller& c : inside.controllers) {
        for (const auto* numbers : parts_of(c)) held += numbers->size();
        delayed += static_cast<std::size_t>(c.delay) * c.outputs.size();
    }
    if (held > static_cast<std::size_t>(most_held_numbers))
        return "controllers with more than " + std::to_string(most_held_numbers) + " numbers do not go in SIMD lanes";
    if (delayed > static_cast<std::size_t>(most_delayed))
        return "controllers with more than " + std::to_string(most_delayed) +
               " outputs on their way do not go in SIMD lanes; a shorter delay does";
    return "";
}

void count_controllers(const Inside& inside, OperationList& list) {
    for (const Controller& c : inside.controllers)
        for (const auto* numbers : parts_of(c))
            for (const Controller::Number& n : *numbers) {
                list.count(n.value);
                if (n.quantum > 0) list.count(n.quantum);
                if (n.limit > 0) list.count(n.limit);
            }
}

void add_controllers(const Inside& inside, InsideShape& shape, OperationList& list) {
    const InsideLayout layout(inside);
    int held = 0;
    for (const Controller& c : inside.controllers) {
        InsideShape::Controller& to = shape.controller[shape.controllers++];
        to.rate_hz = c.rate_hz, to.period = c.period, to.first = c.first;
        to.delay = static_cast<int>(c.delay);
        to.line = shape.delayed;
        shape.delayed += to.delay * static_cast<int>(c.outputs.size());
        for (std::size_t part = 0; part < 3; ++part) {
            list.begin_part();
            for (const Controller::Number& n : *parts_of(c)[part]) {
                InsideShape::Held& one = shape.held[held++];
                one.at = layout.state[n.state];
                one.value = list.add(n.value);
                if (n.quantum > 0) one.quantum = list.add_number();
                if (n.limit > 0) one.limit = list.add_number();
                for (int i = ensemble::value_of_matrix; i < ensemble::value_of_rate; ++i)
                    shape.sees_matrix = shape.sees_matrix || n.value.uses(i);
            }
            to.numbers[part + 1] = held;
        }
        to.numbers[0] = held - static_cast<int>(c.measured.size() + c.memory.size() + c.outputs.size());
    }
}

void place_controllers(InsideShape& shape, const OperationList& list) {
    for (int k = 0; k < shape.controllers; ++k)
        for (int part = 0; part < 4; ++part) shape.controller[k].operations[part] = list.first_of(3 * k + part + 1);
}

}  // namespace polhode
