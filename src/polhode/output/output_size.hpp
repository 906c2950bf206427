// How large the files of a run become, while there is time to think again.
#pragma once

#include <string>

#include "polhode/method/method.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode {

// Rows of a run and numbers in each; as doubles, since nobody has looked at them yet.
double rows_of(const RunSpan& run);
double columns_in(const Problem& problem, const Method& method);

// "the rows will take about 230 GB (1.2e+10 numbers); 12 GB are free there", "" where they are small. `path`: one of
// the files. Throws InputError where the disk cannot hold them however short their numbers are.
std::string size_warning(double numbers, bool text, bool binary, const std::string& path);

}  // namespace polhode
