#include "polhode/scenario/gallery.hpp"

#include <sstream>
#include <utility>

namespace polhode {

namespace {

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// The value of the first `title = "..."` line. The tests hold every scenario of the gallery to having one.
std::string title_of(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("title", 0) != 0) continue;
        const auto open = line.find('"'), close = line.rfind('"');
        if (open != std::string::npos && close > open) return line.substr(open + 1, close - open - 1);
    }
    // or what its first line says, to the end of the sentence
    const std::string first = text.substr(0, text.find('\n'));
    return first.rfind("# ", 0) == 0 ? first.substr(2, first.find_first_of(":.", 2) - 2) : "";
}

std::string file_of(const std::string& name) { return name.substr(name.rfind('/') + 1); }
std::string folder_of(const std::string& name) { return name.substr(0, name.rfind('/') + 1); }

// What the text names as "table.csv" in its own folder, or as "../scenario.toml"; the latter is said without its
// folder from then on, so that all of it can stand in one.
void find_needs(GalleryScenario& s, const std::string& folder) {
    for (const GalleryFile& file : detail::gallery_files()) {
        const std::string beside = '"' + file_of(file.name) + '"', above = "\"../" + file.name + '"';
        const bool named_above = !folder.empty() && s.text.find(above) != std::string::npos;
        for (std::size_t i = 0; named_above && (i = s.text.find(above, i)) != std::string::npos;)
            s.text.replace(i, above.size(), beside);
        const bool table = !ends_with(file.name, ".toml") && folder_of(file.name) == folder &&
                           s.text.find(beside) != std::string::npos;
        if (named_above || table) s.needs.push_back({file_of(file.name), file.text});
    }
}

std::vector<GalleryScenario> collect(const std::vector<std::string>& folders) {
    std::vector<GalleryScenario> scenarios;
    for (const std::string& folder : folders)
        for (const GalleryFile& file : detail::gallery_files()) {
            if (!ends_with(file.name, ".toml") || folder_of(file.name) != folder) continue;
            GalleryScenario s{file.name.substr(0, file.name.size() - 5), title_of(file.text), file.text, {}};
            find_needs(s, folder);
            scenarios.push_back(std::move(s));
        }
    return scenarios;
}

// "gyroscope-*" means all that begin so and do not stand before.
struct SubjectNames {
    const char* title;
    std::vector<std::string> names;
};
const std::vector<SubjectNames>& subjects() {
    static const std::vector<SubjectNames> all{
        {"To be flown by hand, with `polhode live`", {"trainer-1952", "satellite-docking", "gyroscope-hand"}},
        {"Free bodies: what tumbles and what does not",
         {"wingnut", "toutatis", "ganapathi-figure-1", "ganapathi-figure-3", "ganapathi-figure-4", "ganapathi-figure-5",
          "ganapathi-physical-*", "ganapathi-world-form"}},
        {"Tops and gyroscopes",
         {"gyroscope-*", "heavy-top-benchmark", "gyrosoft-figure-7", "gyrosoft-figure-8", "gyrosoft-remark-10",
          "gyrosoft-case-1", "gyrosoft-case-2", "gyrosoft-case-3"}},
        {"Torques: damping, rockets", {"satellite-damping", "ganapathi-figure-6", "ganapathi-held-torque"}},
        {"Wheels inside", {"dual-spin", "reaction-wheels-slew", "cmg-slew", "flat-spin"}},
        {"Moments that change", {"skater"}},
        {"Controllers that sample, and friction that sticks", {"control-*", "dry-friction"}},
        {"On a table", {"eulers-disk", "rattleback", "tippe-top", "rolling-wheel"}},
        {"Satellites in orbit", {"libration", "hyperion", "drag-cubesat"}},
        {"Readings of sensors, and their noise",
         {"gyro-csv", "strapped-sensors", "gyrosoft-case-7", "gyrosoft-case-8", "gyrosoft-case-9"}},
        {"Given rates: coning, gimbal lock, constraints",
         {"coning", "tn-d-5302-*", "gray-coning", "gray-oblique", "gray-forward-euler", "robinson-length-correction",
          "robinson-two-vector"}},
        {"Methods A, B and C of GyroSoft", {"gyrosoft-*"}},
        {"Words of few bits, and analog computers", {"gray-*", "robinson-analog-*"}},
        {"Sweeps of many runs, for `polhode sweep`", {"sweeps/*"}},
        {"Studies of methods and steps, for `polhode study`", {"studies/*"}},
    };
    return all;
}

bool fits(const std::string& name, const std::string& pattern) {
    if (pattern.back() != '*') return name == pattern;
    return name.compare(0, pattern.size() - 1, pattern, 0, pattern.size() - 1) == 0;
}

std::vector<GallerySubject> sorted_by_subject() {
    std::vector<const GalleryScenario*> left;
    for (const GalleryScenario& s : gallery()) left.push_back(&s);
    for (const GalleryScenario& s : gallery_of_many_runs()) left.push_back(&s);
    std::vector<GallerySubject> sorted;
    for (const SubjectNames& subject : subjects()) {
        GallerySubject one{subject.title, {}};
        for (const std::string& pattern : subject.names)
            for (const GalleryScenario*& s : left)
                if (s && fits(s->name, pattern)) one.scenarios.push_back(std::exchange(s, nullptr));
        sorted.push_back(std::move(one));
    }
    GallerySubject others{"Others", {}};
    for (const GalleryScenario* s : left)
        if (s) others.scenarios.push_back(s);
    if (!others.scenarios.empty()) sorted.push_back(std::move(others));
    return sorted;
}

}  // namespace

const std::vector<GalleryScenario>& gallery() {
    static const std::vector<GalleryScenario> scenarios = collect({""});
    return scenarios;
}

const std::vector<GalleryScenario>& gallery_of_many_runs() {
    static const std::vector<GalleryScenario> scenarios = collect({"sweeps/", "studies/"});
    return scenarios;
}

const std::vector<GallerySubject>& gallery_by_subject() {
    static const std::vector<GallerySubject> sorted = sorted_by_subject();
    return sorted;
}

const std::string* scenario_file_text(const std::string& file) {
    for (const GalleryFile& f : detail::gallery_files())
        if (f.name == file) return &f.text;
    return nullptr;
}

const GalleryScenario* find_in_gallery(const std::string& name) {
    for (const std::vector<GalleryScenario>* scenarios : {&gallery(), &gallery_of_many_runs()})
        for (const GalleryScenario& s : *scenarios)
            if (s.name == name) return &s;
    return nullptr;
}

}  // namespace polhode
