// What the core says to the studio's page: JSON, and refusals in the words of the command line.
#pragma once

#include <exception>
#include <nlohmann/json.hpp>
#include <string>

#include "polhode/base/diagnostic.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

using Json = nlohmann::ordered_json;

inline std::string answer;
inline const char* answered(const Json& json) {
    answer = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return answer.c_str();
}

// What a call is refused with, as the command line would say it.
inline Json refusal(const std::exception& e) {
    Json json{{"ok", false}, {"message", e.what()}};
    if (const auto* input = dynamic_cast<const InputError*>(&e)) {
        json["code"] = 2;
        json["file"] = input->place.file;
        json["line"] = input->place.line;
        json["key"] = input->place.key;
    } else if (const auto* failure = dynamic_cast<const ComputationFailed*>(&e)) {
        json["code"] = 3;
        json["time"] = failure->time;
    } else {
        json["code"] = 1;
    }
    return json;
}

inline Json as_json(const TomlNode& node) {
    switch (node.kind) {
        case TomlNode::Kind::table: {
            Json table = Json::object();
            for (const TomlNode& item : node.items) table[item.name] = as_json(item);
            return table;
        }
        case TomlNode::Kind::array: {
            Json list = Json::array();
            for (const TomlNode& item : node.items) list.push_back(as_json(item));
            return list;
        }
        case TomlNode::Kind::integer:
        case TomlNode::Kind::number:
            return node.number;
        case TomlNode::Kind::boolean:
            return node.boolean;
        default:
            return node.text;
    }
}

inline Json as_json(const Vec3<double>& v) { return Json::array({v[0], v[1], v[2]}); }
inline Json as_json(const Quaternion<double>& q) { return Json::array({q.w, q.x, q.y, q.z}); }
inline Json as_json(const Mat3<double>& m) {
    Json rows = Json::array();
    for (int i = 0; i < 3; ++i) rows.push_back(Json::array({m(i, 0), m(i, 1), m(i, 2)}));
    return rows;
}

template <class Work>
const char* guarded(Work&& work) {
    try {
        return answered(work());
    } catch (const std::exception& e) {
        return answered(refusal(e));
    } catch (...) {
        return answered({{"ok", false}, {"code", 1}, {"message", "something went wrong inside"}});
    }
}

}  // namespace polhode
