#include "polhode/exchange/ccsds/adm_statements.hpp"

#include <algorithm>
#include <deque>

#include "polhode/exchange/ccsds/xml_events.hpp"
#include "polhode/exchange/text_lines.hpp"
#include "polhode/input/csv_rows.hpp"
#include "polhode/input/toml_text.hpp"

namespace polhode {

namespace {

bool keyword_text(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }) &&
           text[0] >= 'A' && text[0] <= 'Z';
}

bool has_suffix(std::string_view text, std::string_view suffix) {
    return text.size() > suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

// CCSDS 504.0-B-2 section 7: one statement a line, printable ASCII, comments with COMMENT.
class KvnStatements : public AdmStatements {
 public:
    KvnStatements(ByteSource& source, std::size_t longest) : lines_(source, 1 << 16), longest_(longest) {}

    bool next(AdmStatement& s) override {
        std::string_view line;
        while (lines_.next(line)) {
            check_characters(line);
            const std::string_view text = trimmed(line);
            if (text.empty() || text == "COMMENT" || text.substr(0, 8) == "COMMENT ") continue;
            take(text, s);
            return true;
        }
        return false;
    }

 private:
    void check_characters(std::string_view line) const {
        if (line.size() > longest_)
            throw InputError(lines_.place(), "a line of " + std::to_string(line.size()) + " characters; at most " +
                                                 std::to_string(longest_) + " are allowed");
        for (const char c : line) {
            if (c == '\t') throw InputError(lines_.place(), "a tab; attitude messages have blanks only");
            if (c < 0x20 || c > 0x7e) throw InputError(lines_.place(), "a character that is no printable ASCII");
        }
    }
    void take(std::string_view text, AdmStatement& s) const {
        s = {};
        s.place = lines_.place();
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos) {
            s.kind = keyword_text(text) ? AdmStatement::Kind::mark : AdmStatement::Kind::row;
            s.value = std::string(text);
            s.key = s.kind == AdmStatement::Kind::mark ? s.value : "";
            return;
        }
        const std::string_view key = trimmed(text.substr(0, equals));
        if (!keyword_text(key))
            throw InputError(s.place, "'" + escaped_for_message(std::string(key)) +
                                          "' is no keyword: capitals, digits and underscores before '='");
        s.key = std::string(key);
        s.place.key = s.key;
        std::string_view value = trimmed(text.substr(equals + 1));
        const std::size_t bracket = value.rfind('[');
        if (has_suffix(value, "]") && bracket != std::string_view::npos) {
            s.unit = std::string(trimmed(value.substr(bracket + 1, value.size() - bracket - 2)));
            value = trimmed(value.substr(0, bracket));
        }
        if (value.empty()) throw InputError(s.place, "there is no value after '='");
        s.value = std::string(value);
    }

    TextLines lines_;
    std::size_t longest_;
};

// The one unit that a number of an attitude state has (504.0-B-2, attitude ephemeris data lines); "" where it has none.
std::string unit_in_row(const std::string& key) {
    if (key[0] == 'Q') return has_suffix(key, "_DOT") ? "1/s" : "";
    if (key == "NUTATION_PER") return "s";
    const bool rate = has_suffix(key, "_DOT") || has_suffix(key, "_VEL") || key.rfind("ANGVEL_", 0) == 0 ||
                      key.rfind("RATE_", 0) == 0;
    return rate ? "deg/s" : "deg";
}

// CCSDS 505.0-B-3: elements without children are keywords; those around them are marks, rows, or nothing.
class XmlStatements : public AdmStatements {
 public:
    explicit XmlStatements(ByteSource& source) : source_(source), events_(source) {}

    bool next(AdmStatement& s) override {
        while (waiting_.empty()) {
            XmlEvent event;
            if (!events_.next(event)) return false;
            if (event.kind == XmlEvent::Kind::open)
                opened(event);
            else
                closed(event);
        }
        s = std::move(waiting_.front());
        waiting_.pop_front();
        return true;
    }

 private:
    Place place(int line, const std::string& key) const { return {source_.name(), line, key}; }

    void add(AdmStatement::Kind kind, int line, const std::string& key, const std::string& value,
             const std::string& unit) {
        AdmStatement s;
        s.kind = kind;
        s.place = place(line, key);
        s.key = key;
        s.value = value;
        s.unit = unit;
        waiting_.push_back(std::move(s));
    }

    // The block that an element is, in the words of keywords; "" where it is none.
    std::string block(const std::string& name) const {
        static const std::map<std::string, std::string> blocks{{"metadata", "META"},
                                                               {"quaternionState", "QUAT"},
                                                               {"eulerElementsThree", "EULER"},
                                                               {"eulerElementsSpin", "SPIN"},
                                                               {"eulerAngleState", "EULER"},
                                                               {"angularVelocity", "ANGVEL"},
                                                               {"spin", "SPIN"},
                                                               {"inertia", "INERTIA"},
                                                               {"spacecraftParameters", "INERTIA"},
                                                               {"maneuverParameters", "MAN"},
                                                               {"att", "ATT"},
                                                               {"phys", "PHYS"},
                                                               {"cov", "COV"},
                                                               {"man", "MAN"},
                                                               {"ad", "AD"},
                                                               {"user", "USER"},
                                                               {"sensor", "SENSOR"}};
        if (kind_ == "aem") return name == "metadata" ? "META" : name == "data" ? "DATA" : "";
        const auto found = blocks.find(name);
        return found == blocks.end() ? "" : found->second;
    }

