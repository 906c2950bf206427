// What an integrator can do and what it goes with. Refusals are made from this, so that a new integrator states it and
// is refused in the same words as the others.
#pragma once

namespace polhode {

struct IntegratorTraits {
    enum class Steps {
        fixed,
        fixed_or_adaptive,  // fixed with `step` alone, otherwise by tolerance
        fixed_or_halving,   // fixed, or halved and doubled between e_max and e_min
        own                 // the integrator decides by itself (closed forms, "default")
    };
    Steps steps = Steps::fixed;
    bool every_attitude = false;  // or the quaternion alone
    bool double_alone = false;    // other arithmetics are refused
    bool dense_rows = false;      // rows may fall between fixed steps
    bool on_grid = true;          // its fixed steps are those of run_fixed_grid; else they end where a switch lies
    // Integrates the rate equations of the attitude stage by stage, so that a constraint can add a term to them; and
    // holds what was measured at the start of a step over its stages.
    bool rate_equations = false, holds_over_stages = false;
    bool rate_forms = false;                // forms of the quaternion's rate equations may be chosen
    const char* not_compensated = nullptr;  // why compensated summation has no meaning, as a sentence
};

}  // namespace polhode
