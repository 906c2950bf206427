#include "polhode/files/written_files.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "polhode/files/output_error.hpp"
#include "polhode/files/sha256.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "polhode/sweep/journal/sweep_folder.hpp"

namespace polhode {
namespace written_files_test {

namespace fs = std::filesystem;

class WrittenFilesTest : public ::testing::Test {
 protected:
    std::string path(const std::string& name) const { return temporary.file(name); }
    void put(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary | std::ios::trunc) << text;
    }
    std::string contents(const std::string& name) const {
        std::ifstream stream(path(name), std::ios::binary);
        return std::string((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    }
    void give(const std::string& name, const std::string& text) const {
        put("part", text);
        WrittenFiles(folder).put_in_place(path("part"), name);
    }
    bool known(const std::string& name) const { return WrittenFiles(folder).knows(name); }
    // As copying does.
    void change_time(const std::string& name) const {
        fs::last_write_time(path(name), fs::last_write_time(path(name)) - std::chrono::hours(1));
    }
    TemporaryFolder temporary;
    std::string folder = temporary.path();
    const std::string record = WrittenFiles::file_name();
};

TEST_F(WrittenFilesTest, KnowsWhatWasWrittenAndNothingElse) {
    EXPECT_FALSE(known("runs.csv"));
    put("runs.csv", "precious");
    EXPECT_FALSE(known("runs.csv"));
    EXPECT_THROW(give("runs.csv", "run\n1\n"), OutputError);
    EXPECT_EQ(contents("runs.csv"), "precious");
    EXPECT_FALSE(fs::exists(path(record)));

    fs::remove(path("runs.csv"));
    give("runs.csv", "run\n1\n");
    EXPECT_TRUE(known("runs.csv"));
    EXPECT_EQ(WrittenFiles(folder).sum_of("runs.csv"), sha256("run\n1\n"));
    give("runs.csv", "run\n1\n2\n");
    EXPECT_TRUE(known("runs.csv"));
    EXPECT_EQ(contents("runs.csv"), "run\n1\n2\n");
    EXPECT_FALSE(known("runs.h5"));
    // copied: the time is another, the bytes are the same
    change_time("runs.csv");
    EXPECT_TRUE(known("runs.csv"));
    EXPECT_EQ(WrittenFiles(folder).sum_of("runs.csv"), "");
    // one of the same length
    put("runs.csv", "run\n1\n3\n");
    change_time("runs.csv");
    EXPECT_FALSE(known("runs.csv"));
    // what is no file is nobody's result
    fs::remove(path("runs.csv"));
    fs::create_symlink("elsewhere", path("runs.csv"));
    EXPECT_FALSE(known("runs.csv"));
    EXPECT_THROW(give("runs.csv", "run\n"), OutputError);
    EXPECT_TRUE(fs::is_symlink(path("runs.csv")));
}

TEST_F(WrittenFilesTest, AKillInTheMiddleOfALineHarmsNothing) {
    give("runs.csv", "run\n1\n");
    const std::size_t before = contents(record).size();
    give("summary.txt", "text\n");
    const std::string all = contents(record);
    // some of them: each costs the disk some milliseconds
    for (std::size_t n = all.size() % 9; n <= all.size(); n += 9) {
        // the line of a file is there before its name is
        if (n < all.size()) fs::remove(path("summary.txt"));
        if (n < before) fs::remove(path("runs.csv"));
        put(record, all.substr(0, n));
        EXPECT_TRUE(WrittenFiles(folder).readable()) << n;
        EXPECT_EQ(foreign_sweep_result(folder, true), "") << n;
        give("runs.csv", "run\n1\n");
        give("summary.txt", "text\n");
        EXPECT_TRUE(known("runs.csv") && known("summary.txt")) << n;
    }
    for (const std::size_t zeros : {1, 100}) {
        fs::remove(path("runs.csv"));
        fs::remove(path("summary.txt"));
        put(record, std::string(zeros, '\0'));
        give("runs.csv", "run\n1\n");
        EXPECT_TRUE(known("runs.csv"));
    }
    // another's file by its name
    put(record, "mine\n");
    EXPECT_EQ(foreign_sweep_result(folder, true), record);
    EXPECT_THROW(give("failures.csv", "x"), OutputError);
    EXPECT_EQ(contents(record), "mine\n");
}

TEST_F(WrittenFilesTest, ProvenanceServesWhereThereIsNoRecord) {
    put("runs.csv", "run\n1\n");
    put("summary.txt", "text\n");
    const auto provenance = [&](const std::string& command) {
        put("provenance.json", "{\"program\": \"polhode\", \"command_line\": [\"polhode\", \"" + command +
                                   "\"], \"outputs\": [{\"file\": \"runs.csv\", \"bytes\": 6, \"sha256\": \"" +
                                   sha256("run\n1\n") +
                                   "\"}, {\"file\": \"summary.txt\", \"bytes\": 5, \"sha256\": " + "null}, 3]}");
    };
    provenance("run");
    EXPECT_FALSE(known("provenance.json") || known("runs.csv"));
    provenance("sweep");
    EXPECT_TRUE(known("provenance.json") && known("runs.csv"));
    EXPECT_FALSE(known("summary.txt"));
    EXPECT_EQ(foreign_sweep_result(folder, true), "summary.txt");
    // it goes before the others do: what it says of them is kept
    remove_sweep_provenance(folder);
    EXPECT_FALSE(fs::exists(path("provenance.json")));
    EXPECT_TRUE(known("runs.csv"));
    put("provenance.json", "{}");
    EXPECT_FALSE(known("provenance.json"));
}

TEST_F(WrittenFilesTest, OnlyWhatIsKnownIsRemoved) {
    fs::create_directories(path("trajectories"));
    give("runs.csv", "run\n");
    give("trajectories/run-3.csv", "t\n");
    give("trajectories/run-12.csv", "t\n");
    give("provenance.json", "{}");
    EXPECT_EQ(foreign_sweep_result(folder, true), "");
    put("summary.txt", "mine");
    put("trajectories/run-77.csv", "mine");
    put("trajectories/.run-5.csv.part", "t");
    remove_other_trajectories(folder, WrittenFiles(folder), {"run-12.csv"});
    EXPECT_FALSE(fs::exists(path("trajectories/run-3.csv")) || fs::exists(path("trajectories/.run-5.csv.part")));
    EXPECT_TRUE(fs::exists(path("trajectories/run-12.csv")));
    remove_sweep_results(folder);
    EXPECT_EQ(sweep_results_in(folder), (std::vector<std::string>{"summary.txt", "trajectories/run-77.csv"}));
    EXPECT_FALSE(fs::exists(path(record)));
}

TEST_F(WrittenFilesTest, AFileInPlaceOfTheFolderOfTrajectories) {
    put("trajectories", "mine");
    EXPECT_EQ(foreign_sweep_result(folder, true), "trajectories");
    EXPECT_EQ(foreign_sweep_result(folder, false), "");
}

}  // namespace written_files_test
}  // namespace polhode
