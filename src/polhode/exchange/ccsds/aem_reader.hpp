// Attitude ephemeris messages, versions 1 and 2, as keywords and as XML.
#pragma once

#include "polhode/exchange/byte_source.hpp"
#include "polhode/exchange/imported.hpp"

namespace polhode {

// Throws InputError.
void read_aem(ByteSource& source, const ImportRequest& request, ImportGate& gate);

}  // namespace polhode
