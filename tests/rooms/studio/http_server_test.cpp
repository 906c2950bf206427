#include "polhode/studio/http_server.hpp"

#include <gtest/gtest.h>

namespace {

using namespace polhode;

TEST(HttpRequest, IsReadStrictly) {
    const auto request = parse_http_request("GET /a?b HTTP/1.1\r\nHost: x\r\nA-b:  c d \r\n\r\n");
    ASSERT_TRUE(request);
    EXPECT_EQ(request->target, "/a?b");
    EXPECT_EQ(request->only("a-b"), "c d");
    EXPECT_EQ(request->only("none"), "");
    for (const char* bad :
         {"", "GET\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/2\r\n\r\n", "GET x HTTP/1.1\r\n\r\n",
          "G T / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\n folded: x\r\n\r\n",
          "GET / HTTP/1.1\r\nHost: x\r\n", "GET /\x01 HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost : x\r\n\r\n"})
        EXPECT_FALSE(parse_http_request(bad)) << bad;
}

}  // namespace
