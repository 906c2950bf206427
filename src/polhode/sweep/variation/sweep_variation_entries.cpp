#include "polhode/sweep/variation/sweep_variation_entries.hpp"

namespace polhode {

std::vector<Parameter> variation_parameters() {
    return {
        {"kind", Type::text, "", "", true, "how it varies: the name of a variation"},
        {"key", Type::text, "", "", false,
         "what varies: a key of the scenario, as in --set; an item (\"start.rate[2]\") or a whole list "
         "(\"start.rate\"); "
         "left out: a number for formulas alone"},
        {"name", Type::text, "", "", false, "how formulas and results call it; left out: after its key"},
    };
}

std::vector<Entry> variation_entries() {
    const Parameter keys{"keys", Type::text, "", "", false, "list of keys, one for each number, in place of key"},
        names{"names", Type::text, "", "", false, "list of names, one for each number, in place of name"},
        low{"low", Type::number, "", "", true, "lower end"},
        high{"high", Type::number, "", "", true, "upper end; where it is the lower too: that number"},
        mean{"mean", Type::number, "", "", true, "mean"},
        deviation{"deviation", Type::non_negative, "", "", true, "standard deviation; 0: the mean itself"},
        values{"values", Type::numbers, "",
               "",       true,          "numbers, texts, lists of numbers (for a key that is a list), or tables"};
    const char* const philox = "Salmon, Moraes, Dror, Shaw, SC 2011";
    return {
        {"variation",
         "constant",
         "the same number in every run, with a name for formulas",
         {{"value", Type::number, "", "", true, "the number"}}},
        {"variation",
         "grid",
         "evenly from one value to another; grids, lists and files span a product, the last of them fastest",
         {{"from", Type::number, "", "", true, "first value"},
          {"to", Type::number, "", "", true, "last value"},
          {"count", Type::integer, "1", "", true, "how many values"},
          {"spacing",
           Type::choice,
           "",
           "\"linear\"",
           false,
           "even in the value or in its logarithm",
           {"linear", "logarithmic"}}}},
        {"variation", "list", "each of these values in turn", {values}},
        {"variation", "uniform", "at random between two ends", {low, high}, "", philox},
        {"variation",
         "log-uniform",
         "at random, the logarithm uniform between two ends",
         {{"low", Type::positive, "", "", true, "lower end"},
          {"high", Type::positive, "", "", true, "upper end; where it is the lower too: that number"}},
         "",
         philox},
        {"variation",
         "normal",
         "at random, normally distributed",
         {mean, deviation},
         "",
         "Box and Muller, Ann. Math. Stat. 29 (1958) 610"},
        {"variation",
         "truncated-normal",
         "at random, normally distributed among the values between the ends; one of them may be left out",
         {mean,
          deviation,
          {"low", Type::number, "", "", false, "lower end; left out: none"},
          {"high", Type::number, "", "", false, "upper end; left out: none"}},
         "",
         "Robert, Statistics and Computing 5 (1995) 121"},
        {"variation",
         "correlated-normal",
         "several numbers at random, normally distributed together",
         {{"mean", Type::numbers, "", "", true, "means, one for each number"},
          {"covariance", Type::numbers, "", "", false, "rows of the covariance matrix"},
          {"deviation", Type::numbers, "", "", false, "standard deviations, in place of the covariance"},
          {"correlation", Type::numbers, "", "", false, "rows of the correlation matrix, beside deviation"},
          keys,
          names},
         "",
         "Cholesky factor: Golub and Van Loan, Matrix Computations, 4.2.5"},
        {"variation",
         "random-attitude",
         "an attitude at random, uniform over all rotations: four numbers w, x, y, z; for the key \"start.attitude\" "
         "or "
         "one that takes a quaternion",
         {},
         "",
         "Shoemake, Graphics Gems III (1992) 124"},
        {"variation",
         "random-direction",
         "a vector at random, uniform over all directions: three numbers x, y, z",
         {{"length", Type::non_negative, "", "1.0", false, "its length, in the unit of the key"}}},
        {"variation",
         "choice",
         "one of these values at random",
         {values, {"weights", Type::numbers, "", "", false, "one for each value; left out: all alike"}}},
        {"variation",
         "file",
         "cases from a CSV file, a line for each; its header names the keys",
         {{"file", Type::path, "", "", true, "the file, from where the sweep's file is"},
          {"columns", Type::text, "", "", false, "list of the columns that are used; left out: all"},
          keys,
          names}},
        {"variation",
         "formula",
         "computed from the numbers varied above, by their names",
         {{"of", Type::text, "", "", true, "the formula, or a list of them for a key that is a list"}, keys, names}},
    };
}

}  // namespace polhode
