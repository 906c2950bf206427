// Gray, Rubinoff, Sohon 1952: which three of the nine cosines determine the rest (verdict 7).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "polhode/arithmetic/philox.hpp"
#include "polhode/reproduce/gray/gray.hpp"
#include "polhode/rotation/dcm.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode::gray {

namespace {

int equations_that_fail(const GrayRuns& r) {
    int count = 0;
    for (const auto& run : r.three_equations) count += !run->failure.empty();
    return count;
}
const RunResult& example_of_three(const GrayRuns& r) {
    std::size_t at = 0;
    for (const Triple& t : r.triples) {
        if (t.one_row || t.one_column) continue;
        if (t.name == "l1 l2 m2") return *r.three_equations[at];
        ++at;
    }
    throw std::logic_error("the document's example is missing");
}

}  // namespace

// Three cosines determine an attitude near another where the turns about the three axes change them independently.
std::vector<Triple> triples() {
    const char* names[9] = {"l1", "m1", "n1", "l2", "m2", "n2", "l3", "m3", "n3"};
    const RandomStream random{1952, 2};
    std::vector<Triple> all;
    for (int a = 0; a < 9; ++a)
        for (int b = a + 1; b < 9; ++b)
            for (int c = b + 1; c < 9; ++c) {
                Triple one{{a, b, c}, fmt::format("{} {} {}", names[a], names[b], names[c])};
                one.one_row = a / 3 == b / 3 && b / 3 == c / 3;
                one.one_column = a % 3 == b % 3 && b % 3 == c % 3;
                for (unsigned long long attitude = 0; attitude < 20; ++attitude) {
                    Quaternion<double> q{};
                    q.w = random.normal(4 * attitude);
                    q.x = random.normal(4 * attitude + 1);
                    q.y = random.normal(4 * attitude + 2);
                    q.z = random.normal(4 * attitude + 3);
                    const Dcm<double> R{to_matrix(normalise(q))};
                    Vector change[3];
                    for (int axis = 0; axis < 3; ++axis) {
                        Vector w{};
                        w[axis] = 1;
                        const Vec<double, 9> d = derivative(R, w);
                        change[axis] = {d[a], d[b], d[c]};
                    }
                    one.determinant = std::max(one.determinant, std::fabs(dot(change[0], cross(change[1], change[2]))));
                }
                all.push_back(one);
            }
    return all;
}

Claim three_of_nine_equations_are_independent(const GrayRuns& r) {
    int dependent = 0, excluded = 0;
    bool same = true;
    for (const Triple& t : r.triples) {
        const bool zero = t.determinant < 1e-12, rule = t.one_row || t.one_column;
        dependent += zero;
        excluded += rule;
        same = same && zero == rule;
    }
    const int failing = equations_that_fail(r);
    const RunResult& example = example_of_three(r);
    return {.number = "7",
            .text =
                "Three of the nine equations are independent if they do not all have one subscript or one letter; with "
                "six of the identities they give all nine cosines (section 4).",
            .quotation =
                "To choose three independent equations, choose equations all of which do not have the same subscripts "
                "nor do all involve the time derivative of the same letter. For example [...] is a set of independent "
                "equations which, with six of the identities, can be used to obtain all nine direction cosines.",
            .place = "section 4",
            .verdict = if_so(same),
            .explanation = fmt::format(
                "Of the {} ways to choose three, {} are dependent everywhere: just those of one row or one column. But "
                "each of the others fails on some surface of attitudes. On the oblique turn {} of the {} break down "
                "within one turn; the document's example l1, l2, m2, whose determinant is n2 l3, after {} of it. The "
                "six equations of section 5 fail nowhere.",
                r.triples.size(), dependent, failing, r.three_equations.size(),
                significant(example.statistics.end_time, 3)),
            .condition = "away from surfaces of attitudes that differ for each choice",
            .evidence = {{"choices", static_cast<double>(r.triples.size())},
                         {"dependent everywhere", static_cast<double>(dependent)},
                         {"of one row or column", static_cast<double>(excluded)},
                         {"others that break down within a turn", static_cast<double>(failing)},
                         {"l1 l2 m2 breaks down at", example.statistics.end_time, "turns"}},
            .command = example.command};
}

}  // namespace polhode::gray
