#include "polhode/files/record_store.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace record_store_test {

// The limit lies in the middle, at the ends and beyond what is stored.
TEST(RecordStore, GivesBackWhatWasStored) {
    for (const long limit : {0L, 1L, 37L, 99L, 100L, 1000L}) {
        RecordStore store(3, limit);
        for (int i = 0; i < 100; ++i) {
            const double record[] = {i * 1.0, -i * 0.5, 1.0 / (i + 1)};
            store.add(record);
        }
        EXPECT_EQ(store.size(), 100);
        for (int pass = 0; pass < 2; ++pass) {
            RecordStore::Reader reader(store);
            double record[3];
            for (int i = 0; i < 100; ++i) {
                ASSERT_TRUE(reader.next(record)) << limit << " " << i;
                ASSERT_EQ(record[0], i);
                ASSERT_EQ(record[1], -i * 0.5);
                ASSERT_EQ(record[2], 1.0 / (i + 1));
            }
            ASSERT_FALSE(reader.next(record));
        }
    }
}

}  // namespace record_store_test
}  // namespace polhode
