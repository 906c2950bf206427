// The works that the registry names as sources, each as an entry of BibTeX: `polhode cite --bibtex`.
#pragma once

#include <string>
#include <vector>

namespace polhode {

struct Reference {
    std::string key;   // of the entry: "Robinson1958"
    std::string mark;  // how a source names it: "Robinson 1958"
    std::string entry;
};

// The five founding documents first, the others in the order of their authors, then those of formats and of estimators.
const std::vector<Reference>& bibliography();
// Those of files and messages of other programs (bibliography_formats.cpp).
std::vector<Reference> format_references();
// Those of estimators (bibliography_estimation.cpp).
std::vector<Reference> estimation_references();

// Those that a source of the registry names, "TN D-5302 eq. 16; Robinson 1958 eqs. 54-77".
std::vector<const Reference*> references_in(const std::string& source);

}  // namespace polhode
