// Text of a report and how it becomes HTML: plain UTF-8 with four marks, `code`, *emphasis*, x^2 or x^{n+1} for a
// raised, e_{max} for a lowered part. Everything else is shown as it stands; nothing in it can become an element.
#pragma once

#include <string>

namespace polhode {

std::string html_of(const std::string& text);
std::string html_escaped(const std::string& text);
// One <p> for each part between empty lines.
std::string paragraphs_of(const std::string& text);
// The same text without its marks, for attributes, JSON and terminals.
std::string plain_of(const std::string& text);
// "figure-3": small letters, digits and hyphens, for names of files and links.
std::string identifier_of(const std::string& text);

// "1.244 × 10^{-7}": a number as a report writes it, with so many significant digits.
std::string significant(double value, int digits = 4);

}  // namespace polhode
