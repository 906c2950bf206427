#include "polhode/problem/torques/plates.hpp"

#include "polhode/problem/torques/plate_sides.hpp"

namespace polhode {

std::vector<Parameter> plate_parameters() {
    return {{"area", Type::positive, "m^2", "", true, "of one side of the plate"},
            {"normal", Type::vector3, "", "", true, "outward, body axes, any length"},
            {"centre", Type::vector3, "m", "", true, "of the plate, from the centre of mass, body axes"},
            {"both_sides", Type::boolean, "", "false", false, "the back of the plate is as its front"}};
}

torque::Plate<double> read_plate(const Values& values) {
    torque::Plate<double> plate;
    plate.area = values.number("area");
    const Vec3<double> normal = values.vector("normal");
    if (!(norm(normal) > 0)) values.refuse("normal", "a direction cannot have zero length");
    plate.normal = normal / norm(normal);
    plate.centre = values.vector("centre");
    plate.both_sides = values.boolean("both_sides");
    return plate;
}

const OrbitModel& orbit_of_plate(const TorqueTable& table, const std::string& what) {
    if (!table.orbit)
        throw InputError(table.values.place(), what +
                                                   " needs to know where the body is; example: [orbit] "
                                                   "semi_major_axis = 6.878e6");
    return *table.orbit;
}

const PlateModel* plate_of(const TorqueModel& model) {
    const auto* any = std::get_if<ExternalTorque<double>>(&model.torque);
    return any ? dynamic_cast<const PlateModel*>(&any->model()) : nullptr;
}

TorqueFacts plate_facts() {
    TorqueFacts f;
    f.scheduled = true;
    f.corners = true;
    return f;
}

}  // namespace polhode
