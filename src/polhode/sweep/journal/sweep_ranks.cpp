#include "polhode/sweep/journal/sweep_ranks.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <thread>

#include "polhode/base/byte_stream.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/base/version.hpp"
#include "polhode/files/optional_part.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/parts/mpi/mpi_part.hpp"
#include "polhode/sweep/journal/sweep_crew.hpp"
#include "polhode/sweep/journal/sweep_messages.hpp"
#include "polhode/sweep/journal/sweep_part.hpp"

namespace polhode {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;
using std::chrono::milliseconds;

// Rank 0 hands out work for about this long at a time, so that short blocks do not wait for messages.
constexpr double ahead_s = 0.25;
constexpr std::uint64_t most_ahead = 256;
// How long those that leave are waited for. Results on their way when a sweep is stopped are saved if they come.
constexpr auto patience_for_results = std::chrono::seconds(5);
constexpr auto patience_for_ends = std::chrono::seconds(10);
// Whoever wants to stop has an answer within 0.3 s.
constexpr auto patience_for_threads = milliseconds(200);

enum Tag {
    hello = 1,  // to rank 0: threads, identity, host
    blocks,     // from rank 0: what to compute
    result,     // to rank 0: bytes, block
    left,       // to rank 0: no more results will come
    trouble,    // to rank 0: an exception, or a signal
    leave,      // from rank 0: no more blocks will come, and what was not begun is not wanted
    end,        // from rank 0: all is written
    bye,        // to rank 0: the last message of a rank
};

// ---- what the environment says -------------------------------------------------------------------------------------

std::optional<int> number_in(const char* name) {
    const char* text = std::getenv(name);
    if (!text || !*text) return std::nullopt;
    char* after = nullptr;
    const long value = std::strtol(text, &after, 10);
    if (*after || value < 0 || value > 100000000) return std::nullopt;
    return static_cast<int>(value);
}

std::optional<int> first_number_in(std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (const auto value = number_in(name)) return value;
    return std::nullopt;
}

struct Surroundings {
    bool several = false;
    int size = 0;  // 0: not known
    int rank = 0;
};

Surroundings surroundings() {
    Surroundings s;
    const char* wanted = std::getenv("POLHODE_RANKS");
    if (wanted && std::strcmp(wanted, "no") == 0) return s;
    // mpirun of Open MPI; of MPICH and its relatives; srun. PMIx alone tells the rank and not the size.
    const auto size = first_number_in({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"});
    const auto rank = first_number_in({"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"});
    s.size = size.value_or(0);
    s.rank = rank.value_or(0);
    s.several = size ? *size > 1 : number_in("PMIX_RANK").has_value();
    return s;
}

// Ranks on this machine, or the most that any has where only that is known.
int ranks_of_a_machine() {
    if (const auto here = first_number_in({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "SLURM_NTASKS_PER_NODE"}))
        return std::max(1, *here);
    int most = 1;
    for (const char* name : {"SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE"}) {
        const char* text = std::getenv(name);
        if (!text) continue;
        // "4(x2),3": two machines with four each, one with three
        for (const char* at = text; at; at = std::strchr(at, ',')) {
            if (*at == ',') ++at;
            most = std::max(most, static_cast<int>(std::clamp(std::strtol(at, nullptr, 10), 1L, 100000L)));
        }
        break;
    }
    return most;
}

std::string host_name() {
    char name[256] = "";
    return ::gethostname(name, sizeof name - 1) == 0 ? name : "a machine without a name";
}

// ---- the words of the messages -------------------------------------------------------------------------------------

// Takes the number off the end of a message, which is long.
std::uint64_t number_behind(std::string& bytes) {
    if (bytes.size() < 8) throw std::runtime_error("a message between ranks is too short");
    const std::uint64_t number = ByteReader(std::string_view(bytes).substr(bytes.size() - 8)).u64();
    bytes.resize(bytes.size() - 8);
    return number;
}

// An exception on its way to rank 0, where it is thrown again with the same meaning.
struct Trouble {
    enum Kind : std::uint64_t { stopped, input, computation, memory, fault };
    Kind kind = fault;
    double time = 0;
    std::string text, host;

    static Trouble of(const std::exception_ptr& thrown) {
        Trouble t;
        t.host = host_name();
        try {
            std::rethrow_exception(thrown);
        } catch (const InputError& e) {
            t.kind = input;
            t.text = e.what();
        } catch (const OutputError& e) {
            t.kind = input;
            t.text = e.what();
        } catch (const ComputationFailed& e) {
            t.kind = computation;
            t.time = e.time;
            t.text = e.cause;
        } catch (const std::bad_alloc&) {
            t.kind = memory;
            t.text = "there is not enough memory";
        } catch (const std::exception& e) {
            t.text = e.what();
        } catch (...) {
            t.text = "an unknown exception";
        }
        return t;
    }

    // As the program's exit codes.
    int code() const { return kind == input ? 2 : kind == fault ? 1 : 3; }

    std::string encoded() const {
        ByteWriter out;
        out.count(kind);
        out.number(time);
        out.text(text);
        out.text(host);
        return out.bytes;
    }

    static Trouble decoded(const std::string& bytes) {
        ByteReader in(bytes);
        Trouble t;
        t.kind = static_cast<Kind>(in.count());
        t.time = in.number();
        t.text = in.text();
        t.host = in.text();
        return t;
    }

    [[noreturn]] void raise(const std::string& who) const {
        if (kind == input) throw InputError({}, who + ": " + text);
        if (kind == computation) throw ComputationFailed(time, text + " (" + who + ")");
        if (kind == memory) throw std::bad_alloc();
        throw std::runtime_error(who + ": " + text);
    }
};

// How long a loop that has nothing to do waits until it looks at MPI again: MPI itself can only wait by keeping a
// processor busy.
class Backoff {
 public:
    void busy() { delay_ = shortest; }
    Clock::duration next(bool under_way) {
        const auto now = delay_;
        delay_ = std::min(2 * delay_, under_way ? longest_under_way : longest);
        return now;
    }

 private:
    static constexpr microseconds shortest{50}, longest_under_way{100}, longest{5000};
    microseconds delay_ = shortest;
};

std::string full_identity(const std::string& identity) { return version() + " " + revision() + " " + identity; }

}  // namespace

// ---- beginning and end ---------------------------------------------------------------------------------------------

SweepRanks& SweepRanks::start() {
    static SweepRanks ranks;
    return ranks;
}

SweepRanks::SweepRanks() {
    const Surroundings around = surroundings();
    if (!around.several) return;
    rank_ = around.rank;
    const std::string started =
        (around.size > 0 ? std::to_string(around.size) : std::string("several")) + " processes were started together";
    const std::string alone = "; to run them as sweeps that know nothing of each other, set POLHODE_RANKS=no";
    const OptionalPart& part = optional_part<MpiPart>();
    if (!part.loaded()) {
        trouble_ = started + ", but they cannot share the work: " + part.reason() + alone;
        return;
    }
    const MpiPart& mpi = part.functions<MpiPart>();
    int rank = 0, size = 1;
    if (const int error = mpi.init(&rank, &size)) {
        char text[512] = "";
        mpi.explain(error, text, sizeof text);
        trouble_ = started + ", but MPI does not start: " + text;
        return;
    }
    if (around.size > 0 && size != around.size) {
        mpi.finalize();
        trouble_ = started + ", but MPI finds " + std::to_string(size) +
                   ": they were started by another MPI than the one that Polhode was built with, or by srun without "
                   "--mpi=pmix" +
                   alone;
        return;
    }
    rank_ = rank;
    size_ = size;
    messages_ = std::make_unique<SweepMessages>(mpi);
    messages_->hosts.resize(static_cast<std::size_t>(size));
}

SweepRanks::~SweepRanks() {
    if (abort_code_ != 0) messages_->mpi.abort(abort_code_);
}

int SweepRanks::rank_here() const {
    if (size_ == 1) return 0;
    return first_number_in({"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"}).value_or(rank_);
}

int SweepRanks::threads_here() const {
    const int online = std::max(1, static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN)));
    cpu_set_t set;
    CPU_ZERO(&set);
    const int allowed = ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : online;
    return std::max(1, std::min(allowed, online / (size_ > 1 ? ranks_of_a_machine() : 1)));
}

