// What was computed could not be written: disk full, no permission, a directory in the way. The program ends with
// exit code 2 and says which file, why, and how much of it can be used.
#pragma once

#include <stdexcept>
#include <string>

namespace polhode {

class OutputError : public std::runtime_error {
 public:
    // "cannot write out/trajectory.csv: No space left on device (the first 1234 rows are complete)". A negative
    // number of rows means that the file does not consist of rows.
    OutputError(std::string file_name, std::string why, long complete_rows = -1)
        : std::runtime_error(message(file_name, why, complete_rows)),
          file(std::move(file_name)),
          reason(std::move(why)),
          rows(complete_rows) {}

    std::string file;
    std::string reason;
    long rows;

 private:
    static std::string message(const std::string& file, const std::string& why, long rows) {
        std::string text = "cannot write " + file + ": " + why;
        if (rows == 0) text += " (no row was saved)";
        if (rows == 1) text += " (the first row is complete)";
        if (rows > 1) text += " (the first " + std::to_string(rows) + " rows are complete)";
        return text;
    }
};

}  // namespace polhode
