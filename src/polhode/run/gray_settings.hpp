// Gray's procedure as a scenario asks for it: attitude "dcm-gray", constraints "gray-1" and "gray-2", and the choice of
// three equations out of nine.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "polhode/constrain/gray.hpp"
#include "polhode/method/method.hpp"
#include "polhode/method/resolved_method.hpp"
#include "polhode/problem/problem.hpp"

namespace polhode {

struct GraySettings {
    double scale = 0.5;      // M
    bool corrected = false;  // false: method 0, all nine cosines integrated and left as they come
    GrayOrthogonalising method = GrayOrthogonalising::smallest_turn;
    GrayCorrections corrections = GrayCorrections::together;
    GrayDoubling doubling = GrayDoubling::after_rounding;
    // Three cosines to integrate, the other six by identities; 3 row + column
    std::optional<std::array<int, 3>> equations{};

    template <class T>
    GrayProcedure<T> procedure() const {
        return GrayProcedure<T>(scale, method, corrections, doubling);
    }
};

// Whether a method's matrix is run here: dcm-gray, or dcm under one of Gray's constraints.
bool is_gray(const Method& method);
// The settings of a method that is_gray; an InputError where they do not go together.
GraySettings gray_settings_of(const Method& method);
// Throws InputError where such a method cannot run.
void check_gray(const Problem& problem, const Method& method, const ResolvedMethod& m);

// The nine cosines in the document's letters, row by row.
const std::vector<std::string>& gray_cosine_names();
// Each stage solves the identities, so that methods of many stages are not offered.
template <class Tableau>
inline constexpr bool few_gray_stages = Tableau::stages <= 4;

// The start of a direction-cosine method: a matrix as it was given, anything else converted once.
Mat3<double> start_matrix(const Problem& problem);

}  // namespace polhode
