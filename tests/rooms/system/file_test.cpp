// Files by their descriptors.
#include "polhode/system/file.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "support/folder.hpp"

namespace file_test {

using namespace polhode;
using system::FileKind;

TEST(SystemFile, WhatIsNotThereCannotBeOpenedAndHasNoFacts) {
    const test::Folder folder;
    const Descriptor none = opened(folder.file("nothing"), open_for::reading);
    EXPECT_FALSE(none);
    EXPECT_EQ(errno, ENOENT);
    EXPECT_FALSE(system::facts_of(folder.file("nothing")));
    EXPECT_FALSE(system::facts_of(-1));
}

TEST(SystemFile, WrittenReadShortenedRemoved) {
    const test::Folder folder;
    const std::string path = folder.file("a");
    {
        const Descriptor file = opened(path, open_for::both | open_for::create | open_for::empty);
        ASSERT_TRUE(file);
        EXPECT_EQ(system::write_some(file.get(), "polhode", 7), 7);
        EXPECT_EQ(system::write_some_at(file.get(), 3, "HODE", 4), 4);
        char bytes[16];
        EXPECT_EQ(read_at(file.get(), 2, bytes, sizeof bytes), 5u);
        EXPECT_EQ(std::string(bytes, 5), "lHODE");
        EXPECT_TRUE(system::set_length(file.get(), 3));
        EXPECT_TRUE(system::save(file.get()));
        EXPECT_TRUE(system::save_contents(file.get()));
        EXPECT_TRUE(system::go_to_end(file.get()));
        EXPECT_EQ(system::read_some(file.get(), bytes, sizeof bytes), 0);
    }
    const auto facts = system::facts_of(path);
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->kind, FileKind::plain);
    EXPECT_EQ(facts->bytes, 3u);
    EXPECT_GT(facts->changed_ns, 0);
    EXPECT_FALSE(opened(path, open_for::reading | open_for::folder));
    EXPECT_TRUE(system::remove_file(path));
    EXPECT_FALSE(system::remove_file(path));
    EXPECT_EQ(errno, ENOENT);
}

TEST(SystemFile, KindsAreTold) {
    const test::Folder folder;
    const std::string plain = folder.file("plain"), link = folder.file("link"), inner = folder.file("inner");
    std::ofstream(plain) << "x";
    std::filesystem::create_symlink(plain, link);
    std::filesystem::create_directory(inner);
    EXPECT_EQ(system::facts_of(link)->kind, FileKind::plain);
    EXPECT_EQ(system::own_facts_of(link)->kind, FileKind::link);
    EXPECT_EQ(system::facts_of(inner)->kind, FileKind::folder);
    EXPECT_EQ(system::facts_of("/dev/null")->kind, FileKind::device);
    EXPECT_FALSE(opened(link, open_for::reading | open_for::no_link));
    EXPECT_TRUE(opened(link, open_for::reading));
    EXPECT_TRUE(system::remove_empty_folder(inner));
    EXPECT_GT(system::free_bytes_at(plain).value_or(-1), 0);
    EXPECT_FALSE(system::free_bytes_at(inner));
}

TEST(SystemFile, OneHoldsALock) {
    const test::Folder folder;
    const std::string path = folder.file("lock");
    Descriptor first = opened(path, open_for::both | open_for::create), second = opened(path, open_for::both);
    EXPECT_TRUE(system::lock_alone(first.get()));
    EXPECT_FALSE(system::lock_alone(second.get()));
    EXPECT_EQ(errno, EWOULDBLOCK);
    first = Descriptor();
    EXPECT_TRUE(system::lock_alone(second.get()));
}

TEST(SystemFile, ADescriptorClosesOnceAndCanBeHandedOn) {
    const test::Folder folder;
    Descriptor file = opened(folder.file("a"), open_for::writing | open_for::create);
    const int number = file.release();
    EXPECT_FALSE(file);
    EXPECT_TRUE(system::facts_of(number));
    EXPECT_EQ(system::wait_until_writable(number, 0), system::Readiness::ready);
    EXPECT_TRUE(system::close_descriptor(number));
    EXPECT_FALSE(system::close_descriptor(number));
}

TEST(SystemFile, TemporaryFoldersHaveNamesOfTheirOwn) {
    const test::Folder folder;
    const std::string base = std::filesystem::path(folder.file("x")).parent_path().string();
    const std::string one = system::make_temporary_folder(base, "p"), two = system::make_temporary_folder(base, "p");
    EXPECT_NE(one, two);
    EXPECT_TRUE(std::filesystem::is_directory(one) && std::filesystem::is_directory(two));
    EXPECT_EQ(system::make_temporary_folder(base + "/none", "p"), "");
}

}  // namespace file_test
