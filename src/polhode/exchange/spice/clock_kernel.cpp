#include "polhode/exchange/spice/clock_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "polhode/base/parse_number.hpp"
#include "polhode/base/shortest.hpp"
#include "polhode/input/toml_text.hpp"

namespace polhode {

namespace {

// Variables of a text kernel: `NAME = ( values )` between \begindata and \begintext (NAIF, Kernel Required Reading).
// Values that are no numbers are passed over.
class KernelText {
 public:
    KernelText(std::string_view text, const std::string& file) : file_(file) {
        bool data = false;
        int number = 0;
        std::string pool;
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
            const std::string_view line = text.substr(at, end - at);
            ++number;
            at = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
            const std::size_t first = line.find_first_not_of(" \t");
            const std::string_view bare = first == std::string_view::npos ? std::string_view() : line.substr(first);
            if (bare.rfind("\\begindata", 0) == 0)
                data = true;
            else if (bare.rfind("\\begintext", 0) == 0)
                data = false;
            else if (data)
                take(bare, number);
        }
    }
    const std::vector<double>& numbers(const std::string& name) const {
        const auto found = values_.find(name);
        if (found == values_.end() || found->second.empty())
            throw InputError({file_, 0, name}, "the clock kernel does not say it");
        return found->second;
    }
    double one(const std::string& name, double otherwise) const {
        const auto found = values_.find(name);
        return found == values_.end() || found->second.empty() ? otherwise : found->second[0];
    }

 private:
    void take(std::string_view line, int number) {
        const std::string words = without_texts(line, number);
        std::size_t begin = 0;
        const std::size_t equals = words.find('=');
        if (equals != std::string::npos) {
            std::string name = words.substr(0, equals);
            const bool more = !name.empty() && name.back() == '+';
            if (more) name.pop_back();
            name.erase(0, name.find_first_not_of(' '));
            name.erase(name.find_last_not_of(' ') + 1);
            if (name.empty() || name.size() > 60)
                throw InputError({file_, number, ""}, "a variable has no name, or a very long one");
            now_ = name;
            if (!more) values_[now_].clear();
            begin = equals + 1;
        }
        if (now_.empty()) return;
        while ((begin = words.find_first_not_of(' ', begin)) != std::string::npos) {
            const std::size_t end = std::min(words.find(' ', begin), words.size());
            std::string word = words.substr(begin, end - begin);
            begin = end;
            if (word[0] == '@') continue;
            for (char& c : word)
                if (c == 'D' || c == 'd') c = 'E';
            const auto value = parse_number(word);
            if (!value || !std::isfinite(*value))
                throw InputError({file_, number, now_}, "expected a number, read '" + escaped_for_message(word) + "'");
            values_[now_].push_back(*value);
        }
    }

    // Texts in quotation marks end on their line (section "String values"): blanks in their place, and in that of
    // brackets.
    std::string without_texts(std::string_view line, int number) const {
        std::string words;
        bool quoted = false;
        for (const char c : line) {
            if (c == '\'') quoted = !quoted;
            words += quoted || c == '\'' || c == '(' || c == ')' || c == ',' || c == '\t' ? ' ' : c;
        }
        if (quoted) throw InputError({file_, number, ""}, "a quotation mark is not closed");
        return words;
    }

    const std::string& file_;
    std::map<std::string, std::vector<double>> values_;
    std::string now_;
};

}  // namespace

SpacecraftClock SpacecraftClock::parse(std::string_view text, const std::string& file, long id) {
    if (text.find("\\begindata") == std::string_view::npos)
        throw InputError({file, 0, ""}, "this is no text kernel: there is no \\begindata in it");
    const KernelText kernel(text, file);
    const std::string of = "_" + std::to_string(id);
    const double type = kernel.one("SCLK_DATA_TYPE" + of, 0);
    if (type != 1)
        throw InputError({file, 0, "SCLK_DATA_TYPE" + of},
                         type == 0 ? "there is no clock " + std::to_string(id) + " in it"
                                   : "clocks of type 1 are read, and this is of type " + shortest(type));
    SpacecraftClock clock;
    const double system = kernel.one("SCLK01_TIME_SYSTEM" + of, 1);
    if (system != 1 && system != 2)
        throw InputError({file, 0, "SCLK01_TIME_SYSTEM" + of},
                         "1 (TDB) and 2 (TT) are known, read " + shortest(system));
    clock.system_ = system == 1 ? "TDB" : "TT";
    const std::vector<double>& moduli = kernel.numbers("SCLK01_MODULI" + of);
    for (std::size_t i = 1; i < moduli.size(); ++i) {
        if (!(moduli[i] >= 1) || !(moduli[i] < 1e12))
            throw InputError({file, 0, "SCLK01_MODULI" + of}, "a modulus is " + shortest(moduli[i]));
        clock.fine_ *= moduli[i];
    }
    const std::vector<double>& c = kernel.numbers("SCLK01_COEFFICIENTS" + of);
    if (c.size() % 3 != 0)
        throw InputError({file, 0, "SCLK01_COEFFICIENTS" + of},
                         "coefficients come in threes, and there are " + std::to_string(c.size()));
    for (std::size_t i = 0; i < c.size(); i += 3) {
        if (i > 0 && !(c[i] > c[i - 3]))
            throw InputError({file, 0, "SCLK01_COEFFICIENTS" + of}, "the ticks of the coefficients do not rise");
        if (!(c[i + 2] > 0)) throw InputError({file, 0, "SCLK01_COEFFICIENTS" + of}, "a rate is not positive");
        clock.pieces_.push_back({c[i], c[i + 1], c[i + 2]});
    }
    return clock;
}

SpacecraftClock SpacecraftClock::even(double ticks_per_second) {
    SpacecraftClock clock;
    clock.fine_ = ticks_per_second;
    clock.pieces_.push_back({0, 0, 1});
    return clock;
}

const SpacecraftClock::Piece& SpacecraftClock::piece_at(double ticks) const {
    const auto after =
        std::upper_bound(pieces_.begin(), pieces_.end(), ticks, [](double t, const Piece& p) { return t < p.ticks; });
    return after == pieces_.begin() ? *after : *(after - 1);
}

// SCLK Required Reading, "Coefficients": parallel time = its value + rate (ticks - ticks of the record)/ticks of a
// count
double SpacecraftClock::seconds(double ticks) const {
    const Piece& piece = piece_at(ticks);
    return piece.seconds + piece.rate * ((ticks - piece.ticks) / fine_);
}

double SpacecraftClock::span(double from, double to) const {
    const Piece &a = piece_at(from), &b = piece_at(to);
    return &a == &b ? a.rate * ((to - from) / fine_) : seconds(to) - seconds(from);
}

}  // namespace polhode
