// Attitude messages with one fault at a time, with keywords and as XML, and what the two versions allow.
#include <gtest/gtest.h>

#include <functional>

#include "support/exchange_support.hpp"

namespace bad_messages_test {

using namespace polhode;
using namespace polhode::test;

struct BadMessage {
    const char* from;
    const char* to;
    const char* words;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << "no '" << from << "' in the sample";
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

void expect_refused(const std::string& format, const std::string& text, const char* words,
                    const ImportRequest& request = {}) {
    try {
        imported_bytes(text, format, request);
        ADD_FAILURE() << words << ": was read";
    } catch (const InputError& e) {
        EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
        EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
    }
}

void expect_all_refused(const std::string& format, const std::string& good, const std::vector<BadMessage>& all) {
    EXPECT_GE(all.size(), 12u) << format << ": a dozen faults of each kind";
    EXPECT_NO_THROW(imported_bytes(good, format));
    for (const BadMessage& bad : all) expect_refused(format, replaced(good, bad.from, bad.to), bad.words);
    // cut anywhere: refused, or what is left is a message
    for (std::size_t n = 0; n<good.size(); n += good.size()> 5000 ? 17 : 1) {
        try {
            imported_bytes(good.substr(0, n), format);
        } catch (const InputError&) {
        }
    }
}

TEST(BadMessages, AemOfVersion2) {
    expect_all_refused(
        "aem", sample("orekit-v2.aem"),
        {{"CCSDS_AEM_VERS       = 2.0", "CCSDS_AEM_VERS = 3.0", "version '3.0'"},
         {"CCSDS_AEM_VERS", "CCSDS_OEM_VERS", "this is no AEM"},
         {"ORIGINATOR           = OREKIT\n", "", "ORIGINATOR"},
         {"CREATION_DATE        = 2000-01-01T11:59:28.000", "CREATION_DATE = yesterday", "expected a date"},
         {"META_START", "META_BEGIN", "stands among the keywords"},
         {"REF_FRAME_A          = EME2000\n", "", "REF_FRAME_A: the keyword is missing"},
         {"REF_FRAME_A          = EME2000\n", "REF_FRAME_A = EME2000\nREF_FRAME_A = EME2000\n", "twice"},
         {"REF_FRAME_B", "REF_FRAM_B", "did you mean 'REF_FRAME_B'"},
         {"TIME_SYSTEM          = TAI", "TIME_SYSTEM = TIA", "not a time system"},
         {"QUATERNION/ANGVEL", "QUATERNION/ANGVEK", "did you mean 'QUATERNION/ANGVEL'"},
         {"QUATERNION/ANGVEL", "QUATERNION/RATE", "not a type of version 2"},
         {"ANGVEL_FRAME         = SC_BODY_1", "ANGVEL_FRAME = SC_BODY_2", "neither REF_FRAME_A nor REF_FRAME_B"},
         {"ANGVEL_FRAME         = SC_BODY_1\n", "", "ANGVEL_FRAME"},
         {"ANGVEL_FRAME         = SC_BODY_1\n", "ANGVEL_FRAME = SC_BODY_1\nQUATERNION_TYPE = LAST\n", "scalar last"},
         {"ANGVEL_FRAME         = SC_BODY_1\n", "ANGVEL_FRAME = SC_BODY_1\nATTITUDE_DIR = A2B\n",
          "not one of the metadata"},
         {"REF_FRAME_A          = EME2000", "REF_FRAME_A = SC_BODY_2", "--body-frame"},
         {"STOP_TIME            = 2000-01-01T12:00:10.000", "STOP_TIME = 2000-01-01T12:00:09.000", "after STOP_TIME"},
         {"START_TIME           = 2000-01-01T12:00:00.000", "START_TIME = 2000-01-01T12:00:01.000",
          "before START_TIME"},
         {"STOP_TIME            = 2000-01-01T12:00:10.000", "STOP_TIME = 1999-01-01T12:00:10.000", "before START_TIME"},
         {"META_STOP", "META_STOPP", "stands among the keywords"},
         {"DATA_START\n", "", "DATA_START is expected"},
         {"0.02473781619302488 ", "", "6 numbers after the epoch in place of 7"},
         {"0.02473781619302488 ", "0.02 0.02 ", "8 numbers"},
         {"0.02473781619302488", "abc", "'abc'"},
         {"0.02473781619302488", "NaN", "'NaN'"},
         {"0.02473781619302488", "1e400", "too large"},
         {"2000-01-01T12:00:00.500", "2000-01-01T12:00:00.000", "time does not rise"},
         {"2000-01-01T12:00:00.500", "2000-01-01T12:00:61.000", "seconds are 00 to 59"},
         {"2000-01-01T12:00:00.500", "2001-366T12:00:00.500", "days 001 to 365"},
         {"2000-01-01T12:00:00.500", "2000-01-01T23:59:60.000", "UTC"},
         {"\nDATA_STOP", "", "no DATA_STOP"},
         {"\nDATA_STOP", "\nDATA_STOP\n2000-01-01T12:00:11.000 0 0 0 1 0 0 0", "after DATA_STOP"},
         {"OBJECT_NAME          = POLHODE EXAMPLE", "OBJECT_NAME\t= POLHODE EXAMPLE", "a tab"},
         {"OBJECT_NAME          = POLHODE EXAMPLE",
          "OBJECT_NAME = POLH\xc3\x96"
          "DE",
          "printable ASCII"},
         {"OBJECT_NAME          = POLHODE EXAMPLE", "object_name = X", "is no keyword"},
         {"OBJECT_NAME          = POLHODE EXAMPLE", "OBJECT_NAME =", "no value"}});
    expect_refused("aem", replaced(sample("orekit-v2.aem"), "POLHODE EXAMPLE", std::string(240, 'X')), "at most 254");
    expect_refused("aem", replaced(sample("orekit-v2.aem"), "POLHODE EXAMPLE", std::string("\0", 1)), "NUL");
}

TEST(BadMessages, AemOfVersion1) {
    expect_all_refused("aem", sample("orekit-v1.aem"),
                       {{"ATTITUDE_DIR         = A2B\n", "", "ATTITUDE_DIR"},
                        {"ATTITUDE_DIR         = A2B", "ATTITUDE_DIR = AB", "A2B or B2A"},
                        {"QUATERNION_TYPE      = LAST\n", "", "QUATERNION_TYPE"},
                        {"QUATERNION_TYPE      = LAST", "QUATERNION_TYPE = MIDDLE", "FIRST or LAST"},
                        {"QUATERNION/DERIVATIVE", "QUATERNION/ANGVEL", "not a type of version 1"},
                        {"QUATERNION/DERIVATIVE", "EULER_ANGLE", "EULER_ROT_SEQ"},
                        {"QUATERNION/DERIVATIVE", "EULER_ANGLE/ANGVEL", "not a type of version 1"},
                        {"META_STOP", "ANGVEL_FRAME = SC_BODY_1\nMETA_STOP", "not one of the metadata"},
                        {"META_STOP", "EULER_ROT_SEQ = 313\nEULER_ROT_SEQ = 313\nMETA_STOP", "twice"},
                        {"CCSDS_AEM_VERS       = 1.0", "CCSDS_AEM_VERS = 1.5", "version '1.5'"},
                        {"ORIGINATOR", "MESSAGE_ID = 1\nORIGINATOR", "MESSAGE_ID"},
                        {"TIME_SYSTEM          = TAI\n", "", "TIME_SYSTEM: the keyword is missing"},
                        {"OBJECT_ID ", "OBJECT_IF ", "did you mean 'OBJECT_ID'"}});
    const std::string euler = replaced(sample("orekit-v1.aem"), "QUATERNION/DERIVATIVE", "EULER_ANGLE");
    for (const char* sequence : {"EULER_ROT_SEQ = 113", "EULER_ROT_SEQ = 31", "EULER_ROT_SEQ = 412"})
        expect_refused("aem", replaced(euler, "META_STOP", std::string(sequence) + "\nMETA_STOP"),
                       "neighbours different");
}

TEST(BadMessages, AemAsXml) {
    expect_all_refused("aem-xml", sample("orekit-v2.xml"),
                       {{"<aem ", "<!DOCTYPE aem [<!ENTITY a \"b\">]>\n<aem ", "document type"},
                        {"<ORIGINATOR>OREKIT", "<ORIGINATOR>&xxe;", "entities are not taken"},
                        {"</header>", "</head>", "closes <header>"},
                        {"version=\"2.0\"", "version=\"9.0\"", "version '9.0'"},
                        {" version=\"2.0\">", ">", "no 'version'"},
                        {"<QC>1.0</QC>", "", "QC: it is missing"},
                        {"<QC>1.0</QC>", "<QC>1.0</QC><QC>1.0</QC>", "twice"},
                        {"<QC>1.0</QC>", "<QC>one</QC>", "'one'"},
                        {"<QC>1.0</QC>", "<QC></QC>", "expected a number"},
                        {"<QC>1.0</QC>", "<QC>1.0</QC", "is expected"},
                        {"<EPOCH>2000-01-01T12:00:00.000</EPOCH>", "", "EPOCH: it is missing"},
                        {"<EPOCH>2000-01-01T12:00:00.000</EPOCH>", "<EPOCH>noon</EPOCH>", "expected a date"},
                        {"<TIME_SYSTEM>TAI</TIME_SYSTEM>", "<TIME_SYSTEM>NOW</TIME_SYSTEM>", "not a time system"},
                        {"<REF_FRAME_A>", "<REF_FRAME_A id=\"1\" id=\"2\">", "twice in one tag"},
                        {"<REF_FRAME_A>", "<REF_FRAME_A id=1>", "quotation marks"},
                        {"<ANGVEL_X units=\"deg/s\">", "<ANGVEL_X units=\"rad/s\">", "'deg/s' is the one it has"},
                        {"<QC>1.0</QC>", "<QC units=\"deg\">1.0</QC>", "'' is the one it has"},
                        {"</aem>", "</aem><more/>", "after the root"},
                        {"</aem>", "", "cut short"}});
}

TEST(BadMessages, Apm) {
    expect_all_refused("apm", sample("hand-v2.apm"),
                       {{"CCSDS_APM_VERS = 2.0", "CCSDS_APM_VERS = 2.5", "version '2.5'"},
                        {"CCSDS_APM_VERS", "CCSDS_AEM_VERS", "this is no APM"},
                        {"OBJECT_ID = UNKNOWN\n", "", "OBJECT_ID"},
                        {"EPOCH = 2000-01-01T12:00:00.5\n", "", "EPOCH"},
                        {"TIME_SYSTEM = TAI", "TIME_SYSTEM = ABC", "not a time system"},
                        {"QC = 0.9686048036682248\n", "", "QC: the keyword is missing"},
                        {"QC = 0.9686048036682248", "QC = 0.96 [deg]\nQ4 = 1", "Q4"},
                        {"QUAT_STOP\n", "", "QUAT_STOP"},
                        {"QUAT_START", "QUATERNION_START", "no mark of an APM"},
                        {"ANGVEL_X = 5.551459248181974 [deg/s]", "ANGVEL_X = 5.5 [rad/s]", "[rad/s]"},
                        {"ANGVEL_FRAME = SC_BODY_1", "ANGVEL_FRAME = ELSEWHERE", "neither REF_FRAME_A"},
                        {"INERTIA_REF_FRAME = SC_BODY_1", "INERTIA_REF_FRAME = SC_BODY_2", "not the body frame"},
                        {"IXX = 1.0 [kg*m**2]\n", "", "IXX: the keyword is missing"},
                        {"INERTIA_STOP",
                         "INERTIA_STOP\nMAN_START\nMAN_EPOCH_START = 2000-01-01T12:01:00\nMAN_DURATION = -1\n"
                         "MAN_REF_FRAME = SC_BODY_1\nMAN_STOP",
                         "not negative"},
                        {"REF_FRAME_B = SC_BODY_1", "REF_FRAME_B = MOON", "--body-frame"},
                        {"Q1 = 0.02473781619302488", "Q1 = 1e200", "no attitude"}});
}

TEST(BadMessages, Acm) {
    expect_all_refused("acm", sample("hand-v2.acm"),
                       {{"CCSDS_ACM_VERS = 2.0", "CCSDS_ACM_VERS = 1.0", "version '1.0'"},
                        {"EPOCH_TZERO = 2000-01-01T12:00:00.000\n", "", "EPOCH_TZERO"},
                        {"OBJECT_NAME = POLHODE EXAMPLE\n", "", "OBJECT_NAME"},
                        {"META_STOP\n", "", "stands among the keywords"},
                        {"NUMBER_STATES = 7", "NUMBER_STATES = 4", "has 7"},
                        {"ATT_TYPE = QUATERNION", "ATT_TYPE = MRP", "expected QUATERNION"},
                        {"RATE_TYPE = ANGVEL", "RATE_TYPE = SPEED", "expected ANGVEL"},
                        {"RATE_TYPE = ANGVEL", "RATE_TYPE = EULER_RATE", "EULER_ROT_SEQ"},
                        {"0.0 0.0 0.0 0.0 1.0", "0.0 0.0 0.0 1.0", "6 numbers after the time in place of 7"},
                        {"0.0 0.0 0.0 0.0 1.0", "0.5 0.0 0.0 0.0 1.0", "time does not rise"},
                        {"0.0 0.0 0.0 0.0 1.0", "0.0 0.0 0.0 0.0 x", "'x'"},
                        {"0.0 0.0 0.0 0.0 1.0", "0.0 0.0 0.0 0.0 9.0", "--normalise"},
                        {"ATT_STOP\n", "", "stands among the data"},
                        {"PHYS_START", "FUN_START", "begins no block"},
                        {"WET_MASS = 1.0 [kg]", "WET_MASS = 1.0 [g]", "[g]"},
                        {"REF_FRAME_A = EME2000", "REF_FRAME_A = SC_BODY_9", "--body-frame"}});
    // two blocks: which one is asked for
    const std::string two = sample("hand-v2.acm") +
                            "ATT_START\nREF_FRAME_A = EME2000\nREF_FRAME_B = SC_BODY_1\nNUMBER_STATES = 9\n"
                            "ATT_TYPE = DCM\n1.0 1 0 0 0 0 1 0 -1 0\nATT_STOP\n";
    expect_refused("acm", two, "--segment");
    ImportRequest second;
    second.segment = "2";
    const ImportedFile file = imported_bytes(two, "acm", second);
    ASSERT_EQ(file.rows.size(), 1u);
    // by columns: A's y axis is B's z, A's z axis is B's -y: B is turned by -90 deg about x
    EXPECT_NEAR(file.rows[0].q_NB.w, std::sqrt(0.5), 1e-15);
    EXPECT_NEAR(file.rows[0].q_NB.x, -std::sqrt(0.5), 1e-15);
    expect_refused("acm", replaced(two, "1.0 1 0 0 0 0 1 0 -1 0", "1.0 1 0 0 0 0 1 0 1 0"), "no rotation", second);
}

// Right ascension and declination are those of the body's axis in frame A, whatever version 1's direction says.
TEST(Messages, SpinIsThatOfTheBodyInTheWorld) {
    const auto message = [](const std::string& a, const std::string& b, const std::string& direction) {
        return "CCSDS_AEM_VERS = 1.0\nCREATION_DATE = 2000-01-01T00:00:00\nORIGINATOR = ME\nMETA_START\nOBJECT_NAME = "
               "A\nOBJECT_ID = A\nREF_FRAME_A = " +
               a + "\nREF_FRAME_B = " + b + "\nATTITUDE_DIR = " + direction +
               "\nTIME_SYSTEM = TAI\nSTART_TIME = 2000-01-01T00:00:00\nSTOP_TIME = 2000-01-01T00:00:00\n"
               "ATTITUDE_TYPE = SPIN\nMETA_STOP\nDATA_START\n2000-01-01T00:00:00 -90 0 0 180\nDATA_STOP\n";
    };
    for (const char* direction : {"A2B", "B2A"}) {
        const ImportedFile file = imported_bytes(message("EME2000", "SC_BODY_1", direction), "aem");
        ASSERT_EQ(file.rows.size(), 1u);
        // axis z of the body along -y of the world: turned by +90 deg about x
        EXPECT_NEAR(file.rows[0].q_NB.w, std::sqrt(0.5), 1e-15);
        EXPECT_NEAR(file.rows[0].q_NB.x, std::sqrt(0.5), 1e-15);
        EXPECT_NEAR(file.rows[0].w_NB_B[2], 3.14159265358979323846, 1e-15);
    }
    expect_refused("aem", message("SC_BODY_1", "EME2000", "A2B"), "REF_FRAME_A is the body's");
}

TEST(Messages, GiveInertiaAsTheBookSays) {
    const std::string text = replaced(sample("hand-v2.apm"), "IXY = 0.0", "IXY = 0.25");
    EXPECT_EQ(imported_bytes(text, "apm").about.body->inertia(0, 1), -0.25);
    ImportRequest tensor;
    tensor.cross_products_as_tensor = true;
    EXPECT_EQ(imported_bytes(text, "apm", tensor).about.body->inertia(1, 0), 0.25);
}

TEST(Messages, StandAloneInACombinedOne) {
    const std::string message = sample("orekit-v2.xml").substr(sample("orekit-v2.xml").find("<aem"));
    const std::string front = "<?xml version=\"1.0\"?>\n<ndm><MESSAGE_ID>1</MESSAGE_ID><COMMENT>a</COMMENT>";
    EXPECT_EQ(imported_bytes(front + message + "</ndm>", "aem").rows.size(), 21u);
    expect_refused("aem", front + message + message + "</ndm>", "a second message");
    expect_refused("aem", front + "</ndm>", "the file is empty");
}

TEST(Messages, EndLinesInFourWays) {
    std::string text = sample("hand-v1-first-b2a.aem");
    for (const char* end : {"\r", "\r\n", "\n\r"}) {
        std::string other;
        for (const char c : text) other += c == '\n' ? std::string(end) : std::string(1, c);
        EXPECT_EQ(imported_bytes(other, "aem").rows.size(), 2u);
    }
}

}  // namespace bad_messages_test
