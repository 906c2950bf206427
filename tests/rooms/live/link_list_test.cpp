#include "polhode/live/link_list.hpp"

#include <gtest/gtest.h>

#include "polhode/system/clock.hpp"

namespace link_list_test {

using namespace polhode;

namespace {

class Counting : public LiveLink {
 public:
    bool frame(const LiveFrame&) override { return ++frames > 0; }
    std::string name() const override { return "counting"; }
    int frames = 0;
};

}  // namespace

// Whoever steps a body a hundred times by hand and lets it go on sees it go on at once.
TEST(LinkList, ManyThatWereAskedForPutOffTheNextByOnePeriod) {
    LinkList links;
    auto made = std::make_unique<Counting>();
    Counting& link = *made;
    link.rate = 0.001;
    links.add(std::move(made));
    for (int i = 0; i < 100; ++i) links.frame({}, true);
    EXPECT_EQ(link.frames, 100);
    EXPECT_LE(link.next, system::steady_nanoseconds() + frame_period(link.rate));
    links.frame({});
    EXPECT_EQ(link.frames, 100) << "not yet due";
    EXPECT_EQ(link.skipped, 1u);
}

TEST(LinkList, RatesNextToNoneHavePeriodsToo) {
    EXPECT_EQ(frame_period(50), 20'000'000);
    for (const double rate : {0.0, 1e-300, 1e-12, -1.0}) EXPECT_EQ(frame_period(rate), 4'000'000'000'000'000'000);
    EXPECT_EQ(frame_period(1e300), 0);
}

}  // namespace link_list_test
