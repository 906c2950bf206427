#include "polhode/sweep/journal/block_server.hpp"

#include <algorithm>

#include "polhode/base/byte_stream.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/sweep/journal/rank_trouble.hpp"
#include "polhode/sweep/journal/sweep_part.hpp"

namespace polhode {

using namespace rank_protocol;

namespace {

using std::chrono::milliseconds;

// Work for about this long is handed out at a time, so that short blocks do not wait for messages.
constexpr double ahead_s = 0.25;
constexpr std::uint64_t most_ahead = 256;
// How long ranks that leave are waited for. Results on their way when a sweep is stopped are saved if they come.
constexpr auto patience_for_results = std::chrono::seconds(5);
// Whoever wants to stop has an answer within 0.3 s.
constexpr auto patience_for_threads = milliseconds(200);

}  // namespace

// Guided self-scheduling: Polychronopoulos and Kuck, IEEE Trans. Computers C-36, 1987.
std::uint64_t BlockServer::Peer::target(std::uint64_t left_to_give, int ranks, int all_threads) const {
    const auto own = static_cast<std::uint64_t>(threads);
    // Near the end nobody hoards what another could begin.
    if (left_to_give <= static_cast<std::uint64_t>(all_threads)) return own;
    const double seconds = std::chrono::duration<double>(Clock::now() - since).count();
    const double rate = seconds > 0 ? static_cast<double>(returned) / seconds : 0;
    const auto quick = static_cast<std::uint64_t>(std::min(rate * ahead_s, static_cast<double>(most_ahead)));
    const std::uint64_t share = left_to_give / (2 * static_cast<std::uint64_t>(ranks));
    return std::max(own + 1, std::min(quick, share));
}

BlockServer::BlockServer(Others others, std::atomic<bool>& stopping, const BlockArrived& arrived,
                         const ServeObserver& observer)
    : others_(std::move(others)),
      stopping_(stopping),
      arrived_(arrived),
      observer_(observer),
      peers_(static_cast<std::size_t>(others_.size)),
      said_(Clock::now()),
      stopped_at_(said_) {}

ServedBlocks BlockServer::serve(const std::vector<SweepBlockRange>& missing, int threads, const ComputeBlock& compute) {
    for (const SweepBlockRange& range : missing) still_ += range.count;
    threads = static_cast<int>(std::clamp<std::uint64_t>(still_, 1, static_cast<std::uint64_t>(std::max(1, threads))));
    all_threads_ = threads;
    stopping_ = false;
    workers_.emplace(threads, compute, stopping_);
    workers_->add(missing);
    served_.threads = workers_->threads();

    while (still_ > 0) {
        const bool under_way = others_.size > 1 && hear_others();
        const Clock::duration delay = others_.size > 1 ? backoff_.next(under_way) : milliseconds(20);
        for (const SweepWorkers::Done& done : workers_->finished(delay)) take_in(done.block, done.bytes);
        if (is_over()) break;
    }
    workers_->dismiss();
    served_.complete = still_ == 0;
    if (served_.complete) {
        served_.why.clear();
        stopping_ = false;
    }
    tell_to_leave();
    return served_;
}

void BlockServer::stop(const std::string& why) {
    if (stopping_) return;
    served_.why = why;
    stopping_ = true;
    stopped_at_ = Clock::now();
    workers_->forget();
    if (observer_.stopping) observer_.stopping(why);
    tell_to_leave();
}

void BlockServer::tell_to_leave() {
    try {
        if (others_.size > 1) others_.tell_to_leave();
    } catch (const Unreachable&) {
        // what is missing is known, and the others are told when all ends, or ended
    }
}

void BlockServer::take_in(std::uint64_t block, const std::string& bytes) {
    arrived_(block, bytes);
    if (!SweepPart::is_part(bytes)) --still_;
    backoff_.busy();
}

void BlockServer::grant(int rank) {
    Peer& peer = peers_[static_cast<std::size_t>(rank)];
    if (peer.threads == 0 || stopping_) return;
    const std::uint64_t target = peer.target(workers_->waiting(), others_.size, all_threads_);
    // In batches: a message for each block would be as many again as the results.
    if (peer.outstanding > target - std::max<std::uint64_t>(1, target / 4)) return;
    const std::vector<std::uint64_t> given = workers_->take(target - peer.outstanding);
    if (given.empty()) return;
    if (peer.returned == 0 && peer.outstanding == 0) peer.since = Clock::now();
    ByteWriter words;
    for (const std::uint64_t block : given) {
        words.count(block);
        words.text(observer_.begun ? observer_.begun(block) : "");
    }
    peer.outstanding += given.size();
    others_.messages->send(rank, blocks, std::move(words.bytes));
}

void BlockServer::hear(SweepMessages::Message& message) {
    Peer& peer = peers_[static_cast<std::size_t>(message.from)];
    ByteReader in(message.bytes);
    switch (message.tag) {
        case hello: {
            peer.threads = static_cast<int>(in.count());
            all_threads_ += peer.threads;
            const std::string theirs(in.text());
            others_.messages->hosts[static_cast<std::size_t>(message.from)] = in.text();
            if (theirs != full_identity(others_.identity))
                throw InputError({}, others_.messages->who(message.from) +
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
            const RankTrouble what = RankTrouble::decoded(message.bytes);
            others_.messages->hosts[static_cast<std::size_t>(message.from)] = what.host;
            if (what.kind == RankTrouble::stopped) {
                stop(others_.messages->who(message.from) + " was stopped");
            } else {
                what.raise(others_.messages->who(message.from));
            }
            break;
        }
        default:
            break;
    }
    grant(message.from);
}

bool BlockServer::hear_others() {
    try {
        while (auto message = others_.messages->receive()) {
            backoff_.busy();
            hear(*message);
        }
        for (int r = 1; r < others_.size; ++r) grant(r);
        return others_.messages->under_way();
    } catch (const Unreachable& e) {
        stop(e.what());
        return false;
    }
}

bool BlockServer::is_over() {
    const auto now = Clock::now();
    if (observer_.idle && now - said_ >= milliseconds(100)) {
        said_ = now;
        observer_.idle();
    }
    if (!stopping_ && still_ > 0 && observer_.stop && observer_.stop()) stop("it was stopped");
    if (!stopping_) return false;
    if (others_.size == 1 && observer_.left_behind && workers_->busy() && now - stopped_at_ > patience_for_threads) {
        observer_.left_behind();
        stopped_at_ = now + std::chrono::hours(1);  // once
    }
    const bool awaited = std::any_of(peers_.begin(), peers_.end(), [](const Peer& p) { return p.outstanding > 0; });
    return !workers_->busy() && (!awaited || now - stopped_at_ > patience_for_results);
}

}  // namespace polhode
