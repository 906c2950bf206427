// SPICE C-kernels (NAIF, CK Required Reading): pointing of types 1, 2 and 3 read, type 3 written. The C-matrix takes
// reference into body components, and its quaternion, scalar first, is the conjugate of q_NB; angular velocities are
// those of the body in the reference frame's axes: w_N = R_NB w_B. Times are encoded ticks of the spacecraft's clock.
#include <algorithm>
#include <cmath>

#include "polhode/base/shortest.hpp"
#include "polhode/calendar/time_system.hpp"
#include "polhode/exchange/gathered_rows.hpp"
#include "polhode/exchange/imported.hpp"
#include "polhode/exchange/spice/clock_kernel.hpp"
#include "polhode/exchange/spice/daf.hpp"
#include "polhode/files/input_file.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/links/wire_bytes.hpp"
#include "polhode/output/output_format.hpp"

namespace polhode {

namespace {

constexpr Instant j2000{0, 43200, 0};

// Ours is a spacecraft that nobody has, with a clock of 2^16 ticks a second.
constexpr int own_spacecraft = 999, own_instrument = -999000, own_frame = 1;
constexpr double own_ticks = 65536;

class CkReader {
 public:
    CkReader(ByteSource& source, const ImportRequest& request, ImportGate& gate)
        : daf_(source, "DAF/CK", 2, 6), request_(request), gate_(gate) {}

    void read() {
        if (daf_.segments().empty()) throw InputError({daf_.name(), 0, ""}, "there is no segment in it");
        for (const std::size_t i : chosen()) {
            const DafSegment& segment = daf_.segments()[i];
            const Place place{daf_.name(), 0, "segment " + std::to_string(i + 1)};
            const int type = segment.integers[2];
            if (!begun_) announce(segment, type);
            if ((segment.integers[3] != 0) != rates_ && type != 2)
                throw InputError(place, "some segments have rates and some have none: take one by its number");
            begins_ = true;
            if (type == 1)
                read_type_1(segment, place);
            else if (type == 2)
                read_type_2(segment, place);
            else if (type == 3)
                read_type_3(segment, place);
            else
                throw InputError(place, "it is of type " + std::to_string(type) +
                                            ", which is compressed or made of polynomials; types 1, 2 and 3 are read");
        }
    }

 private:
    std::vector<std::size_t> chosen() const {
        const std::size_t count = daf_.segments().size();
        if (request_.segment.empty() && count > 1)
            throw InputError(
                {daf_.name(), 0, ""},
                "it has " + std::to_string(count) + " segments; say which one is wanted: --segment 1, 2, ... or all");
        if (request_.segment.empty() || request_.segment == "all") {
            std::vector<std::size_t> all(count);
            for (std::size_t i = 0; i < count; ++i) all[i] = i;
            for (const DafSegment& s : daf_.segments())
                if (s.integers[0] != daf_.segments()[0].integers[0] || s.integers[1] != daf_.segments()[0].integers[1])
                    throw InputError({daf_.name(), 0, ""},
                                     "its segments are of different instruments or frames: take one by its number");
            return all;
        }
        const auto wanted = static_cast<std::size_t>(std::stol(request_.segment));
        if (wanted > count)
            throw InputError({"--segment", 0, ""},
                             daf_.name() + " has " + std::to_string(count) + (count == 1 ? " segment" : " segments"));
        return {wanted - 1};
    }

    void announce(const DafSegment& segment, int type) {
        begun_ = true;
        rates_ = segment.integers[3] != 0 || type == 2;
        clock_ = clock_of(segment);
        head_.what = "SPICE CK of type " + std::to_string(type) + (segment.name.empty() ? "" : ", " + segment.name);
        head_.object = std::to_string(segment.integers[0] / 1000);
        head_.frame = segment.integers[1] == 1 ? "J2000" : "NAIF frame " + std::to_string(segment.integers[1]);
        head_.body_frame = "NAIF frame " + std::to_string(segment.integers[0]);
        head_.rates = rates_;
    }

