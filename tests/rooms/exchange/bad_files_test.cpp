// Each format with one fault at a time: refused with an InputError that says what is wrong, never anything else.
#include <gtest/gtest.h>

#include <functional>

#include "polhode/links/wire_bytes.hpp"
#include "support/exchange_support.hpp"
#include "support/folder.hpp"

namespace bad_files_test {

using namespace polhode;
using namespace polhode::test;

using Fault = std::function<std::string(std::string)>;

struct BadFile {
    const char* name;
    Fault fault;
    const char* words;  // in the message
};

Fault replaced(const std::string& from, const std::string& to) {
    return [=](std::string text) {
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << "no '" << from << "' in the sample";
        return at == std::string::npos ? text : text.replace(at, from.size(), to);
    };
}
Fault cut(std::size_t n) {
    return [=](const std::string& text) { return text.substr(0, n); };
}
Fault cut_end(std::size_t n) {
    return [=](const std::string& text) { return text.substr(0, text.size() - n); };
}
Fault with(const std::string& whole) {
    return [=](const std::string&) { return whole; };
}
Fault bytes_at(std::size_t at, const std::string& bytes) {
    return [=](std::string text) { return text.replace(at, bytes.size(), bytes); };
}
Fault number_at(std::size_t at, double x) {
    std::string bytes;
    WireWriter<End::little>(bytes).f64(x);
    return bytes_at(at, bytes);
}

void expect_refused(const std::string& format, const std::string& good, const std::vector<BadFile>& all,
                    const ImportRequest& request = {}) {
    EXPECT_GE(all.size(), 12u) << format << ": a dozen faults of each format";
    EXPECT_NO_THROW(imported_bytes(good, format, request)) << format << ": the sample itself";
    for (const BadFile& bad : all) {
        try {
            imported_bytes(bad.fault(good), format, request);
            ADD_FAILURE() << format << ", " << bad.name << ": was read";
        } catch (const InputError& e) {
            EXPECT_NE(std::string(e.what()).find(bad.words), std::string::npos)
                << format << ", " << bad.name << ": " << e.what();
            EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << bad.name;
        }
    }
}

// A file cut anywhere is refused, or read up to there; nothing else happens.
void expect_nothing_worse(const std::string& format, const std::string& good, const ImportRequest& request = {}) {
    const std::size_t step = good.size() > 4000 ? 7 : 1;
    for (std::size_t n = 0; n < good.size(); n += step) {
        try {
            imported_bytes(good.substr(0, n), format, request);
        } catch (const InputError&) {
        }
    }
}

const std::string some_rows = "t,qw,qx,qy,qz,wx,wy,wz\n0,1,0,0,0,0.1,0,1\n0.5,0.8,0.6,0,0,0.1,0,1\n1,0,1,0,0,0.1,0,1\n";

TEST(BadFiles, OfOurCsv) {
    expect_refused("csv", some_rows,
                   {{"empty", with(""), "no CSV of Polhode"},
                    {"another header", replaced("t,qw", "time,qw"), "no CSV of Polhode"},
                    {"half of the rates", replaced(",wz", ",other"), "missing"},
                    {"a column too few", replaced("0.5,0.8,0.6", "0.5,0.6"), "7 columns in place of 8"},
                    {"a column too many", replaced("0.5,0.8", "0.5,0.8,0.8"), "9 columns in place of 8"},
                    {"no number", replaced("0.6", "x"), "expected a number, read 'x'"},
                    {"nothing", replaced("0.6", ""), "expected a number"},
                    {"NaN", replaced("0.6", "nan"), "expected a number, read 'nan'"},
                    {"infinity", replaced("0.6", "inf"), "expected a number, read 'inf'"},
                    {"too large", replaced("0.6", "1e999"), "too large"},
                    {"time stands", replaced("\n0.5,", "\n0,"), "time does not rise"},
                    {"time goes back", replaced("\n1,0", "\n0.25,0"), "time does not rise"},
                    {"long quaternion", replaced("0.8,0.6", "0.9,0.6"), "--normalise"},
                    {"no quaternion", replaced("1,0,0,0,0.1", "0,0,0,0,0.1"), "no attitude"},
                    {"no rows", cut(23), "no row"},
                    {"NUL", replaced("0.6", std::string("\0", 1)), "NUL"}});
}

TEST(BadFiles, OfTum) {
    const std::string good = sample("numpy.tum");
    expect_refused("tum", good,
                   {{"empty", with(""), "no row"},
                    {"comments only", with("# nothing\n"), "no row"},
                    {"commas", with("0,0,0,0,0,0,0,1\n"), "EuRoC"},
                    {"tabs", with("0\t0\t0\t0\t0\t0\t0\t1\n"), "no tabs"},
                    {"two blanks", with("0  0 0 0 0 0 0 1\n"), "single blanks"},
                    {"blank at the end", with("0 0 0 0 0 0 0 1 \n"), "single blanks"},
                    {"seven numbers", with("0 0 0 0 0 0 1\n"), "7 numbers in place of 8"},
                    {"nine numbers", with("0 0 0 0 0 0 0 1 1\n"), "9 numbers in place of 8"},
                    {"no number", with("0 0 0 0 0 0 0 one\n"), "'one'"},
                    {"NaN", with("0 0 0 0 0 0 nan 1\n"), "'nan'"},
                    {"zero quaternion", with("0 0 0 0 0 0 0 0\n"), "no attitude"},
                    {"not unit", with("0 0 0 0 0 0 0 2\n"), "--normalise"},
                    {"repeated time", with("0 0 0 0 0 0 0 1\n0 0 0 0 0 0 0 1\n"), "time does not rise"},
                    {"a picture", with(std::string("\x89PNG\0\0\0\0", 8)), "NUL"}});
    expect_nothing_worse("tum", good);
}

TEST(BadFiles, OfEuroc) {
    const std::string good =
        "#timestamp [ns],px,py,pz,qw,qx,qy,qz,vx\n1403636579758555392,0,0,0,1,0,0,0,5\n"
        "1403636579763555392,0,0,0,0.8,0.6,0,0,5\n";
    expect_refused("euroc", good,
                   {{"empty", with(""), "no row"},
                    {"header only", cut(40), "no row"},
                    {"no header", replaced("#timestamp", "timestamp"), "begins with '#'"},
                    {"seconds", replaced("1403636579758555392", "1403636579.758"), "whole nanoseconds"},
                    {"exponent", replaced("1403636579758555392", "1.4e18"), "whole nanoseconds"},
                    {"too many digits", replaced("1403636579758555392", "14036365797585553920"), "whole nanoseconds"},
                    {"beyond 285 years", replaced("1403636579758555392", "9999999999999999999"), "285 years"},
                    {"seven columns",
                     replaced("1403636579758555392,0,0,0,1,0,0,0,5", "1403636579758555392,0,0,0,1,0,0"), "7 columns"},
                    {"no number", replaced("0.6", "zero"), "'zero'"},
                    {"NaN", replaced("0.6", "nan"), "'nan'"},
                    {"time stands", replaced("1403636579763555392", "1403636579758555392"), "time does not rise"},
                    {"time goes back", replaced("1403636579763555392", "1403636579758555391"), "time does not rise"},
                    {"not unit", replaced("0.8,0.6", "8,6"), "--normalise"},
                    {"blanks", replaced("1403636579758555392,0,0,0,1,0,0,0,5", "1403636579758555392 0 0 0 1 0 0 0 5"),
                     "1 columns"}});
    expect_nothing_worse("euroc", good);
}

TEST(BadFiles, OfTables) {
    const std::string good = "time;q1;q2;q3;q4;gx;gy;gz\n0;0;0;0;1;1;2;3\n10;0.6;0;0;0.8;1;2;3\n";
    const auto words = [](std::map<std::string, std::string> more) {
        std::map<std::string, std::string> all{{"time", "time"},
                                               {"time_unit", "ms"},
                                               {"quaternion", "q1, q2, q3, q4"},
                                               {"scalar", "last"},
                                               {"direction", "world-to-body"},
                                               {"rate", "gx, gy, gz"},
                                               {"rate_unit", "deg/s"},
                                               {"rate_frame", "body"}};
        for (const auto& [key, text] : more) {
            if (text.empty())
                all.erase(key);
            else
                all[key] = text;
        }
        ImportRequest request;
        request.says = all;
        return request;
    };
    const ImportedFile file = imported_bytes(good, "table", words({}));
    EXPECT_EQ(file.rows[1].t, 0.01);
    EXPECT_EQ(file.rows[1].q_NB, (Quaternion<double>{0.8, -0.6, 0, 0}));
    EXPECT_NEAR(file.rows[1].w_NB_B[2], 3 * 3.14159265358979323846 / 180, 1e-16);
    const std::tuple<const char*, std::map<std::string, std::string>, const char*> said[] = {
        {"no scalar", {{"scalar", ""}}, "scalar"},
        {"no direction", {{"direction", ""}}, "direction"},
        {"no time", {{"time", ""}}, "time"},
        {"no quaternion", {{"quaternion", ""}}, "quaternion"},
        {"misspelt", {{"scalar", "lats"}}, "Did you mean 'last'"},
        {"three columns", {{"quaternion", "q1, q2, q3"}}, "4 columns are wanted"},
        {"unknown column", {{"quaternion", "q1, q2, q3, q5"}}, "no column 'q5'"},
        {"number of no column", {{"time", "9"}}, "no column 9"},
        {"rates without unit", {{"rate_unit", ""}}, "rate_unit"},
        {"rates without frame", {{"rate_frame", ""}}, "rate_frame"},
        {"unknown word", {{"color", "red"}}, "color"},
        {"unknown unit", {{"time_unit", "h"}}, "time_unit"},
    };
    for (const auto& [name, more, expected] : said) {
        try {
            imported_bytes(good, "table", words(more));
            ADD_FAILURE() << name << ": was read";
        } catch (const InputError& e) {
            EXPECT_NE(std::string(e.what()).find(expected), std::string::npos) << name << ": " << e.what();
        }
    }
    expect_refused("table", good,
                   {{"empty", with(""), "no row"},
                    {"header only", cut(25), "no row"},
                    {"a column too few", replaced("10;0.6;0", "10;0.6"), "7 columns in place of 8"},
                    {"a column too many", replaced("10;0.6", "10;10;0.6"), "9 columns"},
                    {"no number", replaced("0.6", "abc"), "'abc'"},
                    {"NaN", replaced("0.6", "nan"), "'nan'"},
                    {"empty cell", replaced("0.6", ""), "expected a number"},
                    {"decimal comma", replaced("0.6", "0,6"), "'0,6'"},
                    {"time stands", replaced("\n10;", "\n0;"), "time does not rise"},
                    {"not unit", replaced("0.6", "6"), "--normalise"},
                    {"another separator", replaced("10;0.6;0;0;0.8;1;2;3", "10,0.6,0,0,0.8,1,2,3"), "1 columns"},
                    {"NUL", replaced("0.6", std::string("\0", 1)), "NUL"}},
                   words({}));
}

TEST(BadFiles, OfNpy) {
    const std::string good = sample("numpy.npy");
    ImportRequest request;
    request.says = {{"columns", "qw, qx, qy, qz"}, {"step", "0.5"}};
    expect_refused("npy", good,
                   {{"empty", with(""), "no NPY"},
                    {"another magic", bytes_at(0, "x"), "no NPY"},
                    {"version 9", bytes_at(6, "\x09"), "version 9"},
                    {"cut in the header", cut(60), "cut short"},
                    {"cut in the rows", cut_end(1), "ends too early"},
                    {"objects", replaced("<f8", "|O8"), "pickle"},
                    {"structured", replaced("'<f8'", "[('a', '<f8')]"), "structured"},
                    {"complex", replaced("<f8", "c16"), "not read"},
                    {"three dimensions", replaced("(21, 4)", "(7,3,4)"), "one or two dimensions"},
                    {"more rows than bytes", replaced("(21, 4)", "(99, 4)"), "ends too early"},
                    {"no shape", replaced("'shape'", "'shade'"), "no 'shape'"},
                    {"damaged shape", replaced("(21, 4)", "(21; 4)"), "damaged"},
                    {"no order", replaced("False", "Maybe"), "fortran_order"},
                    {"other width", replaced("(21, 4)", "(28, 3)"), "4 columns are named"},
                    {"NaN", number_at(128 + 64, NAN), "not finite"},
                    {"infinite", number_at(128 + 64, INFINITY), "not finite"},
                    {"not unit", number_at(128, 2.0), "--normalise"}},
                   request);
    expect_nothing_worse("npy", good, request);
}

TEST(BadFiles, OfNpz) {
    const std::string good = sample("numpy.npz");
    expect_refused(
        "npz", good,
        {{"empty", with(""), "no ZIP"},
         {"no ZIP", bytes_at(0, "X"), "no ZIP"},
         {"cut short", cut_end(30), "cut short"},
         {"half", cut(900), "cut short"},
         {"a bit of the rows", bytes_at(300, "\x55"), "checksum"},
         {"no directory", replaced(std::string("PK\x05\x06", 4), "XXXX"), "directory"},
         {"damaged directory", replaced(std::string("PK\x01\x02", 4), "XXXX"), "directory is damaged"},
         {"entry elsewhere", replaced(std::string("PK\x03\x04", 4), "PKxx"), "not where the directory says"},
         {"another name in the directory",
          [](std::string text) { return text.replace(text.rfind("q_NB.npy"), 8, "q_BN.npy"); }, "q_NB"},
         {"no time", [](std::string text) { return text.replace(text.rfind("t.npy"), 5, "s.npy"); },
          "t: there is no array"},
         {"packed by something else",
          [](std::string text) { return text.replace(text.find(std::string("PK\x01\x02", 4)) + 10, 1, "\x0c"); },
          "method 12"},
         {"encrypted",
          [](std::string text) { return text.replace(text.find(std::string("PK\x01\x02", 4)) + 8, 1, "\x01"); },
          "encrypted"},
         {"size too large",
          [](std::string text) {
              return text.replace(text.find(std::string("PK\x01\x02", 4)) + 20, 4, "\xff\xff\xff\x7f");
          },
          "cut short"}});
    expect_nothing_worse("npz", good);
}

TEST(BadFiles, OfMat) {
    const std::string good = sample("scipy.mat");
    const std::size_t first = 128;
    expect_refused("mat", good,
                   {{"empty", with(""), "no MATLAB file"},
                    {"short", cut(100), "shorter than the head"},
                    {"head only", cut(128), "no array of this name"},
                    {"no mark", bytes_at(126, "XX"), "neither IM nor MI"},
                    {"version 7.3", replaced("MATLAB 5.0", "MATLAB 7.3"), "7.3"},
                    {"another version", bytes_at(125, "\x07"), "says 7"},
                    {"cut short", cut_end(8), "ends too early"},
                    {"unknown element", bytes_at(first, std::string("\x63\0\0\0", 4)), "unknown type 99"},
                    {"element too long", bytes_at(first + 4, "\xff\xff\xff\x7f"), "ends too early"},
                    {"no flags", bytes_at(first + 8, std::string("\x05\0", 2)), "flags"},
                    {"complex", bytes_at(first + 17, "\x08"), "complex"},
                    {"a cell", bytes_at(first + 16, "\x01"), "no matrix of numbers"},
                    {"other sizes", bytes_at(first + 32, std::string("\x14\0\0\0", 4)), "dimensions do not fit"},
                    {"other name", replaced("q_NB", "q_BN"), "q_NB: there is no array"}});
    expect_nothing_worse("mat", good);
}

void append_text(std::string& to, const std::string& text) {
    WireWriter<End::little>(to).u32(static_cast<std::uint32_t>(text.size()));
    to += text;
}

std::string mcap_record(std::uint8_t opcode, const std::string& content) {
    std::string bytes;
    WireWriter<End::little> w(bytes);
    w.u8(opcode);
    w.u64(content.size());
    return bytes + content;
}

// A chunk without a checksum; `size`: what it says of its bytes unpacked.
std::string mcap_chunk(const std::string& records, std::size_t size, const std::string& packed = "") {
    std::string content;
    WireWriter<End::little> w(content);
    w.u64(0);
    w.u64(0);
    w.u64(size);
    w.u32(0);
    append_text(content, packed);
    w.u64(records.size());
    return mcap_record(6, content + records);
}

// A file without checksums, written here, so that what stands in its messages can be spoilt.
std::string small_mcap(const std::string& message, const std::string& schema = "foxglove.FrameTransform",
                       const std::string& encoding = "json", const std::string& more = "") {
    const std::string magic("\x89MCAP0\r\n", 8);
    std::string head, about, channel, one;
    append_text(head, "");
    append_text(head, "test");
    WireWriter<End::little>(about).u16(1);
    append_text(about, schema);
    append_text(about, "jsonschema");
    append_text(about, "{}");
    WireWriter<End::little>(channel).u16(1);
    WireWriter<End::little>(channel).u16(1);
    append_text(channel, "/tf");
    append_text(channel, encoding);
    WireWriter<End::little>(channel).u32(0);
    WireWriter<End::little> m(one);
    m.u16(1);
    m.u32(0);
    m.u64(0);
    m.u64(0);
    one += message;
    return magic + mcap_record(1, head) + mcap_record(3, about) + mcap_record(4, channel) + mcap_record(5, one) + more +
           mcap_record(2, std::string(20, '\0')) + magic;
}

const std::string transform = R"({"timestamp":{"sec":0,"nsec":5},"parent_frame_id":"world","child_frame_id":"body",)"
                              R"("rotation":{"x":0,"y":0,"z":0.6,"w":0.8}})";

TEST(BadFiles, OfMcap) {
    const auto more = [](const std::string& records) {
        return with(small_mcap(transform, "foxglove.FrameTransform", "json", records));
    };
    const std::string unknown = mcap_record(5, std::string("\x09", 1) + std::string(21, '\0') + transform);
    expect_refused(
        "mcap", sample("mcap-core.mcap"),
        {{"empty", with(""), "no MCAP"},
         {"another magic", bytes_at(1, "XCAP"), "no MCAP"},
         {"magic only", cut(8), "no channel"},
         {"a damaged chunk", replaced("\"w\":0.96", "\"w\":0.97"), "checksum"},
         {"kind 0", [](std::string text) { return text.replace(8, 1, std::string(1, '\0')); }, "kind 0"},
         {"no transforms",
          [](std::string text) {
              for (std::size_t at; (at = text.find("foxglove.FrameTransform")) != std::string::npos;) text[at] = 'x';
              return text;
          },
          "checksum"},
         {"unknown channel", more(unknown), "channel 9"},
         {"chunk in a chunk", more(mcap_chunk(mcap_chunk("", 0), mcap_chunk("", 0).size())), "in a chunk"},
         {"packed in an unknown way", more(mcap_chunk("abc", 3, "xz")), "packed with 'xz'"},
         {"packed chunk that is none", more(mcap_chunk("abcd", 3, "zstd")), "Zstandard"},
         {"two sizes", more(mcap_chunk("abc", 4)), "two sizes"},
         {"half a record in a chunk", more(mcap_chunk("abc", 3)), "middle of a record"},
         {"long record in a chunk", more(mcap_chunk("\x05\xff\xff\xff\xff\xff\xff\xff\x7f", 9)), "middle of a record"},
         {"short schema", more(mcap_record(3, "a")), "shorter"},
         {"short channel", more(mcap_record(4, "abcd")), "shorter"},
         {"short message", more(mcap_record(5, "ab")), "shorter"},
         {"short chunk", more(mcap_record(6, "ab")), "shorter"}});
    ImportRequest request;
    request.topic = "/pose";
    try {
        imported_bytes(small_mcap(transform), "mcap", request);
        ADD_FAILURE() << "a channel that is not there was read";
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find("no channel '/pose'; known: '/tf'"), std::string::npos) << e.what();
    }
}

