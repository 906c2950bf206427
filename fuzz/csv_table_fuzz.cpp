// Any text is either refused with an InputError or gives a table with finite numbers and rising times, which every
// interpolation can be made from; or a table of cases whose columns are complete.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "polhode/base/utf8.hpp"
#include "polhode/input/csv_table.hpp"
#include "polhode/problem/samples/sampled_history.hpp"

namespace {

void read_cases(std::string_view text, bool labels) {
    using namespace polhode;
    std::vector<CaseWanted> wanted;
    for (std::size_t i = 0; i < parse_case_header(text, "fuzz.csv").titles.size(); ++i) wanted.push_back({i, labels});
    const CaseTable table = parse_case_table(text, "fuzz.csv", wanted);
    if (table.lines.empty() || table.columns.size() != wanted.size()) __builtin_trap();
    for (std::size_t i = 1; i < table.lines.size(); ++i)
        if (table.lines[i] <= table.lines[i - 1]) __builtin_trap();
    for (const CaseColumn& column : table.columns) {
        if (column.numbers.size() != table.lines.size() || column.texts.size() != column.text_lines.size())
            __builtin_trap();
        for (const double x : column.numbers)
            if (!std::isfinite(x) || (!column.texts.empty() && !(x >= 0 && x < double(column.texts.size()))))
                __builtin_trap();
        for (const std::string& t : column.texts)
            if (first_not_utf8(t) != std::string::npos || (t.empty() && !labels)) __builtin_trap();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace polhode;
    if (size == 0) return 0;
    // the first byte chooses what is asked for
    CsvRequest request;
    if (data[0] & 1) request.usual = {{"t", "wx", "wy", "wz"}, {"t", "x", "y", "z"}};
    if (data[0] & 2) request.columns = {"1", "3", "2", "4"};
    if (data[0] & 4) request.columns = {"t", "x", "y", "z"};
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    try {
        if (data[0] & 8) {
            read_cases(text, data[0] & 1);
            return 0;
        }
        const TimeTable table = parse_csv_table(text, "fuzz.csv", request);
        if (table.times.empty() || table.times.size() != table.values.size()) __builtin_trap();
        for (std::size_t i = 0; i < table.times.size(); ++i)
            if (!std::isfinite(table.times[i]) || !is_finite(table.values[i]) ||
                (i > 0 && !(table.times[i - 1] < table.times[i])))
                __builtin_trap();
        if (table.times.size() < 2) return 0;
        for (Interpolation between : {Interpolation::hold, Interpolation::linear, Interpolation::cubic}) {
            SampledFunction<double> f(std::make_shared<SampledHistory>(table, between, Outside::hold, "fuzz.csv"));
            for (double t : {-1.0, 0.0, 0.5, table.times.front(), table.times.back()}) (void)f(t);
            f.segment(table.times[0], table.times[1]);
            (void)f(table.times[1]);
            std::vector<double> times;
            f.history()->switching_times(1.0, times);
        }
    } catch (const InputError&) {
    }
    return 0;
}
