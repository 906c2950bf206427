#include "polhode/estimate/tools/written_axes.hpp"

#include "polhode/estimate/world_axes.hpp"

namespace polhode::estimate {

WrittenAxes::WrittenAxes(const Sensors& sensors, const EstimationSettings& settings)
    : world_(world_from_enu(sensors.world)),
      body_(body_turn(sensors.axes, settings.axes.empty() ? sensors.axes : settings.axes)) {}

EstimateRow WrittenAxes::operator()(const EstimateRow& row) const {
    EstimateRow turned = row;
    turned.attitude = (*this)(row.attitude);
    turned.rate = to_body(body_, row.rate);
    turned.bias = to_body(body_, row.bias);
    return turned;
}

}  // namespace polhode::estimate
