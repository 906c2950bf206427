#include "polhode/hdf5/trajectory_hdf5.hpp"

#include <hdf5.h>

#include <cerrno>
#include <chrono>
#include <vector>

#include "polhode/base/version.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/provenance.hpp"
#include "polhode/files/sha256.hpp"
#include "polhode/hdf5/dimension_scale.hpp"
#include "polhode/hdf5/hdf5_errors.hpp"
#include "polhode/hdf5/trajectory_hdf5_reader.hpp"

namespace polhode {

namespace {

constexpr hsize_t rows_per_chunk = 4096;
constexpr std::chrono::seconds time_between_flushes{2};

struct DataSet {
    hid_t id = -1;
    int width = 1;     // numbers per row
    bool flat = true;  // one dimension (t, energy) in place of two
    std::vector<double> waiting;
    hsize_t written = 0;
};

}  // namespace

struct TrajectoryHdf5::Impl {
    std::string path;
    hid_t file = -1;
    std::vector<DataSet> sets;
    std::size_t state_width = 0;
    bool dynamics = true;
    long rows = 0, safe_rows = 0;
    Sha256 hash;
    std::chrono::steady_clock::time_point flushed = std::chrono::steady_clock::now();

    [[noreturn]] void fail() {
        const std::string why = hdf5_reason();
        abandon();
        throw OutputError(path, why, safe_rows);
    }
    template <class Id>
    Id checked(Id id) {
        if (id < 0) fail();
        return id;
    }

    void text_attribute(hid_t owner, const char* name, const std::string& text) {
        // Up to the first zero byte, which HDF5 strings cannot hold.
        const char* const start = text.c_str();
        const hid_t type = checked(H5Tcopy(H5T_C_S1));
        H5Tset_size(type, H5T_VARIABLE);
        H5Tset_cset(type, H5T_CSET_UTF8);
        const hid_t space = checked(H5Screate(H5S_SCALAR));
        if (H5Aexists(owner, name) > 0) H5Adelete(owner, name);
        const hid_t attribute = checked(H5Acreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT));
        checked(H5Awrite(attribute, type, &start));
        H5Aclose(attribute);
        H5Sclose(space);
        H5Tclose(type);
    }
    void list_attribute(hid_t owner, const char* name, const std::vector<std::string>& texts) {
        std::vector<const char*> starts;
        for (const std::string& t : texts) starts.push_back(t.c_str());
        const hid_t type = checked(H5Tcopy(H5T_C_S1));
        H5Tset_size(type, H5T_VARIABLE);
        H5Tset_cset(type, H5T_CSET_UTF8);
        const hsize_t count = starts.size();
        const hid_t space = checked(count > 0 ? H5Screate_simple(1, &count, nullptr) : H5Screate(H5S_NULL));
        const hid_t attribute = checked(H5Acreate2(owner, name, type, space, H5P_DEFAULT, H5P_DEFAULT));
        if (count > 0) checked(H5Awrite(attribute, type, starts.data()));
        H5Aclose(attribute);
        H5Sclose(space);
        H5Tclose(type);
    }
    void count_attribute(hid_t owner, const char* name, long n) {
        const hid_t space = checked(H5Screate(H5S_SCALAR));
        const hid_t attribute = checked(H5Acreate2(owner, name, H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT));
        checked(H5Awrite(attribute, H5T_NATIVE_LONG, &n));
        H5Aclose(attribute);
        H5Sclose(space);
    }
    void number_attribute(hid_t owner, const char* name, double x) {
        const hid_t space = checked(H5Screate(H5S_SCALAR));
        const hid_t attribute = checked(H5Acreate2(owner, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT));
        checked(H5Awrite(attribute, H5T_NATIVE_DOUBLE, &x));
        H5Aclose(attribute);
        H5Sclose(space);
    }