    SpacecraftClock clock_of(const DafSegment& segment) const {
        if (request_.ticks_per_second && !request_.clock.empty())
            throw InputError({"--ticks-per-second", 0, ""},
                             "a clock kernel is named as well (--clock); give one of the two");
        if (request_.ticks_per_second) return SpacecraftClock::even(*request_.ticks_per_second);
        if (request_.clock.empty())
            throw InputError(
                {daf_.name(), 0, ""},
                "its times are ticks of the spacecraft's clock: name its clock kernel (--clock FILE.tsc), or say "
                "--ticks-per-second N");
        const InputBytes text = read_input_file(request_.clock, 64 << 20);
        if (!text.fault.empty()) throw InputError({request_.clock, 0, ""}, "this file cannot be opened: " + text.fault);
        // the spacecraft of an instrument -82000 is -82, and its clock is called 82
        return SpacecraftClock::parse(text.bytes, request_.clock, -(static_cast<long>(segment.integers[0]) / 1000));
    }

    // The first row's time is t = 0; what the clock cannot date counts from its tick 0.
    void row(double ticks, const double* q, const double* av, const Place& place, bool begins) {
        if (!std::isfinite(ticks)) throw InputError(place, "a time is not finite");
        const double seconds = clock_.seconds(ticks);
        if (!std::isfinite(seconds) || std::fabs(seconds) > 1e12)
            throw InputError(place, "a time is beyond every clock");
        if (!dated_) {
            dated_ = true;
            first_ = ticks;
            if (!clock_.system().empty()) {
                head_.epoch = plain_instant(plain_attoseconds(j2000) + attoseconds_of(seconds));
                head_.time_system = clock_.system();
            }
            gate_.head(head_);
            if (clock_.system().empty()) gate_.note("t counts from the first row, at tick " + shortest(ticks));
        }
        ImportedRow r;
        r.t = clock_.span(first_, ticks);
        r.q_NB = conjugate(Quaternion<double>{q[0], q[1], q[2], q[3]});
        if (av) {
            const double length = norm_squared(r.q_NB);
            if (length > 0) r.w_NB_B = to_body(r.q_NB, Vec3<double>{av[0], av[1], av[2]}) / length;
        }
        r.begins = begins;
        gate_.row(r, place);
    }

    static std::uint64_t size_of(const DafSegment& s) {
        return static_cast<std::uint64_t>(s.integers[5]) - static_cast<std::uint64_t>(s.integers[4]) + 1;
    }
    static std::uint64_t first_of(const DafSegment& s) { return static_cast<std::uint64_t>(s.integers[4]); }

    // A count that stands in the segment, as its last word or the one before.
    std::uint64_t count_at(std::uint64_t address, std::uint64_t most, const Place& place) const {
        const double n = daf_.word(address);
        if (!(n >= 1) || !(n <= static_cast<double>(most)) || n != std::floor(n))
            throw InputError(
                place, "it says that it has " + shortest(n) + " records, which does not fit its length: it is damaged");
        return static_cast<std::uint64_t>(n);
    }

    // Records and their times stand apart: both are read a piece at a time.
    template <class Take>
    void each_record(std::uint64_t first, std::size_t width, std::uint64_t n, std::uint64_t times, Take take) const {
        constexpr std::uint64_t at_a_time = 1024;
        std::vector<double> records, ticks;
        for (std::uint64_t done = 0; done < n; done += at_a_time) {
            const auto count = static_cast<std::size_t>(std::min(at_a_time, n - done));
            daf_.words(first + done * width, count * width, records);
            daf_.words(times + done, count, ticks);
            for (std::size_t i = 0; i < count; ++i) take(done + i, records.data() + i * width, ticks[i]);
        }
    }

