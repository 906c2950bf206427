// Normals that belong together: their means and the factor of their covariance.
#pragma once

#include <cstddef>
#include <vector>

#include "polhode/input/toml_text.hpp"

namespace polhode {

// A table with `mean` and `covariance`, or `deviation` and `correlation`: the means, then Cholesky's factor of the
// covariance, rows packed, as ensemble::DrawKind::correlated_normal wants them. `count` is how many normals there are.
// Throws InputError.
std::vector<double> read_correlated_normals(const TomlNode& table, std::size_t& count);

}  // namespace polhode
