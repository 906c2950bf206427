// How much room a text takes in a terminal.
#pragma once

#include <string>
#include <string_view>

namespace polhode {

// Columns a terminal needs for a UTF-8 text (combining marks none, East Asian wide characters and emoji two). A byte
// that is not UTF-8 is shown as a mark of one column.
int display_width(std::string_view text);
// The text cut to `width` columns, with an ellipsis where something was left out.
std::string shortened(std::string_view text, int width);

}  // namespace polhode
