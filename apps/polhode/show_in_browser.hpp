#pragma once

#include <string>

namespace polhode::app {

// The system's own way to show an address; the browser outlives us.
void show_in_browser(const std::string& url);

}  // namespace polhode::app
