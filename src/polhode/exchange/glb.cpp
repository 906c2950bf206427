// The motion as a binary glTF 2.0 (Khronos), for Blender and browsers: a body with a coloured face for each axis, and
// one track of rotations. glTF has y up, so a node turns z up into it; quaternions are x, y, z, w in one hemisphere, in
// single precision.
#include <algorithm>
#include <cmath>

#include "polhode/base/shortest.hpp"
#include "polhode/exchange/attitude_history.hpp"
#include "polhode/exchange/gathered_rows.hpp"
#include "polhode/files/output_error.hpp"
#include "polhode/files/output_file.hpp"
#include "polhode/links/own_json.hpp"
#include "polhode/links/wire_bytes.hpp"

namespace polhode {

namespace {

constexpr double largest_turn = 0.5, most_frames = 20000;  // rad between key frames, and how many there may be

// Half edges of a box with the body's moments; of a plain one where there is no body.
Vec3<double> half_edges(const Scenario& scenario) {
    Vec3<double> half{0.5, 0.35, 0.2};
    if (scenario.problem.body) {
        const Vec3<double>& I = scenario.problem.body->principal_moments;
        // a uniform box: I1 = m (b^2 + c^2)/3 and so on, so that a^2 ~ I2 + I3 - I1
        Vec3<double> squares{I[1] + I[2] - I[0], I[0] + I[2] - I[1], I[0] + I[1] - I[2]};
        const double most = std::max({squares[0], squares[1], squares[2]});
        if (most > 0)
            for (int i = 0; i < 3; ++i) half[i] = 0.5 * std::sqrt(std::max(squares[i] / most, 0.0025));
    }
    return half;
}

class GlbWriter : public GatheredRows {
 public:
    GlbWriter(const std::string& path, const Trajectory& trajectory)
        : GatheredRows(path, trajectory), title_(trajectory.scenario.title), half_(half_edges(trajectory.scenario)) {
        if (trajectory.scenario.problem.body) {
            const Mat3<double>& axes = trajectory.scenario.problem.body->principal_axes;
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) axes_(i, j) = axes(i, j);
        }
    }

 private:
    struct Buffer {
        std::string bytes, views, accessors;
        int count = 0;
        // Adds numbers that stand at the end of `bytes` as the next accessor.
        int add(std::size_t from, const std::string& type, int component, std::size_t n, int target,
                const std::string& limits) {
            if (count > 0) {
                views += ',';
                accessors += ',';
            }
            views += "{\"buffer\":0,\"byteOffset\":" + std::to_string(from) +
                     ",\"byteLength\":" + std::to_string(bytes.size() - from) +
                     (target > 0 ? ",\"target\":" + std::to_string(target) : "") + "}";
            accessors += "{\"bufferView\":" + std::to_string(count) +
                         ",\"componentType\":" + std::to_string(component) + ",\"count\":" + std::to_string(n) +
                         ",\"type\":\"" + type + "\"" + limits + "}";
            while (bytes.size() % 4 != 0) bytes += '\0';
            return count++;
        }
    };
    static std::string f(double x) { return shortest(static_cast<double>(static_cast<float>(x))); }

    // Four corners a face, with its normal; two triangles each. Faces of x are red, y green, z blue, the negative ones
    // dark.
    void add_box(Buffer& b) const {
        WireWriter<End::little> w(b.bytes);
        std::string normals, colours, indices;
        WireWriter<End::little> wn(normals), wc(colours), wi(indices);
        Vec3<double> most{};
        for (int face = 0; face < 6; ++face) {
            const int axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
            const double side = face % 2 == 0 ? 1 : -1;
            constexpr int corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
            for (const auto& corner : corners) {
                Vec3<double> p{}, n{};
                p[axis] = side * half_[axis];
                p[u] = corner[0] * half_[u] * side;
                p[v] = corner[1] * half_[v];
                n[axis] = side;
                p = axes_ * p;
                n = axes_ * n;
                for (int i = 0; i < 3; ++i) {
                    w.f32(p[i]);
                    wn.f32(n[i]);
                    most[i] = std::max(most[i], static_cast<double>(std::fabs(static_cast<float>(p[i]))));
                    wc.f32((i == axis ? 0.85 : 0.12) * (side > 0 ? 1 : 0.45));
                }
            }
            for (const int k : {0, 1, 2, 0, 2, 3}) wi.u16(static_cast<std::uint16_t>(4 * face + k));
        }
        const std::string limits = ",\"min\":[" + f(-most[0]) + "," + f(-most[1]) + "," + f(-most[2]) + "],\"max\":[" +
                                   f(most[0]) + "," + f(most[1]) + "," + f(most[2]) + "]";
        b.add(0, "VEC3", 5126, 24, 34962, limits);
        for (const std::string* more : {&normals, &colours}) {
            const std::size_t from = b.bytes.size();
            b.bytes += *more;
            b.add(from, "VEC3", 5126, 24, 34962, "");
        }
        const std::size_t from = b.bytes.size();
        b.bytes += indices;
        b.add(from, "SCALAR", 5123, 36, 34963, "");
    }

