// An exception on its way to rank 0, where it is thrown again with the same meaning.
#pragma once

#include <cstdint>
#include <exception>
#include <string>

namespace polhode {

struct RankTrouble {
    enum Kind : std::uint64_t { stopped, input, computation, memory, fault };
    Kind kind = fault;
    double time = 0;
    std::string text, host;

    static RankTrouble of(const std::exception_ptr& thrown);

    // As the program's exit codes.
    int code() const { return kind == input ? 2 : kind == fault ? 1 : 3; }

    std::string encoded() const;
    static RankTrouble decoded(const std::string& bytes);

    // `who` had it: "rank 3 on node7".
    [[noreturn]] void raise(const std::string& who) const;
};

}  // namespace polhode
