// The scenarios that come with Polhode (scenarios/), kept inside the library so that `polhode new` and the studio need
// no path.
#pragma once

#include <string>
#include <vector>

namespace polhode {

struct GalleryFile {
    std::string name;  // of the file below scenarios/: "wingnut.toml", "reproduce/nasa-figure-3.toml"
    std::string text;
};

struct GalleryScenario {
    std::string name;                // "gyroscope-cusp", "sweeps/first"
    std::string title;               // as its file says
    std::string text;                // the whole file, comments included
    std::vector<GalleryFile> needs;  // tables and scenarios that it reads, named as in the text
};

const std::vector<GalleryScenario>& gallery();  // sorted by name
// Studies and sweeps: "studies/..." and "sweeps/...". What they read stands beside them, in their text too.
const std::vector<GalleryScenario>& gallery_of_many_runs();
const GalleryScenario* find_in_gallery(const std::string& name);  // in both; nullptr where there is none

// All of them by what they are about, the simplest first; each stands once.
struct GallerySubject {
    std::string title;
    std::vector<const GalleryScenario*> scenarios;
};
const std::vector<GallerySubject>& gallery_by_subject();

// Any file below scenarios/, by its name there; nullptr where there is none.
const std::string* scenario_file_text(const std::string& file);

namespace detail {
const std::vector<GalleryFile>& gallery_files();  // made by the build from scenarios/
}

}  // namespace polhode
