// Polhode's own CSV read back (output/trajectory_csv.hpp writes it): columns by name, q_NB scalar first, rad/s.
#include <algorithm>

#include "polhode/exchange/imported.hpp"
#include "polhode/exchange/text_lines.hpp"
#include "polhode/input/csv_rows.hpp"
#include "polhode/output/trajectory_csv.hpp"

namespace polhode {

namespace {

constexpr std::string_view own_front = "t,qw,qx,qy,qz";

struct OwnColumns {
    std::size_t all = 0;
    std::vector<std::size_t> q, w, energy, L;  // places in the row; empty where there are none

    static OwnColumns of(const CsvFields& names, const Place& place) {
        OwnColumns columns;
        columns.all = names.size();
        const auto find = [&](std::initializer_list<const char*> wanted) {
            std::vector<std::size_t> places;
            for (const char* name : wanted) {
                const auto found = std::find(names.begin(), names.end(), name);
                if (found != names.end()) places.push_back(static_cast<std::size_t>(found - names.begin()));
            }
            if (places.size() != wanted.size() && !places.empty())
                throw InputError(place, std::string("some of the columns ") + *wanted.begin() + " ... are missing");
            return places;
        };
        columns.q = find({"qw", "qx", "qy", "qz"});
        columns.w = find({"wx", "wy", "wz"});
        columns.energy = find({"energy"});
        columns.L = find({"Lx", "Ly", "Lz"});
        return columns;
    }
};

void read_own_csv(ByteSource& source, const ImportRequest&, ImportGate& gate) {
    TextLines lines(source);
    CsvFields fields;
    std::string_view line;
    if (!lines.next(line) || line.substr(0, own_front.size()) != own_front)
        throw InputError(
            {source.name(), 1, ""},
            "the first line does not begin with t,qw,qx,qy,qz: this is no CSV of Polhode; other tables are read "
            "with --from table");
    fields.split(line, ',');
    const OwnColumns columns = OwnColumns::of(fields, lines.place());
    ImportedHead head;
    head.what = "CSV of Polhode";
    head.rates = !columns.w.empty();
    head.dynamics = !columns.energy.empty() && !columns.L.empty();
    gate.head(head);
    while (lines.next(line)) {
        if (line.empty()) continue;
        fields.split(line, ',');
        if (fields.size() != columns.all)
            throw InputError(lines.place(),
                             std::to_string(fields.size()) + " columns in place of " + std::to_string(columns.all));
        const auto number = [&](std::size_t i) { return finite_number(fields[i], lines.place()); };
        ImportedRow row;
        row.t = number(0);
        row.q_NB = {number(columns.q[0]), number(columns.q[1]), number(columns.q[2]), number(columns.q[3])};
        if (head.rates) row.w_NB_B = {number(columns.w[0]), number(columns.w[1]), number(columns.w[2])};
        if (head.dynamics) {
            row.energy = number(columns.energy[0]);
            row.L_N = {number(columns.L[0]), number(columns.L[1]), number(columns.L[2])};
        }
        gate.row(row, lines.place());
    }
}

}  // namespace

OutputFormat own_csv_format() {
    OutputFormat format = csv_format();
    format.read = read_own_csv;
    format.recognises = [](std::string_view front) { return front.substr(0, own_front.size()) == own_front; };
    format.keeps = "every bit";
    format.loses = "the epoch and the scenario";
    return format;
}

}  // namespace polhode
