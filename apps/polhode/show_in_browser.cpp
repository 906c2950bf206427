#include "show_in_browser.hpp"

#include <cstdio>

#include "polhode/system/host/process.hpp"

namespace polhode::app {

void show_in_browser(const std::string& url) {
    if (system::start_program({"xdg-open", url}).error != 0)
        std::fputs("polhode: there is no xdg-open; please open the address yourself\n", stderr);
}

}  // namespace polhode::app
