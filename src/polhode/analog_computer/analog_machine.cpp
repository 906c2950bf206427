#include "polhode/analog_computer/analog_machine.hpp"

#include <cmath>
#include <numbers>

#include "polhode/arithmetic/philox.hpp"

namespace polhode {

using analog::ErrorCurve;

namespace {

struct NamedCurve {
    const char* name;
    ErrorCurve curve;
};
constexpr NamedCurve curves[] = {{"none", ErrorCurve::none},
                                 {"uncorrelated-constant", ErrorCurve::uncorrelated_constant},
                                 {"correlated-constant", ErrorCurve::correlated_constant},
                                 {"correlated-gain", ErrorCurve::correlated_gain},
                                 {"correlated-sine", ErrorCurve::correlated_sine},
                                 {"correlated-knots", ErrorCurve::correlated_knots}};

// What a random number of a machine is for: the upper part of its stream.
enum class Purpose : std::uint64_t { channel = 1, servo = 2, gain = 3, offset = 4 };

RandomStream stream_of(std::uint64_t seed, Purpose purpose, int index) {
    return {seed, (static_cast<std::uint64_t>(purpose) << 32) | static_cast<std::uint64_t>(index)};
}

std::vector<double> given_list(const Values& v, const std::string& name, std::size_t count, const std::string& what) {
    if (!v.has(name)) return {};
    const std::vector<double>& list = v.numbers(name);
    if (list.size() != count)
        v.refuse(name,
                 "expected " + std::to_string(count) + " numbers, " + what + "; read " + std::to_string(list.size()));
    return list;
}

}  // namespace

std::vector<std::string> analog_error_names() {
    std::vector<std::string> names;
    for (const NamedCurve& c : curves) names.push_back(c.name);
    return names;
}

bool analog_error_named(const std::string& name, ErrorCurve& curve) {
    for (const NamedCurve& c : curves)
        if (c.name == name) {
            curve = c.curve;
            return true;
        }
    return false;
}

std::vector<Parameter> analog_parameters() {
    return {
        {"seed", Type::integer, "", "1", false, "which machine: draws what its parts are off by"},
        {"volts_per_unit", Type::positive, "V", "50", false, "volts of a parameter or cosine of 1 (100 V full scale)"},
        {"full_scale_rate", Type::vector3, "rad/s", "[1, 1, 1]", false, "rates P, Q, R that are 100 V"},
        {"K", Type::non_negative, "1/s", "2", false, "length correction of the quaternion circuit"},
        {"k1", Type::non_negative, "1/s", "1", false, "length correction of the cosine circuit"},
        {"k2", Type::non_negative, "1/s", "2", false, "orthogonality correction of the cosine circuit"},
        {"C", Type::positive, "1", "", false,
         "gain ahead of the correction multipliers; default 1, with uncorrelated errors 10"},
        {"C1", Type::positive, "1", "", false, "the same for k1; default C"},
        {"C2", Type::positive, "1", "", false, "the same for k2; default C"},
        {"symmetric", Type::boolean, "", "false", false,
         "half of the orthogonality correction into each vector, in place of all into the second"},
        {"error", Type::choice, "", "\"correlated-knots\"", false, "how the multipliers are wrong",
         analog_error_names()},
        {"sigma", Type::non_negative, "V", "0.053", false,
         "standard deviation of a multiplier's error, at 100 V across the pot"},
        {"servo_sigma", Type::non_negative, "V", "0", false, "of an error shared by all pots of a shaft"},
        {"knots", Type::integer, "", "45", false, "readings along the shaft of correlated-knots"},
        {"squaring_error", Type::boolean, "", "true", false, "false: squares and dot products are exact"},
        {"errors", Type::numbers, "V", "", false,
         "the error of each multiplier channel, in the order of `polhode analog --netlist`, in place of drawn ones "
         "(correlated-knots: all knots of each; correlated-sine: phases in rad)"},
        {"gains", Type::numbers, "1", "", false, "of the summers ahead of the integrators, in place of drawn ones"},
        {"gain_error", Type::number, "1", "0", false, "mean by which these gains fall short of 1"},
        {"gain_spread", Type::non_negative, "1", "0", false, "standard deviation of these gains"},
        {"offsets", Type::numbers, "V", "", false, "at the same summers, times P_m, in place of drawn ones"},
        {"offset_spread", Type::non_negative, "V", "0", false, "standard deviation of these offsets"},
        {"inverter_gain", Type::positive, "1", "1", false, "of the amplifiers that feed the other end of the pots"},
        {"correction_gain", Type::positive, "1", "1", false, "of the amplifiers that make the correction signals"},
        {"output_gain", Type::positive, "1", "1", false, "of the amplifiers that make the cosines read out"},
        {"lag", Type::non_negative, "s", "0", false, "time constant with which a shaft follows its voltage"},
        {"lagged_correction", Type::boolean, "", "true", false,
         "false: the correction products use the voltage itself, not the lagging shaft"},
        {"read_to", Type::non_negative, "V", "0", false,
         "cosines read out are rounded to this (the report: 0.01); 0: not rounded"},
        {"overload",
         Type::choice,
         "",
         "\"report\"",
         false,
         "beyond 100 V: go on and say so, hold correction signals at 100 V, or stop",
         {"report", "clip", "fail"}},
    };
}

AnalogSettings analog_settings(const Values& v, AnalogCircuit circuit) {
    AnalogSettings s;
    AnalogScaling& k = s.scaling;
    k.circuit = circuit;
    k.volts_per_unit = v.number("volts_per_unit");
    if (k.volts_per_unit > analog::full_scale_volts)
        v.refuse("volts_per_unit", "a parameter of 1 would be beyond full scale; at most 100 V");
    k.full_scale_rate = v.vector("full_scale_rate");
    for (int i = 0; i < 3; ++i)
        if (!(k.full_scale_rate[i] > 0)) v.refuse("full_scale_rate", "expected three numbers greater than 0 (rad/s)");
    analog_error_named(v.text("error"), s.curve);
    k.K = v.number("K");
    k.k1 = v.number("k1");
    k.k2 = v.number("k2");
    // An electronic multiplier's error does not shrink with the correction signal: it needs gain ahead of it
    // (Robinson 1958 eqs. 107, 115: C > 4 K/W_m).
    k.C = v.has("C") ? v.number("C") : s.curve == ErrorCurve::uncorrelated_constant ? 10 : 1;
    k.C1 = v.has("C1") ? v.number("C1") : k.C;
    k.C2 = v.has("C2") ? v.number("C2") : k.C;
    k.symmetric = v.boolean("symmetric");
    s.sigma = v.number("sigma");
    s.servo_sigma = v.number("servo_sigma");
    const long knots = v.integer("knots");
    if (knots < 2 || knots > 10000) v.refuse("knots", "expected a whole number from 2 to 10000");
    s.knots = static_cast<int>(knots);
    s.squaring_error = v.boolean("squaring_error");
    s.gain_error = v.number("gain_error");
    s.gain_spread = v.number("gain_spread");
    s.offset_spread = v.number("offset_spread");
    s.inverter_gain = v.number("inverter_gain");
    s.correction_gain = v.number("correction_gain");
    s.output_gain = v.number("output_gain");
    s.lag = v.number("lag");
    k.lagged_correction = v.boolean("lagged_correction");
    s.read_to = v.number("read_to");
    const std::string& overload = v.text("overload");
    s.overload = overload == "clip"   ? AnalogSettings::Overload::clip
                 : overload == "fail" ? AnalogSettings::Overload::fail
                                      : AnalogSettings::Overload::report;
    k.clip_error_signals = s.overload == AnalogSettings::Overload::clip;
    s.seed = static_cast<std::uint64_t>(v.integer("seed"));

    const auto size = static_cast<std::size_t>(k.size());
    const std::string order =
        circuit == AnalogCircuit::quaternion ? "for E1, E2, E3, E4" : "for A11, A21, A31, A12, A22, A32";
    s.gains = given_list(v, "gains", size, order);
    s.offsets = given_list(v, "offsets", size, order);
    if (v.has("errors")) {
        if (s.curve == ErrorCurve::none) v.refuse("errors", "error = \"none\" has no errors to give");
        const std::size_t channels = analog_netlist(k).of_kind(AnalogKind::channel).size();
        const bool by_knot = s.curve == ErrorCurve::correlated_knots;
        s.errors = given_list(
            v, "errors", channels * (by_knot ? static_cast<std::size_t>(s.knots) : 1),
            by_knot ? std::to_string(s.knots) + " for each of " + std::to_string(channels) + " multiplier channels"
                    : "one for each multiplier channel");
    }
    return s;
}

AnalogPlan::AnalogPlan(const AnalogSettings& given)
    : settings(given), netlist(analog_netlist(given.scaling)), circuit(compile(netlist)) {}

int AnalogPlan::knots_per_machine() const {
    return settings.curve == ErrorCurve::correlated_knots ? circuit.channels * settings.knots : 0;
}

Vec<double, analog::most_inputs> AnalogPlan::inputs(const Vec3<double>& rate) const {
    Vec<double, analog::most_inputs> volts;
    volts[0] = analog::full_scale_volts;
    for (int i = 0; i < 3; ++i)
        volts[i + 1] = analog::full_scale_volts * (rate[i] / settings.scaling.full_scale_rate[i]);
    return volts;
}

namespace {

// The errors of the multipliers, each by its curve.
template <int N>
void fill_channels(analog::Machine<double, N>& machine, int lane, const AnalogPlan& plan, std::uint64_t seed,
                   double* knots) {
    const AnalogSettings& s = plan.settings;
    const analog::Circuit<double>& c = plan.circuit;
    const std::size_t by_channel = s.curve == ErrorCurve::correlated_knots ? static_cast<std::size_t>(s.knots) : 1;
    for (int k = 0; k < c.channels; ++k) {
        const AnalogRole role = plan.netlist.elements[static_cast<std::size_t>(c.channel[k].out)].role;
        const bool exact = !s.squaring_error && (role == AnalogRole::square || role == AnalogRole::dot_product);
        const RandomStream own = stream_of(seed, Purpose::channel, k);
        const RandomStream shared = stream_of(seed, Purpose::servo, c.channel[k].shaft);
        const bool given = !s.errors.empty();
        const double* listed = given ? &s.errors[static_cast<std::size_t>(k) * by_channel] : nullptr;
        // the one number of a constant or a gain, in volts, with its share of the servo's
        const auto volts = [&] {
            const double part = given ? listed[0] : s.sigma * own.normal(0);
            return s.servo_sigma > 0 ? part + s.servo_sigma * shared.normal(0) : part;
        };
        machine.a[k][lane] = machine.b[k][lane] = 0;
        switch (s.curve) {
            case ErrorCurve::none:
                break;
            case ErrorCurve::uncorrelated_constant:
            case ErrorCurve::correlated_constant:
                machine.a[k][lane] = exact ? 0 : volts();
                break;
            case ErrorCurve::correlated_gain:
                // sqrt 3: rms sigma over the whole of the shaft
                machine.a[k][lane] = exact ? 0 : std::numbers::sqrt3 * volts();
                break;
            case ErrorCurve::correlated_sine: {
                const auto add = [&](double amplitude, double phase) {
                    machine.a[k][lane] += std::numbers::sqrt2 * amplitude * polhode::cos(phase);
                    machine.b[k][lane] += std::numbers::sqrt2 * amplitude * polhode::sin(phase);
                };
                if (exact) break;
                add(s.sigma, given ? listed[0] : two_pi<double>() * own.uniform(0));
                if (s.servo_sigma > 0) add(s.servo_sigma, two_pi<double>() * shared.uniform(0));
                break;
            }
            case ErrorCurve::correlated_knots: {
                // variance 1.5 sigma^2: interpolation between independent knots takes a third of it on average
                const double scale = std::sqrt(1.5);
                double* curve = knots + static_cast<std::size_t>(k) * by_channel * N + static_cast<std::size_t>(lane);
                for (std::size_t n = 0; n < by_channel; ++n) curve[n * N] = 0;
                if (exact) break;
                const auto add = [&](const RandomStream& stream, double deviation) {
                    for (std::size_t n = 0; n < by_channel; n += 2) {
                        const TwoNumbers z = stream.normal_pair(n / 2);
                        curve[n * N] += deviation * z.first;
                        if (n + 1 < by_channel) curve[(n + 1) * N] += deviation * z.second;
                    }
                };
                if (given)
                    for (std::size_t n = 0; n < by_channel; ++n) curve[n * N] = listed[n];
                else
                    add(own, scale * s.sigma);
                if (s.servo_sigma > 0) add(shared, scale * s.servo_sigma);
                break;
            }
        }
    }
}

// Gains and offsets of the amplifiers.
template <int N>
void fill_amplifiers(analog::Machine<double, N>& machine, int lane, const AnalogPlan& plan, std::uint64_t seed) {
    const AnalogSettings& s = plan.settings;
    const analog::Circuit<double>& c = plan.circuit;
    for (int k = 0; k < c.amplifiers; ++k) {
        const AnalogElement& e = plan.netlist.elements[static_cast<std::size_t>(c.amplifier[k].out)];
        double& gain = machine.gain[k][lane];
        machine.offset[k][lane] = 0;
        gain = e.role == AnalogRole::inversion      ? s.inverter_gain
               : e.role == AnalogRole::error_signal ? s.correction_gain
               : e.role == AnalogRole::output       ? s.output_gain
                                                    : 1;
        if (e.role != AnalogRole::rate_sum) continue;
        int i = 0;
        while (c.integrator[i].in != c.amplifier[k].out) ++i;
        const auto n = static_cast<std::size_t>(i);
        if (!s.gains.empty())
            gain = s.gains[n];
        else
            gain = 1 - s.gain_error -
                   (s.gain_spread > 0 ? s.gain_spread * stream_of(seed, Purpose::gain, i).normal(0) : 0);
        double offset = 0;
        if (!s.offsets.empty())
            offset = s.offsets[n];
        else if (s.offset_spread > 0)
            offset = s.offset_spread * stream_of(seed, Purpose::offset, i).normal(0);
        // the offset passes through the same gain as the rates: drift grows with full scale (Robinson 1958, VII B)
        machine.offset[k][lane] = s.scaling.full_scale_rate[0] * offset;
    }
}

}  // namespace

template <int N>
void fill_machine(analog::Machine<double, N>& machine, int lane, const AnalogPlan& plan, std::uint64_t seed,
                  double* knots) {
    machine.curve = plan.settings.curve;
    machine.lag = plan.settings.lag;
    machine.knots = knots;
    machine.knot_count = plan.settings.knots;
    fill_channels(machine, lane, plan, seed, knots);
    fill_amplifiers(machine, lane, plan, seed);
}
template void fill_machine<1>(analog::Machine<double, 1>&, int, const AnalogPlan&, std::uint64_t, double*);
template void fill_machine<8>(analog::Machine<double, 8>&, int, const AnalogPlan&, std::uint64_t, double*);

std::vector<double> analog_start(const AnalogScaling& s, const Quaternion<double>& q_NB) {
    if (s.circuit == AnalogCircuit::direction_cosines) return analog_start(s, to_matrix(q_NB));
    const RobinsonParameters<double> e = to_robinson(q_NB);
    const double S = s.volts_per_unit;
    return {S * e.e1, S * e.e2, S * e.e3, S * e.e4};
}

std::vector<double> analog_start(const AnalogScaling& s, const Mat3<double>& R_NB) {
    if (s.circuit == AnalogCircuit::quaternion) return analog_start(s, matrix_to_quaternion(R_NB));
    std::vector<double> volts;
    for (int v = 0; v < 2; ++v)
        for (int i = 0; i < 3; ++i) volts.push_back(s.volts_per_unit * R_NB(v, i));  // a_iv = R_NB(v, i)
    return volts;
}

Quaternion<double> analog_attitude(const AnalogScaling& s, const double* volts) {
    if (s.circuit == AnalogCircuit::quaternion) {
        const double f = 1 / s.volts_per_unit;
        return from_robinson(RobinsonParameters<double>{f * volts[0], f * volts[1], f * volts[2], f * volts[3]});
    }
    Vec3<double> i{{volts[0], volts[1], volts[2]}}, j{{volts[3], volts[4], volts[5]}};
    i = (1 / norm(i)) * i;
    j = j - dot(i, j) * i;
    j = (1 / norm(j)) * j;
    const Vec3<double> k = cross(i, j);
    Mat3<double> R_NB;
    for (int n = 0; n < 3; ++n) {
        R_NB(0, n) = i[n];
        R_NB(1, n) = j[n];
        R_NB(2, n) = k[n];
    }
    return matrix_to_quaternion(R_NB);
}

double analog_length_error(const AnalogScaling& s, const double* volts) {
    double sum = 0;
    for (int i = 0; i < (s.circuit == AnalogCircuit::quaternion ? 4 : 3); ++i) sum += volts[i] * volts[i];
    return std::sqrt(sum) / s.volts_per_unit - 1;
}

Vec3<double> analog_drift(const Quaternion<double>& q) {
    const double sign = q.w < 0 ? -1 : 1;
    const Vec3<double> v{{sign * q.x, sign * q.y, sign * q.z}};
    const double sine = norm(v);
    // Robinson 1958 eqs. 13-15, back; 2 v/w is the limit for no rotation
    const double factor = sine > 0 ? 2 * polhode::atan2(sine, sign * q.w) / sine : 0;
    return factor * v;
}

}  // namespace polhode
