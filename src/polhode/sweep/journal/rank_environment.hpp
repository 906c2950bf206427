// What the environment of a process says about ranks: how many were started together, and how many on this machine.
#pragma once

#include <string>

namespace polhode {

struct RankEnvironment {
    bool several = false;
    int size = 0;  // 0: not known
    int rank = 0;
};

RankEnvironment rank_environment();
// The place of this rank among those of its machine; `rank` where that is not known.
int rank_on_this_machine(int rank);
// Ranks on this machine, or the most that any has where only that is known.
int ranks_of_a_machine();
std::string host_name();

}  // namespace polhode
