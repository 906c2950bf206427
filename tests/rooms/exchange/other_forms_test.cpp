// The same trajectory in other forms that its format allows, written by other programs: packed chunks, structures,
// namespaces, comments. Read to the same rows, and refused in words where they are broken.
#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "polhode/exchange/ccsds/adm_writing.hpp"
#include "polhode/files/lz4_frame.hpp"
#include "polhode/files/zstd_frame.hpp"
#include "support/exchange_support.hpp"

namespace other_forms_test {

using namespace polhode;
using namespace polhode::test;

void expect_sample_rows(const ImportedFile& file, const char* name) {
    const ImportedFile& wanted = sample_rows();
    ASSERT_EQ(file.rows.size(), wanted.rows.size()) << name;
    for (std::size_t i = 0; i < wanted.rows.size(); ++i) {
        EXPECT_EQ(file.rows[i].t, wanted.rows[i].t) << name << " " << i;
        EXPECT_EQ(file.rows[i].q_NB, wanted.rows[i].q_NB) << name << " " << i;
    }
}

std::string with(std::string text, const std::string& from, const std::string& to) {
    std::size_t found = 0;
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()), ++found)
        text.replace(at, from.size(), to);
    EXPECT_GT(found, 0u) << "no '" << from << "' in the sample";
    return text;
}

