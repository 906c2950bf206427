#include "polhode/live/flight_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "polhode/base/readable.hpp"
#include "polhode/base/shortest.hpp"
#include "polhode/problem/samples/sampled_history.hpp"
#include "polhode/problem/torque_facts.hpp"
#include "polhode/scenario/scenario_readings.hpp"
#include "polhode/scenario/scenario_writer.hpp"
#include "polhode/scenario/toml_setting.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

namespace {

// A file whose end and one place in it are written again and again.
class FlightFile {
 public:
    explicit FlightFile(std::string name) : name_(std::move(name)) {
        file_ = opened(name_, open_for::writing | open_for::create | open_for::empty);
        if (!file_) fail();
    }

    // All of it or nothing: half a row at the end would make the whole record unreadable.
    void append(std::string_view bytes) {
        try {
            put(bytes, size_);
        } catch (const OutputError&) {
            system::set_length(file_.get(), size_);
            throw;
        }
        size_ += bytes.size();
    }
    void put(std::string_view bytes, std::uint64_t at) {
        while (!bytes.empty()) {
            const std::ptrdiff_t n = system::write_some_at(file_.get(), at, bytes.data(), bytes.size());
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) fail();
            bytes.remove_prefix(static_cast<std::size_t>(n));
            at += static_cast<std::uint64_t>(n);
        }
    }
    std::uint64_t size() const { return size_; }
    const std::string& name() const { return name_; }

 private:
    [[noreturn]] void fail() const { throw OutputError(name_, std::strerror(errno)); }
    std::string name_;
    Descriptor file_;
    std::uint64_t size_ = 0;
};

void remove_table(TomlNode& tree, const std::string& name) {
    std::erase_if(tree.items, [&](const TomlNode& node) { return node.name == name; });
}

std::string without_ending(const std::string& path) {
    return path.size() > 5 && path.ends_with(".toml") ? path.substr(0, path.size() - 5) : path;
}

std::string base_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

constexpr int duration_width = 26;  // of the longest number, and some room

}  // namespace

struct FlightRecorder::Files {
    explicit Files(const std::string& stem) : table(stem + ".csv"), scenario(stem + ".toml") {}
    FlightFile table, scenario;
    off_t duration_at = 0;  // in the scenario; 0: it is not written yet
};

FlightRecorder::FlightRecorder(const Scenario& scenario, const LiveBody& body, const std::string& path)
    : body_(body), stem_(without_ending(path)), rates_(body.takes_rate()) {
    if (!body.takes_torque() && !body.takes_rate())
        throw InputError({"--record", 0, ""}, "nothing can push this body: `polhode run` repeats it without a record");
    for (const TorqueModel& torque : scenario.problem.torques)
        if (const auto table = facts_of(torque).table; table && table->cubic())
            throw InputError({"--record", 0, ""},
                             table->name() +
                                 " is cubic: at a row where the stimulus changes too, a run on the record takes "
                                 "the piece before it and the flight the one after, which agree to rounding "
                                 "only; use linear or hold, whose bits are repeated");
    if (const std::string why = body.why_not_recorded(); !why.empty()) throw InputError({"--record", 0, ""}, why);
    if (base_name(stem_).empty())
        throw InputError({"--record", 0, ""}, "expected the name of a file, read '" + escaped_for_message(path) + "'");
    TomlNode tree = parse_toml(scenario.text, scenario.file);
    for (const std::string& setting : scenario.settings) apply_setting(tree, setting);
    find_files_from_anywhere(tree, scenario.directory);
    for (const char* name : {"input", "link", "run"}) remove_table(tree, name);
    if (rates_) remove_table(tree, "rates");
    for (const char* ending : {".toml", ".csv"}) keep_what_is_read(scenario, stem_ + ending, "--record");
    const std::string title = fmt::format("# A flight of {}: `polhode run` and `polhode live --replay` repeat it.\n",
                                          without_control_characters(scenario.file));
    head_ = title + scenario_text(tree);
    if (const auto sensors = strapped_sensors(scenario)) {
        between_readings_ = 1 / sensors->hertz;
        remove_table(tree, "readings");
        unread_head_ = title + scenario_text(tree);
    }
    open_part();
}

FlightRecorder::~FlightRecorder() = default;

