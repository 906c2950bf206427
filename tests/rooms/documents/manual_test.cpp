// The manual: its C++ examples compile as they stand. (Its commands are run by tests/documents/run.)
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/output_support.hpp"

namespace manual_test {

namespace {

struct Block {
    std::string page;
    int line;
    std::string code;
};

std::vector<Block> cpp_blocks() {
    std::vector<Block> blocks;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(POLHODE_SOURCE_DIR "/docs")) {
        if (entry.path().extension() != ".md") continue;
        std::ifstream page(entry.path());
        bool inside = false;
        int number = 0;
        for (std::string line; std::getline(page, line);) {
            ++number;
            if (!inside && line == "```cpp") {
                blocks.push_back({entry.path().filename().string(), number, ""});
                inside = true;
            } else if (inside && line == "```") {
                inside = false;
            } else if (inside) {
                blocks.back().code += line + "\n";
            }
        }
    }
    return blocks;
}

TEST(Manual, CodeCompiles_Long) {
    const auto blocks = cpp_blocks();
    EXPECT_GE(blocks.size(), 3u);
    const polhode::test::Folder folder;
    for (const Block& block : blocks) {
        const std::string source = folder.file("example.cpp");
        std::ofstream(source) << block.code;
        std::string command =
            "c++ -std=c++20 -fsyntax-only -Wall -Wextra -Wshadow -Werror -ffp-contract=off "
            "-I" POLHODE_SOURCE_DIR "/include -isystem /usr/include/eigen3 " +
            source;
        EXPECT_EQ(std::system(command.c_str()), 0) << block.page << " line " << block.line;
    }
}

}  // namespace

}  // namespace manual_test
