// A spacecraft's clock: from encoded ticks to seconds, by the coefficients of a SPICE clock kernel of type 1 (NAIF,
// SCLK Required Reading).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "polhode/base/diagnostic.hpp"

namespace polhode {

class SpacecraftClock {
 public:
    // Of the clock `id` (999 for spacecraft -999) in the text of a kernel. Throws InputError.
    static SpacecraftClock parse(std::string_view text, const std::string& file, long id);
    // One that goes evenly, tick 0 at 0 s.
    static SpacecraftClock even(double ticks_per_second);

    // Seconds past J2000 in the clock's parallel time; extrapolated with the last rate.
    double seconds(double ticks) const;
    // From one to another: no digit is lost to a date far away.
    double span(double from, double to) const;
    // "TDB" or "TT"; "" where the clock is even and its zero is not known.
    const std::string& system() const { return system_; }
    double ticks_to_a_second() const { return fine_; }  // of the fields below the first, all together

 private:
    struct Piece {
        double ticks, seconds, rate;  // rate: seconds for a most significant count
    };
    const Piece& piece_at(double ticks) const;
    std::vector<Piece> pieces_;
    double fine_ = 1;  // ticks in one count of the most significant field
    std::string system_;
};

}  // namespace polhode
