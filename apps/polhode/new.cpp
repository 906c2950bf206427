// polhode new: a commented scenario, sweep or study from the gallery to start from.
#include <fmt/format.h>

#include <filesystem>

#include "polhode/base/diagnostic.hpp"
#include "polhode/files/input_file.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/files/output_folder.hpp"
#include "polhode/scenario/gallery.hpp"
#include "program.hpp"

namespace polhode::app {

namespace {

struct NewCommand {
    std::string name, folder;
};

std::string contents() {
    std::string text;
    for (const GallerySubject& subject : gallery_by_subject()) {
        text += subject.title + "\n";
        for (const GalleryScenario* s : subject.scenarios) text += entry_line(s->name, s->title, 2, 32);
        text += "\n";
    }
    return text + "To start from one of them: polhode new NAME > mine.toml\n";
}

std::string names_of(const std::vector<GalleryFile>& files) {
    std::string names;
    for (const GalleryFile& f : files) names += (names.empty() ? "" : ", ") + f.name;
    return names;
}

// All of it, and nothing over a file of somebody else.
void write_to(const std::string& folder, const GalleryScenario& s) {
    std::vector<GalleryFile> files{{s.name.substr(s.name.rfind('/') + 1) + ".toml", s.text}};
    files.insert(files.end(), s.needs.begin(), s.needs.end());
    OutputFolder out(folder);
    std::string text = "written:\n";
    for (const GalleryFile& f : files) {
        const std::string path = out.file(f.name);
        const InputBytes there = read_input_file(path);
        if (!there.missing && there.bytes != f.text)
            throw InputError({path, 0, ""},
                             "there is a file of this name already; move it away, or choose another folder");
    }
    for (const GalleryFile& f : files) {
        write_file(out.file(f.name), f.text);
        text += "  " + out.file(f.name) + "\n";
    }
    print(text);
}

int print_new(const NewCommand& options) {
    if (options.name.empty()) {
        print(contents());
        return done;
    }
    const GalleryScenario* found = find_in_gallery(options.name);
    if (!found) {
        std::vector<std::string> known;
        for (const GallerySubject& subject : gallery_by_subject())
            for (const GalleryScenario* s : subject.scenarios) known.push_back(s->name);
        refuse_unknown_of_many("", options.name, "in the gallery", known, "polhode new");
    }
    if (!options.folder.empty()) {
        write_to(options.folder, *found);
        return done;
    }
    print(found->text);
    if (!found->needs.empty())
        std::fputs(fmt::format("polhode: it reads {}, which must stand beside it; `polhode new {} --out DIR` writes "
                               "all of them\n",
                               names_of(found->needs), found->name)
                       .c_str(),
                   stderr);
    return done;
}

}  // namespace

void add_new(Program& program) {
    auto options = std::make_shared<NewCommand>();
    CLI::App* command = program.line.add_subcommand("new", "Print a commented scenario, sweep or study to start from");
    command->add_option("NAME", options->name, "of one in the gallery; default: list them by subject");
    command->add_option("--out", options->folder, "write it, and the files that it reads, to a folder")
        ->type_name("DIR");
    command->footer(
        "Examples:\n  polhode new\n  polhode new gyroscope-cusp > mine.toml\n"
        "  polhode new studies/gyroscope --out mine; polhode study mine/gyroscope.toml\n"
        "  polhode new sweeps/tip-off --out mine; polhode sweep mine/tip-off.toml --out results\n");
    command->callback([&program, options] { program.chosen = [options] { return print_new(*options); }; });
}

}  // namespace polhode::app
