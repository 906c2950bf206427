#include "polhode/estimate/sources/recording.hpp"

#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/log_file.hpp"
#include "polhode/estimate/sources/row_decoder.hpp"
#include "polhode/input/csv_table.hpp"

namespace polhode::estimate {

SensorLog read_recording(const std::string& path, const LogSettings& settings, std::exception_ptr* fault) {
    const std::string bytes = read_text_file(path == "-" ? "/dev/stdin" : path, {path, 0, ""});
    if (RowDecoder::holds_table(bytes)) {
        RowDecoder::refuse_topics(settings, path);
        return parse_log(bytes, path, settings, fault);
    }
    std::vector<LogRow> rows;
    RowDecoder decoder(path, settings, {}, [&rows](const LogRow& row) { rows.push_back(row); });
    try {
        decoder.take(bytes);
        decoder.finish();
    } catch (const InputError&) {
        if (!fault || rows.empty()) throw;
        *fault = std::current_exception();
    }
    if (rows.empty()) throw InputError({path, 0, ""}, decoder.nothing_came());
    SensorLog log = decoder.facts();
    log.rows = std::move(rows);
    return log;
}

}  // namespace polhode::estimate
