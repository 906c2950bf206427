// Bodies with an inside as an ensemble: what they share and the numbers of each, from a problem; and rows from the
// states that come back, as an ordinary run gives them (run/inside/inside_run.cpp).
#pragma once

#include <string>
#include <vector>

#include "polhode/ensemble/ensemble.hpp"
#include "polhode/problem/problem.hpp"
#include "polhode/problem/samples/sampled_torques.hpp"
#include "polhode/run/simulate.hpp"

namespace polhode {

// Torques by formulas that know nothing of the inside, which stand among those of the problem.
std::vector<const FormulaTorque<double>*> plain_formulas(const Problem& problem);

// What the inside of a problem makes of an ensemble; "" or why it makes none. Literals of formulas, which constants
// become too, are numbers of a body and no part of the shape.
std::string inside_shape_of(const Problem& problem, ensemble::InsideShape& shape, std::vector<double>& literals);

// The columns of the inside, of a problem with this shape.
void put_inside_columns(const Problem& problem, const ensemble::InsideShape& shape, const std::vector<double>& literals,
                        double* to);

// Whether the ensemble moves the body as the ordinary run does: y' at the start, to the last bit. Says no where a body
// has something that ensembles do not know yet.
bool moves_as_ordinary(const Problem& problem, const ensemble::Shape& shape, const double* columns);

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
