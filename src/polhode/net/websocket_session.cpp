#include "polhode/net/websocket_session.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>

namespace polhode {

namespace {

namespace websocket = boost::beast::websocket;
using BeastError = boost::system::error_code;

constexpr auto handshake_patience = std::chrono::seconds(10);

websocket::stream_base::timeout times_of(const WebSocketOptions& options) {
    websocket::stream_base::timeout times{};
    times.handshake_timeout = handshake_patience;
    times.idle_timeout =
        std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(options.silence));
    times.keep_alive_pings = true;  // at half of it
    return times;
}

std::size_t bytes_of(const std::vector<WebSocketMessage>& frame) {
    std::size_t sum = 0;
    for (const auto& message : frame) sum += message.bytes->size();
    return sum;
}

}  // namespace

// ---- one client
// ------------------------------------------------------------------------------------------------------

WebSocketSession::WebSocketSession(boost::asio::ip::tcp::socket socket, std::shared_ptr<BeastHub> hub,
                                   std::string subprotocol, std::function<void()> ended)
    : stream_(std::move(socket)),
      hub_(std::move(hub)),
      subprotocol_(std::move(subprotocol)),
      ended_(std::move(ended)),
      buffer_(hub_->options.largest_message) {}

void WebSocketSession::start(Request request) {
    request_ = std::move(request);
    BeastError ignored;
    // The system keeps no more for a slow client than we do, and frames do not wait for company.
    const auto most = static_cast<int>(hub_->options.most_unsent);
    stream_.next_layer().set_option(boost::asio::socket_base::send_buffer_size(most), ignored);
    stream_.next_layer().set_option(boost::asio::ip::tcp::no_delay(true), ignored);
    stream_.set_option(times_of(hub_->options));
    stream_.read_message_max(hub_->options.largest_message);
    stream_.auto_fragment(false);
    stream_.set_option(websocket::stream_base::decorator([this](websocket::response_type& answer) {
        answer.set(boost::beast::http::field::cache_control, "no-store");
        if (!subprotocol_.empty()) answer.set(boost::beast::http::field::sec_websocket_protocol, subprotocol_);
    }));
    stream_.async_accept(request_, [self = shared_from_this()](BeastError error) { self->accepted(error); });
}

void WebSocketSession::accepted(BeastError error) {
    if (error) return end(error);
    number_ = hub_->join(shared_from_this());
    if (hub_->events.opened) hub_->events.opened(number_, subprotocol_);
    read();
}

void WebSocketSession::read() {
    stream_.async_read(buffer_, [self = shared_from_this()](BeastError error, std::size_t) {
        if (error) return self->end(error);
        ++self->hub_->received;
        const auto data = self->buffer_.cdata();
        if (self->hub_->events.message)
            self->hub_->events.message(self->number_, {static_cast<const char*>(data.data()), data.size()},
                                       self->stream_.got_binary());
        self->buffer_.consume(self->buffer_.size());
        self->read();
    });
}

// What waits is bounded: a frame gives way to what is said, and what is said to what was said before.
void WebSocketSession::say(const WebSocketMessage& message) {
    if (closing_ || over_) return;
    const std::size_t most = hub_->options.most_unsent, size = message.bytes->size();
    if (unsent_ + size > most) forget_newest();
    if (unsent_ + size > most) {
        ++hub_->skipped;
        return;
    }
    unsent_ += size;
    queue_.push_back(message);
    write();
}

void WebSocketSession::offer(const std::vector<WebSocketMessage>& frame) {
    if (closing_ || over_) return;
    forget_newest();
    const std::size_t size = bytes_of(frame);
    if (unsent_ + size > hub_->options.most_unsent) {
        hub_->skipped += frame.size();
        return;
    }
    unsent_ += size;
    newest_ = frame;
    write();
}

void WebSocketSession::forget_newest() {
    unsent_ -= bytes_of(newest_);
    hub_->skipped += newest_.size();
    newest_.clear();
}

void WebSocketSession::write() {
    if (writing_ || over_) return;
    if (queue_.empty()) {
        queue_.assign(newest_.begin(), newest_.end());
        newest_.clear();
    }
    if (queue_.empty()) return;
    writing_ = true;
    stream_.binary(queue_.front().binary);
    stream_.async_write(boost::asio::buffer(*queue_.front().bytes),
                        [self = shared_from_this()](BeastError error, std::size_t) {
                            self->writing_ = false;
                            if (error) return;  // the reading side hears of it and ends
                            self->unsent_ -= self->queue_.front().bytes->size();
                            self->queue_.pop_front();
                            ++self->hub_->sent;
                            self->write();
                        });
}