TEST(BadFiles, OfMcapMessages) {
    const std::string& good = transform;
    EXPECT_EQ(imported_bytes(small_mcap(good), "mcap").rows.size(), 1u);
    const auto spoilt = [&](const std::string& from, const std::string& to) {
        return with(small_mcap(replaced(from, to)(good)));
    };
    expect_refused(
        "mcap", small_mcap(good),
        {{"no JSON", with(small_mcap("hello")), "message 1"},
         {"a list", with(small_mcap("[1,2]")), "message 1"},
         {"no time", spoilt("timestamp", "time"), "no 'timestamp'"},
         {"time as text", spoilt(R"({"sec":0,"nsec":5})", "\"now\""), "'timestamp' is no object"},
         {"negative seconds", spoilt("\"sec\":0", "\"sec\":-1"), "'sec'"},
         {"half seconds", spoilt("\"sec\":0", "\"sec\":0.5"), "'sec'"},
         {"too many nanoseconds", spoilt("\"nsec\":5", "\"nsec\":1000000000"), "'nsec'"},
         {"no rotation", spoilt("rotation", "rot"), "no 'rotation'"},
         {"rotation as list", spoilt(R"({"x":0,"y":0,"z":0.6,"w":0.8})", "[1,0,0,0]"), "'rotation' is no object"},
         {"no w", spoilt("\"w\"", "\"v\""), "'w' is no number"},
         {"w as text", spoilt("\"w\":0.8", "\"w\":\"0.8\""), "'w' is no number"},
         {"not unit", spoilt("0.8", "8"), "--normalise"},
         {"frames as numbers", spoilt("\"world\"", "7"), "no texts"},
         {"another schema", with(small_mcap(good, "foxglove.Pose")), "no channel"},
         {"another encoding", with(small_mcap(good, "foxglove.FrameTransform", "protobuf")), "no channel"}});
    expect_nothing_worse("mcap", small_mcap(good));
}

