#include "polhode/sweep/hdf5/sweep_hdf5.hpp"

#include <hdf5.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include "polhode/base/diagnostic.hpp"
#include "polhode/base/version.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/hdf5/hdf5_errors.hpp"
#include "polhode/sweep/definition/sweep.hpp"

namespace polhode {

namespace {

constexpr hsize_t rows_per_chunk = 16384;

// A slash would make a group of what comes before it.
std::string link_name(std::string name) {
    std::replace(name.begin(), name.end(), '/', '_');
    return name.empty() || name == "." ? "_" : name;
}

struct Column {
    hid_t id = -1;
    std::vector<double> waiting;
};

}  // namespace

struct SweepHdf5::Impl {
    std::string name;
    hid_t file = -1, text_type = -1;
    std::vector<Column> inputs, outcomes;
    hid_t status = -1, failure_run = -1, failure_reason = -1;
    std::vector<std::uint8_t> failed;
    std::vector<std::uint64_t> failed_runs;
    std::vector<std::string> reasons;
    hsize_t written = 0, waiting = 0, failures_written = 0;
    std::size_t input_columns = 0, outcome_columns = 0;
    bool keeps_inputs = true;

    [[noreturn]] void fail() {
        const std::string why = hdf5_reason();
        abandon();
        throw OutputError(name, why);
    }
    template <class Id>
    Id checked(Id id) {
        if (id < 0) fail();
        return id;
    }

    // Gives everything back without caring whether the rest could be written.
    void abandon() {
        for (std::vector<Column>* columns : {&inputs, &outcomes})
            for (Column& c : *columns)
                if (c.id >= 0) H5Dclose(std::exchange(c.id, -1));
        for (hid_t* id : {&status, &failure_run, &failure_reason})
            if (*id >= 0) H5Dclose(std::exchange(*id, -1));
        if (text_type >= 0) H5Tclose(std::exchange(text_type, -1));
        if (file >= 0) H5Fclose(std::exchange(file, -1));
    }

    void text_attribute(hid_t owner, const char* attribute_name, const std::string& text) {
        const char* const start = text.c_str();
        const hid_t space = checked(H5Screate(H5S_SCALAR));
        const hid_t attribute = checked(H5Acreate2(owner, attribute_name, text_type, space, H5P_DEFAULT, H5P_DEFAULT));
        checked(H5Awrite(attribute, text_type, &start));
        H5Aclose(attribute);
        H5Sclose(space);
    }
    void list_attribute(hid_t owner, const char* attribute_name, const std::vector<std::string>& texts) {
        std::vector<const char*> starts;
        for (const std::string& t : texts) starts.push_back(t.c_str());
        const hsize_t count = starts.size();
        const hid_t space = checked(count > 0 ? H5Screate_simple(1, &count, nullptr) : H5Screate(H5S_NULL));
        const hid_t attribute = checked(H5Acreate2(owner, attribute_name, text_type, space, H5P_DEFAULT, H5P_DEFAULT));
        if (count > 0) checked(H5Awrite(attribute, text_type, starts.data()));
        H5Aclose(attribute);
        H5Sclose(space);
    }
    void count_attribute(hid_t owner, const char* attribute_name, std::uint64_t n) {
        const hid_t space = checked(H5Screate(H5S_SCALAR));
        const hid_t attribute =
            checked(H5Acreate2(owner, attribute_name, H5T_STD_U64LE, space, H5P_DEFAULT, H5P_DEFAULT));
        checked(H5Awrite(attribute, H5T_NATIVE_UINT64, &n));
        H5Aclose(attribute);
        H5Sclose(space);
    }

