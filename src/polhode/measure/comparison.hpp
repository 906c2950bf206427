// Several methods on one problem: how far each is from the first, at the sample times they share.
//
// Methods run one after another, so the rows of the first are kept: in memory while they are few, in an unnamed
// temporary file beyond that (64 bytes a row). Memory stays bounded however long the run is.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "polhode/base/thinned.hpp"
#include "polhode/files/record_store.hpp"
#include "polhode/measure/row_sink.hpp"

namespace polhode {

// Between two attitudes (either may be non-unit; q and -q are the same). Angles in rad, 0 .. pi.
double geodesic_angle(const Quaternion<double>& a, const Quaternion<double>& b);
// Between the world directions of one body vector under two attitudes.
double direction_angle(const Quaternion<double>& a, const Quaternion<double>& b, const Vec3<double>& v_B);

// Two rows of the same time.
struct Difference {
    double t = 0;
    double geodesic = 0;  // rad, the angle of the rotation from one attitude to the other
    double axis111 = 0;   // rad, between the body's (1,1,1) directions (GyroSoft 2015, item 26)
    double axisz = 0;     // rad, between the body's z axes
    double rate = 0;      // rad/s, |w_NB_B - w_NB_B of the first|
};

// One method against the first.
struct DifferenceSummary {
    std::string name;
    long samples = 0;    // times that both have
    Difference largest;  // each number's own largest; t is that of the largest geodesic angle
    Difference final;    // at the last common time
};

class Comparison : public RowSink {
 public:
    Comparison();
    ~Comparison() override;

    // The first call names the reference, each further one the next method; then come its rows.
    void begin(const std::string& name);
    void begin(const Method& method, const Columns&) override { begin(method.name); }
    void row(const Row& row) override;

    bool any() const { return !differences_.empty(); }
    const std::string& reference() const { return reference_name_; }
    const std::vector<DifferenceSummary>& differences() const { return differences_; }
    // For pictures: evenly thinned, bounded.
    const std::vector<Thinned<Difference>>& curves() const { return curves_; }

    // `t` and per method NAME_geodesic_rad, NAME_axis111_rad, NAME_axisz_rad, NAME_rate_rad_s, at every time of the
    // first method; empty cells where a method has no row at that time. Throws OutputError.
    void write_csv(const std::string& path) const;

 private:
    int methods_ = 0;
    std::string reference_name_;
    std::unique_ptr<RecordStore> reference_;
    std::unique_ptr<RecordStore::Reader> reader_;
    double before_ = 0;                           // time of the reference row before the one at hand
    std::optional<std::vector<double>> at_hand_;  // reference row not yet passed
    std::vector<DifferenceSummary> differences_;
    std::vector<Thinned<Difference>> curves_;
    std::vector<std::unique_ptr<RecordStore>> stores_;  // of differences, with the index of the reference row
    long reference_index_ = 0;
};

}  // namespace polhode
