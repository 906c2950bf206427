#include "polhode/base/thinned.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace thinned_test {

TEST(Thinned, KeepsEverythingWhileThereIsRoom) {
    Thinned<int> kept(10);
    for (int i = 0; i < 10; ++i) kept.add(i);
    EXPECT_EQ(kept.items(), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    EXPECT_EQ(kept.stride(), 1u);
}

TEST(Thinned, StaysBoundedEvenAndCompleteAtBothEnds) {
    Thinned<int> kept(10);
    for (int n = 0; n < 5000; ++n) {
        kept.add(n);
        const std::vector<int> items = kept.items();
        ASSERT_LE(items.size(), 11u) << n;
        ASSERT_EQ(items.front(), 0) << n;
        ASSERT_EQ(items.back(), n) << n;
        for (std::size_t i = 0; i + 1 < items.size(); ++i)
            ASSERT_EQ(items[i], static_cast<int>(i * kept.stride())) << n;
        if (n > 20) {
            ASSERT_GE(items.size(), 5u) << n;
        }
    }
    EXPECT_EQ(kept.count(), 5000u);
}

}  // namespace thinned_test
}  // namespace polhode
