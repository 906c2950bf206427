#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

#include "polhode/live/newest.hpp"
#include "polhode/live/spsc_queue.hpp"

namespace queues_test {

using namespace polhode;

TEST(SpscQueue, HoldsAsManyAsItHasRoomFor) {
    SpscQueue<int> queue(3);
    int item = 0;
    EXPECT_FALSE(queue.take(item));
    for (int round = 0; round < 2; ++round) {  // the second round the end
        for (int i = 0; i < 3; ++i) {
            EXPECT_EQ(queue.room(), static_cast<std::size_t>(3 - i));
            EXPECT_TRUE(queue.put(i));
        }
        EXPECT_EQ(queue.room(), 0u);
        EXPECT_FALSE(queue.put(3));
        for (int i = 0; i < 3; ++i) {
            ASSERT_TRUE(queue.take(item));
            EXPECT_EQ(item, i);
        }
    }
    EXPECT_FALSE(queue.take(item));
}

TEST(SpscQueue, NothingIsLostOrChangesPlacesBetweenThreads) {
    SpscQueue<int> queue(7);
    constexpr int all = 20000;
    std::thread putting([&] {
        for (int i = 0; i < all; ++i)
            while (!queue.put(i)) std::this_thread::yield();
    });
    int wrong = 0;
    for (int i = 0; i < all; ++i) {
        int item = -1;
        while (!queue.take(item)) std::this_thread::yield();
        wrong += item != i;
    }
    putting.join();
    EXPECT_EQ(wrong, 0);
}

TEST(Newest, IsWholeAndNeverOlderThanTheOneBefore) {
    Newest<std::array<int, 64>> newest;
    constexpr int all = 20000;
    std::thread putting([&] {
        std::array<int, 64> item{};
        for (int i = 1; i <= all; ++i) {
            item.fill(i);
            newest.put(item);
        }
    });
    int torn = 0, older = 0, last = 0;
    std::array<int, 64> item{};
    while (last < all) {
        if (!newest.take(item)) continue;
        for (const int x : item) torn += x != item[0];
        older += item[0] <= last;
        last = item[0];
    }
    putting.join();
    EXPECT_EQ(torn, 0);
    EXPECT_EQ(older, 0);
    EXPECT_FALSE(newest.take(item));
}

}  // namespace queues_test
