// What other people's software wrote, read to the last digit that their format keeps.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "polhode/measure/comparison.hpp"
#include "polhode/rotation/rotation.hpp"
#include "support/exchange_support.hpp"

namespace samples_test {

using namespace polhode;
using namespace polhode::test;

void expect_same_rows(const ImportedFile& file, bool rates, double rate_tolerance = 0) {
    const ImportedFile& wanted = sample_rows();
    ASSERT_EQ(file.rows.size(), wanted.rows.size());
    EXPECT_EQ(file.about.rates, rates);
    for (std::size_t i = 0; i < wanted.rows.size(); ++i) {
        EXPECT_EQ(file.rows[i].t, wanted.rows[i].t) << i;
        EXPECT_EQ(file.rows[i].q_NB, wanted.rows[i].q_NB) << i;
        for (int k = 0; k < 3 && rates; ++k)
            EXPECT_NEAR(file.rows[i].w_NB_B[k], wanted.rows[i].w_NB_B[k], rate_tolerance) << i;
    }
}

TEST(ExchangeSamples, OfNumpyScipyAndMcapAreReadToTheLastBit) {
    expect_same_rows(imported(sample_path("numpy.tum")), false);
    expect_same_rows(imported(sample_path("numpy.npz")), true);
    expect_same_rows(imported(sample_path("scipy.mat")), true);
    // the same two, packed by zlib
    expect_same_rows(imported(sample_path("packed.npz")), true);
    expect_same_rows(imported(sample_path("packed.mat")), true);
    expect_same_rows(imported(sample_path("mcap-core.mcap")), false);
    ImportRequest request;
    request.says = {{"columns", "qw, qx, qy, qz"}, {"step", "0.5"}};
    expect_same_rows(imported(sample_path("numpy.npy"), "", request), false);
}

TEST(ExchangeSamples, OfOrekitAreReadToTheLastBit) {
    // rates: to an ulp in version 2, which has degrees; 4e-16 in version 1, from the derivative of the quaternion
    for (const char* name : {"orekit-v2.aem", "orekit-v2.xml"})
        expect_same_rows(imported(sample_path(name)), true, 2.3e-16);
    for (const char* name : {"orekit-v1.aem", "orekit-v1.xml"})
        expect_same_rows(imported(sample_path(name)), true, 4.5e-16);
    const ImportedFile file = imported(sample_path("orekit-v2.xml"));
    EXPECT_EQ(file.about.frame, "EME2000");
    EXPECT_EQ(file.about.body_frame, "SC_BODY_1");
    EXPECT_EQ(file.about.object, "POLHODE EXAMPLE");
    EXPECT_EQ(file.about.time_system, "TAI");
    EXPECT_EQ(instant_text(*file.about.epoch, 3), "2000-01-01T12:00:00.000");
}

// Attitudes bit for bit. Rates stand in world axes there: turned by CSPICE's writer and turned back here, each turn
// with its own roundings, so that they agree to the 1.1e-15 to which CSPICE itself reads matrices of such a kernel.
TEST(ExchangeSamples, OfCspiceIsReadExactly) {
    ImportRequest request;
    request.clock = sample_path("cspice-clock.tsc");
    const ImportedFile file = imported(sample_path("cspice-type3.bc"), "", request);
    expect_same_rows(file, true, 1.1e-15);
    EXPECT_EQ(file.about.time_system, "TDB");
    EXPECT_EQ(file.about.frame, "J2000");
    request.clock.clear();
    request.ticks_per_second = 65536;
    expect_same_rows(imported(sample_path("cspice-type3.bc"), "", request), true, 1.1e-15);
}

TEST(ExchangeSamples, WrittenByHandSayWhatOrekitReadFromThem) {
    const ImportedRow& second = sample_rows().rows[1];
    const ImportedFile apm = imported(sample_path("hand-v2.apm"));
    ASSERT_EQ(apm.rows.size(), 1u);
    EXPECT_TRUE(apm.about.single_state);
    EXPECT_LT(geodesic_angle(apm.rows[0].q_NB, second.q_NB), 1e-12);
    EXPECT_LT(norm(apm.rows[0].w_NB_B - second.w_NB_B), 1e-15);
    ASSERT_TRUE(apm.about.body);
    EXPECT_EQ(apm.about.body->inertia(2, 2), 0.5);
    const ImportedFile acm = imported(sample_path("hand-v2.acm"));
    ASSERT_EQ(acm.rows.size(), 2u);
    EXPECT_EQ(acm.rows[1].t, 0.5);
    EXPECT_LT(geodesic_angle(acm.rows[1].q_NB, second.q_NB), 1e-12);
    EXPECT_LT(norm(acm.rows[1].w_NB_B - second.w_NB_B), 1e-15);
    EXPECT_EQ(*acm.about.body->mass, 1.0);
    const ImportedFile aem = imported(sample_path("hand-v1-first-b2a.aem"));
    ASSERT_EQ(aem.rows.size(), 2u);
    EXPECT_LT(geodesic_angle(aem.rows[1].q_NB, second.q_NB), 1e-12);
}

// Folders of real files: $POLHODE_DATA, or beside the project.
std::string data_folder() {
    if (const char* told = std::getenv("POLHODE_DATA")) return told;
    return std::string(POLHODE_SOURCE_DIR) + "/../shared/data";
}

// Each row of a table of Orekit's: file, segment, row, type, frames, time, q, w.
TEST(ExchangeSamples, OfTheBookAreReadAsOrekitReadsThem) {
    const std::string folder = data_folder() + "/ccsds-adm/valid/aem/";
    if (!std::filesystem::exists(folder))
        GTEST_SKIP() << "files of others are never part of the repository, and there is no " << folder;
    std::istringstream table(sample("aem-as-read-by-orekit.csv"));
    std::string line;
    std::getline(table, line);
    ImportRequest request;
    request.segment = "all";
    request.normalise = true;
    std::string name;
    ImportedFile file;
    std::size_t row = 0;
    int compared = 0;
    while (std::getline(table, line)) {
        std::vector<std::string> cells;
        std::istringstream split(line);
        for (std::string cell; std::getline(split, cell, ',');) cells.push_back(cell);
        ASSERT_EQ(cells.size(), 14u);
        if (cells[0] != name) {
            name = cells[0];
            file = imported(folder + name, "", request);
            row = 0;
        }
        ASSERT_LT(row, file.rows.size()) << line;
        const ImportedRow& r = file.rows[row++];
        const Quaternion<double> q{std::stod(cells[7]), std::stod(cells[8]), std::stod(cells[9]), std::stod(cells[10])};
        EXPECT_LT(geodesic_angle(r.q_NB, q), 1e-12) << line;
        EXPECT_NEAR(r.t, std::stod(cells[6]), 1e-9) << line;
        const bool spin = cells[3].rfind("SPIN", 0) == 0;
        for (int i = 0; i < 3 && cells[3] != "SPIN/NUTATION_MOM" && file.about.rates; ++i)
            EXPECT_NEAR(r.w_NB_B[i], std::stod(cells[11 + static_cast<std::size_t>(i)]), spin ? 1e-6 : 1e-15) << line;
        ++compared;
    }
    EXPECT_EQ(compared, 77);  // every row of the table
}

// Every valid message is read, and every irregular one refused in words.
TEST(ExchangeSamples, OfTheBookGoInOrAreRefused) {
    const std::string folder = data_folder() + "/ccsds-adm/";
    if (!std::filesystem::exists(folder))
        GTEST_SKIP() << "files of others are never part of the repository, and there is no " << folder;
    ImportRequest request;
    request.segment = "all";
    request.normalise = true;
    for (const char* kind : {"aem", "apm", "acm"}) {
        for (const auto& entry : std::filesystem::directory_iterator(folder + "valid/" + kind)) {
            const std::string path = entry.path().string();
            ImportRequest asked = request;
            if (path.find("ACMExample05") != std::string::npos) asked.segment = "2";
            if (path.find("ACMExample04") != std::string::npos) {  // covariances only
                EXPECT_THROW(imported(path, kind, asked), InputError);
                continue;
            }
            EXPECT_NO_THROW({
                const ImportedFile file = imported(path, "", asked);
                EXPECT_TRUE(!file.rows.empty() || file.about.body) << path;
            }) << path;
        }
        for (const auto& entry : std::filesystem::directory_iterator(folder + std::string("irregular/") + kind))
            EXPECT_THROW(imported(entry.path().string(), "", request), InputError) << entry.path();
    }
}

TEST(ExchangeSamples, OfTheBookAreRefusedWhereAndWhy) {
    const std::string folder = data_folder() + "/ccsds-adm/irregular/";
    if (!std::filesystem::exists(folder))
        GTEST_SKIP() << "files of others are never part of the repository, and there is no " << folder;
    const std::pair<const char*, std::vector<const char*>> wanted[] = {
        {"aem/AEM-ephemeris-number-format-error.txt", {":28:", "this-is-not-a-number"}},
        {"aem/AEM-inconsistent-quaternion-type.txt", {"QUATERNION_TYPE", "scalar last"}},
        {"aem/AEM-keyword-within-ephemeris.txt", {":29:", "USER_DEFINED_TEST_KEY", "among the data"}},
        {"aem/AEM-wrong-keyword.txt", {":24:", "WRONG_KEYWORD"}},
        {"apm/APM-missing-Euler-sequence.txt", {"EULER_ROT_SEQ", "missing"}},
        {"apm/APM-missing-frame.txt", {"Q_FRAME_A", "missing"}},
        {"apm/APM-missing-quaternion-component.txt", {"Q3", "missing"}},
        {"apm/APM-no-logical-blocks.txt", {"no block"}},
        {"apm/APM-repeated-Euler-rate.txt", {"Z_RATE", "twice"}},
        {"apm/spurious-metadata.xml", {":15:", "second metadata"}},
        {"acm/incompatible-keys.txt", {"MAN_END_TIME", "MAN_DURATION"}},
        {"acm/missing-sensor-index.txt", {"SENSOR_NUMBER", "3"}},
        {"acm/missing-target-momentum.txt", {"TARGET_MOMENTUM", "missing"}},
    };
    for (const auto& [name, words] : wanted) {
        try {
            imported(folder + name);
            ADD_FAILURE() << name << " was read";
        } catch (const InputError& e) {
            for (const char* word : words)
                EXPECT_NE(std::string(e.what()).find(word), std::string::npos) << name << ": " << e.what();
        }
    }
}

// Juno turns twice a minute: its listed rates are those of its attitudes, with the directions said as its README has
// them.
TEST(ExchangeSamples, OfASpinningSpacecraftAreATableOfAnybody) {
    const std::string path = data_folder() + "/spacecraft-ck/juno_2016-08_a.csv";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no " << path;
    ImportRequest request;
    request.says = {{"time", "t_s"},         {"quaternion", "qw, qx, qy, qz"},
                    {"scalar", "first"},     {"direction", "world-to-body"},
                    {"rate", "w_x,w_y,w_z"}, {"rate_unit", "rad/s"},
                    {"rate_frame", "world"}};
    const ImportedFile file = imported(path, "table", request);
    ASSERT_EQ(file.rows.size(), 96u);
    for (std::size_t i = 1; i < file.rows.size(); ++i) {
        const ImportedRow &a = file.rows[i - 1], &b = file.rows[i];
        const Vec3<double> turn = log_rotation(conjugate(a.q_NB) * b.q_NB) / (b.t - a.t);
        // its rate hardly changes within a second
        EXPECT_LT(norm(turn - 0.5 * (a.w_NB_B + b.w_NB_B)), 1e-5) << i;
    }
}

}  // namespace samples_test
