// Where a study comes from: a TOML file, or a scenario and a few words on the command line.
//
//     title = "The gyroscope, by everything there is"
//     [study]
//     measure = "geodesic"          # a name of `polhode list measure`
//     at = "end"                    # or "max"
//     [[problem]]
//     scenario = "../gyroscope-cusp.toml"
//     set = ["run.duration=5"]
//     [[method]]                    # the keys of [method] in a scenario, and one of
//     integrator = "rk4"
//     steps = { from = 1e-2, to = 1e-4, count = 6 }    # or a list; or tolerances
#pragma once

#include <string>
#include <vector>

#include "polhode/study/study.hpp"

namespace polhode {

// Throws InputError.
Study read_study(const std::string& text, const std::string& name, const std::string& directory = "");
Study read_study_file(const std::string& path);

// The file describes a study, not a scenario: it has [[problem]] tables or a table [study].
bool is_study_file(const std::string& path);

// "rk4", "taylor:16", "adams-bashforth:order=3", "rk4+normalise", "rk4/dcm", "rk4+normalise/dcm": a method in one word.
// `place` names the option for complaints.
Method method_of_word(const std::string& word, const std::string& place);
// "0.01,0.005" or "0.01:0.0005:6": listed, or from, to and how many, evenly on a logarithmic scale.
std::vector<double> values_of_words(const std::string& words, const std::string& place);

struct StudyWords {
    std::string scenario;
    std::vector<std::string> settings;
    std::string methods, steps, tolerances;  // as on the command line; "" where left out
    std::string measure = "geodesic", at = "end", against = "truth";
};
// Methods that can keep a tolerance get the tolerances, or where there are none the steps; all others the steps.
Study study_of_words(const StudyWords& words);

}  // namespace polhode