std::string SweepRanks::advice() const {
    if (size_ == 1) return "";
    const int online = static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
    const int here = threads_here();
    if (2 * here * ranks_of_a_machine() > online) return "";
    return "each rank is bound to " + std::to_string(here) + " of the " + std::to_string(online) +
           " processors of its machine; 'mpirun --bind-to none' lets it use more";
}

int SweepRanks::together(const std::function<int()>& action) {
    if (!trouble_.empty()) {
        // Rank 0 speaks for all, and its end is theirs (mpirun's SIGTERM). Only a rank that is alone with this trouble
        // is still there after that, and speaks.
        if (rank_ != 0) {
            std::signal(SIGTERM, SIG_DFL);
            std::this_thread::sleep_for(std::chrono::seconds(2));
        }
        throw InputError({}, (rank_ != 0 ? host_name() + ": " : "") + trouble_);
    }
    if (!messages_) return action();

    int code = 0;
    std::exception_ptr thrown;
    try {
        code = action();
    } catch (...) {
        thrown = std::current_exception();
    }
    stopping_ = true;
    if (rank_ == 0) {
        abort_code_ = thrown ? Trouble::of(thrown).code() : std::max(1, code);
        try {
            end_together(thrown != nullptr);
        } catch (const Unreachable&) {
            // abort_code_ stays: the rest is ended with this process
        }
        if (thrown) std::rethrow_exception(thrown);
        return code;
    }
    abort_code_ = 1;
    try {
        if (thrown && !told_to_end_) messages_->send(0, trouble, Trouble::of(thrown).encoded());
        end_as_told();
    } catch (const Unreachable&) {
    }
    return 0;
}

