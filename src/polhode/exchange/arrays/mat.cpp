// MATLAB's level 5 files (The MathWorks, MAT-File Format): a head of 128 bytes, then elements of a tag and bytes padded
// to eight; matrices stand column by column. Variables t, q_NB, w_NB_B, energy, L_N, as in the HDF5 file.
#include <algorithm>
#include <map>
#include <stdexcept>

#include "polhode/base/readable.hpp"
#include "polhode/exchange/arrays/inflate.hpp"
#include "polhode/exchange/arrays/number_array.hpp"
#include "polhode/exchange/gathered_rows.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/links/wire_bytes.hpp"
#include "polhode/output/output_format.hpp"

namespace polhode {

namespace {

enum MatType : std::uint32_t {
    mat_int8 = 1,
    mat_int32 = 5,
    mat_uint32 = 6,
    mat_double = 9,
    mat_matrix = 14,
    mat_packed = 15
};
constexpr std::uint32_t mat_structure = 2, mat_double_class = 6;
constexpr std::size_t most_unpacked_matrix = std::size_t{1} << 31;

class MatWriter : public GatheredRows {
 public:
    using GatheredRows::GatheredRows;

 private:
    void write_all(const std::string&) override {
        // an element counts its bytes in 32 bits
        if (static_cast<double>(count()) * 4 * 8 > 2.1e9)
            throw OutputError(path(),
                              "more than 2 GiB in one variable do not fit into level 5; hdf5 holds them (h5read)", 0);
        OutputFile file(path());
        std::string head = "MATLAB 5.0 MAT-file, Polhode: q_NB is scalar first, body to world; rad/s; SI units";
        head.resize(124, ' ');
        WireWriter<End::little> w(head);
        w.u16(0x0100);
        head += "IM";
        file.write(head);
        write(file, "t", 1, [](const Record& r) { return &r.t; });
        write(file, "q_NB", 4, [](const Record& r) { return r.q; });
        if (rates()) write(file, "w_NB_B", 3, [](const Record& r) { return r.w; });
        if (dynamics()) {
            write(file, "energy", 1, [](const Record& r) { return &r.energy; });
            write(file, "L_N", 3, [](const Record& r) { return r.L; });
        }
        file.close();
    }
    void write(OutputFile& file, const std::string& name, std::size_t columns,
               const double* (*numbers)(const Record&)) {
        const auto rows = static_cast<std::uint32_t>(count());
        const auto data = static_cast<std::uint32_t>(8 * rows * columns);
        std::string waiting;
        WireWriter<End::little> w(waiting);
        w.u32(mat_matrix);
        w.u32(16 + 16 + 16 + 8 + data);
        w.u32(mat_uint32);
        w.u32(8);
        w.u32(mat_double_class);
        w.u32(0);
        w.u32(mat_int32);
        w.u32(8);
        w.u32(rows);
        w.u32(static_cast<std::uint32_t>(columns));
        w.u32(mat_int8);
        w.u32(static_cast<std::uint32_t>(name.size()));
        waiting += name;
        w.zeros(8 - name.size());
        w.u32(mat_double);
        w.u32(data);
        for (std::size_t c = 0; c < columns; ++c)
            each([&](const Record& r) {
                w.f64(numbers(r)[c]);
                if (waiting.size() < 1 << 18) return;
                file.write(waiting);
                waiting.clear();
            });
        file.write(waiting);
    }
};

// Bytes of the file, or those of an element that was packed.
class MatBytes {
 public:
    MatBytes(ByteSource& source, bool big_end, std::shared_ptr<const std::string> held = nullptr)
        : source_(source), big_end_(big_end), held_(std::move(held)) {}

    std::uint64_t size() const { return held_ ? held_->size() : source_.size(); }
    std::string bytes(std::uint64_t at, std::size_t n) const {
        const std::string_view found =
            held_ ? (at < held_->size() ? std::string_view(*held_).substr(static_cast<std::size_t>(at), n)
                                        : std::string_view())
                  : source_.at(at, n);
        if (found.size() < n) throw InputError({source_.name(), 0, ""}, "the file ends too early: it is cut short");
        return std::string(found);
    }
    std::uint32_t u32(std::uint64_t at) const {
        std::string b = bytes(at, 4);
        if (big_end_) b = {b[3], b[2], b[1], b[0]};
        return static_cast<std::uint32_t>(little_end(b, 0, 4));
    }
    // A tag, in its long or its short form: type, bytes, where they begin, where the next element does.
    struct Element {
        std::uint32_t type;
        std::uint64_t size, data, next;
    };
    Element element(std::uint64_t at) const {
        const std::uint32_t word = u32(at);
        if (word >> 16 != 0) return {word & 0xFFFF, word >> 16, at + 4, at + 8};
        const std::uint64_t size = u32(at + 4), data = at + 8;
        if (data > this->size() || size > this->size() - data)
            throw InputError({source_.name(), 0, ""}, "the file ends too early: an element of " + std::to_string(size) +
                                                          " bytes begins at byte " + std::to_string(at));
        return {word, size, data, data + (word == mat_packed ? size : (size + 7) / 8 * 8)};
    }
    ByteSource& source() const { return source_; }
    bool big_end() const { return big_end_; }
    const std::shared_ptr<const std::string>& held() const { return held_; }

