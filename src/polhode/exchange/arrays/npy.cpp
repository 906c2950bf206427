// One NPY array: t, qw, qx, qy, qz [, wx, wy, wz [, energy, Lx, Ly, Lz]] in its columns, as Polhode writes it; other
// orders are said with --say columns="...".
#include <algorithm>

#include "polhode/exchange/arrays/npy_header.hpp"
#include "polhode/exchange/gathered_rows.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/input/csv_table.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/links/wire_bytes.hpp"
#include "polhode/output/output_format.hpp"
#include "polhode/registry/table_reader.hpp"

namespace polhode {

namespace {

const std::vector<std::string> npy_columns{"t", "qw", "qx", "qy", "qz", "wx", "wy", "wz", "energy", "Lx", "Ly", "Lz"};

std::vector<Parameter> npy_words() {
    return {{"columns", Type::text, "", "\"t, qw, qx, qy, qz, wx, wy, wz, energy, Lx, Ly, Lz\"", false,
             "what the columns are, as many as there are; a column named - is passed over"},
            {"step", Type::positive, "s", "", false, "time between rows, where no column is t"}};
}

class NpyWriter : public GatheredRows {
 public:
    using GatheredRows::GatheredRows;

 private:
    void write_all(const std::string&) override {
        const std::size_t columns = !rates() ? 5 : dynamics() ? 12 : 8;
        OutputFile file(path());
        std::string waiting = npy_header(std::to_string(count()) + ", " + std::to_string(columns));
        WireWriter<End::little> w(waiting);
        each([&](const Record& r) {
            w.f64(r.t);
            for (const double x : r.q) w.f64(x);
            if (columns > 5)
                for (const double x : r.w) w.f64(x);
            if (columns > 8) {
                w.f64(r.energy);
                for (const double x : r.L) w.f64(x);
            }
            if (waiting.size() < 1 << 18) return;
            file.write(waiting);
            waiting.clear();
        });
        file.write(waiting);
        file.close();
    }
};

struct NpyWords {
    std::vector<std::string> columns;
    std::optional<double> step;
};

NpyWords npy_words_of(const ImportRequest& request, std::uint64_t width, const std::string& file) {
    for (const auto& said : request.says)
        if (!find_parameter(npy_words(), said.first))
            throw InputError({"--say", 0, said.first}, "an NPY array takes 'columns' and 'step'");
    NpyWords words;
    if (const auto step = request.says.find("step"); step != request.says.end())
        words.step = std::get<double>(read_value(parse_toml_value(step->second, {"--say", 0, "step"}), npy_words()[1]));
    const auto said = request.says.find("columns");
    if (said != request.says.end())
        words.columns = split_names(said->second);
    else if (width == 5 || width == 8 || width == 12)
        words.columns.assign(npy_columns.begin(), npy_columns.begin() + static_cast<long>(width));
    else
        throw InputError({file, 0, ""},
                         "the array has " + std::to_string(width) +
                             " columns, and which they are is not said; example: --say columns=\"qw, qx, qy, "
                             "qz\" --say step=0.5");
    if (words.columns.size() != width)
        throw InputError({"--say", 0, "columns"}, std::to_string(words.columns.size()) + " columns are named, and " +
                                                      file + " has " + std::to_string(width));
    for (std::size_t i = 0; i < words.columns.size(); ++i) {
        const std::string& name = words.columns[i];
        if (name == "-") continue;
        if (std::find(npy_columns.begin(), npy_columns.end(), name) == npy_columns.end())
            throw InputError({"--say", 0, "columns"}, "'" + escaped_for_message(name) +
                                                          "' is no column; known: " + listed(npy_columns) + " or '-'");
        if (std::find(words.columns.begin(), words.columns.begin() + static_cast<long>(i), name) !=
            words.columns.begin() + static_cast<long>(i))
            throw InputError({"--say", 0, "columns"}, "'" + name + "' is named twice");
    }
    return words;
}

void read_npy(ByteSource& source, const ImportRequest& request, ImportGate& gate) {
    const NumberArray array = parse_npy(source, 0, source.size(), "");
    const NpyWords words = npy_words_of(request, array.columns, source.name());
    long place[12];
    for (std::size_t i = 0; i < 12; ++i) {
        const auto found = std::find(words.columns.begin(), words.columns.end(), npy_columns[i]);
        place[i] = found == words.columns.end() ? -1 : static_cast<long>(found - words.columns.begin());
    }
    for (std::size_t i = 1; i < 5; ++i)
        if (place[i] < 0) throw InputError({"--say", 0, "columns"}, "the column '" + npy_columns[i] + "' is missing");
    if (place[0] < 0 && !words.step)
        throw InputError({source.name(), 0, ""}, "no column is t; say the time between rows: --say step=SECONDS");
    if (!request.says.count("columns"))
        gate.note("columns are taken as Polhode writes them: t, qw, qx, qy, qz, ...; --say columns=... names others");
    ImportedHead head;
    head.what = "NPY array";
    head.rates = place[5] >= 0 && place[6] >= 0 && place[7] >= 0;
    head.dynamics = std::all_of(place + 8, place + 12, [](long p) { return p >= 0; });
    gate.head(head);
    std::vector<double> block;
    constexpr std::uint64_t at_a_time = 4096;
    for (std::uint64_t first = 0; first < array.rows; first += at_a_time) {
        const auto count = static_cast<std::size_t>(std::min(at_a_time, array.rows - first));
        array.read(first, count, block);
        for (std::size_t i = 0; i < count; ++i) {
            const double* const x = block.data() + i * array.columns;
            ImportedRow row;
            row.t = place[0] >= 0 ? x[place[0]] : static_cast<double>(first + i) * *words.step;
            row.q_NB = {x[place[1]], x[place[2]], x[place[3]], x[place[4]]};
            if (head.rates) row.w_NB_B = {x[place[5]], x[place[6]], x[place[7]]};
            if (head.dynamics) {
                row.energy = x[place[8]];
                row.L_N = {x[place[9]], x[place[10]], x[place[11]]};
            }
            gate.row(row, {source.name(), 0, "row " + std::to_string(first + i)});
        }
    }
}

}  // namespace

OutputFormat npy_format() {
    OutputFormat format;
    format.entry = {"format", "npy", "one NumPy array, a column for each number of a row", npy_words()};
    format.entry.source = "numpy.lib.format";
    format.keeps = "every bit";
    format.loses = "names of columns, the epoch";
    format.ending = ".npy";
    format.open = [](const std::string& path, const Trajectory& trajectory) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<NpyWriter>(path, trajectory);
    };
    format.read = read_npy;
    format.recognises = [](std::string_view front) { return front.substr(0, 6) == std::string_view("\x93NUMPY", 6); };
    return format;
}

}  // namespace polhode
