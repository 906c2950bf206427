#include "polhode/study/study_report.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "polhode/base/readable.hpp"
#include "polhode/base/terminal/text_table.hpp"
#include "polhode/base/version.hpp"
#include "polhode/output/summary.hpp"
#include "polhode/scenario/method_line.hpp"

namespace polhode {

namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<double>& x) { return x && std::isfinite(*x) ? Json(*x) : Json(nullptr); }

std::string readable_order(const std::optional<double>& order) {
    if (!order || !std::isfinite(*order)) return "";
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", *order);
    return text;
}

}  // namespace

std::string study_table(const Study& study, const StudyResult& result, int width) {
    const Entry& measure = measure_entry(study.measure);
    std::string text = without_control_characters(study.title.empty() ? study.file : study.title) + "\n";
    text += "error: " + measure.name + ", " + measure.unit + ", " +
            (study.largest ? "largest on the way" : "at the end") + "\n";
    for (std::size_t p = 0; p < study.problems.size(); ++p) {
        text += "\n" + without_control_characters(study.problems[p].name);
        if (p < result.truths.size() && !result.truths[p].empty()) text += " (against " + result.truths[p] + ")";
        text += "\n";
        TextTable table({"step or tol.", "error", "order", "evaluations", "flops", "CPU time"});
        std::vector<std::string> failures;
        for (const StudyCurve& curve : result.curves) {
            if (curve.problem != p) continue;
            const StudyMethod& method = study.methods[curve.method];
            for (const std::size_t i : curve.points) {
                const StudyPoint& point = result.points[i];
                const Method m = method.at(point.value);
                const bool first = i == curve.points.front();
                std::string label = first ? "  " + without_control_characters(method.method.name) : "";
                if (first && curve.order) label += ", order " + readable_order(curve.order);
                const std::string value = method.varied == StudyMethod::Varied::tolerance && m.tolerance
                                              ? readable(*m.tolerance, 3)
                                          : m.step      ? readable(*m.step, 3) + " s"
                                          : m.tolerance ? readable(*m.tolerance, 3)
                                                        : "";
                if (!point.done) {
                    table.row(label, {value, "not done"});
                } else if (!point.failure.empty()) {
                    table.row(label, {value, "failed"});
                    const std::string reason = "  " + method.method.name + " at " + value + ": " + point.failure;
                    failures.push_back(without_control_characters(reason));
                } else {
                    table.row(label, {value, readable(point.error, 3), readable_order(point.order),
                                      readable_count(point.evaluations), point.flops ? readable(*point.flops, 3) : "",
                                      readable_seconds(point.cpu_seconds)});
                }
            }
        }
        text += table.text(width);
        for (const std::string& failure : failures) text += failure + "\n";
    }
    return text;
}

std::string study_json(const Study& study, const StudyResult& result, int indent) {
    const Entry& measure = measure_entry(study.measure);
    Json all{{"polhode_version", version()},
             {"title", study.title},
             {"study", study.file},
             {"measure", measure.name},
             {"unit", measure.unit},
             {"at", study.largest ? "max" : "end"},
             {"status", result.interrupted ? "interrupted" : "complete"},
             {"warnings", result.warnings}};
    Json problems = Json::array();
    for (std::size_t p = 0; p < study.problems.size(); ++p) {
        const Scenario& scenario = study.problems[p].scenario;
        Json problem{
            {"name", study.problems[p].name},
            {"scenario", scenario.file},
            {"settings", scenario.settings},
            {"duration_s", scenario.run.duration},
            {"truth", p < result.truths.size() && !result.truths[p].empty() ? Json(result.truths[p]) : Json(nullptr)}};
        Json curves = Json::array();
        for (const StudyCurve& curve : result.curves) {
            if (curve.problem != p) continue;
            const StudyMethod& method = study.methods[curve.method];
            Json points = Json::array();
            for (const std::size_t i : curve.points) {
                const StudyPoint& point = result.points[i];
                const Method m = method.at(point.value);
                Json one{{"step_s", number_or_null(m.step)}, {"tolerance", number_or_null(m.tolerance)}};
                one["status"] = !point.done ? "not done" : point.failure.empty() ? "complete" : "failed";
                if (point.done && point.failure.empty()) {
                    one["error"] = number_or_null(point.error);
                    one["order"] = number_or_null(point.order);
                    one["evaluations"] = point.evaluations;
                    one["flops"] = number_or_null(point.flops);
                    one["cpu_s"] = point.cpu_seconds;
                    one["steps_accepted"] = point.accepted;
                    one["steps_rejected"] = point.rejected;
                } else if (point.done) {
                    one["failure"] = point.failure;
                }
                points.push_back(one);
            }
            const MethodCost& cost = curve.cost;
            curves.push_back(
                {{"method", method.method.name},
                 {"line", method_line(method.method)},
                 {"order", number_or_null(curve.order)},
                 {"flops_per_step", cost.known ? Json(cost.flops_per_step) : Json(nullptr)},
                 {"elementary_functions_per_step", cost.known ? Json(cost.elementary_per_step) : Json(nullptr)},
                 {"points", points}});
        }
        problem["curves"] = curves;
        problems.push_back(problem);
    }
    all["problems"] = problems;
    return all.dump(indent);
}

}  // namespace polhode