    // n x (q [av]), n times, directory of (n - 1)/100, n (CK Required Reading, "Data Type 1").
    void read_type_1(const DafSegment& s, const Place& place) {
        const std::size_t width = s.integers[3] != 0 ? 7 : 4;
        const std::uint64_t size = size_of(s), begin = first_of(s);
        const std::uint64_t n = count_at(begin + size - 1, size / (width + 1), place);
        if (n * (width + 1) + (n - 1) / 100 + 1 != size)
            throw InputError(place, "its length does not fit its " + std::to_string(n) + " records: it is damaged");
        gate_.note("pointings of type 1 stand alone: nothing is known between them");
        each_record(begin, width, n, begin + n * width, [&](std::uint64_t i, const double* x, double ticks) {
            row(ticks, x, width == 7 ? x + 4 : nullptr, at(place, i), true);
        });
    }

    // n x (q, av, seconds a tick), n starts, n stops, directory; no count: n = floor(100 size/1001) + 1 ("Data Type
    // 2"). Each record is an interval of constant rate: its two ends are handed over.
    void read_type_2(const DafSegment& s, const Place& place) {
        const std::uint64_t size = size_of(s), begin = first_of(s);
        const std::uint64_t n = 100 * size / 1001 + 1;
        if (n * 10 + (n - 1) / 100 != size)
            throw InputError(place, "its length fits no number of records: it is damaged");
        const std::uint64_t starts = begin + 8 * n;
        std::vector<double> stops;
        double last_stop = -INFINITY;
        each_record(begin, 8, n, starts, [&](std::uint64_t i, const double* x, double start) {
            daf_.words(starts + n + i, 1, stops);
            const double stop = stops[0], per_tick = x[7];
            if (!(stop >= start) || !std::isfinite(per_tick))
                throw InputError(at(place, i), "the interval ends before it begins");
            row_if_later(start, x, x + 4, at(place, i), start > last_stop);
            last_stop = stop;
            if (!(stop > start)) return;
            // turned about the rate, which stays: q at the end = q(angle) times q, in the reference frame
            const Vec3<double> w{x[4], x[5], x[6]};
            const double speed = norm(w), angle = speed * per_tick * (stop - start);
            if (!std::isfinite(angle)) throw InputError(at(place, i), "the turn of the interval is not finite");
            Quaternion<double> q{x[0], x[1], x[2], x[3]};
            if (speed > 0) {
                const double half = angle / 2;
                const Vec3<double> v = (std::sin(half) / speed) * w;
                // q_NB turns by left multiplication with world axes; the kernel's q is its conjugate
                q = conjugate(Quaternion<double>{std::cos(half), v[0], v[1], v[2]} * conjugate(q));
            }
            const double end[4] = {q.w, q.x, q.y, q.z};
            row(stop, end, x + 4, at(place, i), false);
            last_row_ticks_ = stop;
        });
    }
    // The next interval may begin where the last one ended: that row is there already.
    void row_if_later(double ticks, const double* q, const double* av, const Place& place, bool begins) {
        if (dated_ && ticks == last_row_ticks_) return;
        row(ticks, q, av, place, begins);
        last_row_ticks_ = ticks;
    }

    // n x (q [av]), n times, directory, interval starts, directory, number of intervals, n ("Data Type 3").
    void read_type_3(const DafSegment& s, const Place& place) {
        const std::size_t width = s.integers[3] != 0 ? 7 : 4;
        const std::uint64_t size = size_of(s), begin = first_of(s);
        if (size < width + 4) throw InputError(place, "it is too short for one record: it is damaged");
        const std::uint64_t n = count_at(begin + size - 1, size / (width + 1), place);
        const std::uint64_t intervals = count_at(begin + size - 2, n, place);
        if (n * (width + 1) + (n - 1) / 100 + intervals + (intervals - 1) / 100 + 2 != size)
            throw InputError(place, "its length does not fit its " + std::to_string(n) + " records and " +
                                        std::to_string(intervals) + " intervals: it is damaged");
        const std::uint64_t times = begin + n * width, starts = times + n + (n - 1) / 100;
        std::uint64_t next = 0;
        each_record(begin, width, n, times, [&](std::uint64_t i, const double* x, double ticks) {
            bool begins = false;
            while (next < intervals && daf_.word(starts + next) <= ticks) {
                ++next;
                begins = true;
            }
            row(ticks, x, width == 7 ? x + 4 : nullptr, at(place, i), begins || begins_);
            begins_ = false;
        });
    }

