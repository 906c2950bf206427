// polhode studio: serves the studio's page, and what a run or a study wrote, to a browser on this machine.
#include <fmt/format.h>

#include <filesystem>
#include <regex>

#include "interrupt.hpp"
#include "polhode/input/csv_table.hpp"
#include "polhode/studio/studio_server.hpp"
#include "program.hpp"
#include "show_in_browser.hpp"
#include "studio_page.hpp"

namespace polhode::app {

namespace {

namespace fs = std::filesystem;

struct StudioCommand {
    std::string what, address = "127.0.0.1", page;
    std::vector<std::string> hosts;
    int port = 0;
    bool open = false;
};

int studio(const StudioCommand& options) {
    StudioServerOptions server;
    server.page = options.page.empty() ? studio_page() : read_text_file(options.page, {"--page", 0, ""});
    if (server.page.empty())
        throw InputError({"polhode studio", 0, ""},
                         "this program was built without the studio's page; `make studio` builds both");
    server.address = options.address;
    server.hosts = options.hosts;
    server.port = options.port;
    if (!options.what.empty()) {
        std::error_code error;
        const fs::path given(options.what);
        if (fs::is_directory(given, error)) {
            server.folder = given.string();
            // What `run --out` wrote is opened by its scenario.
            if (fs::exists(given / "scenario.toml", error)) server.first = "scenario.toml";
        } else {
            // One scenario: it and the tables it names, and nothing else beside it.
            const std::string text = read_text_file(options.what, {options.what, 0, ""});
            server.folder = given.has_parent_path() ? given.parent_path().string() : ".";
            server.first = given.filename().string();
            server.only.push_back(server.first);
            static const std::regex named("file\\s*=\\s*\"([^\"/\\\\]+)\"");
            for (std::sregex_iterator at(text.begin(), text.end(), named), end; at != end; ++at)
                server.only.push_back((*at)[1]);
        }
    }
    StudioServer running(std::move(server));
    print(fmt::format("Polhode Studio: {}\nCtrl-C ends it.\n", running.url()));
    std::fflush(stdout);
    watch_for_interrupts();
    if (options.open) show_in_browser(running.url());
    running.run(interrupted);
    return done;
}

}  // namespace

void add_studio(Program& program) {
    auto options = std::make_shared<StudioCommand>();
    CLI::App* command = program.line.add_subcommand("studio", "See it turn, in the browser");
    command->add_option("WHAT", options->what, "a scenario, or a folder that run or study wrote");
    command->add_option("--port", options->port, "default: any that is free")
        ->check(whole_number(0, 65535))
        ->type_name("N");
    command->add_option("--address", options->address, "where to listen; default: this machine only")
        ->type_name("ADDRESS");
    command->add_option("--host", options->hosts, "a further name under which a browser may call it; may be repeated")
        ->allow_extra_args(false)
        ->type_name("NAME");
    command->add_option("--page", options->page, "another page in place of the one inside the program")
        ->type_name("FILE");
    command->add_flag("--open", options->open, "open the browser too");
    command->footer(
        "Only browsers on this machine are answered, and only from the studio's own page. Nothing is written and no\n"
        "run is started, so closing the page stops nothing.\n"
        "Examples:\n"
        "  polhode studio\n"
        "  polhode studio mine.toml --open\n"
        "  polhode run mine.toml --out results; polhode studio results\n");
    command->callback([&program, options] { program.chosen = [options] { return studio(*options); }; });
}

}  // namespace polhode::app