    hid_t group(const char* group_name) {
        const hid_t properties = checked(H5Pcreate(H5P_GROUP_CREATE));
        checked(H5Pset_obj_track_times(properties, false));
        const hid_t id = checked(H5Gcreate2(file, group_name, H5P_DEFAULT, properties, H5P_DEFAULT));
        H5Pclose(properties);
        return id;
    }
    // `rows` of them, or as many as come.
    hid_t data_set(hid_t owner, const std::string& set_name, hid_t type, hsize_t rows, bool grows,
                   const std::string& units, const std::string& description) {
        const hsize_t now = grows ? 0 : rows, most = grows ? H5S_UNLIMITED : rows,
                      chunk = std::clamp<hsize_t>(rows, 1, rows_per_chunk);
        const hid_t space = checked(H5Screate_simple(1, &now, &most));
        const hid_t properties = checked(H5Pcreate(H5P_DATASET_CREATE));
        checked(H5Pset_chunk(properties, 1, &chunk));
        // what lies behind the last row of the last chunk must not be left to chance
        checked(H5Pset_fill_time(properties, H5D_FILL_TIME_ALLOC));
        checked(H5Pset_obj_track_times(properties, false));
        const hid_t id =
            checked(H5Dcreate2(owner, set_name.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT));
        H5Pclose(properties);
        H5Sclose(space);
        if (!units.empty()) text_attribute(id, "units", units);
        if (!description.empty()) text_attribute(id, "description", description);
        return id;
    }

    void write(hid_t set, hid_t type, const void* values, hsize_t start, hsize_t count) {
        const hid_t in_file = checked(H5Dget_space(set));
        checked(H5Sselect_hyperslab(in_file, H5S_SELECT_SET, &start, nullptr, &count, nullptr));
        const hid_t in_memory = checked(H5Screate_simple(1, &count, nullptr));
        checked(H5Dwrite(set, type, in_memory, in_file, H5P_DEFAULT, values));
        H5Sclose(in_memory);
        H5Sclose(in_file);
    }

    void hand_over() {
        if (waiting == 0) return;
        for (std::vector<Column>* columns : {&inputs, &outcomes})
            for (Column& c : *columns) write(c.id, H5T_NATIVE_DOUBLE, c.waiting.data(), written, waiting);
        write(status, H5T_NATIVE_UINT8, failed.data(), written, waiting);
        written += waiting;
        waiting = 0;
    }

