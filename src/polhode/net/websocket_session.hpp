// One client of a WebSocket, over Boost.Beast, and all of them together. Only files of this room include this: Beast is
// dear to compile.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "polhode/net/websocket_hub.hpp"

namespace polhode {

class BeastHub;

// Whatever is under way holds a pointer to it.
class WebSocketSession : public std::enable_shared_from_this<WebSocketSession> {
 public:
    using Request = boost::beast::http::request<boost::beast::http::empty_body>;

    WebSocketSession(boost::asio::ip::tcp::socket socket, std::shared_ptr<BeastHub> hub, std::string subprotocol,
                     std::function<void()> ended);

    void start(Request request);
    void say(const WebSocketMessage& message);
    void offer(const std::vector<WebSocketMessage>& frame);
    void close(std::uint16_t code, const std::string& reason);

 private:
    void accepted(boost::system::error_code error);
    void read();
    void write();
    void forget_newest();
    void end(boost::system::error_code error);

    Request request_;
    boost::beast::websocket::stream<boost::asio::ip::tcp::socket> stream_;
    std::shared_ptr<BeastHub> hub_;
    std::string subprotocol_;
    std::function<void()> ended_;
    WebSocketHub::Client number_ = 0;
    boost::beast::flat_buffer buffer_;
    std::deque<WebSocketMessage> queue_;    // in order; the first is being written
    std::vector<WebSocketMessage> newest_;  // waits until the queue is empty
    std::size_t unsent_ = 0;                // bytes of both
    bool writing_ = false, over_ = false, closing_ = false;
};

class BeastHub : public WebSocketHub, public std::enable_shared_from_this<BeastHub> {
 public:
    BeastHub(boost::asio::io_context& context, const WebSocketOptions& given, Events called)
        : options(given), events(std::move(called)), context_(&context) {}

    void say(Client to, WebSocketMessage message) override;
    void say_to_all(WebSocketMessage message) override;
    void offer(Client to, std::vector<WebSocketMessage> frame) override;
    void offer_to_all(std::vector<WebSocketMessage> frame) override;
    void offer_to_others(Client than, std::vector<WebSocketMessage> frame) override;
    void close(Client who, std::uint16_t code, std::string reason) override;
    WebSocketCounts counts() const override;

    // On the server's thread:
    bool take_place();  // false where there is none; given back by `leave`
    Client join(const std::shared_ptr<WebSocketSession>& session);
    void leave(Client who);  // 0: the handshake failed
    void close_all(std::uint16_t code);
    // The server goes: whoever still holds this hub speaks to nobody.
    void detach();

    const WebSocketOptions options;
    const Events events;
    std::atomic<std::uint64_t> received{0}, sent{0}, skipped{0}, broken{0};

 private:
    template <class Do>
    void later(Do what);

    std::mutex attached_;
    boost::asio::io_context* context_;  // nullptr: there is no server any more
    std::map<Client, std::shared_ptr<WebSocketSession>> sessions_;
    Client next_ = 1;
    int places_taken_ = 0;  // handshakes under way, and clients
    std::atomic<std::uint64_t> clients_{0}, connected_{0}, refused_{0};
};

}  // namespace polhode