    void add_set(const char* name, int width, bool flat, const char* units, const char* description,
                 const std::vector<std::string>& columns) {
        const hsize_t now[2] = {0, static_cast<hsize_t>(width)};
        const hsize_t most[2] = {H5S_UNLIMITED, static_cast<hsize_t>(width)};
        const hsize_t chunk[2] = {rows_per_chunk, static_cast<hsize_t>(width)};
        const int rank = flat ? 1 : 2;
        const hid_t space = checked(H5Screate_simple(rank, now, most));
        const hid_t properties = checked(H5Pcreate(H5P_DATASET_CREATE));
        checked(H5Pset_chunk(properties, rank, chunk));
        DataSet set;
        set.width = width;
        set.flat = flat;
        set.id = checked(H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, properties, H5P_DEFAULT));
        set.waiting.reserve(rows_per_chunk * static_cast<std::size_t>(width));
        sets.push_back(std::move(set));
        H5Pclose(properties);
        H5Sclose(space);
        text_attribute(sets.back().id, "units", units);
        text_attribute(sets.back().id, "description", description);
        list_attribute(sets.back().id, "columns", columns);
    }

    void hand_over() {
        for (DataSet& set : sets) {
            const hsize_t count = set.waiting.size() / static_cast<hsize_t>(set.width);
            if (count == 0) continue;
            const int rank = set.flat ? 1 : 2;
            const hsize_t start[2] = {set.written, 0}, block[2] = {count, static_cast<hsize_t>(set.width)};
            const hsize_t size[2] = {set.written + count, static_cast<hsize_t>(set.width)};
            checked(H5Dset_extent(set.id, size));
            const hid_t in_file = checked(H5Dget_space(set.id));
            checked(H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start, nullptr, block, nullptr));
            const hid_t in_memory = checked(H5Screate_simple(rank, block, nullptr));
            checked(H5Dwrite(set.id, H5T_NATIVE_DOUBLE, in_memory, in_file, H5P_DEFAULT, set.waiting.data()));
            H5Sclose(in_memory);
            H5Sclose(in_file);
            set.written += count;
            set.waiting.clear();
        }
    }

    void flush() {
        hand_over();
        checked(H5Fflush(file, H5F_SCOPE_GLOBAL));
        safe_rows = rows;
        flushed = std::chrono::steady_clock::now();
    }

    // Gives everything back without caring whether the rest could be written.
    void abandon() {
        for (DataSet& set : sets)
            if (set.id >= 0) H5Dclose(set.id);
        sets.clear();
        if (file >= 0) H5Fclose(file);
        file = -1;
    }
};

