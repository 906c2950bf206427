#include "polhode/method/constraint_kind.hpp"

#include <stdexcept>

namespace polhode {

namespace {

using constrain::Law;
using AfterStep = ConstraintKind::AfterStep;

std::vector<ConstraintKind> all_kinds() {
    const std::vector<std::string> quaternions{"quaternion", "cayley-klein"};
    const Parameter doubling{"doubling",
                             Type::choice,
                             "",
                             "\"after-rounding\"",
                             false,
                             "fixed-point: whether the product l (1/2 - eps/4) is rounded to a word and doubled, or "
                             "doubled and rounded",
                             {"after-rounding", "before-rounding"}};
    const Parameter fraction{"gain_fraction",
                             Type::positive,
                             "1",
                             "",
                             false,
                             "the gain as a fraction of its stability limit, in place of gain"};
    const std::vector<Parameter> algebraic = {
        {"gain", Type::non_negative, "1/s", "", false, "K: the error decays as exp(-2 K t); this or gain_fraction"},
        fraction,
        {"evaluate",
         Type::choice,
         "",
         "\"step\"",
         false,
         "eps once, at the start of each step, or again in every stage, as an analog machine does",
         {"step", "stage"}}};
    const std::vector<Parameter> derivative = {
        {"gain", Type::non_negative, "1", "", false, "M; this or gain_fraction"},
        fraction,
        {"rate_max", Type::positive, "rad/s", "", false,
         "largest rate, which sets the limit that gain_fraction refers to; left out: that of the given rates"},
        {"reading",
         Type::choice,
         "",
         "\"start\"",
         false,
         "which derivative is held: that of the step's start (limit 8), of the step before, as printed (8/3), or of "
         "the "
         "stage before (16)",
         {"start", "lag1", "stage"}}};
    const auto vector_gains = [](const std::string& where) -> std::vector<Parameter> {
        return {{"k1", Type::number, "1/s", "1.0", false, "gain of the length errors, which decay as exp(-2 k1 t)"},
                {"k2", Type::number, "1/s", "2.0", false,
                 "gain of the orthogonality error, which decays as exp(-k2 t); it goes into " + where}};
    };
    return {
        {.entry = {"constraint", "none", "the numbers are left as the integrator makes them", {}, "", ""}},
        {.entry =
             {"constraint",
              "normalise",
              "after each step the nearest exact rotation (quaternion divided by its length, matrix made orthonormal)",
              {},
              "",
              "TN D-5302 verdict 7; Higham 1986 for the matrix"},
         .after_step = AfterStep::normalise},
        {.entry = {"constraint",
                   "normalise-binomial",
                   "the same to first order, without square root",
                   {},
                   "",
                   "TN D-5302 eq. 28 applied to the state; Gray 1952 step 2"},
         .after_step = AfterStep::binomial},
        {.entry = {"constraint", "algebraic",
                   "feedback into the rate equations, q' = G q + K eps q, eps = 1 - |q|^2; stable up to h K = 1 "
                   "(quaternion, "
                   "cayley-klein)",
                   algebraic, "", "TN D-5302 eqs. 20, 21; continuous: Robinson 1958 eq. 108 with gain = K/2"},
         .law = [](const Values& v) { return v.text("evaluate") == "stage" ? Law::algebraic_stage : Law::algebraic; },
         .attitudes = quaternions},
        {.entry = {"constraint",
                   "normalized",
                   "normalises what enters the derivative and leaves the state alone, as TN D-5302 describes it; it "
                   "does not "
                   "work "
                   "(quaternion, cayley-klein)",
                   {{"reading",
                     Type::choice,
                     "",
                     "\"scaled\"",
                     false,
                     "the factor 1 + eps/2 on the derivative of every stage (scaled), or stages that start from the "
                     "normalised "
                     "state (substituted)",
                     {"scaled", "substituted"}}},
                   "",
                   "TN D-5302 eq. 28"},
         .law =
             [](const Values& v) {
                 return v.text("reading") == "substituted" ? Law::normalized_substituted : Law::normalized_scaled;
             },
         .attitudes = quaternions},
        {.entry = {"constraint", "derivative",
                   "feedback of the derivative, q' = G q + M eps D, D held over the step; stable up to M (h w)^2 = 8 "
                   "(quaternion, "
                   "cayley-klein)",
                   derivative, "", "TN D-5302 eqs. 33, 36"},
         .law =
             [](const Values& v) {
                 const std::string& held = v.text("reading");
                 return held == "lag1"    ? Law::derivative_lag1
                        : held == "stage" ? Law::derivative_stage
                                          : Law::derivative_start;
             },
         .attitudes = quaternions},
        {.entry = {"constraint", "two-vector",
                   "feedback into i' and j': + k1 i (1 - i.i), + k1 j (1 - j.j) - k2 i (i.j) (dcm-two-vector)",
                   vector_gains("j"), "", "Robinson 1958 eq. 82, sign of k1 corrected"},
         .law = [](const Values&) { return Law::two_vector; },
         .attitudes = {"dcm-two-vector"}},
        {.entry = {"constraint", "three-vector",
                   "feedback into all nine cosines of the three length and three orthogonality errors (dcm)",
                   vector_gains("both vectors, half in each"), "", "Robinson 1958 eq. 81; Howe 1956"},
         .law = [](const Values&) { return Law::three_vector; },
         .attitudes = {"dcm"}},
        {.entry = {"constraint",
                   "gray-1",
                   "row 3 to length M without square root, row 2 turned by the smallest angle onto its normal plane "
                   "(dcm-gray, "
                   "dcm)",
                   {{"corrections",
                     Type::choice,
                     "",
                     "\"together\"",
                     false,
                     "length and direction of row 2 corrected together, or one after the other",
                     {"together", "length-first", "direction-first"}},
                    doubling},
                   "",
                   "Gray, Rubinoff, Sohon 1952 section 5"},
         .of_gray = true},
        {.entry = {"constraint",
                   "gray-2",
                   "row 3 to length M without square root, one component of row 2 replaced, where row 3 is largest "
                   "(dcm-gray, "
                   "dcm)",
                   {doubling},
                   "",
                   "Gray, Rubinoff, Sohon 1952 section 5"},
         .of_gray = true},
    };
}

}  // namespace

const std::vector<ConstraintKind>& constraint_kinds() {
    static const std::vector<ConstraintKind> all = all_kinds();
    return all;
}

const ConstraintKind& constraint_kind(const std::string& name) {
    for (const ConstraintKind& kind : constraint_kinds())
        if (kind.entry.name == name) return kind;
    throw std::logic_error("no constraint is called '" + name + "'");
}

std::vector<Entry> constraint_entries() {
    std::vector<Entry> entries;
    for (const ConstraintKind& kind : constraint_kinds()) entries.push_back(kind.entry);
    return entries;
}

}  // namespace polhode
