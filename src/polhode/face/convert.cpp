#include "polhode/library/convert.hpp"

#include "polhode/problem/attitudes/attitude.hpp"

namespace polhode {

std::vector<std::string> attitude_names() { return convertible_names(); }

std::vector<std::string> attitude_number_names(const std::string& representation) {
    return parameter_names(representation);
}

std::vector<double> attitude_as(const std::string& to, const std::string& from, const std::vector<double>& numbers) {
    return convert_attitude(from, numbers, to);
}

}  // namespace polhode
