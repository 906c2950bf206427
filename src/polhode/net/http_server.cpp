#include "polhode/net/http_server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/write.hpp>
#include <chrono>
#include <limits>

#include "polhode/base/diagnostic.hpp"
#include "polhode/net/websocket_session.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;
using tcp = asio::ip::tcp;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t longest_head = 16 * 1024;
constexpr std::size_t longest_piece = 64 * 1024;
constexpr auto between_questions = std::chrono::milliseconds(200);
constexpr auto leave_taking = std::chrono::milliseconds(100);

using Parser = http::request_parser<http::empty_body>;

// The head alone is read: whether a request may have content, and how much, is not for the parser to say.
void set_limits(Parser& parser) {
    parser.header_limit(longest_head);
    parser.body_limit(std::numeric_limits<std::uint64_t>::max());
}

// Stricter than Beast: versions that we speak, and paths of printable ASCII.
std::optional<HttpRequest> request_of(const Parser& parser) {
    const auto& message = parser.get();
    HttpRequest request;
    request.method = std::string(message.method_string());
    request.target = std::string(message.target());
    if (message.version() != 10 && message.version() != 11) return std::nullopt;
    if (request.target.empty() || request.target[0] != '/') return std::nullopt;
    for (const char c : request.target)
        if (c <= ' ' || c >= 0x7f) return std::nullopt;
    for (const auto& field : message)
        request.headers.emplace_back(small_letters(std::string(field.name_string())), std::string(field.value()));
    return request;
}

// One connection: reads a request, sends the answer, ends. Whatever is under way holds a pointer to it.
class Session : public std::enable_shared_from_this<Session> {
 public:
    Session(tcp::socket socket, Clock::duration patience, const HttpServer::Answer& answer, std::function<void()> ended)
        : socket_(std::move(socket)),
          timer_(socket_.get_executor()),
          patience_(patience),
          answer_(answer),
          ended_(std::move(ended)) {}

    void start() {
        // it must not pass to a browser that this program starts
        system::keep_to_ourselves(socket_.native_handle());
        set_limits(parser_);
        set_deadline();
        http::async_read_header(socket_, buffer_, parser_, [self = shared_from_this()](error_code error, std::size_t) {
            self->request_read(error);
        });
    }

 private:
    // What is under way is broken off when the time is over, and its handler sees `late_`.
    void set_deadline() {
        timer_.expires_after(patience_);
        timer_.async_wait([self = shared_from_this()](error_code error) {
            // The deadline may have been moved while this call was waiting for its turn.
            if (error || self->timer_.expiry() > Clock::now()) return;
            self->late_ = true;
            error_code ignored;
            self->socket_.cancel(ignored);
        });
    }

    void request_read(error_code error) {
        const bool begun = parser_.got_some() || buffer_.size() > 0;
        if (late_ && begun) return send(http_refusal(408, "the request took too long"), true);
        if (error == http::error::header_limit || error == http::error::buffer_overflow)
            return send(http_refusal(431, "the request is too long"), true);
        const bool malformed = error && error.category() == make_error_code(http::error::bad_method).category() &&
                               error != http::error::end_of_stream && error != http::error::partial_message;
        if (error && !malformed) return end();
        const auto request = malformed ? std::nullopt : request_of(parser_);
        if (!request) return send(http_refusal(400, "this is not a request"), true);
        HttpAnswer answer = answer_(*request);
        if (answer.socket) return become_socket(*request, std::move(answer));
        send(std::move(answer), request->method != "HEAD");
    }

    // The connection changes hands; where it cannot, the answer says why.
    void become_socket(const HttpRequest& request, HttpAnswer answer) {
        const auto hub = std::dynamic_pointer_cast<BeastHub>(answer.socket);
        if (!boost::beast::websocket::is_upgrade(parser_.get()))
            return send(http_refusal(426, "here is a WebSocket, and nothing else"), request.method != "HEAD");
        if (!is_websocket_key(request.only("sec-websocket-key").value_or("")))
            return send(http_refusal(400, "Sec-WebSocket-Key is not 16 bytes in base64"), true);
        if (buffer_.size() > 0) return send(http_refusal(400, "bytes before the answer"), true);
        if (!hub->take_place()) return send(http_refusal(503, "as many as there is room for are connected"), true);
        timer_.cancel();
        std::make_shared<WebSocketSession>(std::move(socket_), hub, answer.subprotocol, std::move(ended_))
            ->start(parser_.release());
    }

