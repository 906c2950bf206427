#include "polhode/files/provenance.hpp"

#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "polhode/base/version.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/files/result_folder.hpp"
#include "polhode/files/sha256.hpp"
#include "polhode/files/written_files.hpp"
#include "polhode/system/clock.hpp"

namespace polhode {

std::string compiler_description() {
    std::string text;
#if defined(__clang__)
    text = "clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__) + "." +
           std::to_string(__clang_patchlevel__);
#elif defined(__GNUC__)
    text = "g++ " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__) + "." +
           std::to_string(__GNUC_PATCHLEVEL__);
#else
    text = "unknown compiler";
#endif
    text += ", C++" + std::to_string(__cplusplus / 100 % 100);
#if defined(__OPTIMIZE__)
    text += ", optimised";
#else
    text += ", not optimised";
#endif
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
    text += ", fma instruction";
#else
    text += ", fma by library";
#endif
#if defined(POLHODE_COMPILE_FLAGS)
    text += ", " POLHODE_COMPILE_FLAGS;
#endif
    return text;
}

std::string utc_time_now() {
    const std::tm parts = system::utc_of(std::time(nullptr));
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

std::string provenance_json(const Provenance& p) {
    using Json = nlohmann::ordered_json;
    const auto of_file = [](const std::string& shown, const std::string& path, const std::string& known) {
        Json one{{"file", shown}};
        std::error_code error;
        const auto size = std::filesystem::file_size(path, error);
        if (!error) one["bytes"] = size;
        const std::string hash = known.empty() ? sha256_of_file(path) : known;
        one["sha256"] = hash.empty() || hash == sum_not_computed ? Json(nullptr) : Json(hash);
        return one;
    };
    Json inputs = Json::array();
    if (!p.scenario_file.empty())
        inputs.push_back(
            {{"file", p.scenario_file}, {"bytes", p.scenario_text.size()}, {"sha256", sha256(p.scenario_text)}});
    for (const std::string& file : p.input_files) inputs.push_back(of_file(file, file, ""));
    Json outputs = Json::array();
    for (const std::string& name : p.output_files)
        outputs.push_back(of_file(name, (std::filesystem::path(p.directory) / name).string(),
                                  p.sum_of ? p.sum_of(name) : std::string()));
    Json all{{"program", "polhode"},
             {"version", version()},
             {"revision", revision()},
             {"compiler", compiler_description()},
             {"command_line", p.command_line},
             {"settings", p.settings},
             {"status", p.status},
             {"started_utc", p.started_utc},
             {"finished_utc", p.finished_utc},
             {"wall_time_s", p.wall_seconds},
             {"random_seeds", p.random_seeds},
             {"inputs", inputs},
             {"outputs", outputs}};
    // File names and arguments need not be UTF-8.
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace {

void end_now(Provenance& p) {
    p.finished_utc = utc_time_now();
    p.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - p.started).count();
}

}  // namespace

void complete_with_provenance(ResultFolder& folder, Provenance p) {
    end_now(p);
    p.directory = folder.directory();
    p.output_files = folder.names();
    p.sum_of = [&](const std::string& name) { return folder.sum_of(name); };
    folder.replace(provenance_file, [&](const std::string& path) { write_file(path, provenance_json(p)); });
}

void write_provenance(WrittenFiles& record, const std::string& directory, const std::vector<std::string>& names,
                      Provenance p) {
    end_now(p);
    p.directory = directory;
    p.output_files = names;
    p.sum_of = [&](const std::string& name) { return record.sum_of(name); };
    const std::string part = (std::filesystem::path(directory) / provenance_file).string() + ".part";
    write_file(part, provenance_json(p));
    record.put_in_place(part, provenance_file);
}

}  // namespace polhode
