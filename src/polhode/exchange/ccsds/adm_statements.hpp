// An attitude message as a sequence of statements, whether it was written with keywords (KVN) or as XML.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/exchange/byte_source.hpp"

namespace polhode {

struct AdmStatement {
    enum class Kind {
        pair,   // KEY = VALUE [unit]
        mark,   // META_START, DATA_STOP, ...
        row,    // a line of data: words between blanks
        named,  // a row of XML: numbers by their names
    };
    Kind kind = Kind::pair;
    Place place;
    std::string key, value, unit;
    std::map<std::string, std::string> fields;  // of `named`
};

class AdmStatements {
 public:
    virtual ~AdmStatements() = default;
    // False after the last. Comments are passed over. Throws InputError for what is no message.
    virtual bool next(AdmStatement& statement) = 0;
};

// By its first characters. `longest_line`: characters in a line of keywords.
std::unique_ptr<AdmStatements> adm_statements(ByteSource& source, std::size_t longest_line);

// "aem" for `CCSDS_AEM_VERS = ...` and `<aem ...>`, and so on; "" where it is none.
std::string adm_kind(std::string_view front);

}  // namespace polhode