    void send(HttpAnswer answer, bool with_content) {
        content_ = std::move(answer);
        if (content_.text) content_.length = static_cast<long long>(content_.text->size());
        message_.version(11);
        message_.result(static_cast<unsigned>(content_.status));
        message_.set(http::field::content_type, content_.kind);
        message_.content_length(static_cast<std::uint64_t>(content_.length));
        message_.keep_alive(false);
        message_.set(http::field::cache_control, "no-store");
        message_.set("X-Content-Type-Options", "nosniff");
        message_.set("Referrer-Policy", "no-referrer");
        message_.set("Cross-Origin-Resource-Policy", "same-origin");
        message_.set("X-Frame-Options", "DENY");
        message_.set("Content-Security-Policy", content_.security_policy);
        left_ = with_content ? content_.length : 0;
        late_ = false;
        send_piece();
    }

    // The next piece of the content, with the head before the first.
    void send_piece() {
        if (left_ > 0 && !take_piece()) return end();  // the client sees that too little came
        message_.body().data = piece_.empty() ? nullptr : piece_.data();
        message_.body().size = piece_.size();
        message_.body().more = left_ > 0;
        set_deadline();
        http::async_write(socket_, serializer_, [self = shared_from_this()](error_code error, std::size_t) {
            if (error == http::error::need_buffer) return self->send_piece();
            if (!error) self->take_leave();
            self->end();
        });
    }
    bool take_piece() {
        const std::size_t size = std::min(longest_piece, static_cast<std::size_t>(left_));
        if (content_.text) {
            piece_.assign(*content_.text, content_.text->size() - static_cast<std::size_t>(left_), size);
        } else {
            piece_.resize(size);
            const std::ptrdiff_t got = system::read_some(content_.file.get(), piece_.data(), size);
            if (got <= 0) return false;  // the file has become shorter meanwhile
            piece_.resize(static_cast<std::size_t>(got));
        }
        left_ -= static_cast<long long>(piece_.size());
        return true;
    }

    // What the client still sends is taken off its hands, so that it reads the answer before it hears of the end.
    void take_leave() {
        error_code error;
        socket_.shutdown(tcp::socket::shutdown_send, error);
        socket_.non_blocking(true, error);
        char rest[4096];
        while (!error) socket_.read_some(asio::buffer(rest), error);
    }

    void end() {
        timer_.cancel();
        error_code ignored;
        socket_.close(ignored);
        ended_();
    }

    tcp::socket socket_;
    asio::steady_timer timer_;
    Clock::duration patience_;
    const HttpServer::Answer& answer_;
    std::function<void()> ended_;
    bool late_ = false;

    boost::beast::flat_buffer buffer_{longest_head + 4096};
    Parser parser_;

    HttpAnswer content_;
    long long left_ = 0;  // of the content
    std::string piece_;
    http::response<http::buffer_body> message_;
    http::response_serializer<http::buffer_body> serializer_{message_};
};

}  // namespace

std::string small_letters(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return text;
}

std::optional<std::string> HttpRequest::only(const std::string& name) const {
    std::optional<std::string> found;
    for (const auto& [key, value] : headers)
        if (key == name) {
            if (found) return std::nullopt;
            found = value;
        }
    return found.value_or("");
}

std::optional<HttpRequest> parse_http_request(std::string_view head) {
    Parser parser;
    set_limits(parser);
    error_code error;
    parser.put(asio::buffer(head.data(), head.size()), error);
    if (error || !parser.is_header_done()) return std::nullopt;
    return request_of(parser);
}

