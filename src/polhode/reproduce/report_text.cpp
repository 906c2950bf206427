#include "polhode/reproduce/report_text.hpp"

#include <cctype>
#include <cmath>
#include <cstddef>

#include "polhode/base/readable.hpp"

namespace polhode {

std::string html_escaped(const std::string& text) {
    std::string html;
    for (const char c : text) {
        if (c == '&')
            html += "&amp;";
        else if (c == '<')
            html += "&lt;";
        else if (c == '>')
            html += "&gt;";
        else if (c == '"')
            html += "&quot;";
        else if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t')
            html += ' ';
        else
            html += c;
    }
    return html;
}

namespace {

// Walks through the marks of a text and hands every piece to `put(open, piece, close)`.
template <class Put>
void marked(const std::string& text, Put put) {
    std::string plain;
    const auto flush = [&] {
        if (!plain.empty()) put("", plain, "");
        plain.clear();
    };
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == '`') {
            const std::size_t end = text.find('`', i + 1);
            if (end != std::string::npos) {
                flush();
                put("<code>", text.substr(i + 1, end - i - 1), "</code>");
                i = end + 1;
                continue;
            }
        }
        // emphasis begins before a letter and ends behind one, so that products keep their star
        if (c == '*' && i + 1 < text.size() && std::isalpha(static_cast<unsigned char>(text[i + 1])) &&
            (i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1])))) {
            const std::size_t end = text.find('*', i + 1);
            if (end != std::string::npos && text[end - 1] != ' ' && end - i < 200) {
                flush();
                put("<em>", text.substr(i + 1, end - i - 1), "</em>");
                i = end + 1;
                continue;
            }
        }
        if ((c == '^' || c == '_') && i + 1 < text.size()) {
            std::size_t begin = i + 1, end = begin, next = begin;
            if (text[begin] == '{') {
                end = text.find('}', ++begin);
                next = end == std::string::npos ? end : end + 1;
            } else if (c == '^') {
                if (text[end] == '-' || text[end] == '+') ++end;
                const std::size_t digits = end;
                while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
                next = end;
                if (end == digits) end = std::string::npos;
            } else {
                end = std::string::npos;
            }
            if (end != std::string::npos) {
                flush();
                put(c == '^' ? "<sup>" : "<sub>", text.substr(begin, end - begin), c == '^' ? "</sup>" : "</sub>");
                i = next;
                continue;
            }
        }
        plain += c;
        ++i;
    }
    flush();
}

}  // namespace

std::string html_of(const std::string& text) {
    std::string html;
    marked(text, [&](const char* open, const std::string& piece, const char* close) {
        html += open + html_escaped(piece) + close;
    });
    return html;
}

std::string plain_of(const std::string& text) {
    std::string plain;
    marked(text, [&](const std::string& open, const std::string& piece, const char*) {
        plain += (open == "<sup>" ? "^" : open == "<sub>" ? "_" : "") + piece;
    });
    return plain;
}

std::string paragraphs_of(const std::string& text) {
    std::string html;
    std::size_t begin = 0;
    while (begin < text.size()) {
        std::size_t end = text.find("\n\n", begin);
        if (end == std::string::npos) end = text.size();
        const std::string one = text.substr(begin, end - begin);
        if (one.find_first_not_of(" \n") != std::string::npos) html += "<p>" + html_of(one) + "</p>\n";
        begin = end + 2;
    }
    return html;
}

std::string identifier_of(const std::string& text) {
    std::string id;
    for (const unsigned char c : plain_of(text)) {
        if (std::isalnum(c))
            id += static_cast<char>(std::tolower(c));
        else if (!id.empty() && id.back() != '-')
            id += '-';
    }
    while (!id.empty() && id.back() == '-') id.pop_back();
    return id.empty() ? "part" : id;
}

std::string significant(double value, int digits) {
    if (!std::isfinite(value)) return std::isnan(value) ? "none" : value > 0 ? "infinite" : "-infinite";
    const std::string text = readable(value, digits);
    const std::size_t e = text.find('e');
    if (e == std::string::npos) return text;
    return text.substr(0, e) + " × 10^{" + std::to_string(std::stoi(text.substr(e + 1))) + "}";
}

}  // namespace polhode
