// Bodies with an inside as an ensemble (inside/motion_shape.hpp): their steps, and rows from the states that come back,
// as an ordinary run gives them (run/inside/inside_run.cpp).
#pragma once

#include <string>
#include <vector>

#include "polhode/ensemble/ensemble.hpp"
#include "polhode/inside/motion_shape.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

// Whole steps of `step`, and the shorter one after them or 0: those of the ordinary run.
void inside_grid(double step, double duration, double& whole, double& last);
// The times of rows after the start and the steps before each; "" or why an ensemble cannot give them.
std::string inside_rows(double step, double whole, double last, const RunSpan& span, std::vector<double>& times,
                        std::vector<long long>& steps);

// One body's rows.
class InsideRows {
 public:
    // `body`: its columns
    InsideRows(const ensemble::Shape& shape, const double* body, long long stride);
    // The start as given, before controllers look.
    void start(Row& row);
    // The row of the state whose number k is y[k * stride]; row.state is good until the next one.
    void fill(Row& row, const double* y, long long stride);

 private:
    void made(Row& row);

    const ensemble::Shape& shape_;
    const double* columns_;
    long long stride_;
    ensemble::InsideBody<double> body_;
    Mat3<double> inertia_;
    Vec3<double> first_rate_{};
    double start_[ensemble::longest_inside], y_[ensemble::longest_inside];
    std::vector<double> own_;
};

}  // namespace polhode