TEST(BadFiles, OfCk) {
    const std::string good = sample("cspice-type3.bc");
    ImportRequest request;
    request.ticks_per_second = 65536;
    const std::size_t summary = 1024;
    const auto integer = [](std::size_t at, std::int32_t x) {
        std::string bytes;
        WireWriter<End::little>(bytes).i32(x);
        return bytes_at(at, bytes);
    };
    expect_refused("ck", good,
                   {{"empty", with(""), "no SPICE kernel"},
                    {"a picture", with("\x89PNG and so on"), "no SPICE kernel"},
                    {"transfer format", with("DAFETF NAIF DAF ENCODED TRANSFER FILE\n"), "transfer format"},
                    {"SPK", replaced("DAF/CK ", "DAF/SPK"), "'DAF/SPK'"},
                    {"cut in the head", cut(500), "cut short"},
                    {"cut in the list", cut(1500), "out of the file"},
                    {"cut in the segment", cut(3500), "outside of the file"},
                    {"order of bytes", replaced("LTL-IEEE", "VAX-GFLT"), "'VAX-GFLT'"},
                    {"sent as text", replaced(":\r:\n:", ":\n:\n:"), "sent as text"},
                    {"other summaries", integer(8, 3), "3 numbers and 6 integers"},
                    {"list elsewhere", integer(76, 99), "out of the file"},
                    {"list in a ring", number_at(summary, 2.0), "ring"},
                    {"too many segments", number_at(summary + 16, 77.0), "damaged"},
                    {"half a segment", number_at(summary + 16, 0.5), "damaged"},
                    {"no segment", number_at(summary + 16, 0.0), "no segment"},
                    {"type 5", integer(summary + 24 + 16 + 8, 5), "type 5"},
                    {"type 1", integer(summary + 24 + 16 + 8, 1), "damaged"},
                    {"type 2", integer(summary + 24 + 16 + 8, 2), "damaged"},
                    {"without rates", integer(summary + 24 + 16 + 12, 0), "damaged"},
                    {"ends before it begins", integer(summary + 24 + 16 + 20, 1), "outside of the file"}},
                   request);
    expect_nothing_worse("ck", good, request);
}

