#include "polhode/study/study_log.hpp"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <map>

#include "polhode/base/parse_number.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/files/csv_writer.hpp"
#include "polhode/files/input_file.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/input/csv_rows.hpp"

namespace polhode {

namespace {

constexpr const char* header =
    "key,problem,method,step,tolerance,error,order,evaluations,flops,cpu_s,accepted,rejected,failure";
constexpr std::size_t columns = 13;

// False for a row that does not hold together.
bool read_row(const std::string& line, StudyPoint& p) {
    CsvFields c;
    c.split(line, ',');
    if (c.size() != columns || c[0].size() != 16) return false;
    p.key = c[0];
    p.failure = c[12];
    p.done = true;
    const auto number = [&](std::size_t i, double& value) {
        const auto read = parse_number(c[i]);
        if (read) value = *read;
        return read.has_value();
    };
    const auto count = [&](std::size_t i, long& value) {
        double read = 0;
        if (!number(i, read)) return false;
        if (!(read >= 0 && read < 0x1p53)) return false;  // no count, and no long either
        value = static_cast<long>(read);
        return true;
    };
    if (!count(7, p.evaluations) || !number(9, p.cpu_seconds) || !count(10, p.accepted) || !count(11, p.rejected))
        return false;
    if (!number(5, p.error) && p.failure.empty()) return false;
    if (!c[8].empty()) {
        double flops = 0;
        if (!number(8, flops)) return false;
        p.flops = flops;
    }
    return true;
}

}  // namespace

std::string study_csv_header() { return std::string(header) + "\n"; }

std::string study_csv_row(const Study& study, const StudyPoint& p) {
    const StudyMethod& curve = study.methods[p.method];
    const Method method = curve.at(p.value);
    CsvWriter csv;
    // a line break in a name must not make a row
    const auto text = [&](const std::string& name) { csv.text(without_control_characters(name)); };
    const auto number = [&](const std::optional<double>& x) { x ? csv.number(*x) : csv.empty(); };
    const auto count = [&](long n) { csv.count(static_cast<std::uint64_t>(n)); };
    csv.text(p.key);
    text(study.problems[p.problem].name);
    text(curve.method.name);
    number(method.step);
    number(method.tolerance);
    number(p.failure.empty() ? std::optional(p.error) : std::nullopt);
    number(p.order);
    count(p.evaluations);
    number(p.flops);
    csv.number(p.cpu_seconds);
    count(p.accepted);
    count(p.rejected);
    text(p.failure);
    csv.end_row();
    return csv.take();
}

std::string study_csv(const Study& study, const StudyResult& result) {
    std::string text = study_csv_header();
    for (const StudyPoint& p : result.points)
        if (p.done) text += study_csv_row(study, p);
    return text;
}

std::vector<StudyPoint> read_study_csv(const std::string& path) {
    std::vector<StudyPoint> points;
    const InputBytes file = read_input_file(path);
    if (file.missing) return points;
    if (!file.fault.empty()) throw InputError({path, 0, ""}, "the points cannot be read: " + file.fault);
    const std::string& text = file.bytes;
    bool first = true;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        if (end == std::string::npos) break;  // cut off
        std::string line = text.substr(begin, end - begin);
        if (!line.empty() && line.back() == '\r') line.pop_back();
        begin = end + 1;
        if (first && line != header)
            throw InputError({path, 1, ""},
                             std::string("this is not the CSV of a study; its first line should be ") + header);
        StudyPoint p;
        if (!first && read_row(line, p)) points.push_back(p);
        first = false;
    }
    return points;
}

StudyLog::StudyLog(const std::string& path, const Study& study, const std::vector<StudyPoint>& finished)
    : path_(path), study_(study) {
    std::map<std::string, const StudyPoint*> known;
    for (const StudyPoint& p : finished) known[p.key] = &p;
    std::string text = study_csv_header();
    for (StudyPoint p : points_of(study))
        if (const auto found = known.find(p.key); found != known.end()) {
            const StudyPoint here = p;
            p = *found->second;
            p.problem = here.problem;
            p.method = here.method;
            p.value = here.value;
            text += study_csv_row(study, p);
        }
    write_file(path_, text);
    file_ = opened(path_, open_for::writing | open_for::append);
    if (!file_) throw OutputError(path_, std::strerror(errno));
}

void StudyLog::append(const std::string& text) {
    std::size_t done = 0;
    while (done < text.size()) {
        const std::ptrdiff_t n = system::write_some(file_.get(), text.data() + done, text.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw OutputError(path_, std::strerror(errno));
        done += static_cast<std::size_t>(n);
    }
}

void StudyLog::add(const StudyPoint& point) { append(study_csv_row(study_, point)); }

void StudyLog::finish(const StudyResult& result) {
    file_ = Descriptor();
    write_file(path_, study_csv(study_, result));
}

}  // namespace polhode
