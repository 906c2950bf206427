// Ctrl-C asks a run to end at its next step, so that what was computed is saved; and so do SIGTERM, a terminal that
// goes away (SIGHUP), a batch system that warns of the end (SIGUSR1) and a limit on the time of the processor
// (SIGXCPU). A second Ctrl-C or SIGTERM ends the program at once.
#pragma once

namespace polhode::app {

void watch_for_interrupts();
bool interrupted();

}  // namespace polhode::app
