#if defined(POLHODE_WITH_HDF5)
#include "polhode/hdf5/trajectory_hdf5.hpp"

#include <gtest/gtest.h>

#include "polhode/base/version.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/sha256.hpp"
#include "support/output_support.hpp"

namespace polhode {
namespace {

TEST(TrajectoryHdf5, HoldsRowsAndWhereTheyCameFrom) {
    const test::Folder folder;
    Scenario scenario = test::steady_scenario();
    scenario.text = std::string(100'000, '#') + "\n";  // longer than a plain attribute can be
    scenario.settings = {"method.step=0.5"};
    Columns columns;
    columns.state = {"A", "B"};
    const double state[] = {0.25, -4};
    Sha256 hash;
    const int rows = 10'000;  // more than two chunks
    {
        TrajectoryHdf5 file(folder.file("a.h5"), columns, scenario, scenario.methods[0]);
        for (int i = 0; i < rows; ++i) {
            Row row = test::turning(0.001 * i);
            row.state = state;
            file.row(row);
            const double all[] = {row.t, row.q_NB.w, 0, 0, row.q_NB.z, 0, 0, 1, 0.5, 0, 0, 1, 0.25, -4};
            hash.add(all, sizeof all);
        }
        file.close();
        EXPECT_EQ(file.rows(), rows);
    }
    Hdf5Contents back = read_trajectory_hdf5(folder.file("a.h5"));
    ASSERT_EQ(back.data["t"].size(), static_cast<std::size_t>(rows));
    ASSERT_EQ(back.data["q_NB"].size(), 4u * rows);
    ASSERT_EQ(back.data["w_NB_B"].size(), 3u * rows);
    ASSERT_EQ(back.data["L_N"].size(), 3u * rows);
    ASSERT_EQ(back.data["state"].size(), 2u * rows);
    for (std::size_t i = 0; i < rows; ++i) {
        const Row row = test::turning(0.001 * static_cast<double>(i));
        ASSERT_EQ(back.data["t"][i], row.t);
        ASSERT_EQ(back.data["q_NB"][4 * i], row.q_NB.w);
        ASSERT_EQ(back.data["q_NB"][4 * i + 3], row.q_NB.z);
        ASSERT_EQ(back.data["w_NB_B"][3 * i + 2], 1);
        ASSERT_EQ(back.data["energy"][i], 0.5);
        ASSERT_EQ(back.data["state"][2 * i + 1], -4);
    }
    EXPECT_EQ(back.attributes["scenario"], scenario.text);
    EXPECT_EQ(back.attributes["scenario_file"], "steady.toml");
    EXPECT_EQ(back.attributes["settings"], "method.step=0.5");
    EXPECT_EQ(back.attributes["integrator"], "rk4");
    EXPECT_EQ(back.attributes["status"], "complete");
    EXPECT_EQ(back.attributes["polhode_version"], version());
    EXPECT_EQ(back.attributes["data_sha256"], hash.hex());
    EXPECT_NE(back.attributes["convention"].find("scalar first"), std::string::npos);
}

TEST(TrajectoryHdf5, KinematicsHasNoEnergy) {
    const test::Folder folder;
    const Scenario scenario = test::steady_scenario();
    Columns columns;
    columns.dynamics = false;
    TrajectoryHdf5 file(folder.file("a.h5"), columns, scenario, scenario.methods[0]);
    file.row(test::turning(0));
    file.row(test::turning(1));
    file.close("interrupted");
    Hdf5Contents back = read_trajectory_hdf5(folder.file("a.h5"));
    EXPECT_EQ(back.data.count("energy"), 0u);
    EXPECT_EQ(back.data["t"], (std::vector<double>{0, 1}));
    EXPECT_EQ(back.attributes["status"], "interrupted");
}

// A process that vanishes in the middle leaves a file that can be read up to its last flush.
TEST(TrajectoryHdf5, ARunCutShortCanBeRead) {
    const test::Folder folder;
    const std::string path = folder.file("a.h5");
    const int code = test::with_small_disk(1L << 30, [&] {
        const Scenario scenario = test::steady_scenario();
        TrajectoryHdf5 file(path, Columns{}, scenario, scenario.methods[0]);
        for (int i = 0; i < 20'000; ++i) file.row(test::turning(0.001 * i));
        file.flush();
        // further chunks without a flush must not spoil what is there
        for (int i = 20'000; i < 60'000; ++i) file.row(test::turning(0.001 * i));
        kill(getpid(), SIGKILL);
        return 0;
    });
    ASSERT_EQ(code, 128 + SIGKILL);
    Hdf5Contents back = read_trajectory_hdf5(path);
    ASSERT_GE(back.data["t"].size(), 20'000u);
    for (std::size_t i = 0; i < 20'000; ++i) {
        ASSERT_EQ(back.data["t"][i], 0.001 * static_cast<double>(i));
        ASSERT_EQ(back.data["q_NB"][4 * i + 3], test::turning(0.001 * static_cast<double>(i)).q_NB.z);
    }
    EXPECT_EQ(back.attributes["status"], "running");
}

TEST(TrajectoryHdf5, AFullDiskIsReported) {
    const test::Folder folder;
    const std::string path = folder.file("a.h5");
    const int code = test::with_small_disk(300'000, [&] {
        const Scenario scenario = test::steady_scenario();
        try {
            TrajectoryHdf5 file(path, Columns{}, scenario, scenario.methods[0]);
            for (int i = 0; i < 100'000; ++i) file.row(test::turning(0.001 * i));
            file.close();
        } catch (const OutputError& e) {
            return e.file == path && e.reason == "File too large" && e.rows >= 0 ? 7 : 8;
        }
        return 0;
    });
    EXPECT_EQ(code, 7);
}

TEST(TrajectoryHdf5, APlaceThatCannotBeWrittenIsReported) {
    const test::Folder folder;
    const Scenario scenario = test::steady_scenario();
    for (const std::string& path : {folder.file("no/a.h5"), folder.path()}) {
        try {
            TrajectoryHdf5 file(path, Columns{}, scenario, scenario.methods[0]);
            ADD_FAILURE() << path;
        } catch (const OutputError& e) {
            EXPECT_EQ(e.file, path);
            EXPECT_TRUE(e.reason == "No such file or directory" || e.reason == "Is a directory") << e.reason;
        }
    }
    EXPECT_THROW(read_trajectory_hdf5(folder.file("none.h5")), InputError);
}

}  // namespace
}  // namespace polhode
#endif