void SweepRanks::tell_to_leave() {
    if (told_to_leave_) return;
    told_to_leave_ = true;
    for (int r = 1; r < size_; ++r) messages_->send(r, leave, "");
}

void SweepRanks::end_together(bool quietly) {
    for (int r = 1; r < size_; ++r) messages_->send(r, end, "");
    const auto until = Clock::now() + patience_for_ends;
    Backoff backoff;
    std::string late;
    int gone = 0;
    while (true) {
        while (const auto message = messages_->receive()) {
            backoff.busy();
            if (message->tag == bye) ++gone;
            if (message->tag == trouble) {
                const Trouble what = Trouble::decoded(message->bytes);
                if (what.kind != Trouble::stopped)
                    late += "polhode: rank " + std::to_string(message->from) + " on " + what.host +
                            " did not take part to the end: " + what.text + "\n";
            }
        }
        const bool under_way = messages_->under_way();
        if (gone == size_ - 1 && !under_way) break;
        if (Clock::now() > until) return;
        std::this_thread::sleep_for(backoff.next(under_way));
    }
    if (!quietly && !late.empty()) std::fputs(late.c_str(), stderr);
    messages_->mpi.finalize();
    abort_code_ = 0;
}

void SweepRanks::end_as_told() {
    // Rank 0 may be writing for minutes.
    Backoff backoff;
    while (!told_to_end_) {
        while (const auto message = messages_->receive()) told_to_end_ = told_to_end_ || message->tag == end;
        const bool under_way = messages_->under_way();
        if (!told_to_end_) std::this_thread::sleep_for(backoff.next(under_way));
    }
    messages_->send(0, bye, "");
    while (messages_->under_way()) std::this_thread::sleep_for(microseconds(100));
    messages_->mpi.finalize();
    abort_code_ = 0;
}

// ---- rank 0 --------------------------------------------------------------------------------------------------------

namespace {

// What rank 0 knows of another.
struct Peer {
    int threads = 0;  // 0: has not said hello
    std::uint64_t outstanding = 0, returned = 0;
    Clock::time_point since;

