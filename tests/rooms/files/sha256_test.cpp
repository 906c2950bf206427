#include "polhode/files/sha256.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "support/output_support.hpp"

namespace polhode {
namespace sha256_test {

// NIST, FIPS 180-4 example values (csrc.nist.gov, SHA256.pdf) and the empty message.
TEST(Sha256, StandardVectors) {
    EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesGiveTheSameAsTheWhole) {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += static_cast<char>(i * 7);
    for (std::size_t piece = 1; piece < 200; ++piece) {
        Sha256 hash;
        for (std::size_t at = 0; at < text.size(); at += piece) hash.add(std::string_view(text).substr(at, piece));
        ASSERT_EQ(hash.hex(), sha256(text)) << piece;
    }
}

TEST(Sha256, OfAFile) {
    const test::Folder folder;
    std::ofstream(folder.file("a")) << "abc";
    EXPECT_EQ(sha256_of_file(folder.file("a")), sha256("abc"));
    EXPECT_EQ(sha256_of_file(folder.file("missing")), "");
    EXPECT_EQ(sha256_of_file(folder.path()), "");
}

}  // namespace sha256_test
}  // namespace polhode
