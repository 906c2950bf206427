// HDF5 files with one fault at a time, made with the library itself: refused in words, or read.
#if defined(POLHODE_WITH_HDF5)
#include <gtest/gtest.h>
#include <hdf5.h>

#include <cmath>
#include <functional>

#include "polhode/hdf5/hdf5_errors.hpp"
#include "support/exchange_support.hpp"
#include "support/folder.hpp"

namespace bad_hdf5_test {

using namespace polhode;
using namespace polhode::test;

struct Dataset {
    std::vector<hsize_t> shape;
    std::vector<double> numbers;
    hid_t type = H5T_IEEE_F64LE;  // in the file
};
using Datasets = std::map<std::string, Dataset>;

Datasets good_datasets() {
    return {{"t", {{3}, {0, 1, 2}}},
            {"q_NB", {{3, 4}, {1, 0, 0, 0, 0.8, 0.6, 0, 0, 0, 0, 0, 1}}},
            {"w_NB_B", {{3, 3}, {0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.1, 0.2, 0.3}}},
            {"energy", {{3}, {1, 1, 1}}},
            {"L_N", {{3, 3}, {0, 0, 1, 0, 0, 1, 0, 0, 1}}}};
}

void write_datasets(const std::string& path, const Datasets& all) {
    const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    for (const auto& [name, set] : all) {
        const hid_t space = set.shape.empty()
                                ? H5Screate(H5S_SCALAR)
                                : H5Screate_simple(static_cast<int>(set.shape.size()), set.shape.data(), nullptr);
        const hid_t data = H5Dcreate2(file, name.c_str(), set.type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        if (H5Tget_class(set.type) != H5T_STRING)
            H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, set.numbers.data());
        H5Dclose(data);
        H5Sclose(space);
    }
    H5Fclose(file);
}

struct BadDatasets {
    const char* name;
    std::function<void(Datasets&)> fault;
    const char* words;
};

TEST(BadHdf5, SaysWhichDatasetAndWhy) {
    const Folder folder;
    const std::string path = folder.file("a.h5");
    write_datasets(path, good_datasets());
    EXPECT_EQ(imported(path).rows.size(), 3u);
    const BadDatasets all[] = {
        {"no time", [](Datasets& d) { d.erase("t"); }, "t: there is no dataset"},
        {"no attitude", [](Datasets& d) { d.erase("q_NB"); }, "q_NB: there is no dataset"},
        {"nothing at all", [](Datasets& d) { d.clear(); }, "there is no dataset"},
        {"text in place of times", [](Datasets& d) { d["t"].type = H5T_C_S1; }, "t: it does not hold numbers"},
        {"three columns",
         [](Datasets& d) {
             d["q_NB"].shape = {4, 3};
         },
         "n x 4 numbers"},
        {"attitudes in a row", [](Datasets& d) { d["q_NB"].shape = {12}; }, "n x 4 numbers"},
        {"three dimensions",
         [](Datasets& d) {
             d["q_NB"].shape = {3, 2, 2};
         },
         "n x 4 numbers"},
        {"a single time", [](Datasets& d) { d["t"].shape = {}; }, "n x 1 numbers"},
        {"rates of two columns",
         [](Datasets& d) {
             d["w_NB_B"].shape = {3, 2};
         },
         "w_NB_B: n x 3 numbers"},
        {"fewer rates",
         [](Datasets& d) {
             d["w_NB_B"].shape = {2, 3};
         },
         "w_NB_B: it has 2 rows, and t has 3"},
        {"more energies",
         [](Datasets& d) {
             d["energy"] = {{4}, {1, 1, 1, 1}};
         },
         "energy: it has 4 rows"},
        {"no rows",
         [](Datasets& d) {
             for (auto& [name, set] : d) set.shape[0] = 0;
         },
         "no row"},
        {"NaN", [](Datasets& d) { d["q_NB"].numbers[5] = NAN; }, "not finite"},
        {"infinite rate", [](Datasets& d) { d["w_NB_B"].numbers[8] = INFINITY; }, "not finite"},
        {"infinite energy", [](Datasets& d) { d["energy"].numbers[0] = -INFINITY; }, "not finite"},
        {"time stands", [](Datasets& d) { d["t"].numbers[1] = 0; }, "time does not rise"},
        {"time goes back", [](Datasets& d) { d["t"].numbers[2] = 0.5; }, "time does not rise"},
        {"zero quaternion", [](Datasets& d) { d["q_NB"].numbers[0] = 0; }, "no attitude"},
        {"not unit", [](Datasets& d) { d["q_NB"].numbers[0] = 1.1; }, "--normalise"},
    };
    EXPECT_GE(std::size(all), 12u);
    for (const BadDatasets& bad : all) {
        Datasets datasets = good_datasets();
        bad.fault(datasets);
        write_datasets(path, datasets);
        try {
            imported(path, "hdf5");
            ADD_FAILURE() << bad.name << ": was read";
        } catch (const InputError& e) {
            EXPECT_NE(std::string(e.what()).find(bad.words), std::string::npos) << bad.name << ": " << e.what();
            EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << bad.name;
        }
    }
}

TEST(BadHdf5, IsRefusedWhereItIsNoHdf5OrDamaged) {
    const Folder folder;
    const std::string path = folder.file("a.h5");
    write_datasets(path, good_datasets());
    const std::string good = bytes_of_file(path);
    const auto refused = [&](const std::string& bytes) {
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
        try {
            imported(path, "hdf5");
            return std::string("was read");
        } catch (const InputError& e) {
            return std::string(e.what());
        }
    };
    EXPECT_NE(refused("").find("no HDF5 file"), std::string::npos);
    EXPECT_NE(refused("t,qw,qx,qy,qz\n").find("no HDF5 file"), std::string::npos);
    EXPECT_NE(refused(good.substr(0, 8)).find("no HDF5 file"), std::string::npos);
    // cut anywhere: the end of the file stands in its head
    for (std::size_t n = 0; n < good.size(); n += 97) EXPECT_NE(refused(good.substr(0, n)), "was read") << n;
}

// Other kinds of numbers than ours, and columns of one: legal, and read.
TEST(BadHdf5, OtherNumbersAreNoFault) {
    const Folder folder;
    const std::string path = folder.file("a.h5");
    Datasets datasets = good_datasets();
    datasets["t"].type = H5T_STD_I16BE;
    datasets["t"].shape = {3, 1};
    datasets["q_NB"].type = H5T_IEEE_F64BE;
    datasets["w_NB_B"].type = H5T_IEEE_F32LE;
    datasets.erase("energy");
    write_datasets(path, datasets);
    const ImportedFile file = imported(path);
    ASSERT_EQ(file.rows.size(), 3u);
    EXPECT_FALSE(file.about.dynamics);
    EXPECT_EQ(file.rows[2].t, 2);
    EXPECT_EQ(file.rows[1].q_NB, (Quaternion<double>{0.8, 0.6, 0, 0}));
    EXPECT_EQ(file.rows[1].w_NB_B[1], static_cast<double>(0.2f));
}

// A file of h5py's: a user's block before it, packed and big-endian datasets, texts of fixed and of any length.
TEST(BadHdf5, AFileOfH5pyIsRead) {
    const ImportedFile file = imported(sample_path("h5py.h5"));
    const ImportedFile& wanted = sample_rows();
    ASSERT_EQ(file.rows.size(), wanted.rows.size());
    for (std::size_t i = 0; i < wanted.rows.size(); ++i) {
        EXPECT_EQ(file.rows[i].t, wanted.rows[i].t) << i;
        EXPECT_EQ(file.rows[i].q_NB, wanted.rows[i].q_NB) << i;
        EXPECT_EQ(norm(file.rows[i].w_NB_B - wanted.rows[i].w_NB_B), 0) << i;
    }
    ASSERT_TRUE(file.about.epoch);
    EXPECT_EQ(instant_text(*file.about.epoch, 0), "2026-01-01T00:00:00");
    EXPECT_EQ(file.about.time_system, "TAI");
    EXPECT_EQ(file.about.frame, "GCRF");
}

}  // namespace bad_hdf5_test
#endif
