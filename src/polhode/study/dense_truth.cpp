#include "polhode/study/dense_truth.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "polhode/run/simulate.hpp"

namespace polhode {

namespace {

constexpr int few_points = 10, many_points = 24;

// Chebyshev points of the first kind, which leave out the ends: there a rate may jump.
struct Points {
    double at[many_points]{}, weight[many_points]{};  // of the barycentric formula

    explicit Points(int n) {
        for (int j = 0; j < n; ++j) {
            const double turn = (j + 0.5) * std::numbers::pi / n;
            at[j] = -std::cos(turn);
            weight[j] = (j % 2 ? -1 : 1) * std::sin(turn);
        }
    }
};
const Points& points_of(int n) {
    static const Points few(few_points), many(many_points);
    return n == few_points ? few : many;
}

// The last coefficients may be as large as this part of the largest value.
constexpr double negligible = 2e-15;
constexpr int most_passes = 8;

}  // namespace

bool DenseTruth::Panel::resolved() const {
    double largest[7]{}, last[2][7]{};
    for (int j = 0; j < points; ++j) {
        const double turn = (j + 0.5) * std::numbers::pi / points;
        const double c[2] = {std::cos((points - 1) * turn), std::cos((points - 2) * turn)};
        for (int i = 0; i < 7; ++i) {
            largest[i] = std::max(largest[i], std::fabs(values[j][i]));
            for (int k = 0; k < 2; ++k) last[k][i] += 2.0 / points * c[k] * values[j][i];
        }
    }
    const double rate = std::max({largest[4], largest[5], largest[6]});
    for (int i = 0; i < 7; ++i)
        for (const auto& coefficient : last)
            if (!(std::fabs(coefficient[i]) <= negligible * (i < 4 ? 1.0 : rate))) return false;
    return true;
}

// The barycentric formula (Berrut and Trefethen, SIAM Review 46 (2004) 501, eq. 4.2 with the weights of eq. 5.3)
TrueState DenseTruth::Panel::at(double t) const {
    const double x = (2 * t - begin - end) / (end - begin);
    const Points& known = points_of(points);
    double above[7]{}, below = 0;
    const double* hit = nullptr;
    for (int j = 0; j < points && !hit; ++j) {
        const double distance = x - known.at[j];
        if (distance == 0) hit = values[j];
        const double weight = known.weight[j] / distance;
        below += weight;
        for (int i = 0; i < 7; ++i) above[i] += weight * values[j][i];
    }
    double y[7];
    for (int i = 0; i < 7; ++i) y[i] = hit ? hit[i] : above[i] / below;
    return {{y[0], y[1], y[2], y[3]}, {{y[4], y[5], y[6]}}};
}

DenseTruth::DenseTruth(const Problem& problem, double end, const std::string& against,
                       const std::function<bool()>& stop)
    : problem_(problem) {
    std::string why;
    std::unique_ptr<Truth> truth;
    if (against == "exact")
        truth = exact_truth(problem, why);
    else if (against == "reference")
        truth = reference_truth(problem, end, why);
    else
        truth = truth_for(problem, end, why);
    if (!truth) {
        // refuses what is not there, and says what stands in its place
        const TruthTable table(problem, end, {end}, against);
        description_ = table.description();
        warning_ = table.warning();
        return;
    }
    description_ = truth->description();
    if (truth->closed_form())
        closed_form_ = std::move(truth);
    else
        follow(*truth, end, stop);
}

// Asks in ascending order only: panels that turn out too long are cut and asked in another pass.
void DenseTruth::follow(Truth& truth, double end, const std::function<bool()>& stop) {
    std::vector<double> cuts = switching_times(problem_, end);
    cuts.push_back(end);
    const double rate =
        problem_.dynamics() ? norm(problem_.start.rate) : norm(RatesFunction<double>(*problem_.rates)(0.0));
    // a panel of this length holds about a turn; what is slower or faster will show
    const double length = rate > 0 ? std::min(6 / rate, end) : end / 16;
    std::vector<Panel> to_ask;
    double begin = 0;
    const auto add = [&](double from, double to) {
        const auto count = std::max(1L, std::lround(std::ceil((to - from) / length)));
        for (long i = 0; i < count; ++i) {
            Panel p;
            p.begin = from + (to - from) * static_cast<double>(i) / static_cast<double>(count);
            p.end = i + 1 == count ? to : from + (to - from) * static_cast<double>(i + 1) / static_cast<double>(count);
            p.points = p.end - p.begin < 0.05 * length ? few_points : many_points;
            to_ask.push_back(p);
        }
    };
    for (const double cut : cuts)
        if (cut > begin) {
            add(begin, cut);
            begin = cut;
        }
    for (int pass = 0; !to_ask.empty(); ++pass) {
        if (!ask(truth, to_ask, stop)) return;
        std::vector<Panel> again;
        for (const Panel& p : to_ask) {
            const double middle = 0.5 * (p.begin + p.end);
            // where the coefficients do not die out there is a kink that nobody told of
            if (p.resolved() || pass == most_passes || !(p.end - p.begin > 1e-9 * end)) {
                panels_.push_back(p);
                continue;
            }
            for (const auto& [from, to] : {std::pair{p.begin, middle}, std::pair{middle, p.end}}) {
                Panel half;
                half.begin = from;
                half.end = to;
                half.points = many_points;
                again.push_back(half);
            }
        }
        to_ask = std::move(again);
    }
    std::sort(panels_.begin(), panels_.end(), [](const Panel& a, const Panel& b) { return a.begin < b.begin; });
}

bool DenseTruth::ask(Truth& truth, std::vector<Panel>& panels, const std::function<bool()>& stop) const {
    for (Panel& p : panels) {
        if (stop && stop()) return false;
        for (int j = 0; j < p.points; ++j) {
            const double t = 0.5 * ((p.begin + p.end) + (p.end - p.begin) * points_of(p.points).at[j]);
            const TrueState s = truth.at(t);
            if (!is_finite(s.q_NB.params()) || !is_finite(s.w_NB_B))
                throw ComputationFailed(t, "the reference solution is no longer finite");
            for (int i = 0; i < 4; ++i) p.values[j][i] = s.q_NB.params()[i];
            for (int i = 0; i < 3; ++i) p.values[j][4 + i] = s.w_NB_B[i];
        }
    }
    return true;
}

TrueState DenseTruth::at(double t) const {
    if (closed_form_) return closed_form_->at(t);
    auto panel =
        std::lower_bound(panels_.begin(), panels_.end(), t, [](const Panel& p, double time) { return p.end < time; });
    if (panel == panels_.end()) --panel;
    return panel->at(t);
}

std::function<TrueState(double)> DenseTruth::for_rows(double duration, double sample) const {
    if (closed_form_ || !panels_.empty()) return [this](double t) { return at(t); };
    std::shared_ptr<const TruthTable> table;
    {
        const std::lock_guard<std::mutex> lock(one_at_a_time_);
        auto& place = tables_[{duration, sample}];
        if (!place) place = std::make_shared<const TruthTable>(problem_, duration, std::vector<double>{sample});
        table = place;
    }
    return [table](double t) { return table->at(t); };
}

}  // namespace polhode
