// Gray, Rubinoff, Sohon 1952: what a step costs, counted by running it over numbers that count (verdicts 14 and 16).
#include <fmt/format.h>

#include "polhode/arithmetic/counting.hpp"
#include "polhode/constrain/gray.hpp"
#include "polhode/reproduce/gray/gray.hpp"
#include "polhode/rotation/euler_angles.hpp"
#include "polhode/rotation/quaternion.hpp"

namespace polhode {

namespace {

// A machine of fractions multiplies by 1/M and 1/M^2, M = 1/2, with shifts: no product.
using Word = Counting<float>;

}  // namespace

template <>
class Factor<Word> {
 public:
    Factor() = default;
    explicit Factor(double value) : value_(static_cast<float>(value)) {}
    friend Word times(const Word& a, const Factor& f) { return Word(a.value() * f.value_); }

 private:
    float value_ = 1;
};

}  // namespace polhode

namespace polhode::gray {

namespace {

template <class Work>
Count counted(const Work& work) {
    const OperationCount before = operations();
    work();
    const OperationCount n = operations() - before;
    return {n.multiplications + n.fused, n.divisions, n.elementary};
}

}  // namespace

Counts count_operations() {
    const Vec3<Word> r3{Word(0.2f), Word(-0.3f), Word(0.33f)}, r2{Word(0.4f), Word(0.28f), Word(0.01f)},
        w{Word(0.01f), Word(0.02f), Word(0.005f)};
    const GrayProcedure<Word> method_1(M, GrayOrthogonalising::smallest_turn),
        method_2(M, GrayOrthogonalising::one_component);
    Mat3<Word> A;
    for (int j = 0; j < 3; ++j) {
        A(1, j) = r2[j];
        A(2, j) = r3[j];
    }
    const auto count = [](const auto& work) { return counted(work); };
    Counts all;
    all.correct_1 = count([&] { (void)method_1.orthogonalised(r2, r3); });
    all.correct_2 = count([&] { (void)method_2.orthogonalised(r2, r3); });
    all.row_2_method_1 = count([&] {
        const Vec3<Word> slope = cross(r2, w);
        (void)method_1.orthogonalised(r2 + slope, r3);
    });
    // the component that will be replaced, n here, is not integrated
    all.row_2_method_2 = count([&] {
        const Vec3<Word> slope{difference_of_products(r2[1], w[2], r2[2], w[1]),
                               difference_of_products(r2[2], w[0], r2[0], w[2]), Word(0)};
        (void)method_2.orthogonalised(r2 + slope, r3);
    });
    all.rates_gray = count([&] {
        (void)cross(r3, w);
        (void)cross(r2, w);
    });
    all.fix_gray_1 = count([&] { (void)method_1.corrected(A); });
    all.fix_gray_2 = count([&] { (void)method_2.corrected(A); });
    const Quaternion<Word> q{Word(0.3f), Word(0.2f), Word(0.1f), Word(0.33f)};
    // the halves of the rate are shifts
    all.rates_quaternion = count([&] { (void)derivative(q, w); });
    all.rates_quaternion.products -= count([&] { (void)(Word(0.5f) * w); }).products;
    all.fix_quaternion = count([&] { (void)method_1.normalised(q.params()); });
    all.matrix_of_quaternion = count([&] { (void)to_matrix(q); });
    EulerAngles<Word> e{};
    e = e.with(Vec3<Word>{Word(0.3f), Word(0.2f), Word(0.1f)});
    all.rates_angles = count([&] { (void)derivative(e, w); });
    return all;
}

StepCost rk4_step(const Count& rates, const Count& fix) {
    return {4 * rates.products + fix.products, 4 * rates.quotients + fix.quotients};
}

Claim method_2_is_preferable_because_quicker(const GrayRuns& r) {
    const Counts& c = *r.counts;
    const long saved = c.row_2_method_1.products - c.row_2_method_2.products,
               saved_rk4 = c.correct_1.products - c.correct_2.products;
    return {
        .number = "14",
        .text = "Method 2 is preferable because it is quicker (section 5).",
        .quotation = "There is a second method of orthogonalizing, which is preferable because it is quicker.",
        .place = "section 5",
        .verdict = if_so(saved > 0 && c.row_2_method_2.quotients == 1),
        .explanation = fmt::format(
            "Counted for row 2 and forward Euler: method 1 takes {} products, method 2 {} products, {} quotient and "
            "the search for the largest of three. Formulas with stages need all three components in each stage; then "
            "only the correction differs, {} products against {} and a quotient.",
            c.row_2_method_1.products, c.row_2_method_2.products, c.row_2_method_2.quotients, c.correct_1.products,
            c.correct_2.products),
        .condition = fmt::format("a quotient takes less time than {} products ({} with Heun or RK4)", saved, saved_rk4),
        .evidence = {{"products, method 1", static_cast<double>(c.row_2_method_1.products)},
                     {"products, method 2", static_cast<double>(c.row_2_method_2.products)},
                     {"quotients, method 2", static_cast<double>(c.row_2_method_2.quotients)},
                     {"products a quotient may cost", static_cast<double>(saved)},
                     {"with Heun or RK4", static_cast<double>(saved_rk4)}},
        .command = r.shown_cosines->command};
}

Claim no_trigonometric_functions_appear(const GrayRuns& r) {
    const Counts& c = *r.counts;
    return {
        .number = "16",
        .text = "No trigonometric functions appear, so that no table or series is needed (section 6).",
        .quotation =
            "No trigonometric functions of the Eulerian angles appear, obviating the necessity of referring to a "
            "function table or to a series expansion to obtain the solutions of the equations of motion.",
        .place = "section 6",
        .verdict = yes(c.rates_gray.functions + c.fix_gray_1.functions + c.fix_gray_2.functions == 0),
        .explanation = fmt::format("Counted: {} calls of such functions in a step, and no square root. The equations "
                                   "of the Euler angles call {} in each evaluation, {} in a step of RK4.",
                                   c.rates_gray.functions + c.fix_gray_2.functions, c.rates_angles.functions,
                                   4 * c.rates_angles.functions),
        .evidence = {{"calls, direction cosines", static_cast<double>(c.rates_gray.functions + c.fix_gray_2.functions)},
                     {"calls in an evaluation, Euler angles", static_cast<double>(c.rates_angles.functions)}},
        .command = r.shown_cosines->command};
}

void cost(ReportPage& page, const GrayRuns& r) {
    page.section("What a step costs");
    page.text(
        "Counted by running the procedure over numbers that count. Products by powers of two are shifts and are not "
        "counted (M = 1/2); neither are additions, which cost a machine of 1952 little beside a product. Method 2 also "
        "makes two or three comparisons.");
    const Counts& c = *r.counts;
    const auto row = [](const char* what, const Count& n) {
        return std::vector<std::string>{what, std::to_string(n.products), std::to_string(n.quotients),
                                        std::to_string(n.functions)};
    };
    page.table({.caption = "Operations",
                .heads = {"part", "products", "quotients", "sines and cosines"},
                .rows = {row("row 2, forward Euler, method 1", c.row_2_method_1),
                         row("row 2, forward Euler, method 2", c.row_2_method_2),
                         row("correction of row 2 alone, method 1", c.correct_1),
                         row("correction of row 2 alone, method 2", c.correct_2),
                         row("rate equations of rows 3 and 2, once", c.rates_gray),
                         row("rate equations of the Euler angles, once", c.rates_angles),
                         row("rate equations of a quaternion, once", c.rates_quaternion),
                         row("all corrections and row 1, method 1", c.fix_gray_1),
                         row("all corrections and row 1, method 2", c.fix_gray_2),
                         row("correction of a quaternion", c.fix_quaternion),
                         row("matrix of a quaternion", c.matrix_of_quaternion)}});
}

}  // namespace polhode::gray
