#include "polhode/measure/comparison.hpp"

#include <cmath>

#include "polhode/files/csv_writer.hpp"

namespace polhode {

namespace {

constexpr int row_width = 8;         // t, q_NB, w_NB_B
constexpr int difference_width = 5;  // index of the reference row, then the four numbers

// Times that differ by less than this part of the reference's row spacing are the same time: the methods add up steps
// in different ways, and what is left of that is rounding.
constexpr double same_time = 1e-6;

double larger(double a, double b) { return !(b > a) ? a : b; }

}  // namespace

double geodesic_angle(const Quaternion<double>& a, const Quaternion<double>& b) {
    const Quaternion<double> d = compose(conjugate(a), b);
    return 2 * std::atan2(norm(d.vector()), std::fabs(d.w));
}

double direction_angle(const Quaternion<double>& a, const Quaternion<double>& b, const Vec3<double>& v_B) {
    Vec3<double> u = to_world(a, v_B), v = to_world(b, v_B);
    u = u / norm(u);
    v = v / norm(v);
    // Kahan's form, accurate at both ends (W. Kahan, How futile are mindless assessments of roundoff, section 12)
    return 2 * std::atan2(norm(u - v), norm(u + v));
}

Comparison::Comparison() = default;
Comparison::~Comparison() = default;

void Comparison::begin(const std::string& name) {
    ++methods_;
    if (methods_ == 1) {
        reference_name_ = name;
        reference_ = std::make_unique<RecordStore>(row_width);
        return;
    }
    DifferenceSummary summary;
    summary.name = name;
    differences_.push_back(summary);
    curves_.emplace_back();
    stores_.push_back(std::make_unique<RecordStore>(difference_width, 40'000));
    reader_ = std::make_unique<RecordStore::Reader>(*reference_);
    std::vector<double> first(row_width);
    at_hand_.reset();
    if (reader_->next(first.data())) at_hand_ = first;
    before_ = at_hand_ ? first[0] : 0;
    reference_index_ = 0;
}

void Comparison::row(const Row& row) {
    const Vec<double, 4> q = row.q_NB.params();
    if (methods_ <= 1) {
        const double record[row_width] = {row.t, q[0], q[1], q[2], q[3], row.w_NB_B[0], row.w_NB_B[1], row.w_NB_B[2]};
        reference_->add(record);
        return;
    }
    // advance the reference to the last row that is not later than this one
    std::vector<double> next(row_width);
    while (at_hand_) {
        const double t = (*at_hand_)[0], spacing = t > before_ ? t - before_ : std::fabs(row.t - t);
        const double tolerance = same_time * spacing;
        if (t > row.t + tolerance) return;  // no reference row here
        if (t >= row.t - tolerance) break;
        before_ = t;
        if (!reader_->next(next.data())) {
            at_hand_.reset();
            return;
        }
        at_hand_ = next;
        ++reference_index_;
    }
    if (!at_hand_) return;

    const std::vector<double>& r = *at_hand_;
    const Quaternion<double> reference{r[1], r[2], r[3], r[4]};
    Difference d;
    d.t = r[0];
    d.geodesic = geodesic_angle(reference, row.q_NB);
    d.axis111 = direction_angle(reference, row.q_NB, {1, 1, 1});
    d.axisz = direction_angle(reference, row.q_NB, {0, 0, 1});
    d.rate = norm(row.w_NB_B - Vec3<double>{r[5], r[6], r[7]});
    const double record[difference_width] = {static_cast<double>(reference_index_), d.geodesic, d.axis111, d.axisz,
                                             d.rate};
    stores_.back()->add(record);
    curves_.back().add(d);

    DifferenceSummary& s = differences_.back();
    ++s.samples;
    s.final = d;
    if (d.geodesic > s.largest.geodesic) s.largest.t = d.t;
    s.largest.geodesic = larger(s.largest.geodesic, d.geodesic);
    s.largest.axis111 = larger(s.largest.axis111, d.axis111);
    s.largest.axisz = larger(s.largest.axisz, d.axisz);
    s.largest.rate = larger(s.largest.rate, d.rate);
}

void Comparison::write_csv(const std::string& path) const {
    CsvWriter csv(path);
    csv.text("t");
    for (const DifferenceSummary& s : differences_)
        for (const char* what : {"_geodesic_rad", "_axis111_rad", "_axisz_rad", "_rate_rad_s"}) csv.text(s.name + what);
    csv.end_header();

    struct Column {
        RecordStore::Reader reader;
        double record[difference_width];
        bool there;
    };
    std::vector<Column> columns;
    for (const auto& store : stores_) {
        columns.push_back({RecordStore::Reader(*store), {}, false});
        columns.back().there = columns.back().reader.next(columns.back().record);
    }
    if (reference_) {
        RecordStore::Reader rows(*reference_);
        double record[row_width];
        for (long index = 0; rows.next(record); ++index) {
            csv.number(record[0]);
            for (Column& c : columns) {
                const bool there = c.there && static_cast<long>(c.record[0]) == index;
                for (int i = 1; i < difference_width; ++i) there ? csv.number(c.record[i]) : csv.empty();
                if (there) c.there = c.reader.next(c.record);
            }
            csv.end_row();
        }
    }
    csv.close();
}

}  // namespace polhode
