// Format "axis": t and the direction of the body's z axis in the world; one line a row.
#include "polhode/base/full_precision.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/output/output_format.hpp"

namespace polhode {

namespace {

class AxisFile : public TrajectoryWriter {
 public:
    explicit AxisFile(const std::string& path) : file_(path) {}
    void row(const Row& row) override {
        std::string line = full_precision(row.t);
        const Vec3<double> z = to_world(row.q_NB, Vec3<double>{0, 0, 1});
        for (int i = 0; i < 3; ++i) line += " " + full_precision(z[i]);
        file_.write(line + "\n");
    }
    void close(const std::string&) override { file_.close(); }

 private:
    OutputFile file_;
};

}  // namespace

OutputFormat axis_format() {
    OutputFormat f;
    f.entry = {"format", "axis", "time and the direction of the z axis, one line a row"};
    f.ending = ".axis";
    f.open = [](const std::string& path, const Trajectory&) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<AxisFile>(path);
    };
    return f;
}

}  // namespace polhode
