// The patch diagram of an analog computer, drawn from its netlist: what is computed is what is drawn.
#pragma once

#include <string>

#include "polhode/analog_computer/analog_netlist.hpp"

namespace polhode {

// A self-contained SVG picture. Wires run at right angles; each net has a vertical track of its own, and wires that
// cross are joined only where there is a dot.
std::string analog_diagram(const AnalogNetlist& netlist);

}  // namespace polhode
