#include "polhode/reproduce/claim.hpp"

#include <fmt/format.h>

namespace polhode {

const char* name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::holds:
            return "holds";
        case Verdict::with_condition:
            return "holds with a condition";
        case Verdict::fails:
            return "does not hold";
        case Verdict::not_decided:
            return "not decided";
    }
    return "";
}

const char* meaning_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::holds:
            return "What the sentence says is what the computation shows.";
        case Verdict::with_condition:
            return "True in some or all of the cases of which it is said, but only under a condition that the document "
                   "does not state. The condition is given. That it would be true elsewhere is not enough.";
        case Verdict::fails:
            return "False in the cases of which it is said, and nothing that the document leaves open makes it true. "
                   "There is no condition; what is true instead is told.";
        case Verdict::not_decided:
            return "What was computed cannot tell: it is about a machine that was built, and only a reconstruction can "
                   "be run, which does not agree with it or leaves several causes open; or data are lost. What would "
                   "decide it is told.";
    }
    return "";
}

const char* what_is_judged() {
    return "Judged is what the document says, as it survives: the whole sentence, with its own words and conventions, "
           "in the cases of which it is said. Where it says a thing twice and differently, its conclusion or the "
           "experiment itself is taken, and the other place is an erratum. A word or a sign that would have to be "
           "another one is no condition.";
}

std::vector<std::string> breaches_of_rule(const Claim& claim) {
    std::vector<std::string> breaches;
    const auto only_with = [&](Verdict verdict, const std::string& text, const std::string& what) {
        if (claim.verdict == verdict && text.empty())
            breaches.push_back(fmt::format("claim {}: \"{}\" without {}", claim.number, name_of(verdict), what));
        if (claim.verdict != verdict && !text.empty())
            breaches.push_back(fmt::format("claim {}: \"{}\" with {}", claim.number, name_of(claim.verdict), what));
    };
    only_with(Verdict::with_condition, claim.condition, "a condition");
    only_with(Verdict::not_decided, claim.would_decide, "what would decide it");
    if (claim.explanation.empty()) breaches.push_back(fmt::format("claim {}: no explanation", claim.number));
    return breaches;
}

VerdictCounts count_verdicts(const std::vector<Claim>& claims) {
    VerdictCounts c;
    for (const Claim& claim : claims) {
        c.holds += claim.verdict == Verdict::holds;
        c.with_condition += claim.verdict == Verdict::with_condition;
        c.fails += claim.verdict == Verdict::fails;
        c.not_decided += claim.verdict == Verdict::not_decided;
    }
    return c;
}

std::string in_words(const VerdictCounts& counts) {
    std::vector<std::string> parts;
    const auto add = [&](int n, const char* one, const char* more) {
        if (n > 0) parts.push_back(fmt::format("{} {}", n, n == 1 ? one : more));
    };
    add(counts.holds, "holds", "hold");
    add(counts.with_condition, "holds with a condition", "hold with a condition");
    add(counts.fails, "does not hold", "do not hold");
    add(counts.not_decided, "is not decided", "are not decided");
    std::string text = fmt::format("Of {} claims ", counts.all());
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += (i == 0 ? "" : i + 1 < parts.size() ? ", " : " and ") + parts[i];
    return text + ".";
}

}  // namespace polhode
