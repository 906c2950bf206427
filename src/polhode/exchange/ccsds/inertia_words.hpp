// The inertia of a message, in either version's words.
#pragma once

#include "polhode/exchange/ccsds/adm_words.hpp"

namespace polhode {

// IXX .. IYZ, or I11 .. I23. The book's tensor holds -IXY (504.0-B-2 annex F6); some programs write IXY as it stands in
// it.
Mat3<double> adm_inertia(const AdmBlock& block, bool numbered, const ImportRequest& request);
// "[[1, 0, 0], ...]" for a note: what was understood.
std::string inertia_note(const Mat3<double>& inertia, const ImportRequest& request);

}  // namespace polhode
