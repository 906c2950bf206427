#include "polhode/library/plot.hpp"

#include <gtest/gtest.h>

#include "output_support.hpp"
#include "polhode/library/gnuplot.hpp"
#include "polhode/library/output_error.hpp"

namespace polhode {
namespace {

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

}  // namespace
}  // namespace polhode
