// polhode import: somebody else's file as rows, or as a scenario to run.
#include "polhode/exchange/import.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "import_options.hpp"
#include "interrupt.hpp"
#include "polhode/calendar/time_system.hpp"
#include "polhode/exchange/imported_scenario.hpp"
#include "polhode/exchange/table_of_others.hpp"
#include "polhode/files/csv_writer.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/input/toml_text.hpp"
#include "polhode/registry/table_reader.hpp"

namespace polhode::app {

namespace {

struct ImportCommand {
    std::string file, output, scenario;
    ImportOptions options;
    bool quiet = false;
};

// Rows as they are read: nothing of a large file is held.
class RowsToCsv : public ImportSink {
 public:
    explicit RowsToCsv(std::string path) : path_(std::move(path)) {}

    void head(const ImportedHead& head) override { about_ = head; }
    void row(const ImportedRow& row) override {
        if (!csv_) begin();
        csv_->number(row.t).number(row.q_NB.w).number(row.q_NB.x).number(row.q_NB.y).number(row.q_NB.z);
        if (about_.rates)
            for (int i = 0; i < 3; ++i) csv_->number(row.w_NB_B[i]);
        if (about_.dynamics) {
            csv_->number(row.energy);
            for (int i = 0; i < 3; ++i) csv_->number(row.L_N[i]);
        }
        csv_->end_row();
    }
    void note(const std::string& text) override { notes_.push_back(text); }

    void close() {
        if (csv_) csv_->close();
    }
    const ImportedHead& about() const { return about_; }
    const std::vector<std::string>& notes() const { return notes_; }

 private:
    void begin() {
        csv_.emplace(path_);
        for (const char* name : {"t", "qw", "qx", "qy", "qz"}) csv_->text(name);
        if (about_.rates)
            for (const char* name : {"wx", "wy", "wz"}) csv_->text(name);
        if (about_.dynamics)
            for (const char* name : {"energy", "Lx", "Ly", "Lz"}) csv_->text(name);
        csv_->end_header();
    }

    std::string path_;
    ImportedHead about_;
    std::vector<std::string> notes_;
    std::optional<CsvWriter> csv_;
};

// What was said of a table is remembered beside it, once it has proved right.
void remember_words(const ImportCommand& command) {
    if (command.options.from != "table" || command.options.says.empty() || command.file == "-") return;
    const auto words = remembered_words(command.file, command.options.request().says);
    const std::string file = table_words_file(command.file);
    write_file(file, table_words_text(words));
    if (!command.quiet) note("what the columns are is remembered in " + file);
}

int import_rows(const ImportCommand& command, ByteSource& source, const std::string& to) {
    RowsToCsv rows(to);
    import_source(source, command.options.from, command.options.request(), rows);
    rows.close();
    if (!command.quiet) tell_of(rows.about(), rows.notes());
    remember_words(command);
    return done;
}

void write_rows(const ImportedFile& file, const std::string& to) {
    RowsToCsv rows(to);
    rows.head(file.about);
    for (const ImportedRow& row : file.rows) rows.row(row);
    rows.close();
}

int import_scenario(const ImportCommand& command, const ImportedFile& file) {
    if (!command.quiet) tell_of(file.about, file.notes);
    const bool history = !file.about.single_state && !file.about.body;
    std::string rows = command.output;
    if (history && (rows.empty() || rows == "-")) {
        if (command.scenario == "-")
            throw InputError({"--scenario", 0, ""},
                             "this file holds a history: name a file for its rows as well (--csv rows.csv)");
        rows = std::filesystem::path(command.scenario).replace_extension(".csv").string();
        if (!command.quiet) note("its rows are in " + rows);
    }
    if (history) write_rows(file, rows);
    const std::string text = imported_scenario(file, command.file, history ? rows : "");
    if (command.scenario == "-")
        print(text);
    else
        write_file(command.scenario, text);
    remember_words(command);
    return done;
}

int import_command(const ImportCommand& command) {
    const auto source = open_source(command.file);
    // a state with a body is a scenario by itself
    const bool single = format_to_read(*source, command.options.from).single_state && command.output.empty();
    if (command.scenario.empty() && !single)
        return import_rows(command, *source, command.output.empty() ? "-" : command.output);
    ImportedFile file;
    import_source(*source, command.options.from, command.options.request(), file);
    ImportCommand as_scenario = command;
    if (command.scenario.empty()) as_scenario.scenario = "-";
    if (!command.scenario.empty() || file.about.body) return import_scenario(as_scenario, file);
    write_rows(file, "-");
    if (!command.quiet) tell_of(file.about, file.notes);
    return done;
}

}  // namespace

void add_import(Program& program) {
    auto options = std::make_shared<ImportCommand>();
    CLI::App* command = program.line.add_subcommand("import", "Read an attitude file of another program");
    command->add_option("FILE", options->file, "the file; - is standard input")->required();
    command
        ->add_option("--csv,--output", options->output,
                     "write the rows as CSV to this file; -, the default: standard output")
        ->type_name("FILE");
    command
        ->add_option("--scenario", options->scenario,
                     "write a scenario: the state and body of the file, or its rates as [rates]; - is standard output")
        ->type_name("FILE");
    options->options.add_to(*command);
    command->add_option("--as", options->options.from, "another word for --from")->type_name("FORMAT");
    command->add_flag("--quiet", options->quiet, "say nothing of what was read");
    command->footer(
        "Rows are t, q_NB (scalar first, body to world), w_NB_B in rad/s; a message with one state becomes a "
        "scenario.\n"
        "Formats, what they keep and what they lose: polhode list format\n"
        "Examples:\n"
        "  polhode import attitude.aem > rows.csv\n"
        "  polhode import state.apm > mine.toml\n"
        "  polhode import cassini.bc --clock cas.tsc --csv rows.csv --scenario mine.toml\n"
        "  polhode import log.csv --as table --say time=t --say quaternion=\"q1,q2,q3,q4\" --say scalar=last "
        "--say direction=body-to-world\n");
    command->callback([&program, options] { program.chosen = [options] { return import_command(*options); }; });
}

}  // namespace polhode::app
