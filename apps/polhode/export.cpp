// polhode export: a trajectory, ours or somebody else's, in another format.
#include <fmt/format.h>

#include <optional>

#include "import_options.hpp"
#include "polhode/base/readable.hpp"
#include "polhode/exchange/import.hpp"
#include "program.hpp"

namespace polhode::app {

namespace {

struct ExportCommand {
    std::string trajectory, to, as, file;
    ImportOptions options;
    std::string epoch, system, frame, frame_of_body, object;
    int digits = 0;
    bool quiet = false;
};

// The format whose files end as this one does; of several the one that says most. Null: none.
const OutputFormat* format_by_ending(const std::string& path) {
    const OutputFormat* found = nullptr;
    for (const OutputFormat& format : output_formats()) {
        const std::string& end = format.ending;
        const bool fits = path.size() > end.size() && path.compare(path.size() - end.size(), end.size(), end) == 0;
        if (format.open && fits && (!found || found->ending.size() < end.size())) found = &format;
    }
    return found;
}

// `--to FILE --as FORMAT`, `--to FILE` whose ending tells the format, or `--to FORMAT [FILE]`.
void tell_file_from_format(ExportCommand& command) {
    if (!command.as.empty()) {
        if (!command.file.empty())
            throw InputError({"--to", 0, ""}, "where --as names the format, --to names the file, and '" +
                                                  without_control_characters(command.file) + "' is one too many");
        command.file = command.to == "-" ? "" : command.to;
        command.to = command.as;
        return;
    }
    if (!command.file.empty() || find_format(command.to)) return;
    if (const OutputFormat* format = format_by_ending(command.to)) {
        command.file = command.to;
        command.to = format->entry.name;
    } else if (command.to == "-" || command.to.find_first_of("./") != std::string::npos) {
        throw InputError({"--to", 0, ""}, "'" + without_control_characters(command.to) +
                                              "' does not end as a file of one format; name it: --as " +
                                              listed(written_formats()));
    }
}

const OutputFormat& format_to_write(const ExportCommand& command) {
    const OutputFormat* format = find_format(command.to);
    if (!format || !format->open)
        refuse_unknown(command.as.empty() ? "--to" : "--as", command.to, "a format that is written", written_formats());
    if (command.file.empty() && !format->standard_output)
        throw InputError({"--to", 0, ""}, "the format '" + command.to + "' needs a file: polhode export " +
                                              without_control_characters(command.trajectory) + " --to " + command.to +
                                              " FILE" + format->ending);
    return *format;
}

// What the file says of its epoch and frames, with what the command line says in its place.
Epoch epoch_of(const ImportedHead& head, const ExportCommand& command) {
    Epoch epoch;
    if (!head.frame.empty()) epoch.frame = head.frame;
    if (!head.body_frame.empty()) epoch.body_frame = head.body_frame;
    if (!head.object.empty()) epoch.object = head.object;
    if (head.epoch) {
        epoch.time = *head.epoch;
        epoch.given = true;
        if (!head.time_system.empty()) epoch.system = head.time_system;
    }
    if (!command.frame.empty()) epoch.frame = command.frame;
    if (!command.frame_of_body.empty()) epoch.body_frame = command.frame_of_body;
    if (!command.object.empty()) epoch.object = command.object;
    if (!command.epoch.empty() || !command.system.empty())
        epoch = checked_epoch(epoch, command.epoch.empty() ? instant_text(epoch.time, 18) : command.epoch,
                              {"--epoch", 0, ""}, command.system.empty() ? epoch.system : command.system,
                              {"--time-system", 0, ""});
    return epoch;
}

// Rows go straight from the reader to the writer.
class RowsToWriter : public ImportSink {
 public:
    RowsToWriter(const OutputFormat& format, const ExportCommand& command) : format_(format), command_(command) {}

