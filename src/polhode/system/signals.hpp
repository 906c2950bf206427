// What others may send to the program while it runs.
#pragma once

namespace polhode::system {

// A reader that has gone away, or a limit on the size of files, is then an error of the write like any other.
void ignore_broken_pipes();
void ignore_limits_of_files();

// `remember` is called, as a handler of signals may be, when somebody asks the program to end: Ctrl-C, the system, a
// terminal that goes away (unless that was to be ignored when the program began), a batch system that warns, a limit on
// the processor's time. A second Ctrl-C, or a second request of the system, ends the program.
void call_when_asked_to_end(void (*remember)(int));

// From now on the first request of the system ends the program.
void end_when_asked();

}  // namespace polhode::system
