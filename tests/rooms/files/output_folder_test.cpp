#include "polhode/files/output_folder.hpp"

#include <gtest/gtest.h>

#include "polhode/files/output_error.hpp"
#include "support/output_support.hpp"

namespace polhode {
namespace output_folder_test {

TEST(OutputFolder, IsMadeWithThoseAboveIt) {
    const test::Folder folder;
    OutputFolder out(folder.file("a/b c/ü"));
    EXPECT_TRUE(std::filesystem::is_directory(folder.file("a/b c/ü")));
    EXPECT_EQ(out.file("x.csv"), folder.file("a/b c/ü/x.csv"));
    out.file("y.csv");
    out.file("x.csv");
    EXPECT_EQ(out.files(), (std::vector<std::string>{"x.csv", "y.csv"}));
}

TEST(OutputFolder, LeavesStrangersAlone) {
    const test::Folder folder;
    std::ofstream(folder.file("notes.txt")) << "mine";
    OutputFolder out(folder.path());
    EXPECT_EQ(test::contents(folder.file("notes.txt")), "mine");
}

TEST(OutputFolder, AFileInItsPlaceIsRefused) {
    const test::Folder folder;
    std::ofstream(folder.file("a")) << "x";
    try {
        OutputFolder out(folder.file("a"));
        FAIL();
    } catch (const OutputError& e) {
        EXPECT_EQ(std::string(e.what()),
                  "cannot write " + folder.file("a") + ": it is a file, and a folder of that name is needed");
    }
    EXPECT_THROW(OutputFolder out(folder.file("a/b")), OutputError);
    EXPECT_THROW(OutputFolder out(""), OutputError);
    EXPECT_THROW(OutputFolder out("/proc/polhode"), OutputError);
}

TEST(FileOfMethod, OneFileEach) {
    EXPECT_EQ(file_of_method("out.csv", {"a"}, 0), "out.csv");
    EXPECT_EQ(file_of_method("x.y/out.csv", {"a", "b"}, 1), "x.y/out-b.csv");
    EXPECT_EQ(file_of_method("-", {"a", "b"}, 1), "-");
    const std::vector<std::string> alike{"a/b", "a b", "../a b"};
    EXPECT_EQ(file_of_method("t.csv", alike, 0), "t-a-b.csv");
    EXPECT_EQ(file_of_method("t.csv", alike, 1), "t-a-b-2.csv");
    EXPECT_EQ(file_of_method("t.csv", alike, 2), "t-..-a-b.csv");
    EXPECT_EQ(file_safe("ω"), "-");
    EXPECT_EQ(file_safe(""), "method");
}

}  // namespace output_folder_test
}  // namespace polhode
