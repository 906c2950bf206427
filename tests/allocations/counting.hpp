// Every operator new of a thread that wants it, counted.
#pragma once

namespace allocations {

// Of this thread.
void count_from_now();
long end_of_count();  // gives how many there were

// Counts what LiveRunner::run() allocates, by several clocks. `folder`: for records.
long in_runs(const char* folder);

}  // namespace allocations
