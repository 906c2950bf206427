#include "polhode/files/result_folder.hpp"

#include <gtest/gtest.h>

#include "polhode/base/diagnostic.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/files/provenance.hpp"
#include "support/output_support.hpp"

namespace polhode {
namespace result_folder_test {

bool is_result(const std::string& name) {
    return name == "a.csv" || name == "b.csv" || name == "summary.json" || name == "provenance.json";
}
const ResultKind kind{{"run.files", "POLHODE RUN FILES\n", "run", false}, is_result};

void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

struct Results {
    test::Folder folder;
    std::string path(const std::string& name) const { return folder.file("out/" + name); }

    // What a run with these files does; `until`: it is killed there.
    enum Until { parts, puts, end };
    void run(const std::vector<std::string>& names, const std::string& text, Until until = end) const {
        ResultFolder results(folder.file("out"), kind);
        for (const std::string& name : names) write(results.part(name), text);
        if (until == parts) return;
        struct Killed {};
        try {
            results.replace("provenance.json", [&](const std::string& last) {
                if (until == puts) throw Killed();
                Provenance p;
                p.command_line = {"polhode", "run", "s.toml"};
                p.directory = results.directory();
                p.output_files = results.names();
                write_file(last, provenance_json(p));
            });
        } catch (const Killed&) {
        }
    }
    std::vector<std::string> there() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder.file("out")))
            names.push_back(entry.path().filename());
        std::sort(names.begin(), names.end());
        return names;
    }
    std::string refused() const {
        try {
            ResultFolder results(folder.file("out"), kind);
        } catch (const InputError& e) {
            return e.what();
        }
        return "";
    }
};
using Names = std::vector<std::string>;

TEST(ResultFolder, ReplacesAnOlderRunAsAWhole) {
    const Results r;
    r.run({"a.csv", "b.csv"}, "old");
    EXPECT_EQ(r.there(), (Names{"a.csv", "b.csv", "provenance.json"}));
    r.run({"a.csv", "summary.json"}, "new");
    EXPECT_EQ(r.there(), (Names{"a.csv", "provenance.json", "summary.json"}));
    EXPECT_EQ(test::contents(r.path("a.csv")), "new");
}

TEST(ResultFolder, NothingOfTheOlderRunIsTouchedBeforeTheNewOneIsThere) {
    const Results r;
    r.run({"a.csv", "b.csv"}, "old");
    const std::string provenance = test::contents(r.path("provenance.json"));
    r.run({"a.csv"}, "new", Results::parts);
    EXPECT_EQ(test::contents(r.path("a.csv")), "old");
    EXPECT_EQ(test::contents(r.path("provenance.json")), provenance);
    r.run({"b.csv"}, "newer");
    EXPECT_EQ(r.there(), (Names{"b.csv", "provenance.json"})) << "no part of the run that was killed is left";
}

TEST(ResultFolder, AKillWhileFilesGetTheirNamesLeavesAFolderThatCanBeReplaced) {
    const Results r;
    r.run({"a.csv", "b.csv"}, "old");
    r.run({"a.csv", "summary.json"}, "new", Results::puts);
    EXPECT_FALSE(std::filesystem::exists(r.path("provenance.json"))) << "it says that all are there";
    EXPECT_EQ(r.refused(), "");
    r.run({"b.csv"}, "newer");
    EXPECT_EQ(r.there(), (Names{"b.csv", "provenance.json"}));
}

TEST(ResultFolder, FilesOfOthersAreRefusedAndNeverTouched) {
    const Results r;
    std::filesystem::create_directory(r.folder.file("out"));
    write(r.path("b.csv"), "mine");
    EXPECT_NE(r.refused().find("b.csv: a result would get this name"), std::string::npos);
    std::filesystem::rename(r.path("b.csv"), r.path("notes.txt"));
    r.run({"a.csv"}, "old");
    write(r.path("a.csv"), "changed");
    EXPECT_NE(r.refused().find("or was changed since"), std::string::npos);
    EXPECT_EQ(test::contents(r.path("a.csv")), "changed");
    write(r.path("a.csv"), "old");
    EXPECT_EQ(r.refused(), "") << "the same bytes are the same file";
    r.run({"b.csv"}, "new");
    EXPECT_EQ(r.there(), (Names{"b.csv", "notes.txt", "provenance.json"}));
    EXPECT_EQ(test::contents(r.path("notes.txt")), "mine");
}

TEST(ResultFolder, ResultsOfAnotherCommandAreThoseOfOthers) {
    const Results r;
    r.run({"a.csv"}, "old");
    const ResultKind other{{"study.files", "POLHODE STUDY FILES\n", "study", false}, is_result};
    EXPECT_THROW(ResultFolder(r.folder.file("out"), other), InputError);
}

TEST(ResultFolder, OneProcessAtATime) {
    const test::Folder folder;
    const ResultFolder first(folder.file("out"), kind);
    EXPECT_THROW(ResultFolder(folder.file("out"), kind), OutputError);
}

}  // namespace result_folder_test
}  // namespace polhode
