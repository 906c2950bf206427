// The one rule for the words of a verdict, kept by every claim of every founding document.
#include "polhode/reproduce/claim.hpp"

#include <gtest/gtest.h>

#include "polhode/reproduce/report_page.hpp"

namespace claim_test {

using namespace polhode;

namespace {

Claim judged(Verdict verdict) {
    return {.number = "3", .text = "It turns.", .verdict = verdict, .explanation = "It was seen to turn."};
}

}  // namespace

TEST(Claim, FourWordsWithAMeaningEach) {
    EXPECT_STREQ(name_of(Verdict::holds), "holds");
    EXPECT_STREQ(name_of(Verdict::with_condition), "holds with a condition");
    EXPECT_STREQ(name_of(Verdict::fails), "does not hold");
    EXPECT_STREQ(name_of(Verdict::not_decided), "not decided");
    for (const Verdict v : all_verdicts) EXPECT_GT(std::string(meaning_of(v)).size(), 40u) << name_of(v);
}

TEST(Claim, AConditionBelongsToOneWordAndWhatWouldDecideToAnother) {
    for (const Verdict v : all_verdicts) {
        Claim plain = judged(v), with_condition = plain, undecided = plain;
        with_condition.condition = "on Sundays";
        undecided.would_decide = "a look at it";
        EXPECT_EQ(breaches_of_rule(plain).empty(), v == Verdict::holds || v == Verdict::fails) << name_of(v);
        EXPECT_EQ(breaches_of_rule(with_condition).empty(), v == Verdict::with_condition) << name_of(v);
        EXPECT_EQ(breaches_of_rule(undecided).empty(), v == Verdict::not_decided) << name_of(v);
    }
    Claim unexplained = judged(Verdict::holds);
    unexplained.explanation.clear();
    EXPECT_EQ(breaches_of_rule(unexplained).size(), 1u);
}

TEST(Claim, APageWarnsOfWhatBreaksTheRule) {
    ReportPage page("small", "Small", "");
    page.claim(judged(Verdict::fails));
    EXPECT_TRUE(page.warnings().empty());
    Claim wrong = judged(Verdict::fails);
    wrong.condition = "on Sundays";
    page.claim(wrong);
    ASSERT_EQ(page.warnings().size(), 1u);
    EXPECT_EQ(page.warnings().front(), "claim 3: \"does not hold\" with a condition");
}

TEST(Claim, VerdictsAreCountedAndSaid) {
    std::vector<Claim> claims{judged(Verdict::holds), judged(Verdict::holds), judged(Verdict::fails)};
    EXPECT_EQ(in_words(count_verdicts(claims)), "Of 3 claims 2 hold and 1 does not hold.");
    claims.push_back(judged(Verdict::with_condition));
    claims.push_back(judged(Verdict::not_decided));
    claims.push_back(judged(Verdict::not_decided));
    const VerdictCounts c = count_verdicts(claims);
    EXPECT_EQ(c.all(), 6);
    EXPECT_EQ(c.not_decided, 2);
    EXPECT_EQ(in_words(c), "Of 6 claims 2 hold, 1 holds with a condition, 1 does not hold and 2 are not decided.");
}

}  // namespace claim_test
