// How large the files of a run become, while there is time to think again.
#pragma once

#include <string>

#include "polhode/method/method.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode {

// Rows of a run and numbers in each; as doubles, since nobody has looked at them yet.
double rows_of(const RunSpan& run);
double columns_in(const Problem& problem, const Method& method);

// "the rows take about 230 GB in out; 12 GB are free there", "" where they are small. `path`: one of the files; the
// bytes of all of them, as numbers usually are and as short as they can be. Throws InputError where the disk cannot
// hold the least.
std::string size_warning(double usual_bytes, double least_bytes, const std::string& path);

}  // namespace polhode