 private:
    ByteSource& source_;
    bool big_end_;
    std::shared_ptr<const std::string> held_;
};

NumberKind mat_kind(std::uint32_t type, const Place& place) {
    static const std::map<std::uint32_t, NumberKind> kinds{
        {1, NumberKind::i8},  {2, NumberKind::u8},  {3, NumberKind::i16}, {4, NumberKind::u16},  {5, NumberKind::i32},
        {6, NumberKind::u32}, {7, NumberKind::f32}, {9, NumberKind::f64}, {12, NumberKind::i64}, {13, NumberKind::u64}};
    const auto found = kinds.find(type);
    if (found == kinds.end()) throw InputError(place, "its numbers are of the unknown type " + std::to_string(type));
    return found->second;
}

// Variables that stand together: those of the file, or the fields of a structure.
struct MatGroup {
    std::string name{};  // of the structure; "" for the file
    std::vector<NumberArray> arrays{};

    bool has(const std::string& wanted) const {
        return std::any_of(arrays.begin(), arrays.end(), [&](const NumberArray& a) { return a.name == wanted; });
    }
};

bool is_our_name(const std::string& name) {
    return name == "t" || name == "q_NB" || name == "w_NB_B" || name == "energy" || name == "L_N";
}

// The variables of a file, with the fields of its structures, which are looked for where the file itself has no
// attitude.
class MatVariables {
 public:
    explicit MatVariables(const std::string& file) : file_(file), groups_(1) {}

    // One matrix element, from its flags to its end. `named`: what a field of a structure is called.
    void take(const MatBytes& bytes, std::uint64_t at, std::uint64_t end, std::size_t group = 0,
              const std::string& named = "", int depth = 0) {
        const auto flags = part(bytes, at, end);
        if (flags.type != mat_uint32 || flags.size != 8)
            refuse("", "a variable does not begin with its flags: the file is damaged");
        const std::uint32_t word = bytes.u32(flags.data), kind = word & 0xFF;
        const auto sizes = part(bytes, flags.next, end);
        if (sizes.type != mat_int32 || sizes.size < 8 || sizes.size > 128)
            refuse("", "a variable has no dimensions: the file is damaged");
        const auto name = part(bytes, sizes.next, end);
        if (name.type != mat_int8 || name.size > 63) refuse("", "a variable has no name: the file is damaged");
        NumberArray array;
        array.name = without_control_characters(
            named.empty() ? bytes.bytes(name.data, static_cast<std::size_t>(name.size)) : named);
        if (!is_our_name(array.name)) {
            groups_[group].arrays.push_back(array);
            const bool single = sizes.size == 8 && bytes.u32(sizes.data) == 1 && bytes.u32(sizes.data + 4) == 1;
            if (kind == mat_structure && single && depth < deepest)
                take_fields(bytes, name.next, end, array.name, depth);
            return;
        }
        if (groups_[group].has(array.name)) refuse(array.name, "there are two variables of this name");
        if (kind < 6 || kind > 15)
            refuse(array.name, "it is no matrix of numbers (a cell, a structure, text or sparse)");
        if (word & 0x0800) refuse(array.name, "it is complex, and real numbers are wanted");
        if (sizes.size != 8) refuse(array.name, "it has more than two dimensions");
        array.rows = bytes.u32(sizes.data);
        array.columns = bytes.u32(sizes.data + 4);
        take_numbers(bytes, part(bytes, name.next, end), array);
        groups_[group].arrays.push_back(array);
    }

    // Those of the file, or of the one structure that holds an attitude; `wanted` names it where there are several.
    std::vector<NumberArray> chosen(const std::string& wanted, ImportGate& gate) {
        if (wanted.empty() && groups_[0].has("q_NB")) return std::move(groups_[0].arrays);
        std::vector<std::string> names;
        MatGroup* found = nullptr;
        for (std::size_t i = 1; i < groups_.size(); ++i) {
            if (!groups_[i].has("q_NB") || (!wanted.empty() && groups_[i].name != wanted)) continue;
            names.push_back(groups_[i].name);
            found = &groups_[i];
        }
        if (names.size() > 1) refuse("", "several structures hold q_NB, say which one: --topic " + listed(names));
        if (!wanted.empty() && !found) refuse(wanted, "no structure of this name holds q_NB");
        if (!found) return std::move(groups_[0].arrays);
        gate.note("the arrays are those of the structure '" + escaped_for_message(found->name) + "'");
        return std::move(found->arrays);
    }

 private:
    static constexpr int deepest = 4;
    static constexpr std::size_t most_groups = 1000;

