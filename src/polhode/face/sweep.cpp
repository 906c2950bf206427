#include "polhode/library/sweep.hpp"

#include "polhode/face/impl.hpp"
#include "polhode/sweep/definition/sweep_file.hpp"
#include "polhode/sweep/journal/sweep_ranks.hpp"
#include "polhode/sweep/results/sweep_carry_out.hpp"

namespace polhode {

struct POLHODE_HIDDEN SweepFile::Impl {
    Sweep sweep;
    std::vector<SweepColumn> outcomes;
    std::vector<std::string> warnings;
};

namespace {

std::shared_ptr<const SweepFile::Impl> sweep_impl(Sweep sweep) {
    auto impl = std::make_shared<SweepFile::Impl>();
    for (const SweepOutcome& o : sweep.outcomes) impl->outcomes.push_back({o.name, o.unit, o.summary});
    impl->warnings = sweep.warnings;
    impl->warnings.insert(impl->warnings.end(), sweep.base.warnings.begin(), sweep.base.warnings.end());
    impl->sweep = std::move(sweep);
    return impl;
}

OutcomeStatistics outcome_statistics(const SweepColumn& outcome, const SweepOutcomeStatistics& s) {
    OutcomeStatistics all;
    all.name = outcome.name;
    all.unit = outcome.unit;
    all.count = s.count;
    all.missing = s.missing;
    all.mean = s.mean.value;
    all.deviation = s.deviation.value;
    all.lowest = s.lowest.value;
    all.highest = s.highest.value;
    all.lowest_run = s.lowest.run;
    all.highest_run = s.highest.run;
    for (const SweepPercentile& p : s.percentiles) all.percentiles.push_back({p.percent, p.estimate.value});
    return all;
}

}  // namespace

SweepFile::SweepFile(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

SweepFile SweepFile::read(const std::string& path, const std::vector<std::string>& settings) {
    return SweepFile(sweep_impl(read_sweep_file(path, settings)));
}

SweepFile SweepFile::from_text(const std::string& text, const std::string& name,
                               const std::vector<std::string>& settings, const std::string& directory) {
    const std::string folder = directory.empty() || directory.back() == '/' ? directory : directory + '/';
    return SweepFile(sweep_impl(read_sweep(text, name, settings, folder)));
}

const std::string& SweepFile::title() const { return impl_->sweep.title; }
std::uint64_t SweepFile::runs() const { return impl_->sweep.runs; }
std::uint64_t SweepFile::seed() const { return impl_->sweep.seed; }
const std::vector<std::string>& SweepFile::inputs() const { return impl_->sweep.inputs.names(); }
const std::vector<SweepColumn>& SweepFile::outcomes() const { return impl_->outcomes; }
const std::vector<std::string>& SweepFile::warnings() const { return impl_->warnings; }

SweepRun SweepFile::run(std::uint64_t number, const std::string& csv) const {
    SweepSingleRun one = run_alone(impl_->sweep, number, csv);
    return {std::move(one.inputs), std::move(one.outcomes), std::move(one.failure), std::move(one.scenario)};
}

SweepReport SweepFile::carry_out(const std::string& folder, const SweepSettings& settings) const {
    if (settings.resume && settings.restart)
        throw InputError({"SweepSettings", 0, "restart"}, "resume goes on and restart begins anew: say one of them");
    SweepOptions wanted;
    wanted.folder = folder;
    wanted.begin = settings.resume    ? SweepJournal::Begin::resume
                   : settings.restart ? SweepJournal::Begin::restart
                                      : SweepJournal::Begin::fresh;
    wanted.backend = sweep_backend_named(settings.backend);
    wanted.threads = settings.threads;
    wanted.pictures = settings.pictures;
    wanted.stop = settings.stop ? settings.stop : [] { return false; };
    wanted.progress = settings.progress;
    wanted.say = settings.message;
    const SweepResult result = polhode::carry_out(impl_->sweep, SweepRanks::start(), wanted);

    SweepReport report;
    report.complete = result.complete && (result.results || result.others_wrote_them);
    report.why = result.why;
    report.runs_done = result.runs_done;
    if (!result.results) return report;
    const SweepStatistics& statistics = result.files.statistics;
    report.runs_failed = statistics.failed;
    report.files = result.files.names;
    report.table = result.files.text;
    report.hash = statistics.hash;
    for (std::size_t i = 0; i < statistics.outcomes.size(); ++i)
        report.outcomes.push_back(outcome_statistics(impl_->outcomes[i], statistics.outcomes[i]));
    return report;
}

}  // namespace polhode
