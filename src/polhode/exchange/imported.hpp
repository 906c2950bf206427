// What a reader of somebody else's file hands over, whatever the format: what the file says of itself, then rows. Every
// attitude is q_NB (Hamilton, scalar first, body to world), every rate w_NB_B in rad/s.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "polhode/arithmetic/vec.hpp"
#include "polhode/base/diagnostic.hpp"
#include "polhode/calendar/instant.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode {

// What the user says of the file, where the format leaves it open.
struct ImportRequest {
    std::string segment{};                      // "1", "2", ... or "all"; "": there must be one
    bool normalise = false;                     // take quaternions of any length, and make them unit
    std::string body_frame{};                   // the name of the frame that is the body's, where names do not say
    std::string clock{};                        // a SPICE clock kernel
    std::optional<double> ticks_per_second{};   // in its place
    bool cross_products_as_tensor = false;      // CCSDS: IXY stands in the tensor as it is, not with a minus
    std::string topic{};                        // MCAP: the channel; MAT: the structure
    std::map<std::string, std::string> says{};  // of a table: "time" = "t_ms", "quaternion" = "q1, q2, q3, q4", ...
};

struct ImportedManoeuvre {
    double start = 0, duration = 0;  // s since the epoch
    Vec3<double> torque;             // N m
    bool in_world = false;           // axes of the torque
};

struct ImportedBody {
    std::optional<double> mass{};  // kg
    Mat3<double> inertia{};        // kg m^2, about the centre of mass, body axes
    std::string inertia_frame{};
    std::vector<ImportedManoeuvre> manoeuvres{};
};

struct ImportedHead {
    std::string what{};  // "AEM 2.0, QUATERNION/ANGVEL"
    std::string object{}, frame{}, body_frame{};
    std::optional<Instant> epoch{};  // t = 0
    std::string time_system{};       // "" where the file does not say
    bool rates = false;              // rows have rates
    bool dynamics = false;           // rows have energy and momentum
    bool single_state = false;       // one row, to start from
    std::optional<ImportedBody> body{};
};

struct ImportedRow {
    double t = 0;  // s
    Quaternion<double> q_NB;
    Vec3<double> w_NB_B{};
    double energy = 0;
    Vec3<double> L_N{};
    bool begins = false;  // nothing is known between the row before and this one
};

class ImportSink {
 public:
    virtual ~ImportSink() = default;
    virtual void head(const ImportedHead&) {}  // once, before the first row
    virtual void row(const ImportedRow&) {}
    virtual void note(const std::string&) {}  // what the user should know
};

// Stands between a reader and who takes the rows: refuses what is no trajectory, the same for all formats.
class ImportGate {
 public:
    ImportGate(const ImportRequest& request, ImportSink& sink, std::string file)
        : request_(request), sink_(sink), file_(std::move(file)) {}

    void head(const ImportedHead& head);
    void note(const std::string& text);
    // Refuses what is not finite, times that do not rise, quaternions off unit length by more than 1e-3.
    void row(ImportedRow row, const Place& place);
    // Refuses a file without rows, unless it holds a body.
    void finish();

    const ImportRequest& request() const { return request_; }
    long rows() const { return rows_; }

 private:
    const ImportRequest& request_;
    ImportSink& sink_;
    std::string file_;
    bool begun_ = false, body_ = false, rates_ = false, told_of_length_ = false;
    long rows_ = 0;
    double last_ = 0;
};

}  // namespace polhode
