#include "polhode/exchange/imported.hpp"

#include <cmath>

#include "polhode/base/readable.hpp"
#include "polhode/base/shortest.hpp"

namespace polhode {

namespace {
constexpr double most_off_unit = 1e-3;  // a quaternion written with four digits passes
constexpr double worth_telling = 1e-9;  // one with ten digits needs no word
}  // namespace

void ImportGate::head(const ImportedHead& head) {
    if (begun_) return;
    begun_ = true;
    body_ = head.body.has_value();
    rates_ = head.rates;
    // names are a stranger's bytes, and go to terminals, files and Python's texts
    ImportedHead clean = head;
    for (std::string* name : {&clean.what, &clean.object, &clean.frame, &clean.body_frame})
        *name = without_control_characters(*name);
    sink_.head(clean);
}

void ImportGate::note(const std::string& text) { sink_.note(without_control_characters(text)); }

void ImportGate::row(ImportedRow row, const Place& place) {
    const Quaternion<double>& q = row.q_NB;
    const bool finite = std::isfinite(row.t) && std::isfinite(q.w) && std::isfinite(q.x) && std::isfinite(q.y) &&
                        std::isfinite(q.z) && is_finite(row.w_NB_B) && std::isfinite(row.energy) && is_finite(row.L_N);
    if (!finite) throw InputError(place, "a number in this row is not finite");
    if (rows_ > 0 && !(row.t > last_))
        throw InputError(place, "time does not rise: " + shortest(row.t) + " s comes after " + shortest(last_) + " s");
    // hypot: squares of huge numbers would overflow
    const double length = std::hypot(std::hypot(q.w, q.x), std::hypot(q.y, q.z));
    if (!std::isfinite(length) || !(length > 1e-100))
        throw InputError(place, "the quaternion has the length " + shortest(length) + ": that is no attitude");
    if (request_.normalise) {
        row.q_NB = {q.w / length, q.x / length, q.y / length, q.z / length};
    } else if (std::fabs(length - 1) > most_off_unit) {
        throw InputError(place, "the quaternion has the length " + shortest(length) +
                                    ", and 1 is wanted within 0.001; --normalise takes it as it is");
    } else if (std::fabs(length - 1) > worth_telling && !told_of_length_) {
        sink_.note("quaternions are up to " + shortest(std::fabs(length - 1)) +
                   " or more off unit length and are kept so; --normalise makes them unit");
        told_of_length_ = true;
    }
    row.begins = row.begins && rows_ > 0;
    last_ = row.t;
    ++rows_;
    sink_.row(row);
}

void ImportGate::finish() {
    if (rows_ == 0 && !body_) throw InputError({file_, 0, ""}, "there is no row in it");
}

}  // namespace polhode
