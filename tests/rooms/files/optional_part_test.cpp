#include "polhode/files/optional_part.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "parts/example_part.hpp"
#include "polhode/base/version.hpp"
#include "support/folder.hpp"

namespace optional_part_test {

namespace {

using namespace polhode;

OptionalPart load(const std::vector<std::string>& folders) {
    return OptionalPart::load(ExamplePart::part_name, ExamplePart::interface_number, sizeof(ExamplePart), folders);
}

// Where the build puts tests/parts.
std::string built(const std::string& kind) {
    return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "parts" / kind).string();
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(OptionalPart, IsLoadedAndCalled) {
    const OptionalPart part = load({"/nowhere", built("good")});
    ASSERT_TRUE(part.loaded()) << part.reason();
    EXPECT_EQ(part.file(), built("good") + "/libpolhode_example.so");
    EXPECT_EQ(part.functions<ExamplePart>().twice(21), 42);
}

TEST(OptionalPart, SaysWhereItIsMissing) {
    const OptionalPart part = load({"/nowhere", "/neither"});
    EXPECT_FALSE(part.loaded());
    EXPECT_EQ(part.reason(),
              "this Polhode was built without its part for example (libpolhode_example.so is not in /nowhere, "
              "/neither)");
}

TEST(OptionalPart, SaysWhatToInstall) {
    const OptionalPart mpi = OptionalPart::load("mpi", 1, 1, {"/nowhere"});
    EXPECT_TRUE(contains(mpi.reason(), "libopenmpi-dev")) << mpi.reason();
    EXPECT_TRUE(contains(mpi.reason(), "build again")) << mpi.reason();
    const OptionalPart cuda = OptionalPart::load("cuda", 1, 1, {"/nowhere"});
    EXPECT_TRUE(contains(cuda.reason(), "nvcc")) << cuda.reason();
}

TEST(OptionalPart, OfAnotherVersionIsRefused) {
    const OptionalPart part = load({built("other-version")});
    EXPECT_FALSE(part.loaded());
    EXPECT_TRUE(contains(part.reason(), "belongs to another version of Polhode (0.0.0; this is " + version() + ")"))
        << part.reason();
}

TEST(OptionalPart, OfAnotherInterfaceIsRefused) {
    EXPECT_FALSE(load({built("other-interface")}).loaded());
    const OptionalPart longer = OptionalPart::load(ExamplePart::part_name, ExamplePart::interface_number,
                                                   sizeof(ExamplePart) + 8, {built("good")});
    EXPECT_FALSE(longer.loaded());
}

TEST(OptionalPart, WithoutItsFunctionIsRefused) {
    const OptionalPart part = load({built("other-function")});
    EXPECT_FALSE(part.loaded());
    EXPECT_TRUE(contains(part.reason(), "no function polhode_part_example")) << part.reason();
}

TEST(OptionalPart, ThatIsNoLibraryGivesTheLoadersReason) {
    const test::Folder folder;
    folder.write("libpolhode_example.so", "text");
    // The first file of the name decides: a broken one is not passed over for an old one further on.
    const OptionalPart part = load({folder.path(), built("good")});
    EXPECT_FALSE(part.loaded());
    EXPECT_TRUE(contains(part.reason(), "cannot be loaded: " + folder.path())) << part.reason();
}

TEST(OptionalPart, IsLookedForWhereTheEnvironmentSaysAndBesideTheProgram) {
    ::setenv("POLHODE_PARTS", "/first::/second", 1);
    const std::vector<std::string> folders = part_folders();
    ::unsetenv("POLHODE_PARTS");
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    const std::vector<std::string> wanted = {"/first", "/second", program.string(),
                                             (program.parent_path() / "lib/polhode").string()};
    EXPECT_EQ(folders, wanted);
    EXPECT_EQ(part_folders().size(), 2u);
}

}  // namespace

}  // namespace optional_part_test