    void head(const ImportedHead& head) override {
        about_ = head;
        if (!head.rates && (format_.entry.name == "csv" || format_.entry.name == "hdf5"))
            throw InputError({command_.trajectory, 0, ""}, "it holds no rates, which " + format_.entry.name +
                                                               " of Polhode has; `polhode import` writes CSV without");
        scenario_.title = head.object.empty() ? head.what : head.object;
        scenario_.epoch = epoch_of(head, command_);
        if (head.body) imported_body_ = *head.body;
        columns_.dynamics = head.dynamics;
    }
    void row(const ImportedRow& row) override {
        if (!writer_)
            writer_ = format_.open(command_.file.empty() ? "-" : command_.file,
                                   Trajectory{scenario_, method_, columns_, about_.rates, command_.digits});
        Row r;
        r.t = row.t;
        r.q_NB = row.q_NB;
        r.w_NB_B = row.w_NB_B;
        r.energy = row.energy;
        r.L_N = row.L_N;
        writer_->row(r);
    }
    void note(const std::string& text) override { notes_.push_back(text); }
    void close() {
        if (writer_) writer_->close("complete");
    }
    const ImportedHead& about() const { return about_; }
    const std::vector<std::string>& notes() const { return notes_; }
    bool epoch_given() const { return scenario_.epoch.given; }

 private:
    const OutputFormat& format_;
    const ExportCommand& command_;
    ImportedHead about_;
    std::optional<ImportedBody> imported_body_;
    Scenario scenario_;
    Method method_;
    Columns columns_;
    std::vector<std::string> notes_;
    std::unique_ptr<TrajectoryWriter> writer_;
};

int export_command(ExportCommand command) {
    tell_file_from_format(command);
    const OutputFormat& format = format_to_write(command);
    RowsToWriter rows(format, command);
    import_file(command.trajectory, command.options.from, command.options.request(), rows);
    rows.close();
    if (command.quiet) return done;
    tell_of(rows.about(), rows.notes());
    if (format.wants_epoch && !rows.epoch_given())
        note("note: the file says t = 0 is 2000-01-01T12:00:00 TAI, because nothing else was said (--epoch)");
    // kernels have frames by their number
    if (format.wants_epoch && format.entry.name != "ck" && rows.about().frame.empty() && command.frame.empty())
        note("note: the world's axes are called EME2000, which is only a name (--frame)");
    if (!format.loses.empty()) note("note: " + format.entry.name + " loses " + format.loses);
    return done;
}

}  // namespace

void add_export(Program& program) {
    auto options = std::make_shared<ExportCommand>();
    CLI::App* command = program.line.add_subcommand("export", "Write a trajectory in the format of another program");
    command->add_option("TRAJECTORY", options->trajectory, "a file of `polhode run`, or of any format that is read")
        ->required();
    command->add_option("FILE", options->file, "where to; default: standard output, where the format allows it");
    command->add_option("--to", options->to, "file to write, whose ending or --as says the format; or the format")
        ->required()
        ->type_name("FILE");
    command->add_option("--as", options->as, "format to write (`polhode list format`)")->type_name("FORMAT");
    options->options.add_to(*command);
    command->add_option("--epoch", options->epoch, "date of t = 0: 2000-01-01T12:00:00.0")->type_name("DATE");
    command->add_option("--time-system", options->system, "the clock of that date: TAI, UTC, TT, TDB, GPS, ...")
        ->type_name("NAME");
    command->add_option("--frame", options->frame, "name of the world's axes; default EME2000, only a name")
        ->type_name("NAME");
    command->add_option("--name-body-frame", options->frame_of_body, "name of the body's axes in the file written")
        ->type_name("NAME");
    command->add_option("--object", options->object, "name of the body")->type_name("NAME");
    command
        ->add_option("--digits", options->digits, "digits of numbers in text formats; default: what the format allows")
        ->check(whole_number(6, 17))
        ->type_name("N");
    command->add_flag("--quiet", options->quiet, "say nothing of what was read");
    command->footer(
        "Examples:\n"
        "  polhode run mine.toml --csv rows.csv\n"
        "  polhode export rows.csv --to rows.tum\n"
        "  polhode export rows.csv --to attitude.txt --as tum\n"
        "  polhode export rows.csv --to aem --epoch 2026-01-01T00:00:00 --object MINE > rows.aem\n"
        "  polhode export rows.csv --to ck rows.bc\n");
    command->callback([&program, options] { program.chosen = [options] { return export_command(*options); }; });
}

}  // namespace polhode::app