TrajectoryHdf5::TrajectoryHdf5(const std::string& path, const Columns& columns, const Scenario& scenario,
                               const Method& method)
    : impl_(std::make_unique<Impl>()) {
    const QuietErrors quiet;
    Impl& h = *impl_;
    h.path = path;
    h.dynamics = columns.dynamics;
    h.state_width = columns.state.size();
    errno = 0;

    const hid_t access = h.checked(H5Pcreate(H5P_FILE_ACCESS));
    // Metadata reaches the disk at a flush only, never in between: what is on disk always belongs together.
    H5AC_cache_config_t cache{};
    cache.version = H5AC__CURR_CACHE_CONFIG_VERSION;
    if (H5Pget_mdc_config(access, &cache) >= 0) {
        cache.evictions_enabled = false;
        cache.incr_mode = H5C_incr__off;
        cache.flash_incr_mode = H5C_flash_incr__off;
        cache.decr_mode = H5C_decr__off;
        H5Pset_mdc_config(access, &cache);
    }
    h.file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    h.checked(h.file);

    h.text_attribute(h.file, "title", scenario.title);
    h.text_attribute(h.file, "convention",
                     "Hamilton quaternion, scalar first, body to world: v_N = q_NB v_B q_NB*; right-handed; SI units");
    h.text_attribute(h.file, "Conventions", "Polhode-1");
    if (scenario.epoch.given) {
        h.text_attribute(h.file, "epoch", instant_text(scenario.epoch.time, 18));
        h.text_attribute(h.file, "time_system", scenario.epoch.system);
        h.text_attribute(h.file, "frame", scenario.epoch.frame);
        h.text_attribute(h.file, "body_frame", scenario.epoch.body_frame);
        h.text_attribute(h.file, "object", scenario.epoch.object);
    }
    h.text_attribute(h.file, "scenario", scenario.text);
    h.text_attribute(h.file, "scenario_file", scenario.file);
    h.list_attribute(h.file, "settings", scenario.settings);
    h.text_attribute(h.file, "method", method.name);
    h.text_attribute(h.file, "attitude", method.attitude);
    h.text_attribute(h.file, "integrator", method.integrator);
    h.text_attribute(h.file, "constraint", method.constraint);
    h.text_attribute(h.file, "arithmetic", method.arithmetic);
    if (method.step) h.number_attribute(h.file, "step_s", *method.step);
    if (method.tolerance) h.number_attribute(h.file, "tolerance", *method.tolerance);
    h.number_attribute(h.file, "duration_s", scenario.run.duration);
    h.number_attribute(h.file, "sample_s", scenario.run.sample);
    h.text_attribute(h.file, "polhode_version", version());
    h.text_attribute(h.file, "polhode_revision", revision());
    h.text_attribute(h.file, "compiler", compiler_description());
    h.text_attribute(h.file, "created_utc", utc_time_now());
    h.text_attribute(h.file, "status", "running");

    h.add_set("t", 1, true, "s", "time", {"t"});
    h.add_set("q_NB", 4, false, "1", "attitude quaternion, scalar first, body to world, as the method holds it",
              {"qw", "qx", "qy", "qz"});
    h.add_set("w_NB_B", 3, false, "rad/s", "rate of the body in the world, in body axes", {"wx", "wy", "wz"});
    if (columns.dynamics) {
        h.add_set("energy", 1, true, "J", "kinetic energy plus the potential of the conservative torques", {"energy"});
        h.add_set("L_N", 3, false, "kg m^2/s", "angular momentum about the fixed point, in world axes",
                  {"Lx", "Ly", "Lz"});
    }
    if (!columns.state.empty())
        h.add_set("state", static_cast<int>(columns.state.size()), false, "1",
                  scenario.problem.inside ? "what the body has inside: speeds of rotors, angles, states, work; SI units"
                                          : "the method's own attitude numbers (angles in rad)",
                  columns.state);
    std::vector<hid_t> rows_of_t;
    for (std::size_t i = 1; i < h.sets.size(); ++i) rows_of_t.push_back(h.sets[i].id);
    h.checked(attach_scale(h.sets[0].id, "t", rows_of_t) ? 0 : -1);
    h.flush();
}

TrajectoryHdf5::~TrajectoryHdf5() {
    const QuietErrors quiet;
    try {
        if (impl_->file >= 0) impl_->flush();
    } catch (const OutputError&) {
        // Nobody is left to be told; flush() has given everything back.
    }
    impl_->abandon();
}

void TrajectoryHdf5::row(const Row& row) {
    Impl& h = *impl_;
    if (h.file < 0) return;
    double numbers[12];
    int n = 0;
    numbers[n++] = row.t;
    for (int i = 0; i < 4; ++i) numbers[n++] = row.q_NB.params()[i];
    for (int i = 0; i < 3; ++i) numbers[n++] = row.w_NB_B[i];
    if (h.dynamics) {
        numbers[n++] = row.energy;
        for (int i = 0; i < 3; ++i) numbers[n++] = row.L_N[i];
    }
    h.hash.add(numbers, static_cast<std::size_t>(n) * sizeof(double));
    const double* at = numbers;
    std::size_t set = 0;
    for (const int width : {1, 4, 3, 1, 3}) {
        if (set == 3 && !h.dynamics) break;
        std::vector<double>& into = h.sets[set++].waiting;
        into.insert(into.end(), at, at + width);
        at += width;
    }
    if (h.state_width > 0) {
        std::vector<double>& into = h.sets.back().waiting;
        const std::size_t before = into.size();
        for (std::size_t i = 0; i < h.state_width; ++i) into.push_back(i < row.state.size() ? row.state[i] : 0.0);
        h.hash.add(into.data() + before, h.state_width * sizeof(double));
    }
    ++h.rows;
    const bool chunk_full = h.sets[0].waiting.size() + h.sets[0].written % rows_per_chunk >= rows_per_chunk;
    const bool flush_due = std::chrono::steady_clock::now() - h.flushed > time_between_flushes;
    if (!chunk_full && !flush_due) return;
    const QuietErrors quiet;
    errno = 0;
    if (flush_due)
        h.flush();
    else
        h.hand_over();
}

