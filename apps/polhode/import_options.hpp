// What the commands say of a file that somebody else wrote, in the same words wherever one is read.
#pragma once

#include <string>
#include <vector>

#include "polhode/exchange/imported.hpp"
#include "polhode/scenario/epoch_table.hpp"
#include "program.hpp"

namespace polhode::app {

struct ImportOptions {
    std::string from;
    std::string segment, body_frame, clock, topic, cross_products = "book";
    double ticks_per_second = 0;
    bool normalise = false;
    std::vector<std::string> says;  // KEY=VALUE

    // `group`: the heading under which the help shows them.
    void add_to(CLI::App& command, const std::string& group = "Options");
    ImportRequest request() const;  // throws InputError
};

// Prints what a file said of itself and what was noted on the way, to standard error.
void tell_of(const ImportedHead& head, const std::vector<std::string>& notes);

}  // namespace polhode::app
