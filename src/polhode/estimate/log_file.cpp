#include "polhode/estimate/log_file.hpp"

#include "polhode/base/diagnostic.hpp"
#include "polhode/estimate/log_rows.hpp"
#include "polhode/input/csv_table.hpp"

namespace polhode::estimate {

SensorLog parse_log(std::string_view text, const std::string& name, const LogSettings& settings,
                    std::exception_ptr* fault) {
    // the rows before a byte that is no text can still be read
    if (text.find('\0') != std::string_view::npos && !fault) throw InputError({name, 0, ""}, no_text);
    LogRowReader reader(name, settings);
    CsvRows lines(text, name);
    std::string_view line;
    std::vector<LogRow> rows;
    LogRow row;
    const bool ends_open = !text.empty() && text.back() != '\n' && text.back() != '\r';
    try {
        while (lines.next(line, reader.separator())) {
            if (line.find('\0') != std::string_view::npos) throw InputError({name, lines.number(), ""}, no_text);
            if (reader.take(line, lines.number(), ends_open && lines.at_end(), row)) rows.push_back(row);
        }
    } catch (const InputError&) {
        if (!fault || rows.empty()) throw;
        *fault = std::current_exception();
    }
    if (!reader.has_header()) throw InputError({name, 0, ""}, "the log is empty: it has neither a header nor rows");
    if (rows.empty()) throw InputError({name, 0, ""}, "the log has a header and no rows below it");
    SensorLog log = std::move(reader.facts());
    log.rows = std::move(rows);
    return log;
}

SensorLog read_log(const std::string& path, const LogSettings& settings) {
    return parse_log(read_text_file(path == "-" ? "/dev/stdin" : path, {path, 0, ""}), path, settings);
}

}  // namespace polhode::estimate
