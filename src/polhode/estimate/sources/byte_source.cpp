#include "polhode/estimate/sources/byte_source.hpp"

#include <cerrno>
#include <charconv>
#include <cstring>

#include "polhode/base/diagnostic.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/net/serial_port.hpp"

namespace polhode::estimate {

namespace {

bool begins(const std::string& text, const std::string& with) { return text.compare(0, with.size(), with) == 0; }

int whole(const std::string& text, int most, const std::string& what, const std::string& where) {
    int value = -1;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc{} || end != text.data() + text.size() || value < 0 || value > most)
        throw InputError({where, 0, ""}, "expected " + what + ", read '" + escaped_for_message(text) + "'");
    return value;
}

}  // namespace

ByteSource::ByteSource(const std::string& what, const std::string& where)
    : name_(what == "-" ? "standard input" : what), buffer_(1 << 16, '\0') {
    if (what == "-") {
        descriptor_ = system::standard_input;
    } else if (begins(what, "udp:")) {
        const std::string rest = what.substr(4);
        const std::size_t colon = rest.rfind(':');
        const bool any = colon == std::string::npos;
        const int number =
            whole(any ? rest : rest.substr(colon + 1), 65535, "udp:PORT, a number from 0 to 65535", where);
        udp_.emplace(any ? "127.0.0.1" : rest.substr(0, colon), number, std::vector<std::string>{}, where);
        descriptor_ = udp_->descriptor();
        live_ = true;
    } else if (begins(what, "serial:")) {
        std::string device = what.substr(7);
        int baud = 115200;
        if (const std::size_t colon = device.rfind(':'); colon != std::string::npos) {
            baud = whole(device.substr(colon + 1), 4000000, "serial:DEVICE:BAUD", where);
            device.erase(colon);
        }
        own_ = open_serial_port(device, baud, where);
        live_ = true;
    } else {
        own_ = opened(what, open_for::reading);
        const std::string fault = std::strerror(errno);
        if (!own_ && where == what) throw InputError({where, 0, ""}, "cannot be read: " + fault);
        if (!own_)
            throw InputError({where, 0, ""}, "cannot read '" + escaped_for_message(what) + "': " + fault +
                                                 "; expected -, udp:PORT, serial:DEVICE or a file");
    }
    if (own_) descriptor_ = own_.get();
}

ByteSource::Came ByteSource::next(std::string_view& bytes, int milliseconds) {
    if (system::wait_until_readable(descriptor_, milliseconds) != system::Readiness::ready)
        return Came::nothing;  // nothing came, or a signal did
    if (udp_) {
        const auto datagram = udp_->next();
        if (!datagram) return Came::nothing;
        bytes = *datagram;
        return Came::datagram;
    }
    const std::ptrdiff_t got = system::read_some(descriptor_, buffer_.data(), buffer_.size());
    if (got < 0 && errno == EAGAIN) return Came::nothing;
    if (got < 0 && !live_) throw InputError({name_, 0, ""}, std::string("cannot be read: ") + std::strerror(errno));
    if (got <= 0) return Came::end;
    bytes = std::string_view(buffer_).substr(0, static_cast<std::size_t>(got));
    return Came::bytes;
}

}  // namespace polhode::estimate
