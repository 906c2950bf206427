// EuRoC ground truth (Burri et al., Int. J. Robotics Research 35 (2016) 1157): a header line that begins with '#', then
// commas, whole nanoseconds, position, q_NB scalar first, and more that is not attitude.
#include <algorithm>
#include <cmath>

#include "polhode/exchange/imported.hpp"
#include "polhode/exchange/pose_lines.hpp"
#include "polhode/exchange/text_lines.hpp"
#include "polhode/input/csv_rows.hpp"
#include "polhode/input/toml_text.hpp"

namespace polhode {

namespace {

class EurocWriter : public PoseLines {
 public:
    explicit EurocWriter(const std::string& path)
        : PoseLines(path, "#timestamp [ns],p_x [m],p_y [m],p_z [m],q_w [],q_x [],q_y [],q_z []\n") {}

 private:
    void append(std::string& text, const Row& row) const override {
        // beyond 2^63 ns, 292 years
        if (!(std::fabs(row.t) < 9.2e9))
            throw InputError({path(), 0, ""}, "EuRoC holds whole nanoseconds, and a time is beyond 292 years");
        text += std::to_string(std::llround(row.t * 1e9)) + ",0,0,0";
        for (const double x : {row.q_NB.w, row.q_NB.x, row.q_NB.y, row.q_NB.z}) text += ',' + full_precision(x);
        text += '\n';
    }
};

std::int64_t whole_nanoseconds(std::string_view text, const Place& place) {
    const std::string_view digits = text.substr(!text.empty() && text[0] == '-' ? 1 : 0);
    if (digits.empty() || digits.size() > 18 + 1 || digits.find_first_not_of("0123456789") != std::string_view::npos)
        throw InputError(place, "expected a time in whole nanoseconds, read '" +
                                    escaped_for_message(std::string(text)) + "'; seconds are those of TUM");
    std::uint64_t value = 0;
    for (const char c : digits) value = 10 * value + static_cast<std::uint64_t>(c - '0');
    if (value > 9'000'000'000'000'000'000u)
        throw InputError(place, "the time " + std::string(text) + " ns is beyond 285 years");
    const auto positive = static_cast<std::int64_t>(value);
    return digits.size() < text.size() ? -positive : positive;
}

void read_euroc(ByteSource& source, const ImportRequest&, ImportGate& gate) {
    ImportedHead head;
    head.what = "EuRoC ground truth";
    gate.head(head);
    TextLines lines(source, 8192);
    CsvFields fields;
    bool header = false, told = false;
    std::optional<std::int64_t> first;
    for (std::string_view line; lines.next(line);) {
        if (trimmed(line).empty()) continue;
        if (line[0] == '#') {
            header = true;
            continue;
        }
        if (!header) throw InputError(lines.place(), "the first line of a EuRoC file is a header that begins with '#'");
        fields.split(line, ',');
        if (fields.size() < 8)
            throw InputError(lines.place(),
                             std::to_string(fields.size()) +
                                 " columns in place of 8 or more: time in ns, position, q_w, q_x, q_y, q_z");
        const std::int64_t time = whole_nanoseconds(fields[0], lines.place());
        if (!first) {
            first = time;
            if (time != 0) gate.note("t counts from the first row, at " + std::to_string(time) + " ns");
        }
        if (time < *first) throw InputError(lines.place(), "time does not rise: it goes back before the first row");
        double x[7];
        for (std::size_t i = 0; i < 7; ++i) x[i] = finite_number(fields[i + 1], lines.place());
        if (!told && (x[0] != 0 || x[1] != 0 || x[2] != 0)) {
            gate.note("positions and what stands after the attitude are passed over");
            told = true;
        }
        ImportedRow row;
        // both below 2^63 and of one sign or first < 0: the difference as unsigned never wraps
        row.t = static_cast<double>(static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(*first)) / 1e9;
        row.q_NB = {x[3], x[4], x[5], x[6]};
        gate.row(row, lines.place());
    }
}

// "#timestamp, p_RS_R_x [m], .., q_RS_w [], q_RS_x [], ..": the order of the attitude stands in the header.
bool has_euroc_header(std::string_view front) {
    if (front.substr(0, 10) != "#timestamp") return false;
    CsvFields fields;
    fields.split(front.substr(0, front.find_first_of("\r\n")), ',');
    if (fields.size() < 8) return false;
    const char axes[] = "wxyz";
    for (std::size_t i = 0; i < 4; ++i) {
        std::string_view name = fields[4 + i];
        name = name.substr(std::min(name.find_first_not_of(' '), name.size()));
        if (name.substr(0, 2) != "q_" || name.substr(0, name.find_first_of(" [")).back() != axes[i]) return false;
    }
    return true;
}

}  // namespace

OutputFormat euroc_format() {
    OutputFormat format = pose_format<EurocWriter>();
    format.entry = {"format", "euroc",
                    "nanoseconds, position (zeros) and attitude of the body in the world, scalar first, in commas"};
    format.entry.source = "Burri et al. 2016, EuRoC MAV data sets";
    format.keeps = "attitude to the last bit, time to a nanosecond";
    format.ending = "-euroc.csv";
    format.read = read_euroc;
    format.recognises = has_euroc_header;
    return format;
}

}  // namespace polhode
