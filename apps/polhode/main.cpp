#include "run_program.hpp"

int main(int argc, char** argv) { return polhode::app::run_program(argc, argv); }
