#include "polhode/measure/run_measures.hpp"

#include <cmath>

#include "polhode/base/readable.hpp"
#include "polhode/base/stop_question.hpp"
#include "polhode/files/csv_writer.hpp"
#include "polhode/files/record_store.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

namespace {

// Where rows find the state they are compared with.
class Source {
 public:
    virtual ~Source() = default;
    virtual void rewind() {}
    virtual std::optional<TrueState> at(double t) = 0;
    // What is known of its own error up to t, rad, and what else there is to know of it.
    virtual double error_bound(double) const { return 0; }
    virtual std::string caveat() const { return ""; }
};

class TruthSource : public Source {
 public:
    explicit TruthSource(std::unique_ptr<Truth> truth) : truth_(std::move(truth)) {}
    std::optional<TrueState> at(double t) override { return truth_->at(t); }
    double error_bound(double t) const override { return truth_->error_bound(t); }
    std::string caveat() const override { return truth_->caveat(); }

 private:
    std::unique_ptr<Truth> truth_;
};

// The rows of a method, kept as those of Comparison are: in memory while they are few, else in a temporary file.
class MethodSource : public Source {
 public:
    static constexpr int width = 8;

    MethodSource(const Scenario& scenario, const Method& method) : store_(width), sample_(scenario.run.sample) {
        Statistics statistics;
        const RunObserver observer{.row =
                                       [&](const Row& r) {
                                           const double record[width] = {r.t,         r.q_NB.w,   r.q_NB.x,
                                                                         r.q_NB.y,    r.q_NB.z,   r.w_NB_B[0],
                                                                         r.w_NB_B[1], r.w_NB_B[2]};
                                           store_.add(record);
                                       },
                                   .progress = {},
                                   .stop = stop_asked};
        simulate(scenario.problem, method, scenario.run, observer, statistics);
        if (statistics.interrupted) throw Interrupted();
    }
    void rewind() override {
        reader_ = std::make_unique<RecordStore::Reader>(store_);
        there_ = reader_->next(record_);
    }
    std::optional<TrueState> at(double t) override {
        // the methods add up their steps in different ways; what is left of that is rounding
        const double slack = 1e-6 * (sample_ > 0 ? sample_ : std::fabs(t));
        while (there_ && record_[0] < t - slack) there_ = reader_->next(record_);
        if (!there_ || record_[0] > t + slack) return std::nullopt;
        return TrueState{{record_[1], record_[2], record_[3], record_[4]}, {record_[5], record_[6], record_[7]}};
    }

 private:
    RecordStore store_;
    double sample_;
    std::unique_ptr<RecordStore::Reader> reader_;
    double record_[width] = {};
    bool there_ = false;
};

class OtherSource : public Source {
 public:
    explicit OtherSource(std::shared_ptr<OtherAttitude> other) : other_(std::move(other)) {}
    std::optional<TrueState> at(double t) override { return other_->at(t); }
    std::string caveat() const override { return other_->caveat(); }

 private:
    std::shared_ptr<OtherAttitude> other_;
};

// Rows of a run for a fit: a few thousand, spread over all of it.
std::vector<TimedState> rows_to_fit(const Scenario& scenario, const Method& method) {
    constexpr std::size_t most = 4096;
    std::vector<TimedState> rows;
    std::size_t every = 1, seen = 0;
    Statistics statistics;
    const RunObserver observer{.row =
                                   [&](const Row& r) {
                                       if (seen++ % every != 0) return;
                                       rows.push_back({r.t, {r.q_NB, r.w_NB_B}});
                                       if (rows.size() < most) return;
                                       for (std::size_t i = 0; 2 * i < rows.size(); ++i) rows[i] = rows[2 * i];
                                       rows.resize(rows.size() / 2);
                                       every *= 2;
                                   },
                               .progress = {},
                               .stop = stop_asked};
    simulate(scenario.problem, method, scenario.run, observer, statistics);
    if (statistics.interrupted) throw Interrupted();
    return rows;
}

}  // namespace

