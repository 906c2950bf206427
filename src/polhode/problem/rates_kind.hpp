// A kind of given rate: its description and how one is built from [rates] of a scenario, together. HOW TO ADD ONE: a
// file in problem/rates that defines
//
//     RatesKind polhode::rates_NAME() {
//         return {{"rates", "name", "what it is", {parameters}, "", "source"}, build};
//     }
//
// where build() gives a RatesModel of external_rates(Model<double>{...}) (external_rates.hpp), and a line
// POLHODE_RATES(NAME) in rates_list.def.
#pragma once

#include <string>
#include <vector>

#include "polhode/problem/rates_model.hpp"
#include "polhode/registry/registry.hpp"

namespace polhode {

// [rates] of a scenario, checked against its entry.
struct RatesTable {
    const Values& values;
    const std::string& directory;  // that file names start from
    const Instrument& instrument;  // for kinds that bring their own rows
};

// Whether a kind is known at all times, or brings rows: values of a function, or what an instrument read.
enum class RowsOf { none, function, readings };

struct RatesKind {
    Entry entry;
    RatesModel (*build)(const RatesTable&);
    RowsOf rows = RowsOf::none;
};

// Those of rates_list.def, in its order; one of them, or nothing.
const std::vector<RatesKind>& rates_kinds();
const RatesKind* find_rates_kind(const std::string& name);

#define POLHODE_RATES(name) RatesKind rates_##name();
#include "polhode/problem/rates_list.def"
#undef POLHODE_RATES

}  // namespace polhode
