// Ctrl-C (and SIGTERM) ask a run to end at its next step, so that what was computed is saved. A second one ends the
// program at once.
#pragma once

namespace polhode::app {

void watch_for_interrupts();
bool interrupted();

}  // namespace polhode::app