    // How many blocks it should have in hand, of those that are left (guided self-scheduling: Polychronopoulos and
    // Kuck, IEEE Trans. Computers C-36, 1987).
    std::uint64_t target(std::uint64_t left_to_give, int ranks, int all_threads) const {
        const auto own = static_cast<std::uint64_t>(threads);
        // Near the end nobody hoards what another could begin.
        if (left_to_give <= static_cast<std::uint64_t>(all_threads)) return own;
        const double seconds = std::chrono::duration<double>(Clock::now() - since).count();
        const double rate = seconds > 0 ? static_cast<double>(returned) / seconds : 0;
        const auto quick = static_cast<std::uint64_t>(std::min(rate * ahead_s, static_cast<double>(most_ahead)));
        const std::uint64_t share = left_to_give / (2 * static_cast<std::uint64_t>(ranks));
        return std::max(own + 1, std::min(quick, share));
    }
};

}  // namespace

ServedBlocks SweepRanks::serve(const std::string& identity, const std::vector<SweepBlockRange>& missing, int threads,
                               const ComputeBlock& compute, const BlockArrived& arrived, const ServeWatch& watch) {
    std::uint64_t still = 0;
    for (const SweepBlockRange& range : missing) still += range.count;
    threads = static_cast<int>(std::clamp<std::uint64_t>(still, 1, static_cast<std::uint64_t>(std::max(1, threads))));
    std::vector<Peer> peers(static_cast<std::size_t>(size_));
    int all_threads = threads;
    ServedBlocks served;
    Backoff backoff;
    auto said = Clock::now(), stopped_at = said;

    stopping_ = false;
    SweepCrew crew(threads, compute, stopping_);
    crew.add(missing);
    served.threads = crew.threads();

    auto stop = [&](const std::string& why) {
        if (stopping_) return;
        served.why = why;
        stopping_ = true;
        stopped_at = Clock::now();
        crew.forget();
        if (watch.stopping) watch.stopping(why);
        try {
            if (size_ > 1) tell_to_leave();
        } catch (const Unreachable&) {
            // the others are told when all ends, or ended
        }
    };
    auto take_in = [&](std::uint64_t block, const std::string& bytes) {
        arrived(block, bytes);
        if (!SweepPart::is_part(bytes)) --still;
        backoff.busy();
    };
    auto grant = [&](int rank) {
        Peer& peer = peers[static_cast<std::size_t>(rank)];
        if (peer.threads == 0 || stopping_) return;
        const std::uint64_t target = peer.target(crew.waiting(), size_, all_threads);
        // In batches: a message for each block would be as many again as the results.
        if (peer.outstanding > target - std::max<std::uint64_t>(1, target / 4)) return;
        const std::vector<std::uint64_t> given = crew.take(target - peer.outstanding);
        if (given.empty()) return;
        if (peer.returned == 0 && peer.outstanding == 0) peer.since = Clock::now();
        ByteWriter words;
        for (const std::uint64_t block : given) {
            words.count(block);
            words.text(watch.begun ? watch.begun(block) : "");
        }
        peer.outstanding += given.size();
        messages_->send(rank, blocks, std::move(words.bytes));
    };
    auto hear = [&](SweepMessages::Message& message) {
        Peer& peer = peers[static_cast<std::size_t>(message.from)];
        ByteReader in(message.bytes);
        switch (message.tag) {
            case hello: {
                peer.threads = static_cast<int>(in.count());
                all_threads += peer.threads;
                const std::string theirs(in.text());
                messages_->hosts[static_cast<std::size_t>(message.from)] = in.text();
                if (theirs != full_identity(identity))
                    throw InputError({}, messages_->who(message.from) +
                                             " has read another sweep than rank 0, or is another version of the "
                                             "program; all machines must see the same files");
                break;
            }
            case result: {
                const std::uint64_t block = number_behind(message.bytes);
                --peer.outstanding;
                ++peer.returned;
                take_in(block, message.bytes);
                break;
            }
            case left:
                peer.outstanding = 0;
                break;
            case trouble: {
                const Trouble what = Trouble::decoded(message.bytes);
                messages_->hosts[static_cast<std::size_t>(message.from)] = what.host;
                if (what.kind == Trouble::stopped) {
                    stop(messages_->who(message.from) + " was stopped");
                } else {
                    what.raise(messages_->who(message.from));
                }
                break;
            }
            default:
                break;
        }
        grant(message.from);
    };

    while (still > 0) {
        bool under_way = false;
        if (size_ > 1) {
            try {
                while (auto message = messages_->receive()) {
                    backoff.busy();
                    hear(*message);
                }
                for (int r = 1; r < size_; ++r) grant(r);
                under_way = messages_->under_way();
            } catch (const Unreachable& e) {
                stop(e.what());
            }
        }
        const Clock::duration delay = size_ > 1 ? backoff.next(under_way) : milliseconds(20);
        for (const SweepCrew::Done& done : crew.finished(delay)) take_in(done.block, done.bytes);

        const auto now = Clock::now();
        if (watch.idle && now - said >= milliseconds(100)) {
            said = now;
            watch.idle();
        }
        if (!stopping_ && still > 0 && watch.stop && watch.stop()) stop("it was stopped");
        if (!stopping_) continue;
        if (size_ == 1 && watch.left_behind && crew.busy() && now - stopped_at > patience_for_threads) {
            watch.left_behind();
            stopped_at = now + std::chrono::hours(1);  // once
        }
        const bool awaited = std::any_of(peers.begin(), peers.end(), [](const Peer& p) { return p.outstanding > 0; });
        if (!crew.busy() && (!awaited || now - stopped_at > patience_for_results)) break;
    }
    crew.dismiss();
    served.complete = still == 0;
    if (served.complete) {
        served.why.clear();
        stopping_ = false;
    }
    try {
        if (size_ > 1) tell_to_leave();
    } catch (const Unreachable&) {
        // everything is here, or what is missing is known already
    }
    return served;
}

