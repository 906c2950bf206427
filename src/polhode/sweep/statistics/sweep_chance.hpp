// Whether a correlation says more than chance: how large one may be between columns that have nothing to do with each
// other, whatever their numbers are. What is asked is how it would be distributed if the numbers of one column were
// dealt out anew among the runs, every order being as likely as any other.
//
// Pitman, "Significance tests which may be applied to samples from any populations II. The correlation coefficient
// test", Supplement to the J. of the Royal Statistical Society 4 (1937) 225: over all orders the mean square is exactly
// 1/(n - 1), and the third and the fourth power have means that follow from the skewness and kurtosis of both columns.
// Ranks have so little of either that the correlation is nearly normal; numbers with heavy tails, and columns in which
// nearly all runs are alike, are not.
#pragma once

#include <vector>

namespace polhode {

// Of a column: Fisher's g1 and g2 (by his k statistics), both 0 for a normal distribution.
struct SweepColumnShape {
    double skewness = 0, excess = 0;
};
SweepColumnShape column_shape(const std::vector<double>& column);

// Of the correlation of two columns times sqrt(pairs - 1), over all orders: its mean is 0 and its mean square 1.
struct SweepChance {
    double pairs = 0;
    double cube = 0, fourth = 3;  // means of its powers; those of a normal distribution
};
SweepChance chance_of(double pairs, const SweepColumnShape& a, const SweepColumnShape& b);

// The probability that chance gives a correlation of this size or a larger one, of either sign: by the normal
// distribution with the terms of Edgeworth's series for both powers (Kendall and Stuart, The Advanced Theory of
// Statistics, vol. 1, section 6.18) where these are corrections, and otherwise the bound of Markov for the fourth power
// and for the square, which holds for any distribution.
double probability_of(double correlation, const SweepChance& chance);

// Where `many` are judged at once, one or more of them pass by chance in at most 1 % of all sweeps (Bonferroni).
bool beyond_chance(double correlation, const SweepChance& chance, double many);
// The same where nothing is known of the columns but how many pairs there are: by Chebyshev's inequality.
bool beyond_any_chance(double correlation, double pairs, double many);

}  // namespace polhode
