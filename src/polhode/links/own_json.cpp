#include "polhode/links/own_json.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "polhode/base/full_precision.hpp"
#include "polhode/base/utf8.hpp"

namespace polhode {

namespace {

template <class Integer>
void write_integer(std::string& text, Integer x) {
    char room[24];
    text.append(room, std::to_chars(room, room + sizeof room, x).ptr);
}

template <std::size_t n>
bool all_finite(const std::array<double, n>& numbers) {
    for (const double x : numbers)
        if (!std::isfinite(x)) return false;
    return true;
}

template <class Integer>
void integer_member(std::string& text, std::string_view key, Integer x) {
    text.append(key);
    write_integer(text, x);
}

void number_member(std::string& text, std::string_view key, double x) {
    if (!std::isfinite(x)) return;
    text.append(key);
    write_json_number(text, x);
}

template <std::size_t n>
void vector_member(std::string& text, std::string_view key, const std::array<double, n>& x) {
    if (!all_finite(x)) return;
    text.append(key);
    write_json_numbers(text, x);
}

void write_json_names(std::string& text, const std::vector<std::string>& names) {
    text += '[';
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += ',';
        write_json_text(text, names[i]);
    }
    text += ']';
}

void write_companion(std::string& text, const LiveCompanion& companion, std::string_view name) {
    text += "{\"name\":";
    write_json_text(text, name);
    vector_member(text, ",\"q_NB\":", companion.q_NB);
    vector_member(text, ",\"w_NB_B\":", companion.w_NB_B);
    number_member(text, ",\"angle\":", companion.angle);
    text += companion.failed ? ",\"failed\":true}" : ",\"failed\":false}";
}

}  // namespace

void write_json_number(std::string& text, double x) {
    char room[full_precision_room];
    text.append(room, write_full_precision(room, x));
}

void write_json_numbers(std::string& text, std::span<const double> numbers) {
    text += '[';
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0) text += ',';
        write_json_number(text, numbers[i]);
    }
    text += ']';
}

void write_json_text(std::string& text, std::string_view words) {
    text += '"';
    std::uint32_t code_point = 0;
    for (std::size_t i = 0; i < words.size();) {
        const std::size_t length = utf8_length(words, i, code_point);
        if (length == 0)
            text += '?';
        else if (code_point == '"' || code_point == '\\')
            (text += '\\') += words[i];
        else if (code_point < ' ' || code_point == 0x7f)
            fmt::format_to(std::back_inserter(text), "\\u{:04x}", code_point);
        else
            text.append(words.substr(i, length));
        i += length == 0 ? 1 : length;
    }
    text += '"';
}

void write_hello_json(std::string& text, const LiveHello& hello) {
    text += R"({"op":"hello","version":1,"title":)";
    write_json_text(text, hello.title);
    number_member(text, ",\"step\":", hello.step);
    number_member(text, ",\"speed\":", hello.speed);
    text += R"(,"convention":"q_NB scalar first, body to world; w_NB_B rad/s in body axes","inputs":)";
    write_json_names(text, hello.inputs);
    text += ",\"compare\":";
    write_json_names(text, hello.compare);
    text += '}';
}

void write_frame_json(std::string& text, const LiveFrame& frame, std::span<const std::string> names) {
    integer_member(text, "{\"op\":\"frame\",\"seq\":", frame.seq);
    integer_member(text, ",\"n\":", frame.step);
    number_member(text, ",\"t\":", frame.t);
    vector_member(text, ",\"q_NB\":", frame.q_NB);
    vector_member(text, ",\"w_NB_B\":", frame.w_NB_B);
    number_member(text, ",\"energy\":", frame.energy);
    vector_member(text, ",\"L_N\":", frame.L_N);
    vector_member(text, ",\"torque_B\":", frame.torque_B);
    integer_member(text, ",\"wall_ns\":", frame.wall_ns);
    number_member(text, ",\"late_us\":", frame.late_us);
    integer_member(text, ",\"overruns\":", frame.overruns);
    integer_member(text, ",\"slips\":", frame.slips);
    number_member(text, ",\"seconds_lost\":", frame.seconds_lost);
    integer_member(text, ",\"input\":", frame.input);
    if (frame.id >= 0) integer_member(text, ",\"id\":", frame.id);
    if (frame.companions > 0) {
        text += ",\"compare\":[";
        for (std::size_t i = 0; i < frame.companions && i < frame.companion.size(); ++i) {
            if (i > 0) text += ',';
            write_companion(text, frame.companion[i], i < names.size() ? std::string_view(names[i]) : "");
        }
        text += ']';
    }
    text += '}';
}

void write_status_json(std::string& text, std::string_view level, std::string_view words) {
    text += R"({"op":"status","level":)";
    write_json_text(text, level);
    text += ",\"text\":";
    write_json_text(text, words);
    text += '}';
}

void write_end_json(std::string& text, std::string_view reason) {
    text += R"({"op":"end","reason":)";
    write_json_text(text, reason);
    text += '}';
}

}  // namespace polhode
