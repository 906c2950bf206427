#include "import_options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "polhode/base/readable.hpp"
#include "polhode/calendar/time_system.hpp"

namespace polhode::app {

void ImportOptions::add_to(CLI::App& command, const std::string& group) {
    const std::size_t before = command.get_options().size();
    command.add_option("--from", from, "format of the file (`polhode list format`); default: what its first bytes say")
        ->type_name("FORMAT");
    command.add_option("--segment", segment, "which segment of several: a number from 1, or 'all'")->type_name("N");
    command.add_flag("--normalise", normalise, "take quaternions of any length and make them unit");
    command.add_option("--body-frame", body_frame, "which frame of the file is the body's, where names do not say it")
        ->type_name("NAME");
    command.add_option("--clock", clock, "clock kernel of a SPICE C-kernel")->type_name("FILE");
    command
        .add_option("--ticks-per-second", ticks_per_second, "in its place: ticks of the spacecraft's clock in a second")
        ->check(number_between(0, INFINITY, "a number of ticks > 0"))
        ->type_name("N");
    command
        .add_option("--cross-products", cross_products,
                    "how CCSDS messages give IXY: 'book' (the tensor holds -IXY) or 'tensor' (as it stands)")
        ->check(one_of({"book", "tensor"}))
        ->type_name("HOW");
    command.add_option("--topic", topic, "which channel of an MCAP file, or which structure of a MAT file")
        ->type_name("NAME");
    command
        .add_option("--say", says, "what the columns of a table are; may be repeated, and is remembered in FILE.toml")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    std::vector<CLI::Option*> all = command.get_options();
    for (std::size_t i = before; i < all.size(); ++i) all[i]->group(group);
}

ImportRequest ImportOptions::request() const {
    ImportRequest request;
    request.segment = segment;
    if (!segment.empty() && segment != "all" &&
        (segment.size() > 9 || segment.find_first_not_of("0123456789") != std::string::npos || std::stol(segment) < 1))
        throw InputError({"--segment", 0, ""},
                         "expected a number from 1, or 'all', read '" + without_control_characters(segment) + "'");
    request.normalise = normalise;
    request.body_frame = body_frame;
    request.clock = clock;
    if (ticks_per_second > 0) request.ticks_per_second = ticks_per_second;
    request.cross_products_as_tensor = cross_products == "tensor";
    request.topic = topic;
    for (const std::string& text : says) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
            throw InputError({"--say", 0, ""}, "expected KEY=VALUE, read '" + without_control_characters(text) +
                                                   "'; example: --say scalar=last");
        request.says[text.substr(0, equals)] = text.substr(equals + 1);
    }
    return request;
}

void tell_of(const ImportedHead& head, const std::vector<std::string>& notes) {
    std::string text = head.what;
    if (!head.object.empty()) text += ", " + head.object;
    if (!head.frame.empty()) text += ", " + head.frame + " to " + head.body_frame;
    if (head.epoch) text += ", t = 0 at " + instant_text(*head.epoch, 9) + " " + head.time_system;
    note(without_control_characters(text));
    for (const std::string& one : notes) note("note: " + without_control_characters(one));
}

}  // namespace polhode::app
