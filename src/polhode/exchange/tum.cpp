// TUM trajectories (cvg.cit.tum.de/data/datasets/rgbd-dataset/file_formats; evo reads and writes them): `t tx ty tz qx
// qy qz qw` between single blanks, seconds, '#' for comments. The attitude is that of the body in the world: q_NB,
// scalar last.
#include "polhode/exchange/imported.hpp"
#include "polhode/exchange/pose_lines.hpp"
#include "polhode/exchange/text_lines.hpp"

namespace polhode {

namespace {

const char* const tum_columns = "t tx ty tz qx qy qz qw";

class TumWriter : public PoseLines {
 public:
    explicit TumWriter(const std::string& path)
        : PoseLines(
              path,
              "# t tx ty tz qx qy qz qw: attitude of the body in the world; positions are not known and stand as 0\n") {
    }

 private:
    void append(std::string& text, const Row& row) const override {
        for (const double x : {row.t, 0.0, 0.0, 0.0, row.q_NB.x, row.q_NB.y, row.q_NB.z})
            text += full_precision(x) + ' ';
        text += full_precision(row.q_NB.w) + '\n';
    }
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
    OutputFormat format = pose_format<TumWriter>();
    format.entry = {"format", "tum",
                    "time, position (zeros) and attitude of the body in the world, scalar last; for evo"};
    format.entry.source = "TUM RGB-D benchmark, file formats";
    format.keeps = "time and attitude to the last bit";
    format.ending = ".tum";
    format.read = read_tum;
    return format;
}

}  // namespace polhode
