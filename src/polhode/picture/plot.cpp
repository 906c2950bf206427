#include "polhode/picture/plot.hpp"

#include <algorithm>
#include <functional>

#include "polhode/base/readable.hpp"
#include "polhode/base/terminal/display_width.hpp"
#include "polhode/closed_form/top_analysis.hpp"
#include "polhode/picture/herpolhode_plot.hpp"
#include "polhode/picture/libration_plot.hpp"
#include "polhode/picture/polhode_plot.hpp"
#include "polhode/picture/sphere_plot.hpp"
#include "polhode/picture/time_panels_plot.hpp"
#include "polhode/picture/torque_plot.hpp"
#include "polhode/scenario/method_line.hpp"

namespace polhode {

namespace overview {

namespace {

// What one page shows: pictures of a path, and panels over time.
using Draw = void (*)(Script&, const PlotData&, const std::vector<Samples>&, const Box&, char);
struct Picture {
    Draw draw;
    bool with_axes = false;  // has numbers at its left and below
};
struct Contents {
    std::vector<Picture> pictures;
    std::vector<Panel> panels;
};

struct Drawn {
    std::vector<Samples> samples;  // of each method
    std::size_t stride = 1;
    double t_end = 0;
};
Drawn samples_of(const PlotData& data) {
    Drawn d;
    for (const PlotData::Curve& c : data.curves) {
        d.samples.push_back(c.rows.items());
        d.stride = std::max(d.stride, c.rows.stride());
        if (!d.samples.back().empty()) d.t_end = std::max(d.t_end, d.samples.back().back().t);
    }
    if (d.samples.empty() || d.samples.front().empty())
        throw PlotError("there is nothing to draw: the run gave no rows");
    return d;
}

// The attitude of a body that turns, in the angles that say most about it.
Panel turning_panel(const PlotData& data, const Samples& samples) {
    if (has_herpolhode(data)) return momentum_angles_panel(data, samples);
    if (!data.pivoted)
        if (const std::optional<Panel> wobble = axis_wobble_panel(data, samples)) return *wobble;
    return angles_panel(data, samples);
}

Contents contents_of(const PlotData& data, const Comparison& comparison, const std::vector<Samples>& samples) {
    Contents c;
    const Samples& first = samples.front();
    // A body that hardly turns has no path worth a sphere: its angles say more.
    if (const std::optional<Libration> libration = libration_of(data, first)) {
        if (!libration->in_orbit && !data.dynamics) c.pictures.push_back({draw_sphere});
        c.panels.push_back(libration->panel);
        c.panels.push_back(rates_panel(first));
    } else {
        const bool polhode = has_polhode(data);
        if (polhode && data.free) c.pictures.push_back({draw_polhode});
        if (has_herpolhode(data)) c.pictures.push_back({draw_herpolhode, true});
        c.pictures.push_back({draw_sphere});
        if (polhode && !data.free) c.pictures.push_back({draw_polhode});
        c.panels.push_back(rates_panel(first));
        c.panels.push_back(turning_panel(data, first));
    }
    if (data.dynamics)
        if (auto torque = torque_panel(data, first)) c.panels.push_back(*torque);
    if (samples.size() > 1)
        for (Panel& p : c.panels) p.title += " (first method)";
    const auto add_if_telling = [&](Panel panel) {
        if (!panel.curves.empty() && (data.all_panels || says_something(panel))) c.panels.push_back(std::move(panel));
    };
    if (data.dynamics) add_if_telling(invariants_panel(data, samples));
    add_if_telling(constraint_panel(samples));
    if (samples.size() > 1)
        if (Panel differences = differences_panel(comparison); !differences.curves.empty())
            c.panels.push_back(differences);
    return c;
}

// Lengths on the page are in its units, from the top left.
class PageLayout {
 public:
    explicit PageLayout(const Page& page) : page_(page) {}
    Box box(double left, double right, double top, double bottom) const {
        return {left / page_.width, right / page_.width, 1 - bottom / page_.height, 1 - top / page_.height};
    }

