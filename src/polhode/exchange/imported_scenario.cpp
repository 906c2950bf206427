#include "polhode/exchange/imported_scenario.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "polhode/base/readable.hpp"
#include "polhode/base/shortest.hpp"
#include "polhode/input/toml_node.hpp"
#include "polhode/scenario/epoch_table.hpp"

namespace polhode {

namespace {

std::string toml_text(const std::string& text) {
    TomlNode node;
    node.kind = TomlNode::Kind::text;
    node.text = text;
    return toml_literal(node);
}

std::string toml_number(double x) {
    std::string text = shortest(x);
    if (text.find_first_of(".eE") == std::string::npos) text += ".0";
    return text;
}

std::string toml_vector(const Vec3<double>& v) {
    return "[" + toml_number(v[0]) + ", " + toml_number(v[1]) + ", " + toml_number(v[2]) + "]";
}

std::string start_text(const ImportedRow& row, bool rate) {
    const Quaternion<double>& q = row.q_NB;
    return "[start]\nattitude = { quaternion = [" + toml_number(q.w) + ", " + toml_number(q.x) + ", " +
           toml_number(q.y) + ", " + toml_number(q.z) + "] }\n" +
           (rate ? "rate = " + toml_vector(row.w_NB_B) + "\n" : "");
}

std::string body_text(const ImportedBody& body) {
    std::string text = "[body]\n";
    if (body.mass) text += "mass = " + toml_number(*body.mass) + "\n";
    text += "inertia = [";
    for (int i = 0; i < 3; ++i)
        text += std::string(i ? ", " : "") + toml_vector({body.inertia(i, 0), body.inertia(i, 1), body.inertia(i, 2)});
    return text + "]\n";
}

// A torque for some time: the couple of a thruster on an arm across it, of unit length. 2 at x force = torque.
std::string manoeuvre_text(const ImportedManoeuvre& m) {
    const double size = norm(m.torque);
    if (!(size > 0) || !(m.duration > 0)) return "";
    if (m.in_world)
        return "# left out: a manoeuvre at t = " + toml_number(m.start) + " s whose torque stands still in the world\n";
    const Vec3<double> along = m.torque / size;
    const Vec3<double> other = std::fabs(along[0]) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
    Vec3<double> arm = cross(along, other);
    arm = arm / norm(arm);
    // arm x (along x arm) = along
    const Vec3<double> force = (size / 2) * cross(along, arm);
    return "[[torque]]\nkind = \"thruster\"\ncouple = true\nat = " + toml_vector(arm) +
           "\nforce = " + toml_vector(force) + "\nstart = " + toml_number(m.start) +
           "\nstop = " + toml_number(m.start + m.duration) + "\n";
}

std::string epoch_text(const ImportedHead& head) {
    if (!head.epoch) return "";
    Epoch epoch;
    epoch.time = *head.epoch;
    if (!head.time_system.empty()) epoch.system = head.time_system;
    if (!head.frame.empty()) epoch.frame = head.frame;
    if (!head.body_frame.empty()) epoch.body_frame = head.body_frame;
    if (!head.object.empty()) epoch.object = head.object;
    return epoch_table_text(epoch);
}

}  // namespace

std::string imported_scenario(const ImportedFile& file, const std::string& path, const std::string& rows_file) {
    const ImportedHead& head = file.about;
    const std::string title = head.object.empty() ? head.what : head.object + ", " + head.what;
    std::string text = "# Source: " + without_control_characters(path) +
                       "\ntitle = " + toml_text(without_control_characters(title)) + "\n" + epoch_text(head);
    if (head.single_state || head.body) {
        if (file.rows.empty()) throw InputError({path, 0, ""}, "it holds no attitude to start from");
        if (!head.rates) throw InputError({path, 0, ""}, "it holds no rate to start from");
        if (!head.body)
            throw InputError({path, 0, ""},
                             "it holds no inertia, so that its state is no scenario; --output FILE writes its row");
        double duration = 60;
        for (const ImportedManoeuvre& m : head.body->manoeuvres)
            duration = std::max(duration, m.start + m.duration + 1);
        text += body_text(*head.body) + start_text(file.rows.front(), true);
        for (const ImportedManoeuvre& m : head.body->manoeuvres) {
            if (m.start + m.duration < 0) continue;
            text += manoeuvre_text(m);
        }
        return text + "[run]\nduration = " + toml_number(duration) + "\n";
    }
    if (!head.rates)
        throw InputError({path, 0, ""},
                         "it holds attitudes without rates: as a reference use `polhode run S --against FILE`");
    if (file.rows.size() < 2) throw InputError({path, 0, ""}, "one row is no history of rates");
    const double first = file.rows.front().t, duration = file.rows.back().t - first;
    text += start_text(file.rows.front(), false);
    text += "[rates]\nkind = \"table\"\nfile = " + toml_text(std::filesystem::absolute(rows_file).string()) +
            "\ninterpolation = \"cubic\"\n";
    if (first != 0)
        throw InputError({path, 0, ""},
                         "its first row stands at t = " + shortest(first) + " s, and a scenario begins at 0");
    return text + "[run]\nduration = " + toml_number(duration) + "\n";
}

}  // namespace polhode