    static Place at(const Place& place, std::uint64_t i) {
        return {place.file, 0, place.key + ", record " + std::to_string(i + 1)};
    }

    DafFile daf_;
    const ImportRequest& request_;
    ImportGate& gate_;
    ImportedHead head_;
    SpacecraftClock clock_;
    bool begun_ = false, rates_ = false, dated_ = false, begins_ = true;
    double first_ = 0, last_row_ticks_ = 0;
};

class CkWriter : public GatheredRows {
 public:
    CkWriter(const std::string& path, const Trajectory& trajectory)
        : GatheredRows(path, trajectory), epoch_(trajectory.scenario.epoch) {}

 private:
    double ticks_of(double t) const { return (t - base_) * own_ticks; }

    void write_all(const std::string&) override {
        base_ = first_time();
        write_kernel();
        write_clock(base_);
    }

    void write_kernel() {
        const auto n = static_cast<std::uint64_t>(count());
        const std::uint64_t width = rates() ? 7 : 4;
        const std::uint64_t size = n * (width + 1) + (n - 1) / 100 + 1 + 2, begin = 3 * 128 + 1, end = begin + size - 1;
        OutputFile file(path());
        std::string waiting = head(end + 1) + summary(begin, end);
        WireWriter<End::little> w(waiting);
        const auto hand_over = [&](std::size_t least) {
            if (waiting.size() < least) return;
            file.write(waiting);
            waiting.clear();
        };
        each([&](const Record& r) {
            const Quaternion<double> q{r.q[0], r.q[1], r.q[2], r.q[3]};
            for (const double x : {q.w, -q.x, -q.y, -q.z}) w.f64(x + 0.0);
            if (rates()) {
                const Vec3<double> av = to_world(q, Vec3<double>{r.w[0], r.w[1], r.w[2]}) / norm_squared(q);
                for (int i = 0; i < 3; ++i) w.f64(av[i]);
            }
            hand_over(1 << 18);
        });
        each([&](const Record& r) {
            w.f64(ticks_of(r.t));
            hand_over(1 << 18);
        });
        std::uint64_t i = 0;
        each([&](const Record& r) {
            // the 100th, 200th, ... time, but not the last
            if (++i % 100 == 0 && i < n) w.f64(ticks_of(r.t));
        });
        w.f64(0);  // one interval, from the first row
        w.f64(1);
        w.f64(static_cast<double>(n));
        file.write(waiting);
        const std::uint64_t words = 3 * 128 + size, padded = (words + 127) / 128 * 128;
        file.write(std::string(static_cast<std::size_t>((padded - words) * 8), '\0'));
        file.close();
    }

