#include "polhode/exchange/ccsds/inertia_words.hpp"

#include "polhode/base/shortest.hpp"

namespace polhode {

Mat3<double> adm_inertia(const AdmBlock& block, bool numbered, const ImportRequest& request) {
    const auto number = [&](int i, int j) {
        const char* const names = numbered ? "123" : "XYZ";
        return block.number(std::string("I") + names[i] + names[j], "kg*m**2");
    };
    const double sign = request.cross_products_as_tensor ? 1 : -1;
    Mat3<double> inertia{};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            inertia(i, j) = i == j ? number(i, i) : sign * number(i < j ? i : j, i < j ? j : i) + 0.0;  // no -0
    return inertia;
}

std::string inertia_note(const Mat3<double>& inertia, const ImportRequest& request) {
    std::string text = "the inertia tensor is understood as [";
    for (int i = 0; i < 3; ++i) {
        text += i ? ", [" : "[";
        for (int j = 0; j < 3; ++j) text += (j ? ", " : "") + shortest(inertia(i, j));
        text += "]";
    }
    return text + "] kg m^2, " +
           (request.cross_products_as_tensor ? "cross products as they stand" : "with -IXY as the book has it") +
           " (--cross-products)";
}

}  // namespace polhode
