#include "polhode/estimate/log_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numbers>
#include <string_view>

#include "polhode/input/csv_rows.hpp"
#include "polhode/input/csv_table.hpp"
#include "polhode/input/toml_text.hpp"

namespace polhode::estimate {

namespace {

struct LogUnit {
    const char* name;
    double factor;
};
// Units by sensor; the first is that of Polhode.
const std::vector<LogUnit>& log_units(int sensor) {
    static const std::vector<LogUnit> all[] = {
        {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}},
        {{"rad/s", 1},
         {"deg/s", std::numbers::pi / 180},
         {"dps", std::numbers::pi / 180},
         {"mdeg/s", std::numbers::pi / 180e3}},
        {{"m/s^2", 1}, {"m/s2", 1}, {"m/s²", 1}, {"g", 9.80665}, {"mg", 9.80665e-3}},
        {{"uT", 1}, {"µT", 1}, {"any", 1}, {"gauss", 100}, {"G", 100}, {"mG", 0.1}, {"nT", 1e-3}, {"T", 1e6}}};
    return all[sensor];
}
const char* sensor_word(int sensor) {
    static const char* const words[] = {"time", "gyro", "accelerometer", "magnetometer"};
    return words[sensor];
}

bool are_one_unit(int sensor, const std::string& a, const std::string& b) {
    double factors[2] = {0, 0};
    for (const LogUnit& u : log_units(sensor)) {
        if (a == u.name) factors[0] = u.factor;
        if (b == u.name) factors[1] = u.factor;
    }
    return a == b || (factors[0] > 0 && factors[0] == factors[1]);
}

bool is_name_of_time(std::string_view name) {
    return name == "t" || name == "time" || name == "timestamp" || name == "seconds";
}

// "Gyroscope X (deg/s)" -> name "gyroscope x", unit "deg/s"
struct HeaderName {
    std::string name, unit;
};
HeaderName taken_apart(std::string_view cell) {
    HeaderName r;
    const size_t open = cell.find_first_of("([");
    if (open != std::string_view::npos) {
        const size_t close = cell.find_first_of(")]", open);
        r.unit =
            std::string(trimmed(cell.substr(open + 1, close == std::string_view::npos ? close : close - open - 1)));
        cell = cell.substr(0, open);
    }
    bool gap = false;
    for (const char c : trimmed(cell)) {
        const bool between = c == '_' || c == ' ' || c == '.' || c == '-' || c == '\t';
        if (between) {
            gap = !r.name.empty();
            continue;
        }
        if (gap) r.name += ' ';
        gap = false;
        r.name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    // counts of a converter, as they come
    if (r.name.size() > 4 && r.name.ends_with(" raw")) r.name.resize(r.name.size() - 4);
    // timestamp_us: the unit of a time may be its last word
    for (const LogUnit& u : log_units(0))
        if (const std::string last = std::string(" ") + u.name;
            r.name.ends_with(last) && is_name_of_time(r.name.substr(0, r.name.size() - last.size()))) {
            r.name.resize(r.name.size() - last.size());
            if (r.unit.empty()) r.unit = u.name;
            break;
        }
    return r;
}

// The quantity that a name of the header usually stands for; -1 for none.
int usual_quantity(const std::string& name) {
    if (is_name_of_time(name)) return 0;
    static const std::vector<std::vector<std::string>> sensors{
        {"gyr", "gyro", "gyroscope", "g", "w", "omega", "rate", "angular velocity"},
        {"acc", "accel", "accelerometer", "acceleration", "a", "linear acceleration", "f", "specific force"},
        {"mag", "magnetometer", "m", "magnetic field"}};
    for (size_t sensor = 0; sensor < sensors.size(); ++sensor)
        for (const std::string& word : sensors[sensor])
            for (int axis = 0; axis < 3; ++axis) {
                const char letter = static_cast<char>('x' + axis);
                if (name == word + ' ' + letter || name == word + letter)
                    return 1 + 3 * static_cast<int>(sensor) + axis;
            }
    const char parts[] = {'w', 'x', 'y', 'z'};
    for (int i = 0; i < 4; ++i)
        if (name == std::string("q") + parts[i] || name == std::string("q ") + parts[i]) return 10 + i;
    return name == "moving" ? 14 : -1;
}

int sensor_of(int quantity) { return quantity == 0 ? 0 : quantity <= 9 ? 1 + (quantity - 1) / 3 : -1; }

// All of a group or none of it; the first `needed` groups must be there.
void require_whole(const LogColumns& columns, int from, int many, bool needed, const std::vector<std::string>& header,
                   const Place& place) {
    const auto& names = log_quantity_names();
    std::vector<std::string> missing;
    for (int i = from; i < from + many; ++i)
        if (!columns.has(i)) missing.push_back(names[static_cast<size_t>(i)]);
    if (missing.empty() || (static_cast<int>(missing.size()) == many && !needed)) return;
    throw InputError(
        place, fmt::format("the header has no column {}, but {}; a log has t and gyr_x, gyr_y, gyr_z at "
                           "least, or says with --columns how they are called",
                           listed(missing), escaped_for_message(fmt::format("{}", fmt::join(header, ", ")), 120)));
}

}  // namespace

const std::vector<std::string>& log_quantity_names() {
    static const std::vector<std::string> names{"t",     "gyr_x", "gyr_y", "gyr_z", "acc_x", "acc_y", "acc_z", "mag_x",
                                                "mag_y", "mag_z", "qw",    "qx",    "qy",    "qz",    "moving"};
    return names;
}

double log_unit_factor(int sensor, const std::string& unit, const Place& place) {
    std::vector<std::string> known;
    for (const LogUnit& u : log_units(sensor)) {
        if (unit == u.name) return u.factor;
        known.push_back(u.name);
    }
    const std::string near = nearest_name(unit, known);
    throw InputError(
        place, fmt::format("'{}' is not a unit of the {}; known: {}{}", escaped_for_message(unit), sensor_word(sensor),
                           fmt::join(known, ", "), near.empty() ? "" : "; did you mean '" + near + "'?"));
}

LogColumns find_log_columns(const std::vector<std::string>& header, const LogSettings& settings,
                            const std::string& file, int line) {
    const Place place{file, line, ""};
    const auto& names = log_quantity_names();
    LogColumns columns;
    columns.place.fill(-1);
    std::vector<bool> said(names.size(), false);
    const std::string* said_units[] = {nullptr, &settings.gyro_unit, &settings.accelerometer_unit,
                                       &settings.magnetometer_unit};
    const auto take_unit = [&](int quantity, const std::string& unit) {
        const int sensor = sensor_of(quantity);
        if (sensor < 0 || unit.empty()) return;
        std::string& of_sensor = columns.unit[sensor];
        const bool as_said = said_units[sensor] && !said_units[sensor]->empty();
        if (!as_said && !of_sensor.empty() && !are_one_unit(sensor, of_sensor, unit))
            throw InputError(
                place, fmt::format("columns of the {} are in '{}' and in '{}'; a sensor has one unit",
                                   sensor_word(sensor), escaped_for_message(of_sensor), escaped_for_message(unit)));
        of_sensor = unit;
    };
    for (const auto& [quantity, name] : settings.columns) {
        const auto q = std::find(names.begin(), names.end(), quantity) - names.begin();
        const auto found = std::find(header.begin(), header.end(), name);
        if (found == header.end()) {
            const std::string near = nearest_name(name, header);
            throw InputError(
                {settings.columns_place, 0, ""},
                fmt::format("{} has no column '{}'{}", file, escaped_for_message(name),
                            near.empty() ? "; its columns: " +
                                               escaped_for_message(fmt::format("{}", fmt::join(header, ", ")), 200)
                                         : "; did you mean '" + near + "'?"));
        }
        columns.place[static_cast<size_t>(q)] = static_cast<int>(found - header.begin());
        said[static_cast<size_t>(q)] = true;
        take_unit(static_cast<int>(q), taken_apart(name).unit);
    }
    for (size_t i = 0; i < header.size(); ++i) {
        const HeaderName h = taken_apart(header[i]);
        const int q = usual_quantity(h.name);
        if (q < 0 || said[static_cast<size_t>(q)]) continue;
        int& at = columns.place[static_cast<size_t>(q)];
        if (at >= 0)
            throw InputError(
                place, fmt::format("two columns are {}: '{}' and '{}'; say with --columns which is meant",
                                   names[static_cast<size_t>(q)], escaped_for_message(header[static_cast<size_t>(at)]),
                                   escaped_for_message(header[i])));
        at = static_cast<int>(i);
        take_unit(q, h.unit);
    }
    for (size_t i = 0; i < names.size(); ++i)
        for (size_t j = 0; j < i; ++j)
            if (columns.has(static_cast<int>(i)) && columns.place[i] == columns.place[j])
                throw InputError({settings.columns_place, 0, ""},
                                 fmt::format("the column '{}' is both {} and {}; say which column is {}",
                                             escaped_for_message(header[static_cast<size_t>(columns.place[i])]),
                                             names[j], names[i], said[i] ? names[j] : names[i]));
    require_whole(columns, 0, 1, true, header, place);
    require_whole(columns, 1, 3, true, header, place);
    require_whole(columns, 4, 3, false, header, place);
    require_whole(columns, 7, 3, false, header, place);
    require_whole(columns, 10, 4, false, header, place);
    return columns;
}

std::vector<std::pair<std::string, std::string>> parse_column_names(const std::string& list, const std::string& at) {
    const Place place{at, 0, ""};
    const auto& names = log_quantity_names();
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const std::string& word : split_names(list)) {
        const size_t equal = word.find('=');
        if (equal == std::string::npos || equal + 1 == word.size())
            throw InputError(place, fmt::format("expected QUANTITY=COLUMN, for example gyr_x=wx, read '{}'",
                                                escaped_for_message(word)));
        const std::string quantity(trimmed(std::string_view(word).substr(0, equal)));
        const std::string column(trimmed(std::string_view(word).substr(equal + 1)));
        if (std::find(names.begin(), names.end(), quantity) == names.end()) {
            const std::string near = nearest_name(quantity, names);
            throw InputError(place,
                             fmt::format("'{}' is not a quantity of a log; known: {}{}", escaped_for_message(quantity),
                                         fmt::join(names, ", "), near.empty() ? "" : "; did you mean '" + near + "'?"));
        }
        for (const auto& [before, name] : pairs)
            if (before == quantity) throw InputError(place, fmt::format("{} is named twice", quantity));
        pairs.emplace_back(quantity, column);
    }
    if (pairs.empty()) throw InputError(place, "expected QUANTITY=COLUMN, for example gyr_x=wx, read nothing");
    return pairs;
}

}  // namespace polhode::estimate
