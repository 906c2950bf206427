// Format "tum": t, position (a body that turns about a fixed point has none), quaternion with the scalar last; one line
// a row, as the tools for visual odometry read it.
#include "polhode/base/full_precision.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/output/output_format.hpp"

namespace polhode {

namespace {

class TumFile : public TrajectoryWriter {
 public:
    explicit TumFile(const std::string& path) : file_(path) {}
    void row(const Row& row) override {
        std::string line = full_precision(row.t) + " 0 0 0";
        for (const double x : {row.q_NB.x, row.q_NB.y, row.q_NB.z, row.q_NB.w}) line += " " + full_precision(x);
        file_.write(line + "\n");
    }
    void close(const std::string&) override { file_.close(); }

 private:
    OutputFile file_;
};

}  // namespace

OutputFormat tum_format() {
    OutputFormat f;
    f.entry = {"format", "tum", "time, position and attitude, one line a row"};
    f.ending = ".tum";
    f.open = [](const std::string& path, const Trajectory&) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<TumFile>(path);
    };
    return f;
}

}  // namespace polhode
