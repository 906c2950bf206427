// The results of a study as CSV, one row a point. While the study runs each finished point is appended at once, so that
// nothing is lost when it is stopped, by whatever; at the end the file is written again in the order of the study, with
// the observed orders.
#pragma once

#include <string>
#include <vector>

#include "polhode/study/study.hpp"
#include "polhode/system/file.hpp"

namespace polhode {

// key,problem,method,step,tolerance,error,order,evaluations,flops,cpu_s,accepted,rejected,failure
std::string study_csv_header();
std::string study_csv_row(const Study& study, const StudyPoint& point);
std::string study_csv(const Study& study, const StudyResult& result);

// The complete rows of a CSV of a study. A row that was cut off by a kill is left out, and so is everything that is no
// row. Throws InputError where the file is not of this kind at all; a file that does not exist has no rows.
std::vector<StudyPoint> read_study_csv(const std::string& path);

class StudyLog {
 public:
    // Starts the file with the points there are already.
    StudyLog(const std::string& path, const Study& study, const std::vector<StudyPoint>& finished);
    StudyLog(const StudyLog&) = delete;
    StudyLog& operator=(const StudyLog&) = delete;

    void add(const StudyPoint& point);       // throws OutputError
    void finish(const StudyResult& result);  // the whole file in its final order
    const std::string& path() const { return path_; }

 private:
    void append(const std::string& text);

    std::string path_;
    const Study& study_;
    Descriptor file_;
};

}  // namespace polhode
