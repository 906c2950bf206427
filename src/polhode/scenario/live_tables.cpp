#include "polhode/scenario/live_tables.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "polhode/base/shortest.hpp"
#include "polhode/problem/samples/model_values.hpp"
#include "polhode/registry/table_reader.hpp"

namespace polhode {

namespace {

using Keys = std::vector<Parameter>;

Keys together(std::initializer_list<Keys> some) {
    Keys all;
    for (const Keys& keys : some) all.insert(all.end(), keys.begin(), keys.end());
    return all;
}

Parameter input_name() {
    return {"name", Type::text, "", "", false, "how it is called in messages and records; left out: its kind"};
}

Parameter frame_key() {
    return {"frame", Type::choice, "", "\"body\"", false, "axes the components are given in", {"body", "world"}};
}

// What the axes of a stick do.
Keys stick_keys() {
    return {
        {"axes", Type::numbers, "", "[0, 1, 2]", false, "which axes of the stick push along x, y and z, from 0"},
        {"torque", Type::vector3, "N m", "", false, "torque about the body axes at full deflection"},
        frame_key(),
        {"force", Type::vector3, "N", "", false, "force along the body axes at full deflection; needs at"},
        {"at", Type::vector3, "m", "", false, "where the force acts, from the fixed point, in body axes"},
        {"rate", Type::vector3, "rad/s", "", false, "body rate at full deflection, for [rates]"},
        {"dead_zone", Type::non_negative, "1", "0.05", false, "deflection that counts as none; the rest is stretched"},
        {"expo", Type::non_negative, "1", "0", false, "share of the cube in the curve of an axis, 0 to 1"}};
}

Keys target_keys(const std::string& port) {
    return {{"address", Type::text, "", "\"127.0.0.1\"", false, "where it goes to; loopback unless named"},
            {"port", Type::integer, "1", port, port.empty(), "UDP port"}};
}
Parameter rate_key(const std::string& hertz) {
    return {"rate", Type::positive, "Hz", hertz, false, "how often it is sent"};
}
Parameter axes_key() {
    return {"axes",
            Type::choice,
            "",
            "\"ned-frd\"",
            false,
            "the world's x is north and y west, the body's x forward and z up, turned into aircraft axes (ned-frd); or "
            "the numbers as they are (as-is)",
            {"ned-frd", "as-is"}};
}
Keys place_keys() {
    return {{"latitude", Type::number, "deg", "47.397742", false, "geodetic latitude of the place that is shown"},
            {"longitude", Type::number, "deg", "8.545594", false, "its longitude"},
            {"altitude", Type::number, "m", "1000", false, "its height above sea level"}};
}

// A stick does one thing, and one that the problem takes.
void check_what_it_does(const LiveTable& input, bool dynamics) {
    const Values& v = input.values;
    const bool torque = v.given("torque"), force = v.given("force"), rate = v.given("rate");
    if (torque + force + rate > 1)
        v.refuse(rate ? "rate" : "force",
                 "an input does one thing: torque, force (with at) or rate; leave the others out");
    if (dynamics && rate) v.refuse("rate", "a [body] finds its rate by itself; give torque, or force with at");
    if (!dynamics && (torque || force))
        v.refuse(torque ? "torque" : "force", "with [rates] the rate is given; give rate, rad/s at full deflection");
    if (v.given("at") && !force) v.refuse("at", "this is where a force acts; give force as well");
    if (force && !v.given("at")) v.refuse("force", "say where it acts: at = [x, y, z], m in body axes");
    if (v.text("frame") == "world" && (force || !dynamics))
        v.refuse("frame", "only a torque may be given in world axes: this one turns with the body");
    if (input.kind != "file" && !torque && !force && !rate)
        v.refuse(dynamics ? "torque" : "rate",
                 std::string("say what full deflection does: ") + (dynamics ? "torque, or force with at" : "rate"));
}

void check_axes(const Values& v) {
    const std::vector<double>& given = v.numbers("axes");
    if (given.empty() || given.size() > 3)
        v.refuse("axes", "expected one to three numbers of axes, read " + std::to_string(given.size()));
    for (const double axis : given)
        if (!(axis >= 0 && axis < static_cast<double>(most_stick_axes)) || axis != std::floor(axis))
            v.refuse("axes",
                     shortest(axis) + " is no axis: they are counted from 0 to " + std::to_string(most_stick_axes - 1));
}

// What no receiver understands, or two cannot share.
void check_link(const LiveTable& link, const std::vector<LiveTable>& before) {
    const Values& v = link.values;
    const auto check_range = [&](const char* key, double least, double most, const char* what) {
        if (v.has(key) && !(v.number(key) >= least && v.number(key) <= most))
            v.refuse(key, std::string(what) + " from " + shortest(least) + " to " + shortest(most) + ", read " +
                              shortest(v.number(key)));
    };
    check_range("latitude", -90, 90, "degrees north");
    check_range("longitude", -360, 360, "degrees east");
    check_range("altitude", -1e6, 1e6, "metres");
    if (v.has("port") && v.integer("port") == 0) v.refuse("port", "0 is no port to send to; allowed: 1 to 65535");
    if (v.has("system") && (v.integer("system") < 1 || v.integer("system") > 255))
        v.refuse("system", std::to_string(v.integer("system")) + " is not a number from 1 to 255");
    if (!v.has("file")) return;
    if (v.text("file").empty()) v.refuse("file", "expected the name of a file, read \"\"");
    for (const LiveTable& other : before)
        if (other.values.has("file") && other.values.text("file") == v.text("file"))
            v.refuse("file", "another link writes this file already");
}

// Of [::1]
std::string without_brackets(const std::string& address) {
    const bool has = address.size() > 2 && address.front() == '[' && address.back() == ']';
    return has ? address.substr(1, address.size() - 2) : address;
}

bool has_usual_port(const std::string& link) {
    const Entry* const entry = find_entry("link", link);
    return !entry || std::none_of(entry->parameters.begin(), entry->parameters.end(),
                                  [](const Parameter& p) { return p.name == "port" && p.required; });
}

}  // namespace

std::vector<Entry> input_entries() {
    const Keys name{input_name()};
    const Keys udp{{"address", Type::text, "", "\"127.0.0.1\"", false, "where it listens; loopback unless named"},
                   {"port", Type::integer, "1", "0", false, "UDP port; 0: the system chooses, and it is told"},
                   {"from", Type::text, "", "\"\"", false,
                    "addresses of other machines that are heard, with spaces between; this one always is"},
                   {"format",
                    Type::choice,
                    "",
                    "\"json\"",
                    false,
                    "own messages, lines of numbers with time first, or MANUAL_CONTROL of MAVLink",
                    {"json", "text", "mavlink"}}};
    Keys recording = file_parameters(true);
    recording.push_back(frame_key());
    return {
        {"input", "joystick", "a stick that the kernel shows as a device; unplugged it is at rest",
         together({name, {{"device", Type::text, "", "\"/dev/input/js0\"", false, "its file"}}, stick_keys()}), "",
         "Linux, Documentation/input/joydev/joystick-api.rst"},
        {"input", "udp", "datagrams from another program", together({name, udp, stick_keys()}), "", ""},
        {"input", "websocket", "messages of a program or a page that is connected", together({name, stick_keys()}), "",
         ""},
        {"input", "keyboard", "keys pressed in the studio", together({name, stick_keys()}), "", ""},
        {"input", "gamepad", "a gamepad that the studio's browser sees", together({name, stick_keys()}), "",
         "W3C Gamepad"},
        {"input", "file", "a recorded flight: each row holds from its step on", together({name, recording}), "", ""},
    };
}

std::vector<Entry> link_entries() {
    const Keys version{{"version",
                        Type::choice,
                        "",
                        "\"24\"",
                        false,
                        "of FlightGear's structure: 24 up to FlightGear 2020.3, 25 after it",
                        {"24", "25"}}};
    const Keys binary{{"binary", Type::boolean, "", "false", false, "four doubles in place of a line of text"}};
    const Keys system{{"system", Type::integer, "1", "1", false, "number of the vehicle, 1 to 255"}};
    const Keys origins{
        {"origins", Type::text, "", "\"\"", false,
         "pages of other servers that may connect, exactly as a browser names them, with spaces between"}};
    const Keys file{{"file", Type::text, "", "", true, "where it is written"}};
    return {
        {"link", "json", "own frames, one object a datagram, with every digit",
         together({target_keys(""), {rate_key("60")}}), "", ""},
        {"link", "text", "t, quaternion and rate with commas between, a line a datagram",
         together({target_keys(""), {rate_key("60")}}), "", ""},
        {"link", "flightgear", "FlightGear's native flight model: fgfs --fdm=null --native-fdm=socket,in,60,,5550,udp",
         together({target_keys("5550"), {rate_key("60"), axes_key()}, version, place_keys()}), "",
         "FlightGear, src/Network/net_fdm.hxx"},
        {"link", "flightgear-generic", "FlightGear's generic protocol, by a file in its folder Protocol",
         together({target_keys("5551"), {rate_key("60"), axes_key()}, binary}), "", "FlightGear, README.protocol"},
        {"link", "mavlink", "MAVLink 2 for ground stations: QGroundControl, Mission Planner",
         together({target_keys("14550"), {rate_key("50"), axes_key()}, system, place_keys()}), "",
         "MAVLink, common.xml"},
        {"link", "foxglove", "Foxglove connects by WebSocket to the server of `polhode live --serve`",
         together({{rate_key("60")}, origins}), "", "Foxglove WebSocket protocol"},
        {"link", "mcap", "a file that Foxglove opens", together({file, {rate_key("60")}}), "", "MCAP specification"},
    };
}

std::vector<std::string> words_of_value(const Values& values, const std::string& key) {
    std::istringstream in(values.text(key));
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

std::vector<Parameter> input_kind_only() { return {{"kind", Type::text, "", "", true, "name of an input"}}; }
std::vector<Parameter> link_kind_only() { return {{"kind", Type::text, "", "", true, "name of a link"}}; }

std::vector<LiveTable> live_tables_of(const std::vector<TomlNode>& tables, const std::string& what) {
    std::vector<LiveTable> all;
    for (const TomlNode& table : tables) {
        const Entry& entry = named_entry_in(table, "kind", what);
        LiveTable one{entry.name, entry.name, read_values(table, entry.parameters, {"kind"})};
        if (one.values.given("name")) one.name = one.values.text("name");
        if (one.values.has("port") && one.values.integer("port") > 65535)
            one.values.refuse("port", "ports go up to 65535");
        if (what == "link") check_link(one, all);
        if (what == "input")
            for (const LiveTable& other : all)
                if (other.name == one.name)
                    one.values.refuse("name", "two inputs are called '" + one.name + "'; give each a name of its own");
        all.push_back(std::move(one));
    }
    return all;
}

void check_inputs(const std::vector<LiveTable>& inputs, bool dynamics) {
    for (const LiveTable& input : inputs) {
        check_what_it_does(input, dynamics);
        if (input.kind == "file") continue;
        const Values& v = input.values;
        check_axes(v);
        if (v.number("dead_zone") >= 1) v.refuse("dead_zone", "it must leave something of the axis: below 1");
        if (v.number("expo") > 1) v.refuse("expo", "the share of the cube in the curve: 0 to 1");
    }
}

LiveTable link_in_words(const std::string& words, const std::string& place) {
    const Place at{place, 0, ""};
    const std::string link = words.substr(0, words.find(':'));
    const bool more = link.size() < words.size();
    const std::string rest = more ? words.substr(link.size() + 1) : "";
    std::vector<std::string> known = names_of("link");
    if (std::find(known.begin(), known.end(), link) == known.end()) {
        const std::string near = nearest_name(link, known);
        throw InputError(at, "'" + escaped_for_message(link) + "' is not a link; known: " + listed(known) +
                                 (near.empty() ? "" : "; did you mean '" + near + "'?") +
                                 "; example: json:127.0.0.1:5500");
    }
    TomlNode table;
    table.place = at;
    const auto add = [&](const std::string& key, TomlNode::Kind kind, const std::string& text, double number) {
        TomlNode node;
        node.kind = kind;
        node.name = key;
        node.place = {place, 0, key};
        node.text = text;
        node.number = number;
        table.items.push_back(node);
    };
    add("kind", TomlNode::Kind::text, link, 0);
    if (link == "mcap") {
        if (more) add("file", TomlNode::Kind::text, rest, 0);
    } else if (more || !has_usual_port(link)) {
        // the port is behind the last colon: an address may have colons of its own, as ::1 and [::1] have
        const std::size_t colon = rest.rfind(':');
        const std::string port = colon == std::string::npos ? rest : rest.substr(colon + 1);
        const bool digits =
            !port.empty() && port.size() <= 5 && port.find_first_not_of("0123456789") == std::string::npos;
        if (!digits)
            throw InputError(at,
                             "expected a port, read '" + escaped_for_message(port) + "'; example: json:127.0.0.1:5500");
        add("port", TomlNode::Kind::integer, "", std::stod(port));
        if (colon != std::string::npos)
            add("address", TomlNode::Kind::text, without_brackets(rest.substr(0, colon)), 0);
    }
    return live_tables_of({table}, "link").front();
}

}  // namespace polhode
