#include "polhode/files/output_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include "polhode/files/output_error.hpp"
#include "support/output_support.hpp"

namespace polhode {
namespace output_file_test {

template <class Work>
std::string complaint(Work&& work) {
    try {
        work();
    } catch (const OutputError& e) {
        return e.what();
    }
    return "";
}

TEST(OutputFile, SaysWhatIsWrong) {
    const test::Folder folder;
    EXPECT_EQ(complaint([&] { OutputFile f(folder.path()); }), "cannot write " + folder.path() + ": Is a directory");
    const std::string nowhere = folder.file("no/such/folder/a.csv");
    EXPECT_EQ(complaint([&] { OutputFile f(nowhere); }), "cannot write " + nowhere + ": No such file or directory");
    EXPECT_EQ(complaint([] {
                  OutputFile f("/dev/full");
                  f.write("a");
              }),
              "cannot write /dev/full: No space left on device");
}

TEST(OutputFile, TakesBackAWriteThatDidNotFit) {
    const test::Folder folder;
    const std::string path = folder.file("a");
    const int code = test::with_small_disk(100, [&] {
        OutputFile f(path);
        f.write(std::string(60, 'a'));
        try {
            f.write(std::string(60, 'b'));
        } catch (const OutputError&) {
            return 7;
        }
        return 0;
    });
    EXPECT_EQ(code, 7);
    EXPECT_EQ(test::contents(path), std::string(60, 'a'));
}

TEST(OutputFile, ALostReaderOfStandardOutputIsNoFault) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    close(ends[0]);
    const int code = test::with_small_disk(1 << 20, [&] {
        dup2(ends[1], STDOUT_FILENO);
        OutputFile f("-");
        f.write("a");
        const bool gone = f.reader_gone();
        f.write("b");
        f.close();
        return gone ? 5 : 6;
    });
    close(ends[1]);
    EXPECT_EQ(code, 5);
}

TEST(WriteFile, ReplacesOnlyWhenComplete) {
    const test::Folder folder;
    const std::string path = folder.file("a");
    write_file(path, "old");
    const int code = test::with_small_disk(100, [&] {
        try {
            write_file(path, std::string(200, 'n'));
        } catch (const OutputError& e) {
            return e.file == path ? 7 : 8;
        }
        return 0;
    });
    EXPECT_EQ(code, 7);
    EXPECT_EQ(test::contents(path), "old");
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
    write_file(path, "new");
    EXPECT_EQ(test::contents(path), "new");
    EXPECT_THROW(write_file("/dev/full", "a"), OutputError);
}

}  // namespace output_file_test
}  // namespace polhode
