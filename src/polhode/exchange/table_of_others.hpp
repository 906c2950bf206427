// A table of anybody: which column is what is said once, in words, and remembered in a small file beside it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "polhode/registry/registry.hpp"

namespace polhode {

// What can be said of a table: its columns, orders, directions, units, frames.
std::vector<Parameter> table_words();

// "log.csv.toml": where it is remembered.
std::string table_words_file(const std::string& path);
// What is remembered of the table, with what is said now in its place; as it would stand in that file. Throws
// InputError.
std::map<std::string, std::string> remembered_words(const std::string& path,
                                                    const std::map<std::string, std::string>& said_now);
std::string table_words_text(const std::map<std::string, std::string>& words);

}  // namespace polhode