    static std::string filled(std::string text, std::size_t n) {
        text.resize(n, ' ');
        return text;
    }
    static std::string head(std::uint64_t free) {
        std::string bytes = "DAF/CK  ";
        WireWriter<End::little> w(bytes);
        w.i32(2);
        w.i32(6);
        bytes += filled("Polhode", 60);
        w.i32(2);
        w.i32(2);
        w.i32(static_cast<std::int32_t>(free));
        bytes += "LTL-IEEE";
        bytes.resize(699, '\0');
        bytes += std::string_view("FTPSTR:\r:\n:\r\n:\r\0:\x81:\x10\xce:ENDFTP", 28);
        bytes.resize(1024, '\0');
        return bytes;
    }
    std::string summary(std::uint64_t begin, std::uint64_t end) const {
        std::string bytes;
        WireWriter<End::little> w(bytes);
        w.f64(0);
        w.f64(0);
        w.f64(1);
        w.f64(0);
        w.f64(ticks_of(last_time()));
        for (const std::int64_t x :
             {std::int64_t{own_instrument}, std::int64_t{own_frame}, std::int64_t{3}, std::int64_t{rates() ? 1 : 0},
              static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)})
            w.i32(static_cast<std::int32_t>(x));
        bytes.resize(1024, '\0');
        bytes += filled("POLHODE", 40);
        bytes.resize(2048, ' ');
        return bytes;
    }

    // The clock kernel beside it: tick 0 at the first row.
    void write_clock(double first) {
        std::string why;
        const auto epoch = in_system(epoch_.time, epoch_.system, "TDB", why);
        const double zero = (epoch ? seconds_of(plain_attoseconds(*epoch) - plain_attoseconds(j2000))
                                   : seconds_of(plain_attoseconds(epoch_.time) - plain_attoseconds(j2000))) +
                            first;
        const std::string id = std::to_string(own_spacecraft);
        std::string text =
            "KPL/SCLK\n\nThe clock of the C-kernel beside this file, written by Polhode: 65536 ticks a second.\n" +
            (epoch ? std::string() : "Its zero was given in " + epoch_.system + " and is taken as TDB.\n") +
            "\n\\begindata\nSCLK_KERNEL_ID           = ( @2000-01-01 )\nSCLK_DATA_TYPE_" + id +
            "       = ( 1 )\nSCLK01_TIME_SYSTEM_" + id + "   = ( 1 )\nSCLK01_N_FIELDS_" + id +
            "      = ( 2 )\nSCLK01_MODULI_" + id + "        = ( 4294967296 65536 )\nSCLK01_OFFSETS_" + id +
            "       = ( 0 0 )\nSCLK01_OUTPUT_DELIM_" + id + "  = ( 1 )\nSCLK_PARTITION_START_" + id +
            " = ( 0.0 )\nSCLK_PARTITION_END_" + id + "   = ( 2.8147497671065E+14 )\nSCLK01_COEFFICIENTS_" + id +
            "  = ( 0.0 " + full(zero) + " 1.0 )\n\\begintext\n";
        write_file(clock_path(path()), text);
    }
    static std::string full(double x) {
        std::string text = shortest(x);
        return text.find_first_of(".eE") == std::string::npos ? text + ".0" : text;
    }
    static std::string clock_path(const std::string& path) {
        const std::size_t dot = path.rfind('.'), slash = path.rfind('/');
        const bool ending = dot != std::string::npos && (slash == std::string::npos || dot > slash);
        return (ending ? path.substr(0, dot) : path) + ".tsc";
    }

    Epoch epoch_;
    double base_ = 0;
};

}  // namespace

OutputFormat ck_format() {
    OutputFormat format;
    format.entry = {
        "format", "ck",
        "SPICE C-kernel of attitude: types 1, 2 and 3 read with the spacecraft's clock, 3 written with a clock "
        "kernel beside it"};
    format.entry.source = "NAIF: CK, SCLK and DAF Required Reading";
    format.keeps = "attitude to the last bit, rates to 1e-15, time to the clock's last digit, epoch";
    format.loses = "energy, names of frames";
    format.ending = ".bc";
    format.wants_epoch = true;
    format.open = [](const std::string& path, const Trajectory& trajectory) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<CkWriter>(path, trajectory);
    };
    format.read = [](ByteSource& source, const ImportRequest& request, ImportGate& gate) {
        CkReader(source, request, gate).read();
    };
    format.recognises = [](std::string_view front) { return front.substr(0, 6) == "DAF/CK"; };
    return format;
}

}  // namespace polhode
