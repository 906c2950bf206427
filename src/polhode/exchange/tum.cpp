// TUM trajectories (cvg.cit.tum.de/data/datasets/rgbd-dataset/file_formats; evo reads and writes them): `t tx ty tz qx
// qy qz qw` between single blanks, seconds, '#' for comments. The attitude is that of the body in the world: q_NB,
// scalar last.
#include "polhode/exchange/imported.hpp"
#include "polhode/exchange/text_lines.hpp"
#include "polhode/files/csv_writer.hpp"
#include "polhode/output/output_format.hpp"

namespace polhode {

namespace {

const char* const tum_columns = "t tx ty tz qx qy qz qw";

class TumWriter : public TrajectoryWriter {
 public:
    explicit TumWriter(const std::string& path) : file_(path) {
        waiting_ =
            "# t tx ty tz qx qy qz qw: attitude of the body in the world; positions are not known and stand as 0\n";
    }
    void row(const Row& row) override {
        for (const double x : {row.t, 0.0, 0.0, 0.0, row.q_NB.x, row.q_NB.y, row.q_NB.z})
            waiting_ += full_precision(x) + ' ';
        waiting_ += full_precision(row.q_NB.w) + '\n';
        if (waiting_.size() > 1 << 16) hand_over();
    }
    void close(const std::string&) override {
        hand_over();
        file_.close();
    }
    bool reader_gone() const override { return file_.reader_gone(); }

 private:
    void hand_over() {
        file_.write(waiting_);
        waiting_.clear();
    }
    OutputFile file_;
    std::string waiting_;
};

void refuse_tum_row(std::string_view line, std::size_t words, const Place& place) {
    if (line.find(',') != std::string_view::npos)
        throw InputError(place,
                         "commas: TUM rows stand between blanks. EuRoC files have commas (--from euroc), and any other "
                         "table is read with --from table");
    if (line.find('\t') != std::string_view::npos || line.find("  ") != std::string_view::npos || line.back() == ' ')
        throw InputError(place, "TUM rows have single blanks between their eight numbers, no tabs and none at the end");
    throw InputError(place, std::to_string(words) + " numbers in place of 8: " + tum_columns);
}

void read_tum(ByteSource& source, const ImportRequest&, ImportGate& gate) {
    ImportedHead head;
    head.what = "TUM trajectory";
    gate.head(head);
    TextLines lines(source, 4096);
    std::vector<std::string_view> words;
    bool told = false;
    for (std::string_view line; lines.next(line);) {
        if (line.empty() || line[0] == '#') continue;
        split_words(line, words);
        std::size_t blanks = 0;
        for (const char c : line) blanks += c == ' ';
        if (words.size() != 8 || blanks != 7 || line.find_first_of(",\t") != std::string_view::npos)
            refuse_tum_row(line, words.size(), lines.place());
        double x[8];
        for (std::size_t i = 0; i < 8; ++i) x[i] = finite_number(words[i], lines.place());
        if (!told && (x[1] != 0 || x[2] != 0 || x[3] != 0)) {
            gate.note("positions are passed over: only the attitude is taken");
            told = true;
        }
        ImportedRow row;
        row.t = x[0];
        row.q_NB = {x[7], x[4], x[5], x[6]};
        gate.row(row, lines.place());
    }
}

}  // namespace

OutputFormat tum_format() {
    OutputFormat format;
    format.entry = {"format", "tum",
                    "time, position (zeros) and attitude of the body in the world, scalar last; for evo"};
    format.entry.source = "TUM RGB-D benchmark, file formats";
    format.keeps = "time and attitude to the last bit";
    format.loses = "rates, energy, epoch";
    format.ending = ".tum";
    format.standard_output = true;
    format.usual_bytes = 14;
    format.least_bytes = 1;
    format.open = [](const std::string& path, const Trajectory&) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<TumWriter>(path);
    };
    format.read = read_tum;
    return format;
}

}  // namespace polhode
