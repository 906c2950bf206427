// The processor time of the calling thread, in seconds; only differences mean anything. Unlike the time on the wall it
// does not count what other threads did meanwhile.
#pragma once

namespace polhode {

double thread_cpu_seconds();

}  // namespace polhode
