// Attitudes of somebody else's file as a function of time: what stands between two rows is a cubic in their rotation
// vector, through the rates where the file has them.
#pragma once

#include <string>
#include <vector>

#include "polhode/exchange/import.hpp"
#include "polhode/measure/other_attitude.hpp"
#include "polhode/scenario/epoch_table.hpp"

namespace polhode {

// What may be found by a fit: nothing is assumed in secret.
struct AlignRequest {
    bool clock = false;  // the file's clock is off by a constant
    bool body = false;   // its body axes are turned by a constant against ours: q_NB = q_file m
    bool world = false;  // its world axes are: q_NB = n q_file
    bool any() const { return clock || body || world; }
};

class AttitudeHistory : public OtherAttitude {
 public:
    // `shift`: s from t = 0 of the run to t = 0 of the file. Throws InputError where there are too few rows.
    AttitudeHistory(ImportedFile file, const std::string& path, double shift, const AlignRequest& align);

    std::optional<TrueState> at(double t) override;
    std::string description() const override;
    std::string caveat() const override { return caveat_; }
    bool wants_fit() const override { return align_.any(); }
    void fit(const std::vector<TimedState>& rows) override;

    double clock_offset() const { return offset_; }  // s that are added to the run's time to read the file
    Quaternion<double> body_turn() const { return body_; }
    Quaternion<double> world_turn() const { return world_; }

 private:
    std::optional<TrueState> in_file(double t) const;
    std::optional<TrueState> aligned(double t) const;
    void first_guess(const std::vector<TimedState>& rows);
    bool improve(const std::vector<TimedState>& rows, double& size);

    std::vector<ImportedRow> rows_;
    std::string path_, what_, caveat_;
    double shift_;
    AlignRequest align_;
    double offset_ = 0, fit_error_ = 0;
    bool fitted_ = false;
    Quaternion<double> body_, world_;
};

// From t = 0 of the scenario to t = 0 of the file: by both epochs where both are known, else 0. Throws InputError where
// they cannot be compared.
double shift_of_epochs(const Epoch& ours, const ImportedHead& theirs, const std::string& path);

}  // namespace polhode