void TrajectoryHdf5::flush() {
    const QuietErrors quiet;
    errno = 0;
    if (impl_->file >= 0) impl_->flush();
}

void TrajectoryHdf5::close(const std::string& status) {
    const QuietErrors quiet;
    Impl& h = *impl_;
    if (h.file < 0) return;
    errno = 0;
    h.hand_over();
    h.text_attribute(h.file, "status", status);
    h.text_attribute(h.file, "data_sha256", h.hash.hex());
    h.count_attribute(h.file, "rows", h.rows);
    h.flush();
    for (DataSet& set : h.sets) {
        const hid_t id = set.id;
        set.id = -1;
        h.checked(H5Dclose(id));
    }
    h.sets.clear();
    const hid_t file = h.file;
    h.file = -1;
    h.checked(H5Fclose(file));
}

long TrajectoryHdf5::rows() const { return impl_->rows; }

std::string TrajectoryHdf5::data_hash() const { return impl_->hash.hex(); }

OutputFormat hdf5_format() {
    OutputFormat format;
    format.entry = {"format", "hdf5",
                    "HDF5 that explains itself: t, q_NB, w_NB_B, energy, L_N, state, with units and the scenario"};
    format.ending = ".h5";
    format.in_folder = true;
    format.keeps = "every bit, the scenario, the epoch";
    format.read = read_hdf5;
    // a block of the user's own may stand before it (HDF5 File Format Specification, section II.A: 0, 512, 1024, ...);
    // MATLAB's 7.3 is told apart by its own head
    format.recognises = [](std::string_view front) {
        for (const std::size_t at : {0u, 512u, 1024u, 2048u})
            if (at < front.size() && front.substr(at, 4) == "\x89HDF") return at == 0 || front.substr(0, 6) != "MATLAB";
        return false;
    };
    format.open = [](const std::string& path, const Trajectory& trajectory) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<TrajectoryHdf5>(path, trajectory.columns, trajectory.scenario, trajectory.method);
    };
    return format;
}

Hdf5Contents read_trajectory_hdf5(const std::string& path) {
    const QuietErrors quiet;
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0) throw InputError({path, 0, ""}, "it is no HDF5 file that can be read");
    Hdf5Contents contents;
    for (const char* name : {"t", "q_NB", "w_NB_B", "energy", "L_N", "state"}) {
        if (H5Lexists(file, name, H5P_DEFAULT) <= 0) continue;
        const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
        const hid_t space = H5Dget_space(set);
        std::vector<double> numbers(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
        const bool read =
            numbers.empty() || H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()) >= 0;
        H5Sclose(space);
        H5Dclose(set);
        if (!read) {
            H5Fclose(file);
            throw InputError({path, 0, name}, "its numbers cannot be read");
        }
        contents.data[name] = std::move(numbers);
    }
    const auto take = [](hid_t owner, const char* name, const H5A_info_t*, void* into) -> herr_t {
        const hid_t attribute = H5Aopen(owner, name, H5P_DEFAULT);
        const hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
        const hssize_t count = H5Sget_simple_extent_npoints(space);
        if (H5Tis_variable_str(type) > 0 && count > 0) {
            std::vector<char*> texts(static_cast<std::size_t>(count), nullptr);
            const hid_t memory = H5Tcopy(H5T_C_S1);
            H5Tset_size(memory, H5T_VARIABLE);
            H5Tset_cset(memory, H5T_CSET_UTF8);
            if (H5Aread(attribute, memory, texts.data()) >= 0) {
                (*static_cast<std::map<std::string, std::string>*>(into))[name] = texts[0] ? texts[0] : "";
                H5Dvlen_reclaim(memory, space, H5P_DEFAULT, texts.data());
            }
            H5Tclose(memory);
        }
        H5Sclose(space);
        H5Tclose(type);
        H5Aclose(attribute);
        return 0;
    };
    H5Aiterate2(file, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, take, &contents.attributes);
    H5Fclose(file);
    return contents;
}

}  // namespace polhode
