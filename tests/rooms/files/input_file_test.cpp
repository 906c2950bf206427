#include "polhode/files/input_file.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "support/output_support.hpp"

namespace polhode {
namespace input_file_test {

TEST(InputFile, ReadsAllOfAPlainFile) {
    const test::Folder folder;
    const std::string text = std::string(200000, 'x') + std::string(1, '\0') + "end";
    std::ofstream(folder.file("a"), std::ios::binary) << text;
    const InputBytes read = read_input_file(folder.file("a"));
    EXPECT_EQ(read.bytes, text);
    EXPECT_EQ(read.fault, "");
    EXPECT_FALSE(read.missing || read.cut_off);
}

TEST(InputFile, StopsAtTheLimit) {
    const test::Folder folder;
    std::ofstream(folder.file("a")) << "0123456789";
    const InputBytes part = read_input_file(folder.file("a"), 4), whole = read_input_file(folder.file("a"), 10);
    EXPECT_EQ(part.bytes, "0123");
    EXPECT_TRUE(part.cut_off);
    EXPECT_EQ(whole.bytes, "0123456789");
    EXPECT_FALSE(whole.cut_off);
}

TEST(InputFile, WhatIsNotThereIsSaidToBeMissing) {
    const test::Folder folder;
    EXPECT_TRUE(read_input_file(folder.file("none")).missing);
    EXPECT_NE(read_input_file(folder.file("none")).fault, "");
    EXPECT_TRUE(read_input_file(folder.file("none/deeper")).missing);
}

// Each of these would be read for ever, or waited for for ever.
TEST(InputFile, SpecialFilesAreRefusedWithoutWaiting) {
    const test::Folder folder;
    ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string socket_path = folder.file("socket");
    ASSERT_LT(socket_path.size(), sizeof address.sun_path);
    std::strcpy(address.sun_path, socket_path.c_str());
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_EQ(::bind(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    const std::pair<std::string, std::string> special[] = {{"/dev/zero", "a device"},
                                                           {"/dev/null", "a device"},
                                                           {folder.file("pipe"), "a pipe"},
                                                           {socket_path, "a socket"},
                                                           {folder.path(), "a directory"}};
    for (const auto& [path, kind] : special) {
        const InputBytes read = read_input_file(path);
        EXPECT_NE(read.fault.find(kind), std::string::npos) << path << ": " << read.fault;
        EXPECT_EQ(read.bytes, "");
        EXPECT_FALSE(read.missing);
        EXPECT_EQ(unreadable_kind(path), read.fault);
    }
    ::close(descriptor);
}

// polhode run /dev/stdin, polhode run <(command)
TEST(InputFile, APipeThatWasHandedOverIsRead) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ASSERT_EQ(::write(ends[1], "title", 5), 5);
    ::close(ends[1]);
    EXPECT_EQ(read_input_file("/dev/fd/" + std::to_string(ends[0])).bytes, "title");
    ::close(ends[0]);
}

}  // namespace input_file_test
}  // namespace polhode
