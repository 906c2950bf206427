#include "polhode/base/nearest_names.hpp"

#include <algorithm>
#include <cctype>

#include "polhode/base/diagnostic.hpp"

namespace polhode {

std::vector<std::string> nearest_names(const std::string& read, const std::vector<std::string>& known,
                                       std::size_t most) {
    constexpr std::size_t telling = 3;  // letters
    std::vector<std::string> near;
    if (const std::string first = nearest_name(read, known); !first.empty() && most > 0) near.push_back(first);
    const auto lower = [](std::string text) {
        for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        return text;
    };
    for (const std::string& name : known)
        if (near.size() < most && read.size() >= telling && lower(name).find(lower(read)) != std::string::npos &&
            std::find(near.begin(), near.end(), name) == near.end())
            near.push_back(name);
    return near;
}

}  // namespace polhode
