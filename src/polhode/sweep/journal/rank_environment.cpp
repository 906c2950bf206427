#include "polhode/sweep/journal/rank_environment.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <optional>

#include "polhode/system/host/process.hpp"

namespace polhode {

namespace {

std::optional<int> number_in(const char* name) {
    const char* text = std::getenv(name);
    if (!text || !*text) return std::nullopt;
    char* after = nullptr;
    const long value = std::strtol(text, &after, 10);
    if (*after || value < 0 || value > 100000000) return std::nullopt;
    return static_cast<int>(value);
}

std::optional<int> first_number_in(std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (const auto value = number_in(name)) return value;
    return std::nullopt;
}

}  // namespace

RankEnvironment rank_environment() {
    RankEnvironment s;
    const char* wanted = std::getenv("POLHODE_RANKS");
    if (wanted && std::strcmp(wanted, "no") == 0) return s;
    // mpirun of Open MPI; of MPICH and its relatives; srun. PMIx alone tells the rank and not the size.
    const auto size = first_number_in({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"});
    const auto rank = first_number_in({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"});
    s.size = size.value_or(0);
    s.rank = rank.value_or(0);
    s.several = size ? *size > 1 : number_in("PMIX_RANK").has_value();
    return s;
}

int rank_on_this_machine(int rank) {
    return first_number_in({"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"}).value_or(rank);
}

int ranks_of_a_machine() {
    if (const auto here = first_number_in({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "SLURM_NTASKS_PER_NODE"}))
        return std::max(1, *here);
    int most = 1;
    for (const char* name : {"SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE"}) {
        const char* text = std::getenv(name);
        if (!text) continue;
        // "4(x2),3": two machines with four each, one with three
        for (const char* at = text; at; at = std::strchr(at, ',')) {
            if (*at == ',') ++at;
            most = std::max(most, static_cast<int>(std::clamp(std::strtol(at, nullptr, 10), 1L, 100000L)));
        }
        break;
    }
    return most;
}

std::string host_name() {
    const std::string name = system::machine_name();
    return name.empty() ? "a machine without a name" : name;
}

}  // namespace polhode
