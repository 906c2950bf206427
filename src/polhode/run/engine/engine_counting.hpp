// The engine over numbers that count their operations: for the cost of a method, never for its result. Quaternion only,
// because one instance of the engine is already much to compile.
#pragma once

namespace polhode::engine {

struct Job;
void run_counting(const Job& job);

}  // namespace polhode::engine
