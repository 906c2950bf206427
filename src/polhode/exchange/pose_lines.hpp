// A line for each pose, written as rows come: what TUM and EuRoC share. Positions are not known and stand as 0.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "polhode/files/csv_writer.hpp"
#include "polhode/output/output_format.hpp"

namespace polhode {

class PoseLines : public TrajectoryWriter {
 public:
    PoseLines(const std::string& path, std::string head) : file_(path), waiting_(std::move(head)) {}
    void row(const Row& row) final {
        append(waiting_, row);
        if (waiting_.size() > 1 << 16) hand_over();
    }
    void close(const std::string&) final {
        hand_over();
        file_.close();
    }
    bool reader_gone() const final { return file_.reader_gone(); }

 protected:
    const std::string& path() const { return file_.name(); }

 private:
    virtual void append(std::string& text, const Row& row) const = 0;  // its line, with the end of it
    void hand_over() {
        file_.write(waiting_);
        waiting_.clear();
    }
    OutputFile file_;
    std::string waiting_;
};

// A format that `Writer` writes; the entry, the ending, what is kept and how it is read are its own.
template <class Writer>
OutputFormat pose_format() {
    OutputFormat format;
    format.loses = "rates, energy, epoch";
    format.standard_output = true;
    format.usual_bytes = 14;
    format.least_bytes = 1;
    format.open = [](const std::string& path, const Trajectory&) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<Writer>(path);
    };
    return format;
}

}  // namespace polhode
