#include "polhode/reproduce/verdicts_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "polhode/base/version.hpp"

namespace polhode {

namespace {

nlohmann::ordered_json json_of(const std::string& document, const Claim& c) {
    using Json = nlohmann::ordered_json;
    const auto text_or_null = [](const std::string& text) {
        return text.empty() ? Json(nullptr) : Json(plain_of(text));
    };
    Json numbers = Json::array();
    for (const Evidence& e : c.evidence) {
        Json one{{"name", plain_of(e.name)}};
        one["value"] = std::isfinite(e.value) ? Json(e.value) : Json(nullptr);
        if (!e.unit.empty()) one["unit"] = plain_of(e.unit);
        numbers.push_back(one);
    }
    Json one{{"document", document}, {"number", c.number}, {"claim", plain_of(c.text)}};
    one["quotation"] = text_or_null(c.quotation);
    one["place"] = text_or_null(c.place);
    one["verdict"] = name_of(c.verdict);
    one["explanation"] = plain_of(c.explanation);
    one["condition"] = text_or_null(c.condition);
    one["would_decide"] = text_or_null(c.would_decide);
    one["numbers"] = numbers;
    one["command"] = c.command.empty() ? Json(nullptr) : Json(c.command);
    return one;
}

}  // namespace

std::string verdicts_json(const ReproduceRequest& request, const std::vector<FinishedDocument>& finished,
                          const std::string& status) {
    using Json = nlohmann::ordered_json;
    Json rule{{"judged", what_is_judged()}};
    for (const Verdict v : all_verdicts) rule[name_of(v)] = meaning_of(v);
    Json verdicts = Json::array();
    for (const FinishedDocument& f : finished)
        for (const Claim& c : f.claims) verdicts.push_back(json_of(f.name, c));
    const Json all{{"program", "polhode"}, {"version", version()}, {"revision", revision()}, {"status", status},
                   {"full", request.full}, {"rule", rule},         {"verdicts", verdicts}};
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace polhode
