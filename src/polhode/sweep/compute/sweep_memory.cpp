#include "polhode/sweep/compute/sweep_memory.hpp"

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "polhode/sweep/journal/sweep_crew.hpp"
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

    const int processors = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    const std::uint64_t wanted = std::min<std::uint64_t>(
        sweep.blocks(), static_cast<std::uint64_t>(how.threads > 0 ? how.threads : computer.threads(processors)));
    if (wanted <= 1) {
        for (std::uint64_t b = 0; b < sweep.blocks() && !options.stop(); ++b) take_in(computer.compute(b));
    } else {
        const ComputeBlock compute = [&](std::uint64_t block) { return computer.compute(block); };
        SweepCrew crew(static_cast<int>(wanted), compute, stopping);
        crew.add({{0, sweep.blocks()}});
        while (done < sweep.runs) {
            for (const SweepCrew::Done& block : crew.finished(std::chrono::milliseconds(20))) take_in(block.bytes);
            if (!options.stop()) continue;
            crew.forget();
            if (!crew.busy()) break;
        }
        crew.dismiss();
    }
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