void expect_refused(const std::string& bytes, const char* format, const char* words) {
    try {
        imported_bytes(bytes, format);
        ADD_FAILURE() << words << ": was read";
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
}

TEST(OtherForms, PackedChunksOfMcap) {
    for (const char* name : {"packed-zstd.mcap", "packed-lz4.mcap"}) {
        expect_sample_rows(imported(sample_path(name)), name);
        const std::string good = sample(name);
        // whichever byte behind the head of the packed records is another: the code breaks, or the chunk's checksum
        // does
        const std::size_t chunk = good.find(name == std::string("packed-lz4.mcap") ? "lz4" : "zstd");
        for (std::size_t at = chunk + 32; at < chunk + 500; at += 3) {
            std::string bad = good;
            bad[at] = static_cast<char>(bad[at] ^ 0x24);
            EXPECT_THROW(imported_bytes(bad, "mcap"), InputError) << name << " " << at;
        }
        expect_refused(with(good, name == std::string("packed-lz4.mcap") ? "lz4" : "zstd",
                            name == std::string("packed-lz4.mcap") ? "lz5" : "brot"),
                       "mcap", "are undone here");
    }
}

TEST(OtherForms, PackedBytesAreRefusedInWords) {
    const auto words = [](auto unpack, const std::string& bytes) {
        try {
            unpack(bytes, 1000);
        } catch (const std::runtime_error& e) {
            return std::string(e.what());
        }
        return std::string("was read");
    };
    using namespace std::string_literals;
    const std::string zstd = "\x28\xB5\x2F\xFD"s, lz4 = "\x04\x22\x4D\x18\x40\x40\0"s;
    EXPECT_NE(words(zstd_unpacked, "nothing").find("Zstandard"), std::string::npos);
    EXPECT_NE(words(zstd_unpacked, "").find("too early"), std::string::npos);
    EXPECT_NE(words(zstd_unpacked, zstd + "\x21\x05\x09\0\0abc"s).find("dictionary"), std::string::npos);
    EXPECT_NE(words(zstd_unpacked, zstd + "\x20\x04\x07\0\0"s).find("no known kind"), std::string::npos);
    EXPECT_NE(words(zstd_unpacked, zstd + "\0\x58\x83\x3E\0a"s).find("swell"), std::string::npos);
    EXPECT_NE(words(lz4_unpacked, "nothing").find("LZ4"), std::string::npos);
    EXPECT_NE(words(lz4_unpacked, "\x04\x22\x4D\x18\x41\x40\0"s).find("dictionary"), std::string::npos);
    EXPECT_NE(words(lz4_unpacked, lz4 + "\x03\0\0\0\x10"s + "a"s + "\0\0\0\0\0"s).find("too early"), std::string::npos);
    EXPECT_NE(words(lz4_unpacked, lz4 + "\x04\0\0\0\x10"s + "a\x05\0"s).find("before their beginning"),
              std::string::npos);
    // one literal, then itself 19 + 255 + 255 + ... times
    EXPECT_NE(words(lz4_unpacked, lz4 + "\x09\0\0\0\x1F"s + "a\x01\0\xFF\xFF\xFF\xFF\0"s).find("swell"),
              std::string::npos);
    EXPECT_EQ(lz4_unpacked(lz4 + "\x02\0\0\x80"s + "ab"s + "\0\0\0\0"s, 2), "ab");
    EXPECT_EQ(zstd_unpacked(zstd + "\x20\x02\x11\0\0ab"s, 2), "ab");
}

TEST(OtherForms, StructuresOfMat) {
    const ImportedFile file = imported(sample_path("structure.mat"));
    expect_sample_rows(file, "structure.mat");
    ASSERT_FALSE(file.notes.empty());
    EXPECT_NE(file.notes.back().find("'traj'"), std::string::npos);
    ImportRequest request;
    request.topic = "traj";
    expect_sample_rows(imported(sample_path("structure.mat"), "", request), "named");
    request.topic = "log";
    EXPECT_THROW(imported(sample_path("structure.mat"), "", request), InputError);
}

TEST(OtherForms, CommentAtTheEndOfZip) {
    std::string bytes = sample("numpy.npz");
    const std::string comment = "made by PK\x05\x06 and others, at some length";
    bytes.replace(bytes.size() - 2, 2, std::string{static_cast<char>(comment.size()), '\0'});
    expect_sample_rows(imported_bytes(bytes + comment, "npz"), "comment");
    expect_refused(bytes + comment.substr(1), "npz", "no directory");
}

TEST(OtherForms, AcmAsXml) {
    const ImportedFile xml = imported(sample_path("hand-v2-acm.xml")), kvn = imported(sample_path("hand-v2.acm"));
    ASSERT_EQ(xml.rows.size(), kvn.rows.size());
    for (std::size_t i = 0; i < kvn.rows.size(); ++i) {
        EXPECT_EQ(xml.rows[i].t, kvn.rows[i].t);
        EXPECT_EQ(xml.rows[i].q_NB, kvn.rows[i].q_NB);
        EXPECT_EQ(norm(xml.rows[i].w_NB_B - kvn.rows[i].w_NB_B), 0);
    }
    ASSERT_TRUE(xml.about.body);
    EXPECT_EQ(xml.about.body->inertia(2, 2), 0.5);
    EXPECT_EQ(*xml.about.body->mass, 1.0);
    const std::string good = sample("hand-v2-acm.xml");
    expect_refused(with(good, "<attLine>0.5 ", "<attLine>0.5 1.0 "), "acm", "8 numbers after the time");
    expect_refused(with(good, "</att>", "</phys>"), "acm", "closes");
    expect_refused(with(good, "units=\"kg\"", "units=\"lb\""), "acm", "[kg]");
}

// Qualified schemas have a prefix; characters may stand by their number; a processing instruction may end the file.
TEST(OtherForms, XmlOfAem) {
    std::string text = sample("orekit-v2.xml");
    text = with(with(text, "<aem ", "<ndm:aem xmlns:ndm=\"urn:ccsds:schema:ndmxml\" "), "</aem>", "</ndm:aem>");
    text = with(text, "POLHODE EXAMPLE", "POLHODE&#32;EX&#x41;MPLE") + "<?done?>\n";
    const auto source = source_of(text, "prefixed");
    EXPECT_EQ(format_to_read(*source, "").entry.name, "aem");
    const ImportedFile file = imported_bytes(text, "aem");
    expect_sample_rows(file, "prefix");
    EXPECT_EQ(file.about.object, "POLHODE EXAMPLE");
    for (const char* bad : {"&#0;", "&#x;", "&#xD;x&#1114112;", "&nbsp;"})
        expect_refused(with(text, "&#32;", bad), "aem", "no character that is known");
}

// Names are a stranger's bytes: they must not reach a terminal, or Python, as they are.
TEST(OtherForms, NamesThatAreNoText) {
    const ImportedFile file =
        imported_bytes(with(sample("orekit-v2.xml"), "POLHODE EXAMPLE", "A\x1b[2J\xff\xc3"), "aem");
    EXPECT_EQ(file.about.object, "A [2J\xef\xbf\xbd\xef\xbf\xbd");
    for (const char* format : {"npz", "mat"}) {
        try {
            imported_bytes(
                with(sample(format == std::string("npz") ? "numpy.npz" : "scipy.mat"), "q_NB", "\xff_\x1b\xc3"),
                format);
            ADD_FAILURE() << format;
        } catch (const InputError& e) {
            EXPECT_EQ(std::string(e.what()).find_first_of("\xff\x1b"), std::string::npos) << e.what();
            EXPECT_NE(std::string(e.what()).find("\xef\xbf\xbd_ "), std::string::npos) << e.what();
        }
    }
}

// What is written must be a message again, whatever the object is called.
TEST(OtherForms, NamesInMessagesThatAreWritten) {
    EXPECT_EQ(adm_name("SC_BODY_1"), "SC_BODY_1");
    EXPECT_EQ(adm_name("caf\xc3\xa9 1"), "caf? 1");
    EXPECT_EQ(adm_name("A\nSTOP_TIME = 1"), "A?STOP_TIME = 1");
    EXPECT_EQ(adm_name("\xe2\x98\x83\t"), "??");
    EXPECT_EQ(adm_name("  "), "UNKNOWN");
    EXPECT_EQ(adm_name(std::string(300, 'x')).size(), 200u);
}

// 504.0-B-2 section 7.5: an underscore is a blank in a value, and several blanks are one.
TEST(OtherForms, BlanksInValuesOfAem) {
    const std::string text =
        with(sample("orekit-v2.aem"), "ANGVEL_FRAME         = SC_BODY_1", "ANGVEL_FRAME = sc  body 1");
    expect_sample_rows(imported_bytes(text, "aem"), "blanks");
}

TEST(OtherForms, ManoeuvresWithoutInertia) {
    std::string text = sample("hand-v2.apm");
    text.erase(text.find("INERTIA_START"));
    const std::string manoeuvre =
        "MAN_START\nMAN_EPOCH_START = 2000-01-01T12:00:01\nMAN_DURATION = 3 [s]\nMAN_REF_FRAME = SC_BODY_1\n"
        "MAN_TOR_X = 0.1 [N*m]\nMAN_TOR_Y = 0 [N*m]\nMAN_TOR_Z = 0 [N*m]\nMAN_STOP\n";
    const ImportedFile file = imported_bytes(text + manoeuvre, "apm");
    ASSERT_FALSE(file.notes.empty());
    EXPECT_NE(file.notes.back().find("manoeuvres"), std::string::npos);
    expect_refused(text + with(manoeuvre, "MAN_DURATION = 3", "MAN_DURATION = -3"), "apm", "MAN_DURATION");
}

// A header that says the order is known without --from; that of EuRoC's inertial file is not.
TEST(OtherForms, HeadersOfEuroc) {
    const auto recognised = find_format("euroc")->recognises;
    EXPECT_TRUE(recognised("#timestamp [ns],p_x [m],p_y [m],p_z [m],q_w [],q_x [],q_y [],q_z []\n0,0"));
    EXPECT_TRUE(
        recognised("#timestamp, p_RS_R_x [m], p_RS_R_y [m], p_RS_R_z [m], q_RS_w [], q_RS_x [], q_RS_y [], q_RS_z "
                   "[], v_RS_R_x [m s^-1]\r\n"));
    for (const char* other : {"", "#timestamp", "#timestamp,,,,,,,", "#timestamp,a,b,c,q_x,q_y,q_z,q_w\n",
                              "#timestamp [ns],w_RS_S_x [rad s^-1],w_RS_S_y,w_RS_S_z,a_RS_S_x,a_RS_S_y,a_RS_S_z\n"})
        EXPECT_FALSE(recognised(other)) << other;
}

// What was said of a table is remembered beside it, and that it is a table with it.
TEST(OtherForms, ATableWhoseColumnsAreRemembered) {
    const std::string path = testing::TempDir() + "polhode-remembered-table.csv";
    std::ofstream(path) << "zeit;a;b;c;d\n0;1;0;0;0\n1;0;1;0;0\n";
    EXPECT_THROW(imported(path), InputError);
    std::ofstream(path + ".toml") << "time = 'zeit'\nquaternion = 'a,b,c,d'\nscalar = 'last'\ndirection = "
                                     "'world-to-body'\n";
    const ImportedFile file = imported(path);
    ASSERT_EQ(file.rows.size(), 2u);
    EXPECT_EQ(file.rows[1].q_NB, (Quaternion<double>{0, 0, -1, 0}));
    std::filesystem::remove(path);
    std::filesystem::remove(path + ".toml");
}

}  // namespace other_forms_test