TEST(BadFiles, OfClocks) {
    const Folder folder;
    const std::string kernel = sample("cspice-type3.bc"), good = sample("cspice-clock.tsc");
    ImportRequest request;
    request.clock = folder.file("clock.tsc");
    const auto read_with = [&](const std::string& clock) {
        std::ofstream(request.clock, std::ios::binary) << clock;
        return imported_bytes(kernel, "ck", request);
    };
    EXPECT_EQ(read_with(good).rows.size(), 21u);
    const BadFile all[] = {
        {"empty", with(""), "no \\begindata"},
        {"no data", replaced("\\begindata", "\\begintext"), "no \\begindata"},
        {"another clock", replaced("SCLK_DATA_TYPE_999", "SCLK_DATA_TYPE_998"), "no clock 999"},
        {"type 2", replaced("SCLK_DATA_TYPE_999       = ( 1 )", "SCLK_DATA_TYPE_999 = ( 2 )"), "of type 2"},
        {"time system 3", replaced("SCLK01_TIME_SYSTEM_999   = ( 1 )", "SCLK01_TIME_SYSTEM_999 = ( 3 )"), "read 3"},
        {"no moduli", replaced("SCLK01_MODULI_999", "SCLK01_MODULO_999"), "SCLK01_MODULI_999"},
        {"modulus 0", replaced("4294967296 65536", "4294967296 0"), "a modulus is 0"},
        {"no coefficients", replaced("SCLK01_COEFFICIENTS_999", "SCLK01_COEFF_999"), "SCLK01_COEFFICIENTS_999"},
        {"two coefficients", replaced("SCLK01_COEFFICIENTS_999  = (", "SCLK01_COEFFICIENTS_999 = ( 1 "), "in threes"},
        {"ticks that fall", replaced("SCLK01_COEFFICIENTS_999  = (", "SCLK01_COEFFICIENTS_999 = ( 9 9 1 "),
         "do not rise"},
        {"a rate of 0", replaced("SCLK01_COEFFICIENTS_999  = (", "SCLK01_COEFFICIENTS_999 = ( -1 0 0 "),
         "not positive"},
        {"a word", replaced("4294967296 65536", "4294967296 many"), "'many'"},
        {"infinite", replaced("4294967296 65536", "4294967296 1e999"), "'1e999'"},
        {"no name", replaced("SCLK01_MODULI_999", ""), "no name"},
        {"a quotation left open", replaced("4294967296 65536", "4294967296 '65536"), "quotation"},
    };
    for (const BadFile& bad : all) {
        try {
            read_with(bad.fault(good));
            ADD_FAILURE() << bad.name << ": was read";
        } catch (const InputError& e) {
            EXPECT_NE(std::string(e.what()).find(bad.words), std::string::npos) << bad.name << ": " << e.what();
        }
    }
    // texts and dates of other variables are passed over, blanks in them or not
    EXPECT_EQ(read_with(replaced("\\begindata", "\\begindata\nNOTE = ( 'a text''s blanks = (1)' @1-JAN-2000 )")(good))
                  .rows.size(),
              21u);
}

TEST(BadFiles, KernelsNeedOneClock) {
    const auto refused = [&](const ImportRequest& request, const char* words) {
        try {
            imported_bytes(sample("cspice-type3.bc"), "ck", request);
            ADD_FAILURE() << words << ": was read";
        } catch (const InputError& e) {
            EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
        }
    };
    refused({}, "name its clock kernel");
    ImportRequest request;
    request.clock = "/no/such/clock.tsc";
    refused(request, "cannot be opened");
    request.ticks_per_second = 1;
    refused(request, "one of the two");
}

}  // namespace bad_files_test
