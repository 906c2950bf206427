// Linear algebra of a few unknowns: eigenvectors of symmetric matrices, linear systems, and least squares of a
// function.
#pragma once

#include <functional>
#include <vector>

namespace polhode::estimate {

using Numbers = std::vector<double>;
using Matrix = std::vector<Numbers>;  // rows

struct EigenSystem {
    Numbers values;  // rising
    Matrix vectors;  // vectors[i] belongs to values[i]
};
// Jacobi's rotations.
EigenSystem symmetric_eigen(Matrix a);

// x with a x = b by elimination with pivots; empty where a has no inverse.
Numbers solved(Matrix a, Numbers b);
Matrix product(const Matrix& a, const Matrix& b);
// Empty where there is none.
Matrix inverse_of(const Matrix& a);

struct LeastSquares {
    Numbers x;
    double sum_of_squares = 0;
    Matrix covariance;  // of x, with the residuals' own variance; empty where it cannot be told
    int iterations = 0;
};
// Levenberg and Marquardt with differences for derivatives; scale[i] is the size in which x[i] is counted.
LeastSquares least_squares(Numbers x, const Numbers& scale, const std::function<Numbers(const Numbers&)>& residuals);

}  // namespace polhode::estimate
