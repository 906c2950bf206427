#include "polhode/output/report_folder.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "polhode/base/diagnostic.hpp"
#include "polhode/files/input_file.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/files/result_folder.hpp"
#include "polhode/files/written_files.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

namespace {

namespace fs = std::filesystem;

constexpr RecordKind report_record{"report.files", "POLHODE REPORT FILES\n", "reproduce", false};

std::string path_in(const std::string& folder, const std::string& name) { return (fs::path(folder) / name).string(); }

bool exists(const std::string& path) {
    std::error_code error;
    return fs::exists(fs::symlink_status(path, error));
}

void make_folder(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) throw OutputError(path.string(), error.message());
}

// A report of an older version has no record; its verdicts say who wrote it.
bool is_older_report(const std::string& folder, const WrittenFiles& record) {
    if (record.begun()) return false;
    const auto verdicts =
        nlohmann::json::parse(read_input_file(path_in(folder, "verdicts.json")).bytes, nullptr, false);
    return verdicts.is_object() && verdicts.value("program", nlohmann::json()) == "polhode";
}

}  // namespace

ReportFolder::ReportFolder(std::string folder, const std::vector<std::string>& pages) : folder_(std::move(folder)) {
    make_folder(folder_);
    const WrittenFiles record(folder_, report_record);
    const auto refuse = [&](const std::string& name) {
        throw InputError({path_in(folder_, name), 0, ""},
                         "a page of the report would get this name, and the file that has it is not one that `polhode "
                         "reproduce` wrote here, or was changed since; move it away, or choose another folder");
    };
    if (!record.readable()) refuse(report_record.file_name);
    if (is_older_report(folder_, record)) return;
    for (const std::string& name : pages)
        if (exists(path_in(folder_, name)) && !record.knows(name)) refuse(name);
}

void write_report_file(const std::string& folder, const std::string& name, const std::string& contents) {
    const std::string path = path_in(folder, name);
    make_folder(fs::path(path).parent_path());
    WrittenFiles record(folder, report_record);
    if (exists(path)) {
        const InputBytes there = read_input_file(path);
        if (there.fault.empty() && there.bytes == contents && record.knows(name)) return;
        if (!record.knows(name) && is_older_report(folder, record)) system::remove_file(path);
    }
    const std::string part = part_name(path);
    write_file(part, contents);
    record.put_in_place(part, name);
}

bool ReportFolder::empty() const {
    if (!exists(path_in(folder_, "index.html"))) return true;
    if (!system::may_write_in(folder_)) throw OutputError(folder_, std::strerror(errno));
    return false;
}

void ReportFolder::put(const std::string& name, const std::string& contents) {
    if (!begun_) forget_provenance();
    begun_ = true;
    write_report_file(folder_, name, contents);
    written_.insert(name);
}

void ReportFolder::forget_provenance() {
    WrittenFiles record(folder_, report_record);
    record.take_over_provenance();
    if (record.knows(provenance_file)) system::remove_file(path_in(folder_, provenance_file));
}

void ReportFolder::complete(const Provenance& provenance) {
    WrittenFiles record(folder_, report_record);
    write_provenance(record, folder_, {written_.begin(), written_.end()}, provenance);
    written_.insert(provenance_file);
}

void ReportFolder::remove_older() const {
    const WrittenFiles record(folder_, report_record);
    for (const std::string& name : record.names())
        if (written_.count(name) == 0 && record.knows(name)) system::remove_file(path_in(folder_, name));
}

}  // namespace polhode
