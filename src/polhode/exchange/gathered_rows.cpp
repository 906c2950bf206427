#include "polhode/exchange/gathered_rows.hpp"

namespace polhode {

GatheredRows::GatheredRows(std::string path, const Trajectory& trajectory)
    : path_(std::move(path)), rates_(trajectory.rates), dynamics_(trajectory.columns.dynamics), store_(record_width) {}

void GatheredRows::row(const Row& r) {
    const double record[record_width] = {r.t,         r.q_NB.w,    r.q_NB.x, r.q_NB.y, r.q_NB.z, r.w_NB_B[0],
                                         r.w_NB_B[1], r.w_NB_B[2], r.energy, r.L_N[0], r.L_N[1], r.L_N[2]};
    if (store_.size() == 0) first_ = r.t;
    store_.add(record);
    last_ = r.t;
}

double GatheredRows::first_time() const {
    if (store_.size() == 0) throw OutputError(path_, "there is no row to write", 0);
    return first_;
}

void GatheredRows::close(const std::string& status) {
    if (closed_) return;
    closed_ = true;
    write_all(status);
}

}  // namespace polhode