    // As the studio makes them: so many frames, evenly spaced, that none is further than half a radian from the next.
    std::vector<TimedState> key_frames() const {
        ImportedFile file;
        file.about.rates = rates();
        double fastest = 0;
        each([&](const Record& r) {
            ImportedRow row;
            row.t = r.t;
            row.q_NB = {r.q[0], r.q[1], r.q[2], r.q[3]};
            row.w_NB_B = {r.w[0], r.w[1], r.w[2]};
            fastest = std::max(fastest, norm(row.w_NB_B));
            file.rows.push_back(row);
        });
        const double start = file.rows.front().t, span = file.rows.back().t - start;
        const double wanted =
            std::max({static_cast<double>(file.rows.size()) - 1, std::ceil(span * fastest / largest_turn), 1.0});
        const auto frames = static_cast<int>(std::min(wanted, most_frames));
        AttitudeHistory history(std::move(file), path(), 0, {});
        std::vector<TimedState> all;
        for (int i = 0; i <= frames; ++i) {
            const double t = start + span * i / frames;
            if (const auto state = history.at(t)) all.push_back({t - start, *state});
        }
        return all;
    }

    void add_motion(Buffer& b) const {
        const std::vector<TimedState> frames = key_frames();
        WireWriter<End::little> w(b.bytes);
        std::size_t from = b.bytes.size();
        float last = -1;
        for (const TimedState& frame : frames) {
            const auto t = static_cast<float>(frame.t);
            // times must rise in single precision too
            last = t > last ? t : std::nextafter(last, INFINITY);
            w.f32(static_cast<double>(last));
        }
        b.add(from, "SCALAR", 5126, frames.size(), 0, ",\"min\":[0],\"max\":[" + f(static_cast<double>(last)) + "]");
        from = b.bytes.size();
        Quaternion<double> before{0, 0, 0, 0};
        for (const TimedState& frame : frames) {
            const Quaternion<double>& q = frame.state.q_NB;
            const bool turned = q.w * before.w + q.x * before.x + q.y * before.y + q.z * before.z < 0;
            before = turned ? -q : q;
            const double length = std::sqrt(norm_squared(q));
            for (const double x : {before.x, before.y, before.z, before.w}) w.f32(x / length);
        }
        b.add(from, "VEC4", 5126, frames.size(), 0, "");
    }

    void write_all(const std::string&) override {
        if (count() == 0) return;
        if (static_cast<double>(count()) > 2e7)
            throw OutputError(path(), "more than 20 million rows are more than glTF shows; a longer sample is enough",
                              0);
        Buffer b;
        add_box(b);
        add_motion(b);
        std::string name;
        write_json_text(name, title_.empty() ? "motion" : title_);
        // z up into glTF's y up: -90 deg about x
        std::string json =
            "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Polhode\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
            "\"nodes\":["
            "{\"name\":\"z "
            "up\",\"rotation\":[-0.70710678,0,0,0.70710678],\"children\":[1]},{\"name\":\"body\",\"mesh\":0}],"
            "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,\"COLOR_0\":2},\"indices\":3,"
            "\"material\":0}]}],"
            "\"materials\":[{\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"roughnessFactor\":0.8}}],"
            "\"animations\":[{\"name\":" +
            name +
            ",\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":\"rotation\"}}],\"samplers\":[{\"input\":4,"
            "\"output\":5,"
            "\"interpolation\":\"LINEAR\"}],\"extras\":{\"simulatedSecondsPerSecond\":1}}],\"accessors\":[" +
            b.accessors + "],\"bufferViews\":[" + b.views +
            "],\"buffers\":[{\"byteLength\":" + std::to_string(b.bytes.size()) + "}]}";
        while (json.size() % 4 != 0) json += ' ';
        std::string bytes = "glTF";
        WireWriter<End::little> w(bytes);
        w.u32(2);
        w.u32(static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + b.bytes.size()));
        w.u32(static_cast<std::uint32_t>(json.size()));
        bytes += "JSON" + json;
        w.u32(static_cast<std::uint32_t>(b.bytes.size()));
        bytes += std::string_view("BIN\0", 4);
        OutputFile file(path());
        file.write(bytes);
        file.write(b.bytes);
        file.close();
    }

    std::string title_;
    Vec3<double> half_;
    Mat3<double> axes_ = Mat3<double>::identity();
};

}  // namespace

OutputFormat glb_format() {
    OutputFormat format;
    format.entry = {"format", "glb",
                    "binary glTF for Blender and browsers: a box with the body's moments, and its rotation over time"};
    format.entry.source = "Khronos, glTF 2.0";
    format.keeps = "attitude and time in single precision";
    format.loses = "rates, energy, epoch";
    format.ending = ".glb";
    format.usual_bytes = 2;
    format.least_bytes = 1;
    format.open = [](const std::string& path, const Trajectory& trajectory) -> std::unique_ptr<TrajectoryWriter> {
        return std::make_unique<GlbWriter>(path, trajectory);
    };
    return format;
}

}  // namespace polhode
