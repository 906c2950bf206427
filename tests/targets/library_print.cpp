// Runs scenarios of the gallery and prints their rows, so that the bits of two targets can be compared.
#include <cstdio>

#include "polhode/base/full_precision.hpp"
#include "polhode/run/simulate.hpp"
#include "polhode/scenario/gallery.hpp"
#include "polhode/scenario/scenario.hpp"

int main(int argc, char** argv) {
    using namespace polhode;
    for (int i = 1; i < argc; ++i) try {
            const GalleryScenario* found = find_in_gallery(argv[i]);
            if (!found) throw InputError({argv[i], 0, ""}, "not in the gallery");
            const Scenario s = read_scenario(found->text, found->name);
            for (const Method& method : s.methods) {
                std::printf("%s, %s\n", found->name.c_str(), method.name.c_str());
                Statistics statistics;
                const auto print_row = [](const Row& row) {
                    std::string line = full_precision(row.t);
                    for (const double x : {row.q_NB.w, row.q_NB.x, row.q_NB.y, row.q_NB.z, row.w_NB_B[0], row.w_NB_B[1],
                                           row.w_NB_B[2], row.energy, row.L_N[0], row.L_N[1], row.L_N[2]})
                        line += "," + full_precision(x);
                    for (const double x : row.state) line += "," + full_precision(x);
                    std::puts(line.c_str());
                };
                simulate(s.problem, method, s.run, {.row = print_row}, statistics);
            }
        } catch (const std::exception& e) {
            std::fprintf(stderr, "%s\n", e.what());
            return 1;
        }
    return 0;
}
