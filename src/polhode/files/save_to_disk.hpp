// Makes a written file survive a power cut.
#pragma once

#include <string>

namespace polhode {

// To the disk: a file before it is given its name, or a folder with the names in it. Throws OutputError with `name`.
void save_to_disk(const std::string& path, const std::string& name);

}  // namespace polhode
