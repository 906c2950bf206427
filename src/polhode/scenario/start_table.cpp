#include "polhode/scenario/start_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>

#include "polhode/closed_form/motion_start.hpp"
#include "polhode/problem/attitude.hpp"
#include "polhode/registry/table_reader.hpp"
#include "polhode/rotation/rotation.hpp"

namespace polhode {

namespace {

// A matrix typed with six digits or more passes; "0.7071" does not, and its author hears of it.
constexpr double largest_defect = 1e-6;
// What rounding to words of eight fraction bits makes of a rotation at most: for a machine that coarse it may be one.
constexpr double coarsest_word = 0.02;

// A start is taken as it is, so a quaternion need not have length 1: an integrator may be studied off its constraint.
// Outside these lengths it is more likely a mistake (degrees, a forgotten factor sqrt 2) than an attitude.
constexpr double shortest_quaternion = 0.75, longest_quaternion = 1.35;

// 180 degrees give exactly the double nearest to pi.
double radians(double degrees) { return degrees / 180.0 * std::numbers::pi; }

const char* const attitude_example =
    "example: attitude = { quaternion = [1.0, 0.0, 0.0, 0.0] } or { axis = [0.0, 0.0, 1.0], angle_deg = 30.0 }";

// The ways to give an attitude, by the key that starts each.
const std::vector<std::string>& forms() {
    static const std::vector<std::string> all{"quaternion", "matrix", "dcm",          "rotation_vector", "mrp",
                                              "axis",       "euler",  "cayley_klein", "robinson"};
    return all;
}

std::string length_of(double norm) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.9g", norm);
    return buffer;
}

class AttitudeTable {
 public:
    explicit AttitudeTable(const TomlNode& table) : table_(table) {
        if (table.kind != TomlNode::Kind::table)
            throw InputError(table.place, "expected a table that says which numbers these are, read " +
                                              table.described() + "; " + attitude_example);
        form_ = the_form();
        for (const TomlNode& item : table.items) {
            const std::string with = item.name == "angle" || item.name == "angle_deg"     ? "axis"
                                     : item.name == "angles" || item.name == "angles_deg" ? "euler"
                                                                                          : form_->name;
            if (with != form_->name)
                throw FormError(item.place, "'" + item.name + "' goes with `" + with +
                                                "`, but the attitude is given as `" + form_->name + "`");
        }
        values_ = read_values(table, parameters_of(form_->name));
        normalise_ = values_.has("normalise") && values_.boolean("normalise");
    }

    StartAttitude read() const {
        const std::string& form = form_->name;
        if (form == "quaternion") return {"quaternion", unit(numbers(4, "(w, x, y, z)"))};
        if (form == "robinson") {
            const std::vector<double> e = unit(numbers(4, "(e1, e2, e3, e4)"));
            return {"quaternion", list(from_robinson(RobinsonParameters<double>{e[0], e[1], e[2], e[3]}).params())};
        }
        if (form == "matrix" || form == "dcm") return matrix();
        if (form == "rotation_vector") return {"rotation-vector", vector(form)};
        if (form == "mrp") return {"mrp", vector(form)};
        if (form == "axis") return {"axis-angle", from_axis()};
        if (form == "euler") return {"euler-" + values_.text("euler"), angles()};
        return {"cayley-klein", cayley_klein()};
    }

 private:
    static std::vector<Parameter> parameters_of(const std::string& form) {
        std::vector<Parameter> chosen;
        for (const Parameter& p : attitude_parameters()) {
            const bool angle = p.name == "angle" || p.name == "angle_deg";
            const bool angles = p.name == "angles" || p.name == "angles_deg";
            const bool can_be_off = form != "rotation_vector" && form != "mrp" && form != "axis" && form != "euler";
            if (p.name == form || (angle && form == "axis") || (angles && form == "euler") ||
                (p.name == "normalise" && can_be_off))
                chosen.push_back(p);
        }
        return chosen;
    }

    const TomlNode* the_form() const {
        const TomlNode* found = nullptr;
        for (const TomlNode& item : table_.items) {
            if (std::find(forms().begin(), forms().end(), item.name) == forms().end()) continue;
            if (found)
                throw InputError(item.place, "the attitude is given twice, as " + found->name + " and as " + item.name +
                                                 "; leave one of them out");
            found = &item;
        }
        if (found) return found;
        check_keys(table_, names_of(attitude_parameters()));
        throw InputError(table_.place,
                         "the attitude is not there; give one of " + listed(forms()) + "; " + attitude_example);
    }

    std::vector<double> numbers(std::size_t count, const std::string& meaning) const {
        const std::vector<double>& n = values_.numbers(form_->name);
        if (n.size() != count)
            values_.refuse(form_->name, "expected " + std::to_string(count) + " numbers " + meaning + ", read " +
                                            form_->described());
        return n;
    }

    std::vector<double> vector(const std::string& key) const {
        const Vec3<double> v = values_.vector(key);
        return {v[0], v[1], v[2]};
    }