// ---- the others ----------------------------------------------------------------------------------------------------

void SweepRanks::work(const std::string& identity, int threads, const ComputeBlock& compute,
                      const std::function<bool()>& stop,
                      const std::function<void(std::uint64_t block, const std::string& part)>& begun) {
    threads = std::max(1, threads);
    stopping_ = false;
    SweepCrew crew(threads, compute, stopping_);

    ByteWriter greeting;
    greeting.count(static_cast<std::uint64_t>(threads));
    greeting.text(full_identity(identity));
    greeting.text(host_name());
    messages_->send(0, hello, std::move(greeting.bytes));

    auto hand_over = [&](SweepCrew::Done& done) {
        ByteWriter block;
        block.u64(done.block);
        messages_->send(0, result, std::move(done.bytes) + block.bytes);
    };
    Backoff backoff;
    while (!told_to_leave_) {
        while (const auto message = messages_->receive()) {
            backoff.busy();
            if (message->tag == blocks) {
                ByteReader in(message->bytes);
                std::vector<SweepBlockRange> given;
                while (in.left() > 0) {
                    given.push_back({in.count()});
                    const std::string part(in.text());
                    if (begun && !part.empty()) begun(given.back().first, part);
                }
                if (!stopping_) crew.add(given);
            }
            if (message->tag == leave || message->tag == end) told_to_leave_ = true;
            if (message->tag == end) told_to_end_ = true;
        }
        if (!stopping_ && stop && stop()) {
            // Rank 0 decides what becomes of it, and says so to all.
            Trouble t;
            t.kind = Trouble::stopped;
            t.host = host_name();
            messages_->send(0, trouble, t.encoded());
            stopping_ = true;
            crew.forget();
        }
        const bool under_way = messages_->under_way();
        for (SweepCrew::Done& done : crew.finished(backoff.next(under_way))) {
            backoff.busy();
            hand_over(done);
        }
    }
    stopping_ = true;
    crew.forget();
    crew.dismiss();
    for (SweepCrew::Done& done : crew.finished({})) hand_over(done);
    messages_->send(0, left, "");
}

}  // namespace polhode