 private:
    Page page_;
};

constexpr double head = 84, foot = 92, panel_gap = 52;

void draw_column(Script& script, const std::vector<Panel>& panels, std::size_t first, std::size_t count, double left,
                 double right, double top, double bottom, double t_end) {
    const PageLayout layout(script.page());
    const double gaps = panel_gap * static_cast<double>(count > 0 ? count - 1 : 0);
    const double height = (bottom - top - gaps) / static_cast<double>(std::max<std::size_t>(count, 1));
    for (std::size_t i = 0; i < count; ++i) {
        const double upper = top + static_cast<double>(i) * (height + panel_gap);
        draw_panel(script, panels[first + i], layout.box(left, right, upper, upper + height),
                   static_cast<char>('a' + first + i), i + 1 == count, t_end);
    }
}

Box picture_box(const Page& page, const Picture& picture, double left, double right, double top, double bottom) {
    const PageLayout layout(page);
    return picture.with_axes ? layout.box(left + 52, right - 8, top, bottom - 34)
                             : layout.box(left, right, top, bottom);
}

// Two or three pictures in a row, the panels below them in two columns.
constexpr double picture_height = 370, panel_height = 158;
double height_with_row(std::size_t panels) {
    const double rows = std::ceil(static_cast<double>(panels) / 2);
    return head + picture_height + 92 + rows * panel_height + (rows - 1) * panel_gap + foot;
}
void draw_with_row(Script& script, const PlotData& data, const Drawn& drawn, const Contents& c) {
    const double n = static_cast<double>(c.pictures.size()), width = (script.page().width - 50) / n;
    for (std::size_t i = 0; i < c.pictures.size(); ++i) {
        const double left = 25 + static_cast<double>(i) * width;
        c.pictures[i].draw(
            script, data, drawn.samples,
            picture_box(script.page(), c.pictures[i], left + 8, left + width - 8, head, head + picture_height),
            static_cast<char>('a' + i));
    }
}

// One picture at the left, the last panel below it, the others in a column at the right; without any picture two
// columns of panels.
void draw_beside(Script& script, const PlotData& data, const Drawn& drawn, const Contents& c) {
    const PageLayout layout(script.page());
    const double bottom = script.page().height - foot;
    const bool below = c.panels.size() > 2;
    c.pictures.front().draw(script, data, drawn.samples, layout.box(24, 546, head, below ? 480 : bottom), 'a');
    std::vector<Panel> panels = c.panels;
    if (below) {
        draw_panel(script, panels.back(), layout.box(90, 534, 550, bottom), 'b', true, drawn.t_end);
        panels.pop_back();
    }
    // the letters go on after the picture and what stands below it
    panels.insert(panels.begin(), below ? 2 : 1, Panel{});
    const std::size_t first = below ? 2 : 1;
    draw_column(script, panels, first, panels.size() - first, 636, 1110, head, bottom, drawn.t_end);
}

void draw_columns(Script& script, const std::vector<Panel>& panels, std::size_t letters_before, double top,
                  double t_end) {
    std::vector<Panel> lettered(letters_before);
    lettered.insert(lettered.end(), panels.begin(), panels.end());
    const std::size_t left = (panels.size() + 1) / 2;
    const double bottom = script.page().height - foot;
    draw_column(script, lettered, letters_before, left, 88, 540, top, bottom, t_end);
    draw_column(script, lettered, letters_before + left, panels.size() - left, 660, 1112, top, bottom, t_end);
}

// The title above, the methods below, each in its colour; only names when there are too many for their descriptions.
void draw_frame(Script& script, const PlotData& data, std::size_t stride) {
    const Page& page = script.page();
    const bool several = data.curves.size() > 1;
    constexpr double foot_line = 18;
    script.begin_frame(data.title, 29);
    const auto caption_of = [&](std::size_t m, bool full) {
        const PlotData::Curve& c = data.curves[m];
        return without_control_characters(!several ? c.line : full ? c.name + ": " + c.line : shortened(c.name, 30));
    };
    int total = 0;
    for (std::size_t m = 0; m < data.curves.size(); ++m) total += display_width(caption_of(m, true)) + 4;
    double left = 0.02;
    for (std::size_t m = 0; m < data.curves.size(); ++m) {
        const std::string text =
            shortened(caption_of(m, total < 165), std::max(4, static_cast<int>((0.88 - left) * 190)));
        script.foot(10 + static_cast<int>(m), text, left, foot_line, "left", several ? colour_of(m) : picture_grey);
        left += (5.7 * display_width(text) + 24) / page.width;
        if (left > 0.85) break;
    }
    if (stride > 1) script.foot(4, format("every %zuth row drawn", stride), 0.985, foot_line + 17, "right");
    script.foot_with_version(3, foot_line);
}

// Draws one page and puts it where it belongs.
void make_page(const std::string& path, const Page& page, const std::function<void(Script&)>& draw) {
    Script script(picture_format(path), page);
    draw(script);
    script.draw(path);
}

}  // namespace

}  // namespace overview

PlotData::PlotData(const Scenario& scenario)
    : title(scenario.title.empty() ? scenario.file : scenario.title),
      dynamics(scenario.problem.dynamics()),
      invariants(invariants_of(scenario.problem)) {
    if (!dynamics) return;
    body = scenario.problem.body;
    torques = scenario.problem.torques;
    free = analyse_free(scenario.problem);
    // a body on a pivot: its symmetry axis, or else the line to its centre of mass
    const Vec3<double> moment = weight_moment(scenario.problem.torques).moment;
    if (!(norm(moment) > 0)) return;
    pivoted = true;
    const int symmetry = top_axis(*scenario.problem.body, moment);
    axis = Vec3<double>{};
    if (symmetry >= 0)
        (*axis)[symmetry] = 1;
    else
        axis = moment / norm(moment);
}

void PlotData::begin(const std::string& method, const std::string& line) {
    curves.emplace_back();
    curves.back().name = method;
    curves.back().line = line;
}

void PlotData::begin(const Method& method, const Columns&) { begin(method.name, method_line(method)); }

void PlotData::row(const Row& r) {
    curves.back().rows.add({r.t, r.q_NB, r.w_NB_B, r.energy, r.L_N, r.defect});
    const double kinetic = 0.5 * dot(r.w_NB_B, to_body(r.q_NB, r.L_N)) / norm_squared(r.q_NB);
    if (kinetic > kinetic_energy) kinetic_energy = kinetic;
}

void plot_overview(const PlotData& data, const Comparison& comparison, const std::string& path) {
    using namespace overview;
    const Drawn drawn = samples_of(data);
    const Contents contents = contents_of(data, comparison, drawn.samples);
    Page page;
    if (contents.pictures.size() > 1) page.height = height_with_row(contents.panels.size());
    make_page(path, page, [&](Script& script) {
        if (contents.pictures.size() == 1) {
            draw_beside(script, data, drawn, contents);
        } else {
            const double top = contents.pictures.empty() ? head : head + picture_height + 92;
            draw_with_row(script, data, drawn, contents);
            draw_columns(script, contents.panels, contents.pictures.size(), top, drawn.t_end);
        }
        draw_frame(script, data, drawn.stride);
    });
}

bool has_polhode(const PlotData& data) {
    if (!data.dynamics || !data.body || data.curves.empty()) return false;
    if (data.free) return data.free->kind != FreeKind::sphere && data.free->kind != FreeKind::at_rest;
    return !overview::momentum_states(data, data.curves.front().rows.items()).empty();
}

void plot_polhode(const PlotData& data, const std::string& path) {
    using namespace overview;
    const Drawn drawn = samples_of(data);
    const Page page{has_herpolhode(data) ? 1200.0 : 700.0, 700};
    make_page(path, page, [&](Script& script) {
        const PageLayout layout(page);
        draw_polhode(script, data, drawn.samples, layout.box(24, 600, head, 620), 'a');
        if (has_herpolhode(data)) draw_herpolhode(script, data, drawn.samples, layout.box(690, 1150, head, 586), 'b');
        draw_frame(script, data, drawn.stride);
    });
}

}  // namespace polhode