    void opened(const XmlEvent& event) {
        // several messages may stand in one (505.0-B-3, "combined instantiation"); the first is taken if it is alone
        if (path_.empty() && event.name == "ndm" && !combined_) {
            combined_ = true;
            return;
        }
        path_.push_back(event.name);
        attributes_.push_back(event.attributes);
        if (path_.size() == 1 && combined_ && event.attributes.count("id") == 0) return;  // a comment, a number
        if (path_.size() == 1) {
            if (!kind_.empty())
                throw InputError(place(event.line, event.name), "a second message stands in this file; one is taken");
            kind_ = event.name;
            const auto id = event.attributes.find("id"), version = event.attributes.find("version");
            if (version == event.attributes.end() || id == event.attributes.end())
                throw InputError(place(event.line, event.name), "the root element has no 'id' or no 'version'");
            add(AdmStatement::Kind::pair, event.line, id->second, version->second, "");
            return;
        }
        if (const std::string mark = block(event.name); !mark.empty())
            add(AdmStatement::Kind::mark, event.line, mark + "_START", mark + "_START", "");
        if (kind_ == "aem" && event.name == "attitudeState") {
            row_.clear();
            row_line_ = event.line;
            in_row_ = true;
        }
    }

    void closed(const XmlEvent& event) {
        if (path_.empty()) return;  // <ndm>
        const std::string parent = path_.size() > 1 ? path_[path_.size() - 2] : "";
        const auto attributes = attributes_.back();
        path_.pop_back();
        attributes_.pop_back();
        if (in_row_ && event.name == "attitudeState") {
            in_row_ = false;
            AdmStatement s;
            s.kind = AdmStatement::Kind::named;
            s.place = place(row_line_, "");
            s.fields = std::move(row_);
            waiting_.push_back(std::move(s));
            return;
        }
        if (const std::string mark = block(event.name); !mark.empty()) {
            add(AdmStatement::Kind::mark, event.line, mark + "_STOP", mark + "_STOP", "");
            return;
        }
        if (!event.leaf || event.name == "COMMENT" || path_.empty()) return;
        take_leaf(event, parent, attributes);
    }

    void take_leaf(const XmlEvent& event, const std::string& parent,
                   const std::map<std::string, std::string>& attributes) {
        std::string key = event.name;
        const auto attribute = [&](const char* name) {
            const auto found = attributes.find(name);
            return found == attributes.end() ? std::string() : found->second;
        };
        // version 1: <rotation1 angle="X_ANGLE">, <rotation2 rate="Y_RATE">
        if (key.size() == 9 && key.compare(0, 8, "rotation") == 0) {
            const bool rate = parent == "rotationRates" || !attribute("rate").empty();
            const std::string named = attribute(rate ? "rate" : "angle");
            key = in_row_ || named.empty() ? std::string(rate ? "RATE_" : "ANGLE_") + key[8] : named;
        }
        // an ACM has its rows as lines of numbers in XML too (505.0-B-3, attLine and covLine)
        if (kind_ == "acm" && (key == "attLine" || key == "covLine")) {
            std::string line = event.text;
            for (char& c : line) c = c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
            add(AdmStatement::Kind::row, event.line, "", line, "");
            return;
        }
        if (!keyword_text(key)) throw InputError(place(event.line, key), "this is no element that is known here");
        if (in_row_) {
            if (const std::string unit = attribute("units"); !unit.empty() && unit != unit_in_row(key))
                throw InputError(place(event.line, key), "the unit is '" + escaped_for_message(unit) + "', and '" +
                                                             unit_in_row(key) + "' is the one it has");
            if (!row_.emplace(key, event.text).second)
                throw InputError(place(event.line, key), "it stands twice in one row");
            return;
        }
        if (event.text.empty()) throw InputError(place(event.line, key), "there is no value in this element");
        add(AdmStatement::Kind::pair, event.line, key, event.text, attribute("units"));
    }

    ByteSource& source_;
    XmlEvents events_;
    std::deque<AdmStatement> waiting_;
    std::vector<std::string> path_;
    std::vector<std::map<std::string, std::string>> attributes_;
    std::string kind_;
    std::map<std::string, std::string> row_;
    int row_line_ = 0;
    bool in_row_ = false, combined_ = false;
};

}  // namespace

std::unique_ptr<AdmStatements> adm_statements(ByteSource& source, std::size_t longest_line) {
    const std::string front(source.at(0, 256));
    const std::size_t first = front.find_first_not_of(" \r\n\t\xEF\xBB\xBF");
    if (first != std::string::npos && front[first] == '<') return std::make_unique<XmlStatements>(source);
    return std::make_unique<KvnStatements>(source, longest_line);
}

namespace {

// Whether `<name` or `<prefix:name` stands in the text.
bool has_tag(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
        std::string_view tag = text.substr(at + 1);
        tag = tag.substr(0, tag.find_first_of(" \t\r\n/>"));
        if (tag.substr(tag.find(':') + 1) == name) return true;  // npos + 1 is 0
    }
    return false;
}

}  // namespace

std::string adm_kind(std::string_view front) {
    const std::size_t first = front.find_first_not_of(" \r\n\t\xEF\xBB\xBF");
    if (first == std::string_view::npos) return "";
    for (const char* kind : {"aem", "apm", "acm"}) {
        std::string capitals;
        for (const char* c = kind; *c; ++c) capitals += static_cast<char>(*c - 'a' + 'A');
        if (front[first] == '<') {
            if (has_tag(front, kind)) return kind;
        } else if (front.substr(first).rfind("CCSDS_" + capitals + "_VERS", 0) == 0) {
            return kind;
        }
    }
    return "";
}

}  // namespace polhode
