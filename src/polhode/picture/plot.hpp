// Pictures of a run: the polhode (path of the momentum in the body), the herpolhode (path of the rate on the invariable
// plane), the path of the body's axis in the world, and over time rates, angles, torques, what should stay constant,
// the constraint error, and with several methods their differences. Drawn by gnuplot, which runs as a child process on
// a script and data in a private temporary folder; names and titles never reach a shell.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "polhode/base/thinned.hpp"
#include "polhode/closed_form/free_motion.hpp"
#include "polhode/measure/comparison.hpp"
#include "polhode/measure/row_sink.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "polhode/problem/analysis/invariants.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode {

// What a picture needs of the rows, in bounded memory.
class PlotData : public RowSink {
 public:
    explicit PlotData(const Scenario& scenario);

    void begin(const std::string& method, const std::string& line);  // line: the method in words, for the caption
    void begin(const Method& method, const Columns&) override;
    void row(const Row& row) override;

    struct Sample {
        double t;
        Quaternion<double> q_NB;
        Vec3<double> w_NB_B;
        double energy;
        Vec3<double> L_N;
        double defect;
    };
    struct Curve {
        std::string name, line;
        Thinned<Sample> rows{20000};
    };

    std::string title;
    bool all_panels = false;  // also those on which everything is at rounding errors
    bool dynamics = true;
    Invariants invariants;
    bool pivoted = false;              // weight on a fixed point: tilt and precession in place of Euler angles
    std::optional<Vec3<double>> axis;  // of the locus, in body axes; chosen from the motion where not set
    std::optional<BodyModel> body;
    std::vector<TorqueModel> torques;
    std::optional<FreeMotion> free;  // of a body on which nothing acts, from its start
    double kinetic_energy = 0;       // J, largest met: the scale of the energy drift
    std::vector<Curve> curves;
};

// Draws the overview. Throws PlotError or, when the picture cannot be put where it should be, OutputError.
void plot_overview(const PlotData& data, const Comparison& comparison, const std::string& path);

// Polhode and, of a free body, herpolhode alone and larger. There is none where the rate is given or there is no
// momentum (has_polhode).
bool has_polhode(const PlotData& data);
void plot_polhode(const PlotData& data, const std::string& path);

}  // namespace polhode
