// What a document claims, and the verdict on it. One rule for the four words, for all documents of a report.
//
// Judged is what the document says, as it survives: the whole sentence, with its own words and conventions, in the
// cases of which it is said. Where the document says a thing twice and differently, its conclusion or the experiment
// itself is taken, and the other place is an erratum. A word or a sign that would have to be another one is no
// condition.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace polhode {

enum class Verdict {
    // What the sentence says is what the computation shows.
    holds,
    // True in some or all of the cases of which it is said, but only under a condition that the document does not
    // state. Claim::condition names it. That it is true beside these cases is no such condition.
    with_condition,
    // False in the cases of which it is said, and nothing that the document leaves open makes it true. No condition;
    // what is true instead stands in the explanation.
    fails,
    // What was computed cannot tell: a machine was built and only a reconstruction can be run, which does not agree
    // with it or leaves several causes open; or data are lost. Claim::would_decide says what could tell.
    not_decided,
};

inline constexpr std::array<Verdict, 4> all_verdicts{Verdict::holds, Verdict::with_condition, Verdict::fails,
                                                     Verdict::not_decided};

const char* name_of(Verdict verdict);     // "holds", "holds with a condition", "does not hold", "not decided"
const char* meaning_of(Verdict verdict);  // the rule, in plain words and a sentence or two
const char* what_is_judged();             // the rule for all of them

// A number that shows a verdict: "slope of the error", 3.998, "".
struct Evidence {
    std::string name;
    double value = 0;
    std::string unit{};
};

struct Claim {
    std::string number;       // as the page counts them: "1", "7"
    std::string text;         // what the document says, in our words
    std::string quotation{};  // in its own: whole sentences, " [...] " between those that do not follow each other
    std::string place{};      // where it stands: "section 5", "conclusion 6"
    Verdict verdict = Verdict::holds;
    std::string explanation;     // what came out, in a sentence or two with numbers
    std::string condition{};     // of "holds with a condition"
    std::string would_decide{};  // of "not decided"
    std::vector<Evidence> evidence{};
    std::string command{};  // prints one of these numbers again
};

// Where a claim does not keep the rule, in words; empty where it does.
std::vector<std::string> breaches_of_rule(const Claim& claim);

struct VerdictCounts {
    int holds = 0, with_condition = 0, fails = 0, not_decided = 0;

    int all() const { return holds + with_condition + fails + not_decided; }
};
VerdictCounts count_verdicts(const std::vector<Claim>& claims);

// "Of 13 claims 7 hold, 4 hold with a condition and 2 do not hold."
std::string in_words(const VerdictCounts& counts);

}  // namespace polhode
