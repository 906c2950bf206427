#include "polhode/sweep/compute/sweep_memory.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <stdexcept>

#include "polhode/base/job_runner.hpp"
#include "polhode/base/thread_group.hpp"
#include "polhode/sweep/journal/sweep_part.hpp"

namespace polhode {

const std::vector<double>& SweepTable::outcome(const std::string& name) const {
    const auto found = std::find(outcome_names.begin(), outcome_names.end(), name);
    if (found == outcome_names.end()) throw std::out_of_range("there is no outcome '" + name + "'");
    return outcomes[static_cast<std::size_t>(found - outcome_names.begin())];
}

SweepTable run_in_memory(const Sweep& given, const SweepInMemory& how) {
    Sweep sweep = given;
    sweep.keep.runs = true;
    std::atomic<bool> stopping{false};
    SweepComputer::Options options;
    options.backend = how.backend;
    options.stop = [&] {
        if (how.stop && how.stop()) stopping = true;
        return stopping.load();
    };
    const SweepComputer computer(sweep, options);

    SweepTable table;
    table.how = computer.description();
    table.input_names = sweep.inputs.names();
    for (const SweepOutcome& o : sweep.outcomes) table.outcome_names.push_back(o.name);
    const auto runs = static_cast<std::size_t>(sweep.runs);
    table.inputs.assign(table.input_names.size(), std::vector<double>(runs));
    table.outcomes.assign(table.outcome_names.size(), std::vector<double>(runs));

    std::uint64_t done = 0;
    std::vector<double> numbers(table.inputs.size());
    const auto take_in = [&](const std::string& bytes) {
        // of a table that is not complete nothing is kept
        if (bytes.empty() || SweepPart::is_part(bytes)) return;
        const SweepBlock block = SweepBlock::decoded(bytes);
        const std::size_t width = table.outcomes.size();
        for (std::uint64_t r = 0; r < block.count; ++r) {
            const auto run = static_cast<std::size_t>(block.first + r);
            sweep.inputs.draw(run, numbers.data());
            for (std::size_t i = 0; i < numbers.size(); ++i) table.inputs[i][run] = numbers[i];
            for (std::size_t i = 0; i < width; ++i)
                table.outcomes[i][run] = block.outcomes[static_cast<std::size_t>(r) * width + i];
        }
        table.failures.insert(table.failures.end(), block.failures.begin(), block.failures.end());
        done += block.count;
        if (how.progress) how.progress(static_cast<double>(done) / static_cast<double>(sweep.runs));
    };

    JobOptions jobs;
    jobs.threads = how.threads > 0 ? how.threads : computer.threads(thread_count(0));
    jobs.stop = options.stop;
    std::mutex one_at_a_time;
    const auto compute = [&](std::size_t block, const auto&) {
        try {
            const std::string bytes = computer.compute(block);
            const std::lock_guard lock(one_at_a_time);
            take_in(bytes);
        } catch (...) {
            // the others give up the blocks they are at
            stopping = true;
            throw;
        }
    };
    run_jobs(static_cast<std::size_t>(sweep.blocks()), compute, jobs);
    table.complete = done == sweep.runs;
    if (!table.complete) {
        for (auto* columns : {&table.inputs, &table.outcomes})
            for (std::vector<double>& column : *columns) column.clear();
        table.failures.clear();
    }
    std::sort(table.failures.begin(), table.failures.end(),
              [](const SweepFailure& a, const SweepFailure& b) { return a.run < b.run; });
    return table;
}

}  // namespace polhode
