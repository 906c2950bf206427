// The engine over numbers that count their operations: for the cost of a method, never for its result. Quaternion only,
// because one instance of the engine is already much to compile.
#pragma once

namespace polhode {

// The arithmetic of a method that is only run to be counted; not a name for scenarios.
inline constexpr const char* counting_arithmetic = "counting";

}  // namespace polhode

namespace polhode::engine {

struct Job;
void run_counting(const Job& job);

}  // namespace polhode::engine