    [[noreturn]] void refuse(const std::string& name, const std::string& why) const {
        throw InputError({file_, 0, name}, why);
    }
    MatBytes::Element part(const MatBytes& bytes, std::uint64_t at, std::uint64_t end) const {
        const MatBytes::Element e = bytes.element(at);
        if (e.data > end || e.size > end - e.data)
            refuse("", "a part of a variable reaches beyond it: the file is damaged");
        return e;
    }
    void take_numbers(const MatBytes& bytes, const MatBytes::Element& data, NumberArray& array) const {
        array.kind = mat_kind(data.type, {file_, 0, array.name});
        if (array.columns == 0 || array.columns > 0x7FFFFFFF || array.rows > 0x7FFFFFFF ||
            array.rows * array.columns != data.size / bytes_of(array.kind))
            refuse(array.name, "its dimensions do not fit its numbers: the file is damaged");
        array.big_end = bytes.big_end();
        array.by_columns = true;
        array.source = &bytes.source();
        array.offset = data.data;
        array.held = bytes.held();
    }
    // The length of a name, all names one after the other, then a matrix for each ("Structure MAT-File Data Element").
    void take_fields(const MatBytes& bytes, std::uint64_t at, std::uint64_t end, const std::string& name, int depth) {
        if (groups_.size() >= most_groups) refuse("", "it has more than 1000 structures");
        const std::size_t group = groups_.size();
        groups_.push_back({name, {}});
        const auto length = part(bytes, at, end);
        const std::size_t width = length.type == mat_int32 && length.size == 4 ? bytes.u32(length.data) : 0;
        if (width == 0 || width > 64) refuse(name, "the names of its fields have no length: the file is damaged");
        const auto names = part(bytes, length.next, end);
        if (names.type != mat_int8 || names.size % width != 0) refuse(name, "the names of its fields are damaged");
        const std::string all = bytes.bytes(names.data, static_cast<std::size_t>(names.size));
        std::uint64_t next = names.next;
        for (std::size_t i = 0; i < all.size(); i += width) {
            const auto field = part(bytes, next, end);
            next = field.next;
            if (field.type != mat_matrix) refuse(name, "a field of it is no matrix: the file is damaged");
            std::string called = all.substr(i, width);
            called.erase(std::min(called.find('\0'), called.size()));
            if (!called.empty() && field.size > 0)
                take(bytes, field.data, field.data + field.size, group, called, depth + 1);
        }
    }

    std::string file_;
    std::vector<MatGroup> groups_;
};

void read_mat(ByteSource& source, const ImportRequest& request, ImportGate& gate) {
    const std::string head(source.at(0, 128));
    const Place place{source.name(), 0, ""};
    if (head.size() < 128) throw InputError(place, "this is no MATLAB file: it is shorter than the head of one");
    if (head.compare(0, 10, "MATLAB 7.3") == 0 || source.at(512, 4) == "\x89HDF")
        throw InputError(place, "it is of version 7.3, which is HDF5 with columns reversed; save it with -v7");
    const std::string mark = head.substr(126, 2);
    if (mark != "IM" && mark != "MI")
        throw InputError(place, "this is no MATLAB file of level 5: bytes 127 and 128 are neither IM nor MI");
    const bool big_end = mark == "MI";
    const int version = static_cast<unsigned char>(head[big_end ? 124 : 125]);
    if (version != 1)
        throw InputError(place, "MATLAB files of level 5 are read, and this says " + std::to_string(version));
    const MatBytes bytes(source, big_end);
    MatVariables variables(source.name());
    for (std::uint64_t at = 128; at < source.size();) {
        const MatBytes::Element e = bytes.element(at);
        at = e.next;
        if (e.type == mat_packed) {
            std::shared_ptr<const std::string> held;
            try {
                held = std::make_shared<const std::string>(
                    inflate_zlib(source.at(e.data, static_cast<std::size_t>(e.size)), most_unpacked_matrix));
            } catch (const std::runtime_error& error) {
                throw InputError(place, error.what());
            }
            const MatBytes inner(source, big_end, held);
            const MatBytes::Element matrix = inner.element(0);
            if (matrix.type == mat_matrix) variables.take(inner, matrix.data, matrix.data + matrix.size);
        } else if (e.type == mat_matrix) {
            if (e.size > 0) variables.take(bytes, e.data, e.data + e.size);
        } else if (e.type == 0 || e.type > 18) {
            throw InputError(place,
                             "an element of the unknown type " + std::to_string(e.type) + ": the file is damaged");
        }
    }
    hand_over_arrays(variables.chosen(request.topic, gate), "MATLAB level 5", source.name(), gate);
}

}  // namespace

OutputFormat mat_format() {
    OutputFormat format;
    format.entry = {"format", "mat",
                    "MATLAB and Octave, level 5: t, q_NB, w_NB_B, energy, L_N; read packed or not, of the file or of a "
                    "structure in it"};
    format.entry.source = "The MathWorks, MAT-File Format (level 5)";
    format.keeps = "every bit";
    format.loses = "the epoch";
    format.ending = ".mat";
    format.open = [](const std::string& path, const Trajectory& trajectory) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<MatWriter>(path, trajectory);
    };
    format.read = read_mat;
    format.recognises = [](std::string_view front) { return front.substr(0, 7) == "MATLAB "; };
    return format;
}

}  // namespace polhode
