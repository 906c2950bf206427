// What was computed could not be written: OutputError, which others see too.
#pragma once

#include "polhode/library/error.hpp"
