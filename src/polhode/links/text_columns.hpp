// Numbers with commas between them, time first, one line: what JSBSim sends and takes, netcat shows and a spreadsheet
// reads.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "polhode/links/live_frame.hpp"
#include "polhode/links/own_json.hpp"

namespace polhode {

// "t,qw,qx,qy,qz,wx,wy,wz\n"
void write_columns_head(std::string& text);
void write_columns(std::string& text, const LiveFrame& frame);

// Lines "t,v1,v2,.." as they come in: as many values as were agreed upon, and none that is older than the last
// (datagrams overtake each other; JSBSim has the same rule).
class ColumnsReader {
 public:
    static constexpr std::size_t most_values = 8;
    static constexpr std::size_t longest_line = 512;  // bytes

    // `values`: how many follow the time, 1 to most_values
    explicit ColumnsReader(std::size_t values);

    // Reads one line, with or without its end. After a fault time and values are as before.
    LinkFault read(std::string_view line);
    void forget_time();  // after a reset: any time is new

    double time() const { return time_; }
    const std::array<double, most_values>& values() const { return values_; }
    std::size_t count() const { return count_; }

 private:
    std::size_t count_;
    double time_ = 0;
    bool begun_ = false;
    std::array<double, most_values> values_{};
};

}  // namespace polhode