    std::vector<double> unit(std::vector<double> q) const {
        const double length = norm(Vec<double, 4>{q[0], q[1], q[2], q[3]});
        if (normalise_) {
            if (!(length > 0) || !std::isfinite(length))
                values_.refuse(form_->name, "cannot be normalised: its length is " + length_of(length));
            for (double& x : q) x /= length;
        } else if (!(shortest_quaternion < length && length < longest_quaternion)) {
            values_.refuse(form_->name, "an attitude has length 1, these numbers have length " + length_of(length) +
                                            "; put normalise = true beside them to have them normalised");
        }
        return q;
    }

    static std::string advice() {
        return "; give more digits, or put normalise = true beside them to have them normalised";
    }

    StartAttitude matrix() const {
        if (!values_.holds_matrix(form_->name))
            values_.refuse(form_->name,
                           "expected three rows of three numbers (R_NB, body to world), read " + form_->described());
        const Mat3<double> R_NB = values_.matrix(form_->name);
        if (!(determinant(R_NB) > 0))
            values_.refuse(form_->name, "the determinant is " + length_of(determinant(R_NB)) +
                                            "; a rotation matrix (R_NB, body to world) has determinant +1");
        const Mat3<double> product = R_NB.transposed() * R_NB;
        double worst = 0;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) worst = std::fmax(worst, std::fabs(product(i, j) - (i == j ? 1 : 0)));
        const Dcm<double> given{R_NB};
        StartAttitude attitude{"dcm", list((normalise_ ? normalise(given) : given).params())};
        if (!normalise_ && !(worst <= largest_defect)) {
            attitude.complaint =
                "the columns are not orthogonal unit vectors: R^T R differs from 1 by " + length_of(worst) + advice();
            if (!(worst <= coarsest_word)) values_.refuse(form_->name, attitude.complaint);
            attitude.doubt = worst;
            attitude.place = values_.place(form_->name);
        }
        return attitude;
    }

    // The axis says a direction only, so any length will do; one that is 1 already is kept bit for bit.
    std::vector<double> from_axis() const {
        Vec3<double> axis = values_.vector("axis");
        const double length = norm(axis);
        if (!(length > 0) || !std::isfinite(length))
            values_.refuse("axis", "the axis has no direction: its length is " + length_of(length));
        constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
        if (std::fabs(length - 1) > rounding) axis = axis / length;
        return {axis[0], axis[1], axis[2], one_of("angle", "angle_deg")};
    }

    double one_of(const std::string& key, const std::string& key_deg) const {
        require_one(key, key_deg);
        return values_.has(key) ? values_.number(key) : radians(values_.number(key_deg));
    }

    void require_one(const std::string& key, const std::string& key_deg) const {
        if (values_.has(key) && values_.has(key_deg))
            values_.refuse(key_deg, "given twice, as " + key + " (rad) and " + key_deg + "; leave one of them out");
        if (!values_.has(key) && !values_.has(key_deg))
            values_.refuse(key_deg, "missing; give " + key + " in rad or " + key_deg + " in degrees");
    }

    std::vector<double> angles() const {
        require_one("angles", "angles_deg");
        if (values_.has("angles")) return vector("angles");
        std::vector<double> a = vector("angles_deg");
        for (double& x : a) x = radians(x);
        return a;
    }

    std::vector<double> cayley_klein() const {
        const std::vector<double> u = numbers(8, "(real and imaginary part of u11, u12, u21, u22)");
        CayleyKlein<double> U = CayleyKlein<double>{}.with({u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7]});
        if (normalise_) {
            if (!(norm(to_quaternion(U).params()) > 0))
                values_.refuse(form_->name, "cannot be normalised: no rotation is near");
            U = normalise(U);
        } else if (!(defect(U) <= largest_defect)) {
            values_.refuse(form_->name,
                           "the 2x2 matrix U = [[w - iz, -y - ix], [y - ix, w + iz]] is unitary with "
                           "determinant 1; this one is off by " +
                               length_of(defect(U)) + advice());
        }
        return list(U.params());
    }

    template <int N>
    static std::vector<double> list(const Vec<double, N>& v) {
        return std::vector<double>(v.v, v.v + N);
    }

    const TomlNode& table_;
    const TomlNode* form_ = nullptr;
    Values values_;
    bool normalise_ = false;
};

StartAttitude read_attitude(const TomlNode* table) {
    const TomlNode* attitude = table ? table->find("attitude") : nullptr;
    return attitude ? AttitudeTable(*attitude).read() : StartAttitude{};
}

void refuse_together(const TomlNode& table, const std::string& key, const std::string& with, const std::string& why) {
    if (const TomlNode* node = table.find(key))
        if (table.find(with)) throw InputError(node->place, "cannot stand together with " + with + ": " + why);
}

