#include "polhode/sweep/compute/sweep_inside.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

using namespace ensemble;

// DoubleStepper::grid_step (run/inside/double_stepper.cpp) from step to step, without those on the way
void inside_grid(double step, double duration, double& whole, double& last) {
    double n = std::max(0.0, std::floor(duration / step) - 2);
    while (!(duration - (n + 1) * step < 1e-9 * step)) ++n;
    const bool ends_on_grid = std::fabs(duration - (n + 1) * step) <= 1e-9 * step;
    whole = ends_on_grid ? n + 1 : n;
    last = ends_on_grid ? 0 : duration - n * step;
}

std::string inside_rows(double step, double whole, double last, const RunSpan& span, std::vector<double>& times,
                        std::vector<long long>& steps) {
    if (span.duration / span.sample > 1e6) return "more than a million rows in each run";
    const double begin_of_last = (last > 0 ? whole : whole - 1) * step;
    const double end = span.duration - 1e-9 * (span.duration - begin_of_last);
    for (long i = 1;; ++i) {
        const double t = static_cast<double>(i) * span.sample;
        if (!(t < end)) break;
        // at the end of a step, as the ordinary run measures it
        const double n = std::round(t / step), to = n * step, same = 1e-9 * (to - (n - 1) * step);
        if (n < 1 || n > whole || t < to - same || t > to + same) return "rows lie between steps";
        times.push_back(t);
        steps.push_back(static_cast<long long>(n));
    }
    times.push_back(span.duration);
    steps.push_back(static_cast<long long>(whole));
    return "";
}

InsideRows::InsideRows(const Shape& shape, const double* body, long long stride)
    : shape_(shape),
      columns_(body),
      stride_(stride),
      body_(shape, {body, stride}, 0),
      inertia_(load_tensor<double>({body, stride}, 0)) {
    const int first = shape_.first_inside() + shape_.inside->start_at();
    for (int k = 0; k < shape_.inside->length; ++k)
        start_[k] = columns_[(k < 4 ? at_attitude + k : first + k - 4) * stride_];
    first_rate_ = body_.rate(start_);
}

void InsideRows::start(Row& row) {
    for (int k = 0; k < shape_.inside->length; ++k) y_[k] = start_[k];
    row.t = 0;
    made(row);
}

void InsideRows::fill(Row& row, const double* y, long long stride) {
    for (int k = 0; k < shape_.inside->length; ++k) y_[k] = y[k * stride];
    made(row);
}

void InsideRows::made(Row& row) {
    const InsideShape& inside = *shape_.inside;
    row.q_NB = {y_[0], y_[1], y_[2], y_[3]};
    row.w_NB_B = body_.rate(y_);
    row.L_N = to_world(row.q_NB, Vec3<double>{y_[4], y_[5], y_[6]});
    row.defect = defect(row.q_NB);
    row.energy = body_.kinetic_energy(inertia_, y_, row.w_NB_B) + potential(shape_, columns_, stride_, row.q_NB);
    row.work = dot(body_.held, row.w_NB_B - first_rate_) + (inside.work < 0 ? 0 : y_[inside.work]);
    own_.clear();
    for (int k = 0; k < inside.rotors; ++k) own_.push_back(body_.speed(k, y_, row.w_NB_B));
    for (int k = 0; k < inside.rotors; ++k)
        if (inside.rotor[k].angle_at >= 0) own_.push_back(y_[inside.rotor[k].angle_at]);
    for (int k = 0; k < inside.states; ++k) own_.push_back(y_[inside.state[k].at]);
    // where motors or bearings do any; nobody asks for a column that is not there
    own_.push_back(row.work);
    row.state = own_;
    // the start as it was given
    if (row.t == 0)
        for (int k = 0; k < 3; ++k) row.w_NB_B[k] = columns_[(at_rate + k) * stride_];
}

}  // namespace polhode