struct RunMeasures::Impl {
    explicit Impl(const Scenario& s) : scenario(s) {}
    const Scenario& scenario;
    std::unique_ptr<Source> source;
    std::optional<Measurer> measurer;
    MeasureSeries series;
    double last_time = 0;
    std::string method;
    std::optional<CsvWriter> csv;
};

RunMeasures::RunMeasures(const Scenario& scenario, const MeasureRequest& request)
    : impl_(std::make_unique<Impl>(scenario)) {
    const Place place{"--against", 0, ""};
    std::string why;
    if (request.other) {
        if (request.other->wants_fit()) request.other->fit(rows_to_fit(scenario, scenario.methods.front()));
        summary_.against = request.other->description();
        impl_->source = std::make_unique<OtherSource>(request.other);
    } else if (request.against == "exact" || request.against == "reference") {
        std::unique_ptr<Truth> truth = request.against == "exact"
                                           ? exact_truth(scenario.problem, why)
                                           : reference_truth(scenario.problem, scenario.run.duration, why);
        if (!truth) throw InputError(place, "there is no such solution of this problem: " + why);
        summary_.against = truth->description();
        impl_->source = std::make_unique<TruthSource>(std::move(truth));
    } else {
        const Method* found = nullptr;
        std::vector<std::string> known{"exact", "reference"};
        for (const Method& m : scenario.methods) {
            known.push_back(m.name);
            if (m.name == request.against) found = &m;
        }
        if (!found) {
            const std::string near = nearest_name(request.against, known);
            throw InputError(
                place, "'" + std::string(without_control_characters(request.against)) +
                           "' is neither a solution, nor a method of this scenario, nor a file that is there; known: " +
                           listed(known) + (near.empty() ? "" : "; did you mean '" + near + "'?"));
        }
        summary_.against = "method " + found->name;
        impl_->source = std::make_unique<MethodSource>(scenario, *found);
    }
    if (request.cycle) {
        if (!(*request.cycle > 0) || !std::isfinite(*request.cycle))
            throw InputError({"--cycle", 0, ""}, "the length of a cycle is a number of seconds > 0");
        summary_.cycle = Cycle{*request.cycle, "as given"};
    } else {
        summary_.cycle = cycle_of(scenario.problem);
    }
    if (!request.file.empty()) {
        impl_->csv.emplace(request.file).text("method").text("t");
        for (const Entry& e : measure_entries()) impl_->csv->text(e.name);
        impl_->csv->end_header();
    }
}

RunMeasures::~RunMeasures() = default;

void RunMeasures::begin(const Method& method, const Columns&) {
    Impl& o = *impl_;
    o.measurer.emplace(o.scenario.problem, method.attitude);
    o.series = {};
    o.method = method.name;
    o.source->rewind();
}

void RunMeasures::row(const Row& row) {
    Impl& o = *impl_;
    const auto truth = o.source->at(row.t);
    if (!truth) return;
    o.last_time = row.t;
    const Measured values = (*o.measurer)(row, *truth);
    o.series.add(row.t, values);
    if (!o.csv) return;
    o.csv->text(without_control_characters(o.method)).number(row.t);
    for (const double v : values) o.csv->number_or_empty(v);
    o.csv->end_row();
}

void RunMeasures::end(const Statistics&, const std::string&) {
    Impl& o = *impl_;
    MethodMeasures m;
    m.method = o.method;
    m.rows = o.series.count();
    summary_.truth_error = std::max(summary_.truth_error, o.source->error_bound(o.last_time));
    if (summary_.caveat.empty()) summary_.caveat = o.source->caveat();
    m.measures = o.series.summary(summary_.cycle ? std::optional(summary_.cycle->seconds) : std::nullopt);
    summary_.methods.push_back(m);
    if (o.csv) o.csv->flush();
}

void RunMeasures::finish() {
    if (impl_->csv) impl_->csv->close();
}

}  // namespace polhode
