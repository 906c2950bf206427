// Turns of a free body that stay as they are: w along H = Ie w + l, |H| = G (Hughes 1986, chapter 6, for one rotor).
// With w = x H, in principal axes of Ie with moments I_i,
//
//     H_i = l_i/(1 - x I_i),   sum H_i^2 = G^2,        or  x = 1/I_i where l_i = 0, with H_i from the length.
//
// The sum is convex in x between its poles 1/I_i: one root below all of them, one above, none or two in each gap.
// Stable where w.Ie w/2 on the sphere |H| = G, whose second variation is Ie^-1 - x across H, is smallest or largest.
#pragma once

#include <vector>

#include "polhode/arithmetic/vec.hpp"

namespace polhode {

class TurnFinder {
 public:
    struct Turn {
        Vec3<double> H;  // principal axes
        double x;
        bool circle;  // one of many: the moments about axes across H are equal
    };
    // Of the energy on the sphere, at a turn.
    enum class Shape { minimum, maximum, saddle, flat };

    // Moments in ascending order; l in their axes.
    TurnFinder(const Vec3<double>& moments, const Vec3<double>& inside, double G);

    std::vector<Turn> all();
    // Those that differ by roundings are equal.
    const Vec3<double>& moments() const { return I_; }
    Shape shape_of(const Turn& turn) const;
    // Of the body that carries the rotors, whose own momenta stay: w.I w/2
    double energy_of(const Turn& turn) const;

 private:
    int next_moment(int i) const;
    Vec3<double> momentum(double x) const;
    double excess(double x) const;
    double slope(double x) const;
    void add(double x) { turns_.push_back({momentum(x), x, false}); }
    void between_poles();
    void along_free_axes(int i);

    Vec3<double> I_, l_;
    double G_;
    std::vector<Turn> turns_;
};

}  // namespace polhode
