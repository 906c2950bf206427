#include "polhode/sweep/journal/sweep_ranks.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

#include "polhode/base/byte_stream.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/files/optional_part.hpp"
#include "polhode/parts/mpi/mpi_part.hpp"
#include "polhode/sweep/journal/block_server.hpp"
#include "polhode/sweep/journal/rank_environment.hpp"
#include "polhode/sweep/journal/rank_protocol.hpp"
#include "polhode/sweep/journal/rank_trouble.hpp"
#include "polhode/sweep/journal/sweep_messages.hpp"
#include "polhode/sweep/journal/sweep_workers.hpp"
#include "polhode/system/host/process.hpp"
#include "polhode/system/signals.hpp"

namespace polhode {

using namespace rank_protocol;

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;

// How long those that leave are waited for.
constexpr auto patience_for_ends = std::chrono::seconds(10);

}  // namespace

// ---- beginning and end ---------------------------------------------------------------------------------------------

SweepRanks& SweepRanks::start() {
    static SweepRanks ranks;
    return ranks;
}

SweepRanks::SweepRanks() {
    const RankEnvironment around = rank_environment();
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
    return rank_on_this_machine(rank_);
}

int SweepRanks::threads_here() const {
    const int online = std::max(1, system::processors()), allowed = system::processors_allowed();
    return std::max(1, std::min(allowed, online / (size_ > 1 ? ranks_of_a_machine() : 1)));
}

std::string SweepRanks::advice() const {
    if (size_ == 1) return "";
    const int online = system::processors();
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
            system::end_when_asked();
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
        abort_code_ = thrown ? RankTrouble::of(thrown).code() : std::max(1, code);
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
        if (thrown && !told_to_end_) messages_->send(0, trouble, RankTrouble::of(thrown).encoded());
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
                const RankTrouble what = RankTrouble::decoded(message->bytes);
                if (what.kind != RankTrouble::stopped)
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

ServedBlocks SweepRanks::serve(const std::string& identity, const std::vector<SweepBlockRange>& missing, int threads,
                               const ComputeBlock& compute, const BlockArrived& arrived,
                               const ServeObserver& observer) {
    BlockServer server({messages_.get(), size_, identity, [this] { tell_to_leave(); }}, stopping_, arrived, observer);
    return server.serve(missing, threads, compute);
}

// ---- the others ----------------------------------------------------------------------------------------------------

void SweepRanks::work(const std::string& identity, int threads, const ComputeBlock& compute,
                      const std::function<bool()>& stop,
                      const std::function<void(std::uint64_t block, const std::string& part)>& begun) {
    threads = std::max(1, threads);
    stopping_ = false;
    SweepWorkers workers(threads, compute, stopping_);

    ByteWriter greeting;
    greeting.count(static_cast<std::uint64_t>(threads));
    greeting.text(full_identity(identity));
    greeting.text(host_name());
    messages_->send(0, hello, std::move(greeting.bytes));

    auto hand_over = [&](SweepWorkers::Done& done) {
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
                if (!stopping_) workers.add(given);
            }
            if (message->tag == leave || message->tag == end) told_to_leave_ = true;
            if (message->tag == end) told_to_end_ = true;
        }
        if (!stopping_ && stop && stop()) {
            // Rank 0 decides what becomes of it, and says so to all.
            RankTrouble t;
            t.kind = RankTrouble::stopped;
            t.host = host_name();
            messages_->send(0, trouble, t.encoded());
            stopping_ = true;
            workers.forget();
        }
        const bool under_way = messages_->under_way();
        for (SweepWorkers::Done& done : workers.finished(backoff.next(under_way))) {
            backoff.busy();
            hand_over(done);
        }
    }
    stopping_ = true;
    workers.forget();
    workers.dismiss();
    for (SweepWorkers::Done& done : workers.finished({})) hand_over(done);
    messages_->send(0, left, "");
}

}  // namespace polhode