    void hand_over_failures() {
        const hsize_t count = failed_runs.size();
        if (count == 0) return;
        const hsize_t size = failures_written + count;
        checked(H5Dset_extent(failure_run, &size));
        checked(H5Dset_extent(failure_reason, &size));
        write(failure_run, H5T_NATIVE_UINT64, failed_runs.data(), failures_written, count);
        std::vector<const char*> starts;
        for (const std::string& r : reasons) starts.push_back(r.c_str());
        write(failure_reason, text_type, starts.data(), failures_written, count);
        failures_written = size;
        failed_runs.clear();
        reasons.clear();
    }
};

namespace {

// "uniform -> body.inertia[1]"
std::string how_it_varies(const Sweep& sweep, std::size_t column) {
    std::size_t first = 0;
    for (const SweepInput& input : sweep.inputs.inputs()) {
        const std::size_t width = input.columns.size();
        if (column < first + width) {
            const std::size_t k = input.keys.size() == 1 ? 0 : column - first;
            const std::string key = k < input.keys.size() ? input.keys[k] : "";
            return input.kind + (key.empty() ? "" : " -> " + key);
        }
        first += width;
    }
    return "";
}

}  // namespace

SweepHdf5::SweepHdf5(const std::string& path, const std::string& name, const Sweep& sweep)
    : impl_(std::make_unique<Impl>()) {
    const QuietErrors quiet;
    Impl& h = *impl_;
    h.name = name;
    const hid_t creation = h.checked(H5Pcreate(H5P_FILE_CREATE)), access = h.checked(H5Pcreate(H5P_FILE_ACCESS));
    h.checked(H5Pset_obj_track_times(creation, false));
    // the same format from whichever library
    h.checked(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18));
    h.file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access);
    H5Pclose(creation);
    H5Pclose(access);
    h.checked(h.file);
    h.text_type = h.checked(H5Tcopy(H5T_C_S1));
    H5Tset_size(h.text_type, H5T_VARIABLE);
    H5Tset_cset(h.text_type, H5T_CSET_UTF8);

    h.text_attribute(h.file, "title", sweep.title);
    h.text_attribute(h.file, "convention",
                     "Hamilton quaternion, scalar first, body to world: v_N = q_NB v_B q_NB*; right-handed; SI units");
    h.text_attribute(h.file, "sweep", sweep.text);
    h.text_attribute(h.file, "sweep_file", sweep.file);
    h.text_attribute(h.file, "scenario", sweep.base.text);
    h.list_attribute(h.file, "settings", sweep.settings);
    h.text_attribute(h.file, "polhode_version", version());
    h.text_attribute(h.file, "fingerprint", sweep.fingerprint);
    h.count_attribute(h.file, "runs", sweep.runs);
    h.count_attribute(h.file, "seed", sweep.seed);
    h.count_attribute(h.file, "block", sweep.block);

    h.keeps_inputs = sweep.keep.inputs;
    h.input_columns = sweep.inputs.names().size();
    h.outcome_columns = sweep.outcomes.size();
    if (h.keeps_inputs) {
        const hid_t group = h.group("inputs");
        for (std::size_t i = 0; i < h.input_columns; ++i) {
            Column column;
            column.id = h.data_set(group, link_name(sweep.inputs.names()[i]), H5T_IEEE_F64LE, sweep.runs, false, "",
                                   how_it_varies(sweep, i));
            h.inputs.push_back(std::move(column));
            if (const std::vector<std::string>* choices = sweep.inputs.choices(static_cast<int>(i)))
                h.list_attribute(h.inputs.back().id, "choices", *choices);
        }
        H5Gclose(group);
    }
    const hid_t group = h.group("outcomes");
    for (const SweepOutcome& o : sweep.outcomes) {
        Column column;
        column.id = h.data_set(group, link_name(o.name), H5T_IEEE_F64LE, sweep.runs, false, o.unit, o.summary);
        h.outcomes.push_back(std::move(column));
    }
    H5Gclose(group);
    h.status = h.data_set(h.file, "status", H5T_STD_U8LE, sweep.runs, false, "", "0: good, 1: failed");
    const hid_t failures = h.group("failures");
    h.failure_run = h.data_set(failures, "run", H5T_STD_U64LE, 1024, true, "", "number of a run that failed");
    h.failure_reason = h.data_set(failures, "reason", h.text_type, 1024, true, "", "why it failed");
    H5Gclose(failures);
    for (std::vector<Column>* columns : {&h.inputs, &h.outcomes})
        for (Column& c : *columns) c.waiting.resize(rows_per_chunk);
    h.failed.resize(rows_per_chunk);
}

SweepHdf5::~SweepHdf5() {
    const QuietErrors quiet;
    impl_->abandon();
}

void SweepHdf5::add(const SweepRows& rows) {
    Impl& h = *impl_;
    std::uint64_t count = rows.count;
    const double *inputs = rows.inputs, *outcomes = rows.outcomes;
    const std::uint8_t* failed = rows.failed;
    while (count > 0) {
        const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(count, rows_per_chunk - h.waiting));
        const auto at = static_cast<std::size_t>(h.waiting);
        if (h.keeps_inputs)
            for (std::size_t i = 0; i < h.inputs.size(); ++i)
                for (std::size_t r = 0; r < n; ++r) h.inputs[i].waiting[at + r] = inputs[r * h.input_columns + i];
        for (std::size_t o = 0; o < h.outcomes.size(); ++o)
            for (std::size_t r = 0; r < n; ++r) h.outcomes[o].waiting[at + r] = outcomes[r * h.outcome_columns + o];
        std::copy(failed, failed + n, h.failed.begin() + static_cast<std::ptrdiff_t>(at));
        h.waiting += n;
        count -= n;
        inputs += n * h.input_columns;
        outcomes += n * h.outcome_columns;
        failed += n;
        if (h.waiting == rows_per_chunk) {
            const QuietErrors quiet;
            h.hand_over();
        }
    }
}

void SweepHdf5::failure(std::uint64_t run, const std::string& reason) {
    Impl& h = *impl_;
    h.failed_runs.push_back(run);
    h.reasons.push_back(reason);
    if (h.failed_runs.size() < 1024) return;
    const QuietErrors quiet;
    h.hand_over_failures();
}

