// Which program computes a sweep: runs of two that differ may differ in their last bits, and must not stand together
// in one journal without anybody knowing.
#pragma once

#include <string>

namespace polhode {

struct SweepProgram {
    std::string version, revision;
    // SHA-256 of what the self-test of the arithmetic gives: small sweeps over the random numbers, formulas,
    // integrators, torques, closed forms and sums there are. The same on every machine.
    std::string arithmetic;

    bool operator==(const SweepProgram&) const = default;
    static const SweepProgram& here();
};

// The self-test, which takes some milliseconds.
std::string sweep_self_test();

}  // namespace polhode
