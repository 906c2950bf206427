// A ZIP of NPY arrays as numpy.savez and numpy.savez_compressed make it: t, q_NB, w_NB_B, energy, L_N, as in the HDF5
// file.
#include "polhode/base/readable.hpp"
#include "polhode/exchange/arrays/npy_header.hpp"
#include "polhode/exchange/arrays/zip_entries.hpp"
#include "polhode/exchange/gathered_rows.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/links/crc32.hpp"
#include "polhode/links/wire_bytes.hpp"
#include "polhode/output/output_format.hpp"

namespace polhode {

namespace {

class NpzWriter : public GatheredRows {
 public:
    using GatheredRows::GatheredRows;

 private:
    struct Array {
        const char* name;
        std::size_t width;
        const double* (*numbers)(const Record&);
    };
    struct Written {
        std::string name;
        std::uint32_t crc, size, offset;
    };

    void write_all(const std::string&) override {
        std::vector<Array> arrays{{"t", 1, [](const Record& r) { return &r.t; }},
                                  {"q_NB", 4, [](const Record& r) { return r.q; }}};
        if (rates()) arrays.push_back({"w_NB_B", 3, [](const Record& r) { return r.w; }});
        if (dynamics()) {
            arrays.push_back({"energy", 1, [](const Record& r) { return &r.energy; }});
            arrays.push_back({"L_N", 3, [](const Record& r) { return r.L; }});
        }
        // sizes in a ZIP file without wide fields have 32 bits
        if (static_cast<double>(count()) * 12 * 8 > 4.2e9)
            throw OutputError(path(), "more than 4 GiB of arrays do not fit into NPZ; npy and hdf5 hold them", 0);
        OutputFile file(path());
        std::uint64_t at = 0;
        for (const Array& array : arrays) at += write(file, array, at);
        std::string end;
        for (const Written& w : written_) append_directory(end, w);
        const auto directory = static_cast<std::uint32_t>(end.size());
        WireWriter<End::little> w(end);
        end += std::string_view("PK\x05\x06", 4);
        w.u32(0);
        w.u16(static_cast<std::uint16_t>(written_.size()));
        w.u16(static_cast<std::uint16_t>(written_.size()));
        w.u32(directory);
        w.u32(static_cast<std::uint32_t>(at));
        w.u16(0);
        file.write(end);
        file.close();
    }

    // Calls `take(bytes)` with all bytes of the array, a piece at a time.
    template <class Take>
    void pieces(const Array& array, Take take) const {
        std::string waiting =
            npy_header(std::to_string(count()) + (array.width == 1 ? "," : ", " + std::to_string(array.width)));
        WireWriter<End::little> w(waiting);
        each([&](const Record& r) {
            const double* const numbers = array.numbers(r);
            for (std::size_t i = 0; i < array.width; ++i) w.f64(numbers[i]);
            if (waiting.size() < 1 << 18) return;
            take(waiting);
            waiting.clear();
        });
        take(waiting);
    }

    // How many bytes it took.
    std::uint64_t write(OutputFile& file, const Array& array, std::uint64_t at) {
        Crc32 crc;
        std::uint64_t size = 0;
        pieces(array, [&](const std::string& bytes) {
            crc.take(bytes);
            size += bytes.size();
        });
        written_.push_back({std::string(array.name) + ".npy", crc.value(), static_cast<std::uint32_t>(size),
                            static_cast<std::uint32_t>(at)});
        std::string head("PK\x03\x04", 4);
        append_about(head, written_.back());
        WireWriter<End::little> w(head);
        w.u16(static_cast<std::uint16_t>(written_.back().name.size()));
        w.u16(0);
        head += written_.back().name;
        file.write(head);
        pieces(array, [&](const std::string& bytes) { file.write(bytes); });
        return head.size() + size;
    }
    // What both the entry and the directory say of it: version, flags, method, a fixed date, sum and sizes.
    static void append_about(std::string& to, const Written& entry) {
        WireWriter<End::little> w(to);
        w.u16(20);
        w.u16(0);
        w.u16(0);
        w.u16(0);
        w.u16(0x21);  // 1980-01-01: the same rows give the same bytes
        w.u32(entry.crc);
        w.u32(entry.size);
        w.u32(entry.size);
    }
    static void append_directory(std::string& to, const Written& entry) {
        to += std::string_view("PK\x01\x02", 4);
        WireWriter<End::little> w(to);
        w.u16(20);
        append_about(to, entry);
        w.u16(static_cast<std::uint16_t>(entry.name.size()));
        w.zeros(12);
        w.u32(entry.offset);
        to += entry.name;
    }

    std::vector<Written> written_;
};

void read_npz(ByteSource& source, const ImportRequest&, ImportGate& gate) {
    std::vector<NumberArray> arrays;
    for (const ZipEntry& entry : zip_entries(source)) {
        const std::string ending = ".npy";
        if (entry.name.size() <= ending.size() ||
            entry.name.compare(entry.name.size() - ending.size(), ending.size(), ending) != 0)
            continue;
        const std::string name = entry.name.substr(0, entry.name.size() - ending.size());
        if (name != "t" && name != "q_NB" && name != "w_NB_B" && name != "energy" && name != "L_N") {
            NumberArray other;
            other.name = name.size() < 40 ? without_control_characters(name) : "...";
            arrays.push_back(other);  // for the message where one of ours is missing
            continue;
        }
        if (entry.method == 0) {
            check_stored(source, entry);
            arrays.push_back(parse_npy(source, entry.data, entry.size, name));
        } else {
            auto held = std::make_shared<const std::string>(unpacked(source, entry));
            const std::uint64_t size = held->size();
            arrays.push_back(parse_npy(source, 0, size, name, std::move(held)));
        }
    }
    hand_over_arrays(std::move(arrays), "NPZ arrays", source.name(), gate);
}

}  // namespace

OutputFormat npz_format() {
    OutputFormat format;
    format.entry = {"format", "npz", "NumPy arrays t, q_NB, w_NB_B, energy, L_N in one file, packed or not when read"};
    format.entry.source = "numpy.lib.format; PKWARE APPNOTE 6.3";
    format.keeps = "every bit";
    format.loses = "the epoch";
    format.ending = ".npz";
    format.open = [](const std::string& path, const Trajectory& trajectory) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<NpzWriter>(path, trajectory);
    };
    format.read = read_npz;
    format.recognises = [](std::string_view front) {
        return front.substr(0, 4) == std::string_view("PK\x03\x04", 4) && front.find(".npy") != std::string_view::npos;
    };
    return format;
}

}  // namespace polhode
