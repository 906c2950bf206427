// The body of a scenario with all its methods, stepped together on the same stimuli: no clock, no thread. One step is
// one of the first method; those of the others must fit into it a whole number of times.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "polhode/links/live_frame.hpp"
#include "polhode/live/live_set.hpp"
#include "polhode/live/stepped_run.hpp"
#include "polhode/problem/held_stimulus.hpp"
#include "polhode/problem/switched_torque.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

class LiveBody {
 public:
    using RowSink = std::function<void(std::size_t method, const Row&)>;
    enum class Stimuli { taken, none };

    // `duration`: s; 0: as long as one likes (a day and more), or run.duration where a table of the scenario ends
    // before. Stimuli::none: nothing pushes from outside, as in a replay. Throws InputError for what is not stepped.
    LiveBody(const Scenario& scenario, double duration, Stimuli stimuli);

    double step_length() const { return step_; }            // s
    std::uint64_t last_step() const { return last_step_; }  // the span ends after so many
    double time_of(std::uint64_t n) const;                  // of the n-th state, as its row has it
    // Where the steps made so far have led to, to the last bit: what a record says, so that it is repeated.
    double time() const;
    // Whether a run that ends at time() has the rows of this one: not where a row is due here by a time that differs
    // from it in the last bit, or n h of another method does. It is so again some steps later.
    bool may_end_here() const;
    // Why a flight could not be repeated from a record; "": it can.
    std::string why_not_recorded() const;
    double sample() const { return sample_; }  // s between rows
    // What can push it.
    bool takes_torque() const { return takes_torque_; }
    bool takes_rate() const { return takes_rate_; }
    const HeldStimulus& at_rest() const { return at_rest_; }
    // Whether a torque of the scenario, by its place, can be another one from a step on; and makes it so.
    bool can_set(std::size_t torque) const { return torque < settable_.size() && settable_[torque]; }
    void set(const LiveSet& values);
    // Given to every run that begins; before the first step.
    void set_row_sink(RowSink sink) { sink_ = std::move(sink); }

    // One step of every method that has not failed. `look`: the frame is wanted. False: the first method made none
    // (end of the span, failure).
    bool step(const HeldStimulus& stimulus, bool look);
    std::uint64_t steps() const { return steps_; }
    // Attitudes and rates of all methods as the last look saw them, or as they start.
    void fill(LiveFrame& frame) const;
    // Ends all runs where they stand; last rows are handed out.
    void finish();
    // From the start again.
    void reset();

    std::size_t methods() const { return plans_.size(); }
    const Plan& plan(std::size_t method) const { return plans_[method]; }
    const SteppedRun& run(std::size_t method) const { return *runs_[method]; }
    std::string failure() const { return runs_.front()->failure(); }  // of the first method; "": none
    std::vector<std::string> companion_names() const;

 private:
    double time_of(std::size_t method, std::uint64_t n) const;  // n: steps of the first
    // Which torques may be set from outside: a power series takes no formula that may become another.
    enum class Settable { all, laws, none };
    void prepare_with(const Scenario& scenario, double duration, Stimuli stimuli);
    void prepare_with(const Scenario& scenario, double duration, Stimuli stimuli, Settable settable);
    void make_settable(Problem& problem, Settable settable);
    void begin();
    // The first whose steps end where something switches: its place, or the number of all.
    std::size_t timed_run() const;

    std::shared_ptr<HeldStimulus> held_ = std::make_shared<HeldStimulus>();
    HeldStimulus at_rest_;
    bool takes_torque_ = false, takes_rate_ = false;
    std::vector<std::shared_ptr<TorqueChanges>> settable_;  // by torque of the scenario; null: it stays as it is
    std::vector<TorqueModel> given_;                        // as the scenario has them
    bool set_ = false;                                      // since the last step
    std::vector<Plan> plans_;
    std::vector<long> steps_in_one_;  // of each method in one of the first
    std::vector<std::unique_ptr<SteppedRun>> runs_;
    RowSink sink_;
    LiveFrame start_;
    double step_ = 0, sample_ = 0;
    std::uint64_t steps_ = 0, last_step_ = 0;
};

}  // namespace polhode
