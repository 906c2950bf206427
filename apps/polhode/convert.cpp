// polhode convert: one attitude representation into another, for one attitude or for a stream of them.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <functional>
#include <numbers>
#include <sstream>

#include "polhode/base/full_precision.hpp"
#include "polhode/base/parse_number.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/problem/attitudes/attitude.hpp"
#include "polhode/registry/registry.hpp"
#include "polhode/system/file.hpp"
#include "program.hpp"

namespace polhode::app {

namespace {

struct ConvertCommand {
    std::string from, to;
    bool degrees = false;
    std::vector<std::string> numbers;
};

using Numbers = std::vector<double>;

void require_attitude(const std::string& option, const std::string& name, bool all_allowed) {
    auto known = convertible_names();
    if (all_allowed) known.push_back("all");
    if (std::find(known.begin(), known.end(), name) == known.end())
        refuse_unknown(option, name, "an attitude representation", known);
}

// The angles among the numbers of a representation, which --degrees is about. A rotation vector is an angle along an
// axis, so that all three of its numbers are.
bool is_angle(const std::string& representation, const std::string& parameter) {
    return (representation.rfind("euler-", 0) == 0 && representation != "euler-parameters") ||
           representation.rfind("extrinsic-", 0) == 0 || representation == "rotation-vector" || parameter == "angle";
}
Numbers scaled(const std::string& representation, Numbers numbers, double factor) {
    const auto names = parameter_names(representation);
    for (size_t i = 0; i < numbers.size(); ++i)
        if (is_angle(representation, names[i])) numbers[i] *= factor;
    return numbers;
}

Numbers converted(const ConvertCommand& options, const Numbers& given, const std::string& to) {
    const double degree = std::numbers::pi / 180;
    if (!options.degrees) return convert_attitude(options.from, given, to);
    return scaled(to, convert_attitude(options.from, scaled(options.from, given, degree), to), 1 / degree);
}

std::string joined(const Numbers& numbers, const char* between) {
    std::vector<std::string> words;
    for (const double x : numbers) words.push_back(full_precision(x));
    return fmt::format("{}", fmt::join(words, between));
}

double read_number(const std::string& word, const Place& place) {
    if (const auto number = parse_number(word)) return *number;
    throw InputError(place, fmt::format("'{}' is not a number", word));
}

std::string how_many(const std::string& representation) {
    const auto names = parameter_names(representation);
    return fmt::format("{} has {} numbers: {}", representation, names.size(), fmt::join(names, ", "));
}

int convert_one(const ConvertCommand& options) {
    Numbers given;
    for (const std::string& word : options.numbers) given.push_back(read_number(word, {"", 0, ""}));
    if (given.size() != parameter_names(options.from).size())
        throw InputError({"", 0, ""}, fmt::format("{}; {} were given", how_many(options.from), given.size()));
    if (options.to != "all") {
        print(joined(converted(options, given, options.to), " ") + "\n");
        return done;
    }
    std::string text;
    for (const std::string& to : convertible_names()) {
        try {
            const Numbers numbers = converted(options, given, to);
            text += fmt::format("{:<18}{}\n", to, joined(numbers, " "));
        } catch (const InputError& e) {
            text += fmt::format("{:<18}{}\n", to, e.what());
        }
    }
    print(text);
    return done;
}

std::vector<std::string> split(std::string line) {
    for (char& c : line)
        if (c == ',' || c == ';' || c == '\t' || c == '\r') c = ' ';
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

// The lines of standard input as they come: before it waits for more it has what was made of the others written, so
// that a filter between two programs holds nothing back, and a signal loses nothing.
class StandardInput {
 public:
    explicit StandardInput(std::function<void()> before_waiting) : before_waiting_(std::move(before_waiting)) {}

    // Without its end; the last line may lack one.
    bool next(std::string& line) {
        std::size_t end = 0, seen = 0;
        while ((end = held_.find('\n', begin_ + seen)) == std::string::npos) {
            seen = held_.size() - begin_;
            if (!read_more()) break;
        }
        if (begin_ >= held_.size()) return false;
        line = held_.substr(begin_, end == std::string::npos ? end : end - begin_);
        begin_ = end == std::string::npos ? held_.size() : end + 1;
        return true;
    }

 private:
    bool read_more() {
        before_waiting_();
        held_.erase(0, begin_);
        begin_ = 0;
        char buffer[1 << 16];
        const std::ptrdiff_t n = system::read_some(system::standard_input, buffer, sizeof buffer);
        if (n < 0)
            throw InputError({"standard input", 0, ""}, std::string("it cannot be read: ") + std::strerror(errno));
        held_.append(buffer, static_cast<std::size_t>(n));
        return n > 0;
    }

    std::function<void()> before_waiting_;
    std::string held_;
    std::size_t begin_ = 0;
};

// Lines of numbers from standard input. A header line may say which columns they are (as in the trajectories that
// `polhode run` writes); a column t is then passed through.
int convert_stream(const ConvertCommand& options) {
    if (options.to == "all") throw InputError({"--to", 0, ""}, "'all' goes with the numbers of one attitude only");
    const auto names = parameter_names(options.from);
    std::vector<size_t> columns(names.size());
    for (size_t i = 0; i < columns.size(); ++i) columns[i] = i;
    long time_column = -1;
    size_t width = names.size();
    bool first = true;

    OutputFile out("-");
    std::string waiting;
    int line_number = 0;
    StandardInput input([&] {
        out.write(waiting);
        waiting.clear();
    });
    for (std::string line; input.next(line) && !out.reader_gone();) {
        ++line_number;
        const Place place{"standard input", line_number, ""};
        const auto words = split(line);
        if (words.empty() || words[0][0] == '#') continue;
        if (first) {
            first = false;
            const bool header = !parse_number(words[0]);
            if (header) {
                width = words.size();
                for (size_t i = 0; i < names.size(); ++i) {
                    const auto found = std::find(words.begin(), words.end(), names[i]);
                    if (found == words.end())
                        throw InputError(
                            place, fmt::format("the header has no column '{}' ({})", names[i], how_many(options.from)));
                    columns[i] = static_cast<size_t>(found - words.begin());
                }
                if (words[0] == "t") time_column = 0;
            }
            waiting += time_column == 0 ? "t," : "";
            waiting += fmt::format("{}\n", fmt::join(parameter_names(options.to), ","));
            if (header) continue;
        }
        if (words.size() != width)
            throw InputError(
                place, fmt::format("{} numbers in place of {} ({})", words.size(), width, how_many(options.from)));
        Numbers given;
        for (const size_t column : columns) given.push_back(read_number(words[column], place));
        if (time_column == 0) waiting += full_precision(read_number(words[0], place)) + ",";
        waiting += joined(converted(options, given, options.to), ",") + "\n";
    }
    out.write(waiting);
    return done;
}

int convert(const ConvertCommand& options) {
    require_attitude("--from", options.from, false);
    require_attitude("--to", options.to, true);
    return options.numbers.empty() ? convert_stream(options) : convert_one(options);
}

}  // namespace

void add_convert(Program& program) {
    auto options = std::make_shared<ConvertCommand>();
    CLI::App* command = program.line.add_subcommand("convert", "Turn one attitude representation into another");
    command->add_option("--from", options->from, "representation of what is given")->required();
    command->add_option("--to", options->to, "representation wanted, or 'all'")->required();
    command->add_flag("--degrees", options->degrees, "angles in degrees, in both directions (default: radians)");
    command->add_option("NUMBERS", options->numbers,
                        "the attitude's numbers in the representation's own order; default: lines of standard input");
    command->footer(
        "All attitudes turn body into world components; quaternions are Hamilton's, scalar first.\n"
        "Names and the order of their numbers: polhode list attitude\n"
        "Examples:\n"
        "  polhode convert --from euler-zyx --degrees 30 20 10 --to quaternion\n"
        "  polhode convert --from quaternion 0.5 0.5 0.5 0.5 --to all\n"
        "  polhode convert --from quaternion --to euler-zyx --degrees < trajectory.csv\n");
    command->callback([&program, options] { program.chosen = [options] { return convert(*options); }; });
}

}  // namespace polhode::app
