#include "polhode/library/outputs.hpp"

#include "polhode/base/stop_question.hpp"
#include "polhode/face/impl.hpp"
#include "polhode/output/run_outputs.hpp"

namespace polhode {

WrittenRun write_run(const ScenarioFile& scenario, const RunFiles& files) {
    const Scenario& s = scenario.impl()->scenario;
    if (!files.folder.empty() && !scenario.impl()->torques.empty())
        throw InputError({s.file, 0, ""}, "torque '" + scenario.impl()->torques.front().first +
                                              "' is a function, which scenario.toml in a folder cannot say");
    OutputRequest request;
    for (const TrajectoryFile& file : files.trajectories) request.trajectories.push_back({file.format, file.path});
    request.folder = files.folder;
    request.plot = files.plot;
    request.measures = {files.against, files.measures, files.cycle, nullptr};
    request.command_line = files.command_line;
    RunOutputs outputs(s, request);

    WrittenRun written;
    for (const Plan& plan : s.plans) {
        Statistics statistics;
        std::string failure;
        outputs.begin(plan.method());
        const RunObserver observer{
            .row = [&](const Row& row) { outputs.row(row); },
            .stop = [&] { return (files.stop && files.stop()) || outputs.reader_gone(); },
        };
        try {
            simulate(plan, observer, statistics);
        } catch (const ComputationFailed& e) {
            failure = e.what();
            written.failures.push_back(plan.method().name + ": " + failure);
        } catch (const Interrupted&) {
            // in the middle of the truth that a row is measured against: the rows before it stand
            statistics.interrupted = true;
        }
        outputs.end(statistics, failure);
        written.interrupted = written.interrupted || statistics.interrupted;
        if (statistics.interrupted) break;
    }
    outputs.finish();
    written.files = outputs.files();
    written.warnings = outputs.warnings();
    written.table = summary_table(outputs.summary());
    written.json = summary_json(outputs.summary());
    return written;
}

}  // namespace polhode
