// The rows of a trajectory held back until the last is known, for formats that say first how many there are: in memory
// while they are few, else in a temporary file.
#pragma once

#include <string>

#include "polhode/files/record_store.hpp"
#include "polhode/output/output_format.hpp"

namespace polhode {

class GatheredRows : public TrajectoryWriter {
 public:
    GatheredRows(std::string path, const Trajectory& trajectory);
    void row(const Row& row) final;
    void close(const std::string& status) final;

 protected:
    static constexpr int record_width = 12;
    struct Record {
        double t, q[4], w[3], energy, L[3];
    };
    // Calls `take(record)` for each row in order; may be asked again.
    template <class Take>
    void each(Take take) const {
        RecordStore::Reader reader(store_);
        double numbers[record_width];
        while (reader.next(numbers))
            take(Record{numbers[0],
                        {numbers[1], numbers[2], numbers[3], numbers[4]},
                        {numbers[5], numbers[6], numbers[7]},
                        numbers[8],
                        {numbers[9], numbers[10], numbers[11]}});
    }
    long count() const { return store_.size(); }
    double first_time() const;  // an OutputError where there is no row
    double last_time() const { return last_; }
    const std::string& path() const { return path_; }
    bool rates() const { return rates_; }
    bool dynamics() const { return dynamics_; }

    virtual void write_all(const std::string& status) = 0;

 private:
    std::string path_;
    bool rates_, dynamics_, closed_ = false;
    RecordStore store_;
    double first_ = 0, last_ = 0;
};

}  // namespace polhode
