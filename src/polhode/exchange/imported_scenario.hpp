// A scenario from somebody else's file: a state and a body to run on from, or a history of rates.
#pragma once

#include <string>

#include "polhode/exchange/import.hpp"

namespace polhode {

// `rows_file`: where the rows of a history stand as CSV. Throws InputError where the file holds neither rates nor a
// body.
std::string imported_scenario(const ImportedFile& file, const std::string& path, const std::string& rows_file);

}  // namespace polhode
