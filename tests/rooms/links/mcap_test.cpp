#include "polhode/links/mcap.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>

#include "polhode/base/byte_stream.hpp"

namespace mcap_test {

namespace {

using namespace polhode;

struct Record {
    std::uint8_t opcode;
    std::size_t at;  // in the file
    std::string_view content;
};

// A plain reader of the specification's records, which shares nothing with the writer.
std::vector<Record> records_of(std::string_view bytes) {
    std::vector<Record> records;
    for (std::size_t at = 0; at + 9 <= bytes.size();) {
        ByteReader reader(bytes.substr(at));
        const std::uint8_t opcode = reader.u8();
        const std::uint64_t length = reader.u64();
        if (length > bytes.size() - at - 9) break;
        records.push_back({opcode, at, bytes.substr(at + 9, static_cast<std::size_t>(length))});
        at += 9 + static_cast<std::size_t>(length);
    }
    return records;
}
std::uint32_t crc_of(std::string_view bytes) {
    Crc32 crc;
    crc.take(bytes);
    return crc.value();
}
const std::string magic("\x89MCAP0\r\n", 8);

// Without the magic at both ends; the records look into the file.
std::vector<Record> records_of_file(std::string_view file) {
    EXPECT_EQ(file.substr(0, 8), magic);
    EXPECT_EQ(file.substr(file.size() - 8), magic);
    std::vector<Record> records = records_of(file.substr(8, file.size() - 16));
    for (Record& record : records) record.at += 8;
    return records;
}
std::string_view chunk_records(const Record& chunk) {
    ByteReader reader(chunk.content);
    reader.u64();
    reader.u64();
    const std::uint64_t size = reader.u64();
    const std::uint32_t crc = reader.u32();
    EXPECT_EQ(reader.u32(), 0u) << "compression";
    EXPECT_EQ(reader.u64(), size);
    const std::string_view inside = chunk.content.substr(chunk.content.size() - static_cast<std::size_t>(size));
    EXPECT_EQ(crc, crc_of(inside));
    return inside;
}

std::string a_file() {
    McapWriter writer("polhode test");
    const auto tf = writer.add_channel("/tf", "foxglove.FrameTransform", "{}");
    const auto state = writer.add_channel("/state", "polhode.Frame", "{}");
    writer.add_channel("/unused", "none", "{}");
    writer.add_metadata("provenance", {{"version", "1"}});
    for (std::uint64_t i = 0; i < 250; ++i) {
        writer.add_message(tf, i * 10000000, "{\"a\":" + std::to_string(i) + "}");
        if (i % 5 == 0) writer.add_message(state, i * 10000000, "{}");
    }
    writer.finish();
    return writer.bytes();
}

TEST(Crc32, CheckValue) { EXPECT_EQ(crc_of("123456789"), 0xCBF43926u); }

TEST(Mcap, ChunksIndicesAndChecksums) {
    const std::string file = a_file();
    ASSERT_EQ(file.substr(file.size() - 8), magic);
    const auto records = records_of_file(file);
    std::map<int, int> count;
    for (const Record& record : records) ++count[record.opcode];
    EXPECT_EQ(count[0x01], 1);
    EXPECT_EQ(count[0x06], 3) << "250 messages over 2.5 s: a chunk a second";
    EXPECT_EQ(count[0x07], 6);
    EXPECT_EQ(count[0x08], 3);
    EXPECT_EQ(count[0x03], 2) << "in the summary; a channel without messages is not there";
    EXPECT_EQ(count[0x04], 2);
    EXPECT_EQ(count[0x0B], 1);
    EXPECT_EQ(count[0x0C], 1);
    ASSERT_EQ(records.back().opcode, 0x02);

    ByteReader footer(records.back().content);
    const auto summary = static_cast<std::size_t>(footer.u64());
    EXPECT_EQ(footer.u64(), 0u);
    EXPECT_EQ(footer.u32(), crc_of(std::string_view(file).substr(summary, file.size() - 8 - 4 - summary)));
    std::size_t messages = 0;
    for (const Record& record : records) {
        if (record.opcode == 0x0F) {
            ByteReader end(record.content);
            EXPECT_EQ(end.u32(), crc_of(std::string_view(file).substr(0, record.at)));
            EXPECT_EQ(record.at + 9 + 4, summary);
        }
        if (record.opcode == 0x06)
            for (const Record& inner : records_of(chunk_records(record))) messages += inner.opcode == 0x05;
        if (record.opcode == 0x0B) {
            EXPECT_EQ(ByteReader(record.content).u64(), 300u);
        }
    }
    EXPECT_EQ(messages, 300u);
}

// Each entry of a message index leads to a message of that channel and time.
TEST(Mcap, IndicesLeadToTheirMessages) {
    const std::string file = a_file();
    std::string_view chunk;
    int checked = 0;
    for (const Record& record : records_of_file(file)) {
        if (record.opcode == 0x06) chunk = chunk_records(record);
        if (record.opcode != 0x07) continue;
        ByteReader index(record.content.substr(2));
        const auto channel = static_cast<unsigned char>(record.content[0]);
        for (std::uint32_t left = index.u32(); left > 0; left -= 16, ++checked) {
            const std::uint64_t time = index.u64();
            const auto inner = records_of(chunk.substr(static_cast<std::size_t>(index.u64())));
            ASSERT_FALSE(inner.empty());
            EXPECT_EQ(inner[0].opcode, 0x05);
            EXPECT_EQ(static_cast<unsigned char>(inner[0].content[0]), channel);
            EXPECT_EQ(ByteReader(inner[0].content.substr(6)).u64(), time);
        }
    }
    EXPECT_EQ(checked, 300);
}

// The file of the reference library, by the same plain reader: the reader of this test is right.
TEST(Mcap, TheReferenceFileHasTheSameKindsOfRecords) {
    std::ifstream in(POLHODE_TEST_DATA "/links/mcap-core.mcap", std::ios::binary);
    const std::string file{std::istreambuf_iterator<char>(in), {}};
    ASSERT_GT(file.size(), 1000u);
    int chunks = 0;
    const auto records = records_of_file(file);
    for (const Record& record : records)
        if (record.opcode == 0x06 && ++chunks) chunk_records(record);
    EXPECT_GT(chunks, 0);
    EXPECT_EQ(records.back().opcode, 0x02);
}

TEST(Mcap, NothingIsLostWhenTheBytesAreTakenAway) {
    McapWriter writer("polhode test");
    const auto tf = writer.add_channel("/tf", "s", "{}");
    std::string file;
    for (std::uint64_t i = 0; i < 250; ++i) {
        writer.add_message(tf, i * 10000000, "{}");
        file += writer.bytes();
        writer.bytes().clear();
    }
    writer.finish();
    writer.finish();
    file += writer.bytes();
    McapWriter whole("polhode test");
    whole.add_channel("/tf", "s", "{}");
    for (std::uint64_t i = 0; i < 250; ++i) whole.add_message(0, i * 10000000, "{}");
    whole.finish();
    EXPECT_EQ(file, whole.bytes());
}

TEST(Mcap, AFileWithoutMessages) {
    McapWriter writer("polhode test");
    writer.finish();
    const auto records = records_of_file(writer.bytes());
    EXPECT_EQ(records.size(), 4u);  // header, end of data, statistics, footer
}

}  // namespace

}  // namespace mcap_test