void WebSocketSession::close(std::uint16_t code, const std::string& reason) {
    if (closing_ || over_) return;
    closing_ = true;
    websocket::close_reason why(code);
    why.reason.assign(reason.data(), std::min<std::size_t>(reason.size(), 120));
    stream_.async_close(why, [self = shared_from_this()](BeastError) {});
}

void WebSocketSession::end(BeastError error) {
    if (over_) return;
    over_ = true;
    hub_->leave(number_);
    if (number_ != 0) {
        if (error != websocket::error::closed && !closing_) ++hub_->broken;
        if (hub_->events.closed) hub_->events.closed(number_);
    }
    BeastError ignored;
    stream_.next_layer().close(ignored);
    ended_();
}

// ---- all of them
// -----------------------------------------------------------------------------------------------------

template <class Do>
void BeastHub::later(Do what) {
    const std::lock_guard lock(attached_);
    if (context_ == nullptr) return;
    boost::asio::post(*context_, [self = shared_from_this(), what = std::move(what)] { what(*self); });
}

void BeastHub::say(Client to, WebSocketMessage message) {
    later([to, message = std::move(message)](BeastHub& hub) {
        if (const auto at = hub.sessions_.find(to); at != hub.sessions_.end()) at->second->say(message);
    });
}
void BeastHub::say_to_all(WebSocketMessage message) {
    later([message = std::move(message)](BeastHub& hub) {
        for (const auto& [number, session] : hub.sessions_) session->say(message);
    });
}
void BeastHub::offer(Client to, std::vector<WebSocketMessage> frame) {
    later([to, frame = std::move(frame)](BeastHub& hub) {
        if (const auto at = hub.sessions_.find(to); at != hub.sessions_.end()) at->second->offer(frame);
    });
}
void BeastHub::offer_to_all(std::vector<WebSocketMessage> frame) {
    later([frame = std::move(frame)](BeastHub& hub) {
        for (const auto& [number, session] : hub.sessions_) session->offer(frame);
    });
}
void BeastHub::offer_to_others(Client than, std::vector<WebSocketMessage> frame) {
    later([than, frame = std::move(frame)](BeastHub& hub) {
        for (const auto& [number, session] : hub.sessions_)
            if (number != than) session->offer(frame);
    });
}
void BeastHub::close(Client who, std::uint16_t code, std::string reason) {
    later([who, code, reason = std::move(reason)](BeastHub& hub) {
        if (const auto at = hub.sessions_.find(who); at != hub.sessions_.end()) at->second->close(code, reason);
    });
}
WebSocketCounts BeastHub::counts() const { return {clients_, connected_, refused_, received, sent, skipped, broken}; }

bool BeastHub::take_place() {
    if (places_taken_ >= options.most_clients) {
        ++refused_;
        return false;
    }
    ++places_taken_;
    return true;
}
WebSocketHub::Client BeastHub::join(const std::shared_ptr<WebSocketSession>& session) {
    sessions_[next_] = session;
    ++clients_;
    ++connected_;
    return next_++;
}
void BeastHub::leave(Client who) {
    --places_taken_;
    if (sessions_.erase(who) > 0) --clients_;
}
void BeastHub::close_all(std::uint16_t code) {
    for (const auto& [number, session] : sessions_) session->close(code, "");
}
void BeastHub::detach() {
    const std::lock_guard lock(attached_);
    context_ = nullptr;
    sessions_.clear();
}

// 16 bytes in base64 (RFC 6455 section 4.2.1): Beast takes any text
bool is_websocket_key(std::string_view key) {
    const auto letter = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/';
    };
    return key.size() == 24 && key.substr(22) == "==" && std::all_of(key.begin(), key.begin() + 22, letter);
}

std::string chosen_subprotocol(std::string_view offered, const std::vector<std::string_view>& known) {
    std::vector<std::string_view> words;
    for (std::size_t begin = 0; begin <= offered.size();) {
        const std::size_t end = std::min(offered.find(',', begin), offered.size());
        std::string_view word = offered.substr(begin, end - begin);
        while (!word.empty() && (word.front() == ' ' || word.front() == '\t')) word.remove_prefix(1);
        while (!word.empty() && (word.back() == ' ' || word.back() == '\t')) word.remove_suffix(1);
        words.push_back(word);
        begin = end + 1;
    }
    for (const std::string_view name : known)
        if (std::find(words.begin(), words.end(), name) != words.end()) return std::string(name);
    return "";
}

}  // namespace polhode
