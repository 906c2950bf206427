// Every tableau: a new one is a file and its line here. They are counted in the order of their places (TableauAt).
#pragma once

#include "polhode/integrate/tableaus/dormand_prince_5.hpp"
#include "polhode/integrate/tableaus/dormand_prince_853.hpp"
#include "polhode/integrate/tableaus/euler.hpp"
#include "polhode/integrate/tableaus/heun.hpp"
#include "polhode/integrate/tableaus/merson.hpp"
#include "polhode/integrate/tableaus/midpoint.hpp"
#include "polhode/integrate/tableaus/rk4.hpp"