HttpAnswer http_refusal(int status, const std::string& why) {
    HttpAnswer answer;
    answer.status = status;
    answer.text = std::make_shared<const std::string>(why + "\n");
    return answer;
}

struct HttpServer::Impl {
    HttpServerOptions options;
    Answer answer;
    asio::io_context context{1};  // one thread
    tcp::acceptor listening{context};
    asio::steady_timer pause{context};
    std::vector<std::shared_ptr<BeastHub>> hubs;
    std::vector<std::unique_ptr<asio::steady_timer>> timers;
    int sessions = 0;
    bool accepting = false;

    Impl(const HttpServerOptions& given, Answer function) : options(given), answer(std::move(function)) {
        error_code error;
        const auto address = asio::ip::make_address_v4(options.address, error);
        if (error)
            throw InputError({"--address", 0, ""},
                             fmt::format("'{}' is not an address such as 127.0.0.1", options.address));
        const tcp::endpoint at(address, static_cast<std::uint16_t>(options.port));
        listening.open(at.protocol(), error);
        if (!error) {
            system::keep_to_ourselves(listening.native_handle());
            listening.set_option(tcp::acceptor::reuse_address(true), error);
        }
        if (!error) listening.bind(at, error);
        if (!error) listening.listen(64, error);
        if (error)
            throw InputError({options.port ? options.port_option : "--address", 0, ""},
                             fmt::format("cannot listen on {}:{}: {}", options.address, options.port, error.message()));
    }

    ~Impl() {
        for (const auto& hub : hubs) hub->detach();
    }

    // No more than there is room for: the others wait until one has ended.
    void accept() {
        if (accepting || sessions >= options.connections) return;
        accepting = true;
        listening.async_accept([this](error_code error, tcp::socket socket) {
            accepting = false;
            if (error) return accept_later();
            ++sessions;
            const auto patience =
                std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.patience));
            std::make_shared<Session>(std::move(socket), patience, answer, [this] {
                --sessions;
                accept();
            })->start();
            accept();
        });
    }
    // Out of descriptors, say: to try again at once would only keep the processor busy.
    void accept_later() {
        pause.expires_after(between_questions);
        pause.async_wait([this](error_code error) {
            if (!error) accept();
        });
    }

    void run(const std::function<bool()>& stop) {
        accept();
        while (!stop()) {
            context.restart();
            context.run_for(between_questions);
        }
        context.restart();
        context.poll();  // what was said last
        for (const auto& hub : hubs) hub->close_all(boost::beast::websocket::close_code::going_away);
        const auto until = Clock::now() + leave_taking;
        context.restart();
        while (sessions > 0 && Clock::now() < until) context.run_one_until(until);
    }
    void run_ready() {
        accept();
        context.restart();
        context.poll();
    }

    void wait(asio::steady_timer& timer, Clock::duration time, const std::function<void()>& what) {
        timer.expires_after(time);
        timer.async_wait([this, &timer, time, what](error_code error) {
            if (error) return;
            what();
            wait(timer, time, what);
        });
    }
};

HttpServer::HttpServer(const HttpServerOptions& options, Answer answer)
    : impl_(std::make_unique<Impl>(options, std::move(answer))) {}
HttpServer::~HttpServer() = default;
int HttpServer::port() const { return impl_->listening.local_endpoint().port(); }
void HttpServer::run(const std::function<bool()>& stop) { impl_->run(stop); }
void HttpServer::run_ready() { impl_->run_ready(); }

std::shared_ptr<WebSocketHub> HttpServer::new_hub(const WebSocketOptions& options, WebSocketHub::Events events) {
    impl_->hubs.push_back(std::make_shared<BeastHub>(impl_->context, options, std::move(events)));
    return impl_->hubs.back();
}

void HttpServer::post(std::function<void()> what) { asio::post(impl_->context, std::move(what)); }

void HttpServer::every(double seconds, std::function<void()> what) {
    const auto time = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    impl_->timers.push_back(std::make_unique<asio::steady_timer>(impl_->context));
    impl_->wait(*impl_->timers.back(), time, what);
}

}  // namespace polhode
