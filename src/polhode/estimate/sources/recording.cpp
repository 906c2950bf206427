#include "polhode/estimate/sources/recording.hpp"

#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/log_file.hpp"
#include "polhode/estimate/sources/row_decoder.hpp"
#include "polhode/input/csv_table.hpp"

namespace polhode::estimate {

SensorLog read_recording(const std::string& path, const LogSettings& settings) {
    const std::string bytes = read_text_file(path == "-" ? "/dev/stdin" : path, {path, 0, ""});
    if (RowDecoder::holds_table(bytes)) return parse_log(bytes, path, settings);
    std::vector<LogRow> rows;
    RowDecoder decoder(path, settings, {}, [&rows](const LogRow& row) { rows.push_back(row); });
    decoder.take(bytes);
    decoder.finish();
    if (rows.empty()) throw InputError({path, 0, ""}, "no reading was found in it");
    SensorLog log = decoder.facts();
    log.rows = std::move(rows);
    return log;
}

}  // namespace polhode::estimate
