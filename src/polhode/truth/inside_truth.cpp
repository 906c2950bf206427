#include "polhode/truth/inside_truth.hpp"

#include <algorithm>

#include "polhode/inside/inside_path.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

namespace {

// Two words, with a path in double beside them that shows how errors grow along the motion (truth.cpp).
class InsideReference : public Truth {
 public:
    InsideReference(const Problem& problem, double end, double largest_step)
        : problem_(problem),
          path_(problem_, end, {24, 1e-24, 0, largest_step}),
          beside_(problem_, end, {20, 1e-16, 0, largest_step}) {}

    TrueState at(double t) override {
        const auto taken = [this](double reached) { step_made(reached); };
        const TrueState s = seen(path_, t, taken);
        apart_ = std::max(apart_, angle_between(s.q_NB, seen(beside_, t, taken).q_NB));
        return s;
    }
    std::string description() const override { return "reference: Taylor series of order 24 in two words (32 digits)"; }
    bool closed_form() const override { return false; }
    double error_bound(double) const override { return apart_ < far ? 1e-6 * apart_ + 2.2e-16 : apart_; }
    std::string caveat() const override {
        if (apart_ < far) return "";
        return "the motion amplifies errors so much that a computation in double beside it lost it; how far the "
               "reference "
               "itself is off is not known";
    }

 private:
    // beyond this a distance no longer grows in proportion to its cause
    static constexpr double far = 1e-4;

    template <class Path, class Taken>
    static TrueState seen(Path& path, double t, const Taken& taken) {
        using inside::in_double;
        const auto y = path.at(t, taken);
        const auto w = path.numbers().rate(t, y);
        return {{in_double(y[0]), in_double(y[1]), in_double(y[2]), in_double(y[3])},
                {in_double(w[0]), in_double(w[1]), in_double(w[2])}};
    }

    const Problem problem_;
    InsidePath<exact::Two> path_;
    InsidePath<double> beside_;
    double apart_ = 0;
};

}  // namespace

std::unique_ptr<Truth> inside_reference(const Problem& problem, double end, double largest_step) {
    return std::make_unique<InsideReference>(problem, end, largest_step);
}

}  // namespace polhode
