#include "polhode/files/written_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "polhode/base/stop_question.hpp"
#include "polhode/files/input_file.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/save_to_disk.hpp"
#include "polhode/files/sha256.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

namespace {

constexpr const char* provenance = "provenance.json";

using Standing = system::FileFacts;

// Nothing where there is no plain file: a link or a folder is nobody's result.
std::optional<Standing> standing(const std::string& path) {
    const auto facts = system::own_facts_of(path);
    return facts && facts->kind == system::FileKind::plain ? facts : std::nullopt;
}

std::string contents_of(const std::string& path) { return read_input_file(path).bytes; }

bool is_sum(const std::string& text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// What a kill or a power cut leaves of a record that was just begun.
bool hardly_begun(const std::string& text, std::string_view title) {
    return text == title.substr(0, text.size()) || text.find_first_not_of('\0') == std::string::npos;
}

}  // namespace

WrittenFiles::WrittenFiles(std::string folder, const RecordKind& kind) : folder_(std::move(folder)), kind_(kind) {
    read_provenance();
    read_lines();
}

std::string WrittenFiles::path(const std::string& name) const {
    return (std::filesystem::path(folder_) / name).string();
}

void WrittenFiles::read_lines() {
    const std::string_view title = kind_.title;
    const auto facts = system::own_facts_of(path(kind_.file_name));
    if (!facts) return;
    const std::string text = contents_of(path(kind_.file_name));
    readable_ = facts->kind == system::FileKind::plain && (text.rfind(title, 0) == 0 || hardly_begun(text, title));
    there_ = readable_;
    if (!readable_ || text.size() < title.size()) return;
    // the last line may be cut off
    for (std::size_t at = title.size(), end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
        std::istringstream words(text.substr(at, end - at));
        Line line;
        std::string name;
        if (words >> line.sha256 >> line.bytes >> line.changed_ns >> name && is_sum(line.sha256))
            lines_[name].push_back(line);
    }
}

void WrittenFiles::read_provenance() {
    const nlohmann::json json = nlohmann::json::parse(contents_of(path(provenance)), nullptr, false);
    if (!json.is_object()) return;
    const nlohmann::json words = json.value("command_line", nlohmann::json::array());
    // a scenario may be called "sweep"
    const bool first = words.is_array() && words.size() > 1 && words[1] == kind_.command;
    ours_ =
        json.value("program", nlohmann::json()) == "polhode" && words.is_array() &&
        (first || (kind_.survives_power_cut && std::find(words.begin(), words.end(), kind_.command) != words.end()));
    const nlohmann::json outputs = json.value("outputs", nlohmann::json::array());
    if (!ours_ || !outputs.is_array()) return;
    for (const nlohmann::json& one : outputs) {
        if (!one.is_object()) continue;
        const nlohmann::json name = one.value("file", nlohmann::json()), bytes = one.value("bytes", nlohmann::json()),
                             sum = one.value("sha256", nlohmann::json());
        std::string text = sum.is_string() ? sum.get<std::string>() : "";
        if (sum.is_null() && !kind_.survives_power_cut) text = sum_not_computed;  // it had to end at once
        if (name.is_string() && bytes.is_number_unsigned() && is_sum(text))
            lines_[name.get<std::string>()].push_back({bytes.get<std::uint64_t>(), -1, text});
    }
}

bool WrittenFiles::knows(const std::string& name) const {
    const std::optional<Standing> there = standing(path(name));
    if (!there) return false;
    const auto found = lines_.find(name);
    if (found == lines_.end()) return name == provenance && ours_;
    if (!sum_of(name).empty()) return true;
    const auto read = read_through_.find(name);
    if (read != read_through_.end() && read->second.bytes == there->bytes &&
        read->second.changed_ns == there->changed_ns)
        return true;
    std::string sum;
    for (const Line& line : found->second) {
        if (line.bytes != there->bytes) continue;
        if (line.sha256 == sum_not_computed) return true;
        if (sum.empty()) sum = sha256_of_file(path(name));
        if (line.sha256 != sum) continue;
        read_through_[name] = {there->bytes, there->changed_ns, sum};
        return true;
    }
    return false;
}

std::string WrittenFiles::text_of(const Line& line, const std::string& name) {
    return line.sha256 + " " + std::to_string(line.bytes) + " " + std::to_string(line.changed_ns) + " " + name + "\n";
}

void WrittenFiles::append(const std::string& line) {
    const std::string_view title = kind_.title;
    const std::string file = path(kind_.file_name);
    const auto refuse = [&] { throw OutputError(file, std::strerror(errno)); };
    const Descriptor record = opened(file, open_for::both | open_for::create | open_for::append);
    if (!record) refuse();
    const auto facts = system::facts_of(record.get());
    if (!facts) refuse();
    std::string front(title.size(), '\0');
    char last = '\n';
    const std::size_t there = read_at(record.get(), 0, front.data(), front.size());
    if (facts->bytes > 0 && (there == 0 || read_at(record.get(), facts->bytes - 1, &last, 1) != 1)) refuse();
    std::string more = (last == '\n' ? "" : "\n") + line;
    if (std::string_view(front).substr(0, there) != title) {
        if (!hardly_begun(contents_of(file), title)) throw OutputError(file, not_polhodes_file);
        if (!system::set_length(record.get(), 0)) refuse();
        more = std::string(title) + line;
    }
    for (std::size_t done = 0; done < more.size();) {
        const std::ptrdiff_t n = system::write_some(record.get(), more.data() + done, more.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) refuse();
        done += static_cast<std::size_t>(n);
    }
    if (!kind_.survives_power_cut) return;
    save_to_disk(file, file);
    // a new name in a folder is safe only when the folder is
    if (more.size() > line.size() + 1) save_to_disk(folder_, folder_);
}

std::string WrittenFiles::sum_of(const std::string& name) const {
    const std::optional<Standing> there = standing(path(name));
    const auto found = lines_.find(name);
    if (there && found != lines_.end())
        for (const Line& line : found->second)
            if (line.bytes == there->bytes && line.changed_ns == there->changed_ns) return line.sha256;
    return "";
}

// The sum of a large file takes longer than somebody who has asked the program to end should wait.
bool WrittenFiles::must_end_at_once(std::uint64_t bytes) const {
    constexpr std::uint64_t large = 16 << 20;
    return !kind_.survives_power_cut && bytes > large && stop_asked();
}

std::vector<std::string> WrittenFiles::names() const {
    std::vector<std::string> all;
    for (const auto& [name, lines] : lines_) all.push_back(name);
    if (ours_) all.push_back(provenance);
    return all;
}

void WrittenFiles::take_over_provenance() {
    std::string more;
    for (const auto& [name, lines] : lines_)
        if (std::all_of(lines.begin(), lines.end(), [](const Line& line) { return line.changed_ns < 0; }))
            for (const Line& line : lines) more += text_of(line, name);
    if (!more.empty()) append(more);
}

void WrittenFiles::put_in_place(const std::string& part, const std::string& name) {
    const std::string file = path(name);
    if (system::own_facts_of(file) && !knows(name)) throw OutputError(file, not_polhodes_file);
    if (kind_.survives_power_cut) save_to_disk(part, file);
    const std::optional<Standing> complete = standing(part);
    const std::string sum = complete && must_end_at_once(complete->bytes) ? sum_not_computed : sha256_of_file(part);
    if (!complete || sum.empty()) throw OutputError(file, "it can no longer be read");
    const Line line{complete->bytes, complete->changed_ns, sum};
    append(text_of(line, name));
    lines_[name].push_back(line);
    if (std::rename(part.c_str(), file.c_str()) != 0) throw OutputError(file, std::strerror(errno));
}

}  // namespace polhode
