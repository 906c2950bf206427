#include "polhode/picture/plot.hpp"

#include <gtest/gtest.h>

#include "polhode/files/output_error.hpp"
#include "polhode/picture/gnuplot.hpp"
#include "support/plot_support.hpp"

namespace polhode {
namespace plot_test {

bool gnuplot_is_there() { return std::system("command -v gnuplot >/dev/null 2>&1") == 0; }

// A nodding and turning axis, as a top's.
Row nodding(double t) {
    Row row = test::turning(t, 2.0);
    const double tilt = 1.0 + 0.2 * std::cos(9 * t);
    row.q_NB = compose(row.q_NB, Quaternion<double>{std::cos(tilt / 2), std::sin(tilt / 2), 0, 0});
    row.defect = 1e-12 * t;
    return row;
}

void fill(PlotData& data, Comparison& comparison, int methods, int rows) {
    for (int m = 0; m < methods; ++m) {
        const std::string name = "method " + std::to_string(m);
        data.begin(name, "quaternion, rk4");
        comparison.begin(name);
        for (int i = 0; i < rows; ++i) {
            Row row = nodding(i * 3.0 / rows);
            row.energy += m * 1e-9 * i;
            data.row(row);
            comparison.row(row);
        }
    }
}

TEST(PictureFormat, ByTheEndOfTheName) {
    EXPECT_EQ(picture_format("a b/c.svg"), "svg");
    EXPECT_EQ(picture_format("c.png"), "png");
    EXPECT_EQ(picture_format("c.x.pdf"), "pdf");
    for (const char* name : {"c", "c.jpg", "svg", "", "c.svg/"}) EXPECT_THROW(picture_format(name), InputError) << name;
}

TEST(GnuplotString, NothingGetsOut) {
    EXPECT_EQ(gnuplot_string("it's"), "'it''s'");
    EXPECT_EQ(gnuplot_string("a\nb`ls`\\"), "'a b`ls`\\'");
}

TEST(Plot, EveryFormatIsDrawn) {
    if (!gnuplot_is_there()) GTEST_SKIP() << "gnuplot is not installed";
    const test::Folder folder;
    Scenario scenario = test::steady_scenario();
    PlotData data(scenario);
    Comparison comparison;
    fill(data, comparison, 2, 200);
    // names that would harm a shell or a script
    data.title = "It's \"quoted\" {/:Bold x_1} `touch owned` $(touch owned) %d \xff";
    const std::string base = folder.file("a 'b' $(touch owned)");
    plot_overview(data, comparison, base + ".svg");
    plot_overview(data, comparison, base + ".png");
    plot_overview(data, comparison, base + ".pdf");
    const std::string svg = test::contents(base + ".svg");
    EXPECT_EQ(svg.substr(0, 5), "<?xml");
    EXPECT_NE(svg.find("</svg>"), std::string::npos);
    EXPECT_NE(svg.find("It's \"quoted\" {/:Bold x_1} `touch owned` $(touch owned) %d"), std::string::npos);
    EXPECT_NE(svg.find("method 1: quaternion, rk4"), std::string::npos);
    EXPECT_NE(svg.find("sans-serif"), std::string::npos);
    EXPECT_EQ(test::contents(base + ".png").substr(1, 3), "PNG");
    EXPECT_EQ(test::contents(base + ".pdf").substr(0, 4), "%PDF");
    EXPECT_FALSE(std::filesystem::exists("owned"));
    EXPECT_FALSE(std::filesystem::exists(folder.file("owned")));
}

TEST(Plot, UnusualRunsAreDrawnToo) {
    if (!gnuplot_is_there()) GTEST_SKIP() << "gnuplot is not installed";
    const test::Folder folder;
    const Scenario scenario = test::steady_scenario();
    const auto drawn = [&](auto&& rows) {
        PlotData data(scenario);
        data.begin("a", "b");
        rows(data);
        plot_overview(data, Comparison(), folder.file("a.svg"));
        return test::contents(folder.file("a.svg")).find("</svg>") != std::string::npos;
    };
    EXPECT_TRUE(drawn([](PlotData& d) { d.row(test::turning(0)); })) << "one row";
    EXPECT_TRUE(drawn([](PlotData& d) {
        for (int i = 0; i < 50; ++i) d.row(test::turning(i, 0));
    })) << "at rest";
    EXPECT_TRUE(drawn([](PlotData& d) {
        for (int i = 0; i < 50; ++i) {
            Row row = nodding(i * 0.1);
            if (i > 40) row.q_NB.w = row.w_NB_B[0] = row.energy = NAN;
            d.row(row);
        }
    })) << "broken down";
    EXPECT_TRUE(drawn([](PlotData& d) {
        d.dynamics = false;
        for (int i = 0; i < 50'000; ++i) d.row(nodding(i * 0.01));
    })) << "many rows of kinematics";
    EXPECT_TRUE(drawn([](PlotData& d) {
        for (int i = 0; i < 200; ++i) {
            Row row = test::turning(i * 0.1);
            row.q_NB = compose(row.q_NB, Quaternion<double>{1, 1e-3, 0, 0});
            d.row(row);
        }
    })) << "a tiny circle about the pole";
    PlotData empty(scenario);
    EXPECT_THROW(plot_overview(empty, Comparison(), folder.file("b.svg")), PlotError);
}

// The words on a picture, its markup left out.
std::string words_of(const std::string& svg) {
    std::string words;
    bool inside = false;
    for (const char c : svg) {
        if (c == '<') inside = true;
        if (!inside && c != '\n' && c != '\t') words += c;
        if (c == '>') inside = false;
    }
    return words;
}

std::string overview_of(const PlotData& data) {
    const test::Folder folder;
    plot_overview(data, Comparison(), folder.file("a.svg"));
    return words_of(test::contents(folder.file("a.svg")));
}

// The program's own picture, of a free body.
TEST(Plot, AFreeBodyHasItsPolhode) {
    if (!gnuplot_is_there()) GTEST_SKIP() << "gnuplot is not installed";
    const PlotData tumbling = test::free_data({1, 2, 2.5}, {0.125, 1.5, 0.5}, 0.1, 300);
    const std::string words = overview_of(tumbling);
    for (const char* what : {"Polhode", "separatrices", "smallest", "middle", "largest", "Herpolhode",
                             "invariable plane", "Path of the body y axis", "Angle of the momentum"})
        EXPECT_NE(words.find(what), std::string::npos) << what << "\n" << words;
    EXPECT_EQ(words.find("nan"), std::string::npos);
    // a symmetric body has no separatrix, a steady turn no herpolhode, a sphere neither
    const std::string symmetric = overview_of(test::free_data({2, 2, 3}, {0.5, 0, 1}, 0.1, 100));
    EXPECT_NE(symmetric.find("Herpolhode"), std::string::npos);
    EXPECT_EQ(symmetric.find("separatrices"), std::string::npos);
    const std::string steady = overview_of(test::free_data({1, 2, 3}, {0, 1, 0}, 0.1, 100));
    EXPECT_NE(steady.find("Polhode:"), std::string::npos);
    EXPECT_EQ(steady.find("Herpolhode"), std::string::npos);
    EXPECT_EQ(overview_of(test::free_data({2, 2, 2}, {1, 1, 0}, 0.1, 100)).find("Polhode:"), std::string::npos);
}

TEST(Plot, PolhodesOfEveryBodyAreDrawn) {
    if (!gnuplot_is_there()) GTEST_SKIP() << "gnuplot is not installed";
    const test::Folder folder;
    const auto drawn = [&](const PlotData& data) {
        plot_polhode(data, folder.file("p.svg"));
        return test::contents(folder.file("p.svg")).find("</svg>") != std::string::npos;
    };
    EXPECT_TRUE(drawn(test::free_data({1, 2, 2.25}, {0.75, 0.3, -1}, 0.1, 200))) << "separatrix";
    EXPECT_TRUE(drawn(test::free_data({0.99671875, 0.99675, 1}, {1e-4, 0, 1}, 10, 200))) << "a tiny wobble";
    EXPECT_TRUE(drawn(test::free_data({1e-12, 1, 1}, {1, 1e-3, 0}, 0.1, 200))) << "a needle";
    EXPECT_TRUE(drawn(test::free_data({1, 2, 2.5}, {0, 1, 0}, 0.1, 200))) << "a steady turn";
    EXPECT_TRUE(drawn(test::free_data({1, 2, 2.5}, {1e-8, 1e-7, 2e-8}, 1e7, 2))) << "few rows, slow";
    PlotData broken = test::free_data({1, 2, 2.5}, {1, 1, 1}, 0.1, 20);
    Row row = test::turning(3);
    row.q_NB.w = row.L_N[0] = NAN;
    broken.row(row);
    EXPECT_TRUE(drawn(broken)) << "broken down";
    PlotData driven = test::free_data({1, 2, 2.5}, {1, 1, 1}, 0.1, 20);
    driven.free.reset();
    driven.torques.push_back({"damping", torque::Damping<double>{{1, 1, 1}}});
    EXPECT_TRUE(drawn(driven)) << "driven";
}

// What is constant to rounding errors is not drawn, unless it is asked for.
TEST(Plot, PanelsOfErrorsOnlyWhereThereAreErrors) {
    if (!gnuplot_is_there()) GTEST_SKIP() << "gnuplot is not installed";
    const auto words = [](double error, bool all) {
        PlotData data(test::steady_scenario());
        data.all_panels = all;
        data.begin("a", "b");
        for (int i = 0; i < 50; ++i) {
            Row row = test::turning(i * 0.1);
            row.energy += error * i;
            row.defect = error * i;
            data.row(row);
        }
        return overview_of(data);
    };
    for (const char* panel : {"Conservation", "Constraint error of the attitude"}) {
        EXPECT_EQ(words(1e-15, false).find(panel), std::string::npos) << panel;
        EXPECT_NE(words(1e-15, true).find(panel), std::string::npos) << panel;
        EXPECT_NE(words(1e-11, false).find(panel), std::string::npos) << panel;
    }
}

// From rest a drift of 1e-17 was divided by no momentum at all.
TEST(Plot, ConservationFromRest) {
    if (!gnuplot_is_there()) GTEST_SKIP() << "gnuplot is not installed";
    Scenario scenario = test::steady_scenario();
    scenario.problem.torques.push_back({"gravity", torque::Gravity<double>{1, {0.1, 0, 0.2}, 9.8}});
    PlotData data(scenario);
    data.begin("a", "b");
    for (int i = 0; i < 50; ++i) {
        Row row = test::turning(i * 0.1);
        row.energy = 0;
        row.L_N = {std::sin(row.t), 0, 1e-17 * i};
        data.row(row);
    }
    EXPECT_EQ(overview_of(data).find("Conservation"), std::string::npos);
}

TEST(Plot, TorquesAndLibrationHaveTheirPanels) {
    if (!gnuplot_is_there()) GTEST_SKIP() << "gnuplot is not installed";
    PlotData fired(test::steady_scenario());
    torque::Thruster<double> thruster;
    thruster.force = thruster.at = {0, 1, 0};
    thruster.stop = 1;
    fired.torques.push_back({"thruster", thruster});
    fired.begin("a", "b");
    PlotData swinging(test::steady_scenario());
    swinging.begin("a", "b");
    for (int i = 0; i < 200; ++i) {
        fired.row(nodding(i * 0.05));
        Row row = test::turning(i * 0.05, 0);
        row.q_NB.x = 0.03 * std::sin(row.t);
        swinging.row(row);
    }
    EXPECT_NE(overview_of(fired).find("thrusters on: shaded"), std::string::npos);
    const std::string words = overview_of(swinging);
    EXPECT_NE(words.find("Turns about body axes from the mean"), std::string::npos) << words;
    EXPECT_EQ(words.find("Path of the body"), std::string::npos) << "no dot on a sphere";
}

TEST(Plot, MemoryIsBounded) {
    PlotData data(test::steady_scenario());
    data.begin("a", "b");
    for (int i = 0; i < 200'000; ++i) data.row(test::turning(i));
    EXPECT_LE(data.curves[0].rows.items().size(), 20'001u);
    EXPECT_EQ(data.curves[0].rows.items().back().t, 199'999);
}

TEST(Plot, AMissingGnuplotIsSaidPlainly) {
    const test::Folder folder;
    const int code = test::with_small_disk(1 << 26, [&] {
        setenv("PATH", folder.path().c_str(), 1);
        PlotData data(test::steady_scenario());
        Comparison comparison;
        fill(data, comparison, 1, 20);
        try {
            plot_overview(data, comparison, folder.file("a.svg"));
        } catch (const PlotError& e) {
            return std::string(e.what()).find("apt install gnuplot-nox") != std::string::npos ? 7 : 8;
        }
        return 0;
    });
    EXPECT_EQ(code, 7);
}

TEST(Plot, APictureThatCannotBePutThereIsAnOutputError) {
    if (!gnuplot_is_there()) GTEST_SKIP() << "gnuplot is not installed";
    const test::Folder folder;
    PlotData data(test::steady_scenario());
    Comparison comparison;
    fill(data, comparison, 1, 20);
    EXPECT_THROW(plot_overview(data, comparison, folder.file("none/a.svg")), OutputError);
}

}  // namespace plot_test
}  // namespace polhode
