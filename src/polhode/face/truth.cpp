#include "polhode/library/truth.hpp"

#include "polhode/base/diagnostic.hpp"
#include "polhode/face/impl.hpp"
#include "polhode/truth/truth.hpp"

namespace polhode {

struct POLHODE_HIDDEN TrueMotion::Impl {
    std::shared_ptr<const ScenarioFile::Impl> scenario;  // whose problem the truth refers to
    std::unique_ptr<Truth> truth;
};

TrueMotion::TrueMotion(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TrueMotion::TrueMotion(TrueMotion&&) noexcept = default;
TrueMotion& TrueMotion::operator=(TrueMotion&&) noexcept = default;
TrueMotion::~TrueMotion() = default;

TrueMotion TrueMotion::of(const ScenarioFile& scenario, const std::string& which) {
    const Scenario& s = scenario.impl()->scenario;
    std::unique_ptr<Truth> truth;
    std::string why;
    if (which == "exact")
        truth = exact_truth(s.problem, why);
    else if (which == "reference")
        truth = reference_truth(s.problem, s.run.duration, why);
    else if (which == "truth")
        truth = truth_for(s.problem, s.run.duration, why);
    else
        throw InputError({s.file, 0, ""},
                         "there is no truth '" + which + "'; known: " + listed({"exact", "reference", "truth"}));
    if (!truth) throw InputError({s.file, 0, ""}, "there is no such solution of this problem: " + why);
    return TrueMotion(std::make_unique<Impl>(Impl{scenario.impl(), std::move(truth)}));
}

MotionState TrueMotion::at(double t) {
    const TrueState state = impl_->truth->at(t);
    return {state.q_NB, state.w_NB_B};
}

std::string TrueMotion::description() const { return impl_->truth->description(); }
bool TrueMotion::closed_form() const { return impl_->truth->closed_form(); }
double TrueMotion::error_bound(double t) const { return impl_->truth->error_bound(t); }
std::string TrueMotion::caveat() const { return impl_->truth->caveat(); }

}  // namespace polhode