Vec3<double> read_rate(const TomlNode* table, const Place& scenario, bool torques) {
    const TomlNode* rate = table ? table->find("rate") : nullptr;
    const TomlNode* rate_deg = table ? table->find("rate_deg") : nullptr;
    if (rate && rate_deg)
        throw InputError(rate_deg->place, "given twice, as rate (rad/s) and rate_deg; leave one of them out");
    for (const Parameter& p : start_parameters()) {
        if (rate && p.name == "rate") return std::get<Vec3<double>>(read_value(*rate, p));
        if (rate_deg && p.name == "rate_deg") {
            Vec3<double> w = std::get<Vec3<double>>(read_value(*rate_deg, p));
            for (int i = 0; i < 3; ++i) w[i] = radians(w[i]);
            return w;
        }
    }
    // At rest is a start worth having only where something will move the body.
    if (torques) return {};
    Place at = table ? table->place : scenario;
    at.key = "start.rate";
    throw InputError(at,
                     "missing; without a [[torque]] nothing moves a body at rest. Give the body rate w_NB_B in rad/s: "
                     "rate = [0.0, 0.0, 1.0] (or rate_deg, or a motion)");
}

}  // namespace

std::vector<Parameter> attitude_parameters() {
    return {
        {"quaternion", Type::numbers, "", "", false, "q_NB = [w, x, y, z], scalar first, body to world"},
        {"matrix", Type::matrix3, "", "", false, "R_NB in three rows, body to world; also called dcm"},
        {"dcm", Type::matrix3, "", "", false, "R_NB in three rows, body to world; also called matrix"},
        {"rotation_vector", Type::vector3, "rad", "", false, "axis times angle"},
        {"mrp", Type::vector3, "", "", false, "modified Rodrigues parameters, axis times tan(angle/4)"},
        {"axis", Type::vector3, "", "", false, "axis of any length, with angle or angle_deg"},
        {"angle", Type::number, "rad", "", false, "angle about the axis"},
        {"angle_deg", Type::number, "deg", "", false, "the same in degrees"},
        {"euler", Type::choice, "", "", false,
         "intrinsic sequence: \"zyx\" means R_NB = Rz(first) Ry(second) Rx(third)", euler_sequence_names()},
        {"angles", Type::vector3, "rad", "", false, "the three Euler angles, in the order of the sequence"},
        {"angles_deg", Type::vector3, "deg", "", false, "the same in degrees"},
        {"cayley_klein", Type::numbers, "", "", false,
         "the 2x2 matrix row by row, each entry as real and imaginary part: eight numbers"},
        {"robinson", Type::numbers, "", "", false, "Robinson's [e1, e2, e3, e4] = [w, z, y, x]"},
        {"normalise", Type::boolean, "", "false", false, "true: numbers that are not exactly a rotation are made one"},
    };
}

std::string length_warning(const StartAttitude& attitude) {
    if (attitude.representation != "quaternion") return "";
    const std::vector<double>& q = attitude.params;
    const double length = norm(Vec<double, 4>{q[0], q[1], q[2], q[3]});
    if (std::fabs(length - 1) <= 1e-9) return "";
    return "the start quaternion has length " + length_of(length) +
           ": a constraint that normalises does so before the first step, any other takes it as it is";
}

std::vector<Parameter> start_parameters() {
    return {
        {"attitude", Type::text, "", "", false,
         "table with one of the forms of an attitude, { quaternion = [w, x, y, z] } ...; left out: body axes along "
         "world axes"},
        {"rate", Type::vector3, "rad/s", "", false, "w_NB_B: rate of the body in the world, in body axes"},
        {"rate_deg", Type::vector3, "deg/s", "", false, "the same in degrees per second"},
        {"motion", Type::text, "", "", false, "a named motion of a heavy symmetric top, in place of attitude and rate"},
    };
}

Start read_dynamics_start(const TomlNode* table, const Place& scenario, const BodyModel& body,
                          const std::vector<TorqueModel>& torques, std::vector<std::string>& warnings) {
    if (table && table->find("motion")) {
        for (const char* key : {"attitude", "rate", "rate_deg"})
            refuse_together(*table, key, "motion", "the motion sets attitude and rate itself; leave one of them out");
        const Entry& entry = named_entry_in(*table, "motion", "motion");
        Values values = read_values(*table, entry.parameters, {"motion"});
        values.set("motion", entry.name, table->find("motion")->place);
        return motion_start(values, body, torques, warnings);
    }
    if (table) check_keys(*table, names_of(start_parameters()));
    return {read_attitude(table), read_rate(table, scenario, !torques.empty())};
}

Start read_kinematics_start(const TomlNode* table, const RatesModel& rates) {
    if (table)
        for (const TomlNode& item : table->items) {
            if (item.name == "rate" || item.name == "rate_deg")
                throw InputError(item.place, "the rate is given by [rates] for all times; leave it out here");
            if (item.name == "motion")
                throw InputError(item.place, "a named motion belongs to a [body] with weight, not to given [rates]");
        }
    if (table) check_keys(*table, {"attitude"});
    Start start{read_attitude(table), {}};
    const bool given = table && table->find("attitude");
    if (!given && !rates.start_quaternion.empty()) start.attitude = {"quaternion", rates.start_quaternion};
    return start;
}

}  // namespace polhode
