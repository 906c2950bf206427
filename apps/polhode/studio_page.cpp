#include "studio_page.hpp"

#ifdef POLHODE_STUDIO_PAGE
asm(".section .rodata\n"
    ".global polhode_studio_page_begin\n"
    ".global polhode_studio_page_end\n"
    "polhode_studio_page_begin:\n"
    ".incbin \"" POLHODE_STUDIO_PAGE
    "\"\n"
    "polhode_studio_page_end:\n"
    ".byte 0\n"
    ".text\n");
extern "C" const char polhode_studio_page_begin[], polhode_studio_page_end[];
#endif

namespace polhode::app {

std::string studio_page() {
#ifdef POLHODE_STUDIO_PAGE
    return {polhode_studio_page_begin, polhode_studio_page_end};
#else
    return "";
#endif
}

}  // namespace polhode::app