void FlightRecorder::open_part() {
    ++part_;
    files_ = std::make_unique<Files>(part_ == 1 ? stem_ : fmt::format("{}-{}", stem_, part_));
    names_.push_back(files_->scenario.name());
    names_.push_back(files_->table.name());
    // A table has two rows at least: the first stands before the start and never acts.
    files_->table.append(rates_ ? "t,step,wx,wy,wz\n-1,-1,0,0,0\n" : "t,step,bx,by,bz,nx,ny,nz\n-1,-1,0,0,0,0,0,0\n");
    TomlNode file;
    file.kind = TomlNode::Kind::text;
    file.text = base_name(files_->table.name());
    const std::string rows =
        "kind = \"table\"\nfile = " + toml_literal(file) + "\ninterpolation = \"hold\"\noutside = \"hold\"\ncolumns = ";
    tables_ = rates_ ? "\n[rates]\n" + rows + "\"t, wx, wy, wz\"\n"
                     : "\n[[torque]]\n" + rows + "\"t, bx, by, bz\"\n\n[[torque]]\n" + rows +
                           "\"t, nx, ny, nz\"\nframe = \"world\"\n";
}

bool FlightRecorder::stimulus(std::uint64_t n, const HeldStimulus& stimulus) {
    return put({n, body_.time(), stimulus, false});
}

bool FlightRecorder::set(std::uint64_t n, std::shared_ptr<const LiveSet> values) {
    return put({n, body_.time(), {}, false, std::move(values)});
}

bool FlightRecorder::begin_again(std::uint64_t steps) {
    if (!put({steps, body_.time(), {}, true})) return false;
    if (steps == 0) return true;
    ++flying_;
    made(0);
    return true;
}

void FlightRecorder::flush() {
    // read first: rows of these steps are in the queue by now
    const std::uint64_t made = made_.load(std::memory_order_acquire);
    if (!files_ && (made & steps_mask) == 0) return;
    if (!files_) open_part();
    write_rows();
    if (made >> steps_bits == part_) write_duration(body_.time_of(made & steps_mask), false);
}

void FlightRecorder::write_rows() {
    text_.clear();
    const auto put_text = [&] {
        if (!text_.empty()) files_->table.append(text_);
        text_.clear();
    };
    const auto put_vector = [&](const Vec3<double>& v) {
        for (int i = 0; i < 3; ++i) text_ += "," + shortest(v[i]);
    };
    for (Change change; changes_.take(change);) {
        if (change.values) {
            TomlNode key;
            key.kind = TomlNode::Kind::text;
            key.text = change.values->key;
            sets_ += fmt::format("\n[[change]]  # before step {}\nt = {}\nkey = {}\nvalue = {}\n", change.step,
                                 shortest(change.time), toml_literal(key), change.values->value);
            continue;
        }
        if (change.ends) {
            put_text();
            if (change.step > 0) write_duration(change.time, true);
            sets_.clear();
            if (change.step > 0) open_part();
            continue;
        }
        text_ += fmt::format("{},{}", shortest(change.time), change.step);
        put_vector(rates_ ? change.stimulus.rate_B : change.stimulus.torque_B);
        if (!rates_) put_vector(change.stimulus.torque_N);
        text_ += '\n';
    }
    put_text();
    if (files_->duration_at > 0) write_sets();
}

void FlightRecorder::write_sets() {
    if (!sets_.empty()) files_->scenario.append(sets_);
    sets_.clear();
}

void FlightRecorder::write_duration(double flown, bool last) {
    if (!(flown > 0)) return;
    if (files_->duration_at > 0) write_sets();
    const std::string number = fmt::format("{:<{}}", shortest(flown), duration_width);
    if (files_->duration_at > 0) return files_->scenario.put(number, files_->duration_at);
    // rows further apart than the flight is long are refused, and sensors that are read but once: the scenario waits
    // until there are two of each, or the end
    const bool read = flown >= between_readings_;
    if ((flown < body_.sample() || !read) && !last) return;
    const std::string front = fmt::format("{}{}\n[run]\nsample = {}\nduration = ", read ? head_ : unread_head_, tables_,
                                          shortest(std::min(flown, body_.sample())));
    files_->scenario.append(front + number + "\n");
    files_->duration_at = static_cast<off_t>(front.size());
    write_sets();
}

void FlightRecorder::close() {
    flush();
    if (!files_) return;
    // a flight that broke down is repeated with the step in which it did
    write_duration(body_.failure().empty() ? body_.time() : body_.time_of(body_.steps() + 1), true);
    if (files_->duration_at > 0) return;
    // nothing was flown since the beginning, or since a reset: an empty scenario would only be refused
    const std::string scenario = files_->scenario.name(), table = files_->table.name();
    files_.reset();
    std::filesystem::remove(scenario);
    std::filesystem::remove(table);
    names_.resize(names_.size() - 2);
    --part_;
}

std::vector<std::string> FlightRecorder::files() const { return names_; }

}  // namespace polhode
