// Whether a person reads along, and how wide the window is.
#pragma once

namespace polhode::system {

enum class Stream { output, error };

bool is_terminal(Stream stream);
// In columns; 0 where it is no terminal or does not say.
int terminal_width(Stream stream);

}  // namespace polhode::system
