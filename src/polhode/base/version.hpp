// Which Polhode this is. The values are filled in by the build (cmake/version.cmake).
#pragma once

#include "polhode/library/version.hpp"
