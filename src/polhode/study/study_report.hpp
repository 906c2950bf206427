// What a study found: a table for people, JSON for programs, and work-precision diagrams.
#pragma once

#include <string>

#include "polhode/study/study.hpp"

namespace polhode {

// At most `width` columns where that is possible; 0: as wide as it gets.
std::string study_table(const Study& study, const StudyResult& result, int width = 0);
std::string study_json(const Study& study, const StudyResult& result, int indent = 2);

// Error against evaluations, flops and CPU time, on logarithmic scales, one line of panels a problem; the legend gives
// the observed order of each curve. The end of the name says the format: .svg, .png, .pdf. Throws PlotError,
// OutputError.
void plot_study(const Study& study, const StudyResult& result, const std::string& path);

}  // namespace polhode
