// This process, others that it starts, and the machine it runs on.
#pragma once

#include <string>
#include <vector>

namespace polhode::system {

long process_number();
std::string machine_name();  // "" where it has none
int processors();            // of the machine
int processors_allowed();    // to this process
[[noreturn]] void end_at_once(int code);

// False where the system refuses; errno says why.
bool keep_memory_present();           // no page of it goes to a disk
bool go_before_others(int priority);  // ordinary programs wait behind this thread

struct StartedProgram {
    long number = 0;
    int error = 0;  // as errno has it, where it did not start
};
// A program from PATH. With `messages` it reads nothing, what it prints goes nowhere and what it complains of to that
// file, and Ctrl-C is not for it; without, it has what this program has.
StartedProgram start_program(const std::vector<std::string>& words, const std::string& messages = "");

struct EndedProgram {
    bool ended = false;  // otherwise it is still running, or `error` says why nobody knows
    int error = 0;
    int code = -1;  // its exit code; -1 where a signal ended it
};
EndedProgram look_after(long number);
// Ends it at once, and waits until it has.
void kill_program(long number);

}  // namespace polhode::system
