#include "polhode/net/udp.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <poll.h>

#include "polhode/base/diagnostic.hpp"

namespace udp_test {

namespace {

using namespace polhode;

std::string next_of(UdpReceiver& receiver) {
    pollfd waiting{receiver.descriptor(), POLLIN, 0};
    ::poll(&waiting, 1, 20000);
    return std::string(receiver.next().value_or("nothing came"));
}

TEST(Udp, SendsAndReceives) {
    for (const std::string address : {"127.0.0.1", "::1"}) {
        std::unique_ptr<UdpReceiver> receiver;
        try {
            receiver = std::make_unique<UdpReceiver>(address, 0, std::vector<std::string>{}, "here");
        } catch (const InputError&) {
            if (address == "::1") continue;  // this machine has no IPv6
            throw;
        }
        EXPECT_FALSE(receiver->next());
        UdpSender sender(address, receiver->port(), "here");
        sender.send("one");
        sender.send(std::string(5000, 'x'));
        EXPECT_EQ(next_of(*receiver), "one");
        EXPECT_EQ(next_of(*receiver).size(), 5000u);
        EXPECT_EQ(sender.counts().sent, 2u);
        EXPECT_EQ(sender.counts().refused, 0u);
        EXPECT_EQ(receiver->counts().received, 2u);
    }
}

// Before the receiver is there: counted, and what comes after is not lost.
TEST(Udp, RefusalsAreCountedAndNothingElse) {
    auto receiver = std::make_unique<UdpReceiver>("127.0.0.1", 0, std::vector<std::string>{}, "here");
    const int port = receiver->port();
    receiver.reset();
    UdpSender sender("localhost", port, "here");
    for (int i = 0; i < 10; ++i) sender.send("nobody");
    EXPECT_GT(sender.counts().refused, 0u);
    receiver = std::make_unique<UdpReceiver>("127.0.0.1", port, std::vector<std::string>{}, "here");
    sender.send("there");
    EXPECT_EQ(next_of(*receiver), "there");
}

// An address of this machine that is not loopback; "" where it has none.
std::string outer_address() {
    ifaddrs* all = nullptr;
    if (::getifaddrs(&all) != 0) return "";
    std::string found;
    for (const ifaddrs* at = all; at; at = at->ifa_next) {
        if (!at->ifa_addr || at->ifa_addr->sa_family != AF_INET || (at->ifa_flags & IFF_LOOPBACK)) continue;
        char words[INET_ADDRSTRLEN];
        const auto* address = reinterpret_cast<const sockaddr_in*>(at->ifa_addr);
        if (::inet_ntop(AF_INET, &address->sin_addr, words, sizeof words)) found = words;
    }
    ::freeifaddrs(all);
    return found;
}

TEST(Udp, OtherMachinesAreHeardOnlyWhereNamed) {
    const std::string outer = outer_address();
    if (outer.empty()) GTEST_SKIP() << "this machine has no address but loopback";
    UdpReceiver careful("0.0.0.0", 0, {}, "here"), open("0.0.0.0", 0, {outer}, "here");
    UdpSender to_careful(outer, careful.port(), "here"), here("127.0.0.1", careful.port(), "here"),
        to_open(outer, open.port(), "here");
    to_careful.send("from elsewhere");
    here.send("from here");
    to_open.send("from elsewhere");
    EXPECT_EQ(next_of(careful), "from here");
    EXPECT_EQ(careful.counts().foreign, 1u);
    EXPECT_EQ(next_of(open), "from elsewhere");
}

TEST(Udp, BadAddressesAreRefusedWithAReason) {
    const auto words = [](auto make) -> std::string {
        try {
            make();
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(words([] { UdpSender("somewhere", 5550, "[[link]] 1"); }).find("'somewhere' is not an address"),
              std::string::npos);
    EXPECT_NE(words([] { UdpSender("127.0.0.1", 0, "[[link]] 1"); }).find("1 to 65535"), std::string::npos);
    EXPECT_NE(words([] { UdpSender("127.0.0.1", 70000, "[[link]] 1"); }).find("70000"), std::string::npos);
    UdpReceiver first("127.0.0.1", 0, {}, "[[input]] 1");
    EXPECT_NE(words([&] { UdpReceiver("127.0.0.1", first.port(), {}, "[[input]] 2"); }).find("cannot listen on"),
              std::string::npos);
    EXPECT_NE(words([&] { UdpReceiver("127.0.0.1", 0, {"x"}, "[[input]] 2"); }).find("'x' is not an address"),
              std::string::npos);
}

}  // namespace

}  // namespace udp_test
