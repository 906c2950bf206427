// The studio's page, where the build found it (make studio).
#pragma once

#include <string>

namespace polhode::app {

std::string studio_page();  // "" where this program was built without it

}  // namespace polhode::app