void SweepHdf5::close(const std::string& hash) {
    const QuietErrors quiet;
    Impl& h = *impl_;
    h.hand_over();
    h.hand_over_failures();
    h.text_attribute(h.file, "result_hash", hash);
    for (std::vector<Column>* columns : {&h.inputs, &h.outcomes})
        for (Column& c : *columns) h.checked(H5Dclose(std::exchange(c.id, -1)));
    for (hid_t* id : {&h.status, &h.failure_run, &h.failure_reason}) h.checked(H5Dclose(std::exchange(*id, -1)));
    H5Tclose(std::exchange(h.text_type, -1));
    h.checked(H5Fclose(std::exchange(h.file, -1)));
}

SweepRunTableFormat sweep_hdf5_format() {
    return {"hdf5", "runs.h5", [](const Sweep& sweep) { return sweep.keep.runs; },
            [](const std::string& path, const std::string& name, const Sweep& sweep) -> std::unique_ptr<SweepRunTable> {
                return std::make_unique<SweepHdf5>(path, name, sweep);
            }};
}

SweepHdf5Contents read_sweep_hdf5(const std::string& path) {
    const QuietErrors quiet;
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    if (file < 0) throw InputError({path, 0, ""}, "it is no HDF5 file that can be read");
    SweepHdf5Contents contents;
    const auto texts = [](hid_t space, auto read) {
        const hssize_t count = H5Sget_simple_extent_npoints(space);
        std::vector<char*> starts(static_cast<std::size_t>(std::max<hssize_t>(count, 0)), nullptr);
        const hid_t memory = H5Tcopy(H5T_C_S1);
        H5Tset_size(memory, H5T_VARIABLE);
        H5Tset_cset(memory, H5T_CSET_UTF8);
        std::vector<std::string> list;
        if (!starts.empty() && read(memory, starts.data()) >= 0) {
            for (const char* s : starts) list.push_back(s ? s : "");
            H5Dvlen_reclaim(memory, space, H5P_DEFAULT, starts.data());
        }
        H5Tclose(memory);
        return list;
    };
    const auto take = [&](const std::string& set_name) {
        const hid_t set = H5Dopen2(file, set_name.c_str(), H5P_DEFAULT);
        if (set < 0) return;
        const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
        if (H5Tget_class(type) == H5T_STRING) {
            contents.reasons = texts(space, [&](hid_t memory, char** into) {
                return H5Dread(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, into);
            });
        } else {
            std::vector<double> numbers(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
            if (numbers.empty() || H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()) >= 0)
                contents.data[set_name] = std::move(numbers);
        }
        H5Tclose(type);
        H5Sclose(space);
        H5Dclose(set);
    };
    take("status");
    for (const std::string group_name : {"inputs", "outcomes", "failures"}) {
        if (H5Lexists(file, group_name.c_str(), H5P_DEFAULT) <= 0) continue;
        const hid_t group = H5Gopen2(file, group_name.c_str(), H5P_DEFAULT);
        std::vector<std::string> names;
        const auto note = [](hid_t, const char* link, const H5L_info_t*, void* into) -> herr_t {
            static_cast<std::vector<std::string>*>(into)->push_back(link);
            return 0;
        };
        H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, note, &names);
        H5Gclose(group);
        for (const std::string& n : names) take(group_name + "/" + n);
    }
    for (const char* attribute_name :
         {"title", "convention", "sweep", "sweep_file", "scenario", "polhode_version", "fingerprint", "result_hash"}) {
        if (H5Aexists(file, attribute_name) <= 0) continue;
        const hid_t attribute = H5Aopen(file, attribute_name, H5P_DEFAULT), space = H5Aget_space(attribute);
        const std::vector<std::string> list =
            texts(space, [&](hid_t memory, char** into) { return H5Aread(attribute, memory, into); });
        if (!list.empty()) contents.attributes[attribute_name] = list[0];
        H5Sclose(space);
        H5Aclose(attribute);
    }
    H5Fclose(file);
    return contents;
}

}  // namespace polhode
