#pragma once

namespace polhode::app {

// Reads the command line, does what it says, and turns whatever goes wrong into one message and an exit code.
int run_program(int argc, char** argv);

}  // namespace polhode::app
