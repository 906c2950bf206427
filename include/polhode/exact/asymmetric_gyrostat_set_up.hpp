// How the gyrostat with different moments across its rotors' axis is set up from its start: the constructor of
// AsymmetricGyrostat in parts. The formulas stand in asymmetric_gyrostat.hpp, which includes this file.
#pragma once

#include "asymmetric_gyrostat.hpp"

namespace polhode::exact {

// The axis of the rotors third, by turns only; then (e2, e1, -e3) where that makes A > B.
template <class T>
POLHODE_HD void AsymmetricGyrostat<T>::relabel(const GyrostatBody<T>& body, const Vec3<T>& w) {
    const int k = body.axis;
    axis_[0] = (k + 1) % 3;
    axis_[1] = (k + 2) % 3;
    axis_[2] = k;
    l_ = body.inside[k];
    if (body.moment[axis_[0]] < body.moment[axis_[1]]) {
        const int first = axis_[0];
        axis_[0] = axis_[1];
        axis_[1] = first;
        turned_[2] = true;
        l_ = -l_;
    }
    A_ = body.moment[axis_[0]];
    B_ = body.moment[axis_[1]];
    C_ = body.moment[k];
    for (int i = 0; i < 3; ++i) w_[i] = turned_[i] ? -w[axis_[i]] : w[axis_[i]];
}

template <class T>
POLHODE_HD void AsymmetricGyrostat<T>::turn_about_second() {
    for (int i = 0; i < 3; i += 2) {
        turned_[i] = !turned_[i];
        w_[i] = -w_[i];
    }
    l_ = -l_;
}

template <class T>
POLHODE_HD bool AsymmetricGyrostat<T>::is_permanent(const GyrostatBody<T>& body, const Vec3<T>& w) {
    const int k = body.axis, i = (k + 1) % 3, j = (k + 2) % 3;
    const auto leans = [&](int m) { return (body.moment[m] - body.moment[k]) * w[k] - body.inside[k]; };
    if (w[i] == T(0)) return w[j] == T(0) || leans(j).hi == T(0);
    return w[j] == T(0) && leans(i).hi == T(0);
}

template <class T>
POLHODE_HD typename AsymmetricGyrostat<T>::Turning AsymmetricGyrostat<T>::turning_points() const {
    const Fine al = (A_ - C_) * w_[2] - l_, be = (B_ - C_) * w_[2] - l_;
    const Fine first = C_ / (A_ * (A_ - B_)), second = -(C_ / (B_ * (A_ - B_)));
    return Turning({exact_product(w_[0], w_[0]), scaled(first * be, T(2)), first * (B_ - C_)},
                   {exact_product(w_[1], w_[1]), scaled(second * al, T(2)), second * (A_ - C_)});
}

// h = G - H3 at a turning point: from the rate that does not vanish there where the difference would cancel.
template <class T>
POLHODE_HD TwoWords<T> AsymmetricGyrostat<T>::distance_from_pole(const Turning& r,
                                                                 const detail::RealRoot<T>& root) const {
    const Fine H3 = H3_at(root.x), other = root.of == 0 ? B_ : A_;
    if (!(H3.hi > T(0))) return G_ - H3;
    return other * other * r.q[1 - root.of].size_at(root.x) / (G_ + H3);
}

// tan^2(angle/2) = (G - H3)/(G + H3), each small one from the product
template <class T>
POLHODE_HD T AsymmetricGyrostat<T>::angle_at(const Turning& r, const detail::RealRoot<T>& root, const Fine& h) const {
    const Fine H3 = H3_at(root.x), other = root.of == 0 ? B_ : A_;
    const Fine rest = H3.hi > T(0) ? G_ + H3 : other * other * r.q[1 - root.of].size_at(root.x) / h;
    const T s = sqrt(h).value(), c = sqrt(rest).value();
    return T(2) * (turned_[2] ? atan2(c, s) : atan2(s, c));
}

template <class T>
POLHODE_HD AsymmetricGyrostat<T>::AsymmetricGyrostat(const GyrostatBody<T>& body, const FineQ& start,
                                                     const Vec3<T>& w_NB_B) {
    relabel(body, w_NB_B);
    const Fine A1 = A_ * w_[0], B2 = B_ * w_[1], H3 = H3_at(Fine());
    G2_ = A1 * A1 + B2 * B2 + H3 * H3;
    G_ = sqrt(G2_);
    Turning r = turning_points();
    if (r.found && (H3_at(r.a.x) + H3_at(r.b.x)).hi > T(0)) {
        turn_about_second();
        r = turning_points();
    }
    too_small_ = !r.found;
    if (too_small_) return;
    four_ = r.complex_of < 0;
    ends_on_one_ = r.ends_on_one();
    lowest_ = r.b.x + w_[2];
    highest_ = r.a.x + w_[2];
    ab_ = (r.a.x - r.b.x).value();

    h_a_ = distance_from_pole(r, r.a);
    h_b_ = distance_from_pole(r, r.b);
    const Fine other = r.a.of == 0 ? B_ : A_;
    D_ = h_a_ * ((scaled(C_ * highest_, T(2)) + h_a_) - C_ * (G_ + H3_at(r.a.x)) / other);
    const Fine energy2 =
        A_ * exact_product(w_[0], w_[0]) + B_ * exact_product(w_[1], w_[1]) + C_ * exact_product(w_[2], w_[2]);
    half_psi_rate_ = scaled((energy2 - (G_ - l_) * lowest_) / h_b_, T(0.5));

    angle_[0] = angle_at(r, r.b, h_b_);
    angle_[1] = angle_at(r, r.a, h_a_);
    winding_ = ends_on_one_ ? 0 : r.a.of == 0 ? 1 : -1;

    const Fine speed = (A_ - B_) / C_, lead = speed * speed * (r.q[0].lead() * r.q[1].lead());
    PeriodIntegral<T> integral[2];
    Fine factor[2];
    const Jacobi<T> f = four_ ? set_up_four(r, lead, integral, factor) : set_up_two(r, lead, integral, factor);
    set_up_integrals(f, integral, factor);
    if (too_small_) return;
    // w is parallel to H there: H.w/G, H.w = 2E + l w3
    limit_rate_ = ((energy2 + l_ * (creeps_ < 0 ? lowest_ : highest_)) / G_).value();
    set_up_attitude(start);
}

// b = c: the motion creeps to b for ever. The phase counts from b; a root very near to it is as good, until the
// difference has grown, which takes a time that no start in T would decide. Three roots that meet (an equilibrium about
// to lose its stability) part by what two words just see.
template <class T>
POLHODE_HD void AsymmetricGyrostat<T>::part_roots_that_meet(const Fine& ab, Fine& ac, Fine& ad, Fine& bd, Fine& bc) {
    constexpr int exponent = -std::numeric_limits<T>::min_exponent / 3;
    const Fine near = ab * detail::unseen_difference<T>();
    if (bd.hi == T(0)) {
        creeps_ = -1;
        bc = near;
        bd = scaled(near, T(2));
    } else if (ac.hi == T(0)) {
        creeps_ = 1;
        ad = near;
        ac = scaled(near, T(2));
    } else if (bc.hi == T(0)) {
        creeps_ = -1;
        bc = ac * detail::halved<T>(exponent < 340 ? exponent : 340);
    }
}

template <class T>
POLHODE_HD Jacobi<T> AsymmetricGyrostat<T>::set_up_four(const Turning& r, const Fine& lead,
                                                        PeriodIntegral<T> (&integral)[2], Fine (&factor)[2]) {
    const Fine one(T(1)), ab = r.a.x - r.b.x;
    // a difference with a root at infinity is left out
    const auto apart = [&](const detail::RealRoot<T>& p, const detail::RealRoot<T>& s) {
        if (p.infinite || s.infinite) return one;
        const Fine distance = abs(p.x - s.x);
        return distance.hi <= detail::unseen_difference<T>() * abs(p.x.hi) ? Fine() : distance;
    };
    Fine ac = apart(r.a, r.c), ad = apart(r.a, r.d), bd = apart(r.b, r.d), bc = apart(r.b, r.c);
    part_roots_that_meet(ab, ac, ad, bd, bc);
    const Fine ep = bc / ac, kc2 = ep * (ad / bd);
    ep_ = ep.value();
    lam_ = scaled(sqrt(lead * (ac * bd)), T(0.5));
    kc2_fine_ = kc2;

    // amplitude and factors of each rate by the roots of its own quadratic
    const detail::RealRoot<T>* roots[4] = {&r.a, &r.b, &r.c, &r.d};
    const Fine amplitude[4] = {ab, ab * ep, bc, bd};
    for (int i = 0; i < 2; ++i) {
        Fine square = r.q[i].lead();
        int n = 0;
        for (int k = 0; k < 4; ++k) {
            if (roots[k]->of != i || n == 2) continue;
            if (roots[k]->infinite) {
                product_[i].one_root = true;
                continue;
            }
            square = square * amplitude[k];
            product_[i].factor[n++] = static_cast<Factor>(k);
        }
        product_[i].amplitude = sqrt(square).value();
    }
    const Fine c = r.c.infinite ? one : abs(r.c.x);
    Jacobi<T> f;
    f.sn = sqrt(abs(r.b.x) * ac / (ab * c)).value();
    f.cn = sqrt(abs(r.a.x) * bc / (ab * c)).value();
    // on the way down cn is negative; half a period earlier it is sn
    if ((w_[0] < T(0)) != (w_[1] < T(0))) f.sn = -f.sn;
    integral[0] = PeriodIntegral<T>::of_third_kind(ep * h_a_ / h_b_, kc2);
    factor[0] = scaled(D_ * ab * ep / (h_b_ * h_b_ * lam_), T(0.5));
    integral[1] = PeriodIntegral<T>::of_third_kind(ep, kc2);
    factor[1] = ab * ep / lam_;
    return f;
}

template <class T>
POLHODE_HD Jacobi<T> AsymmetricGyrostat<T>::set_up_two(const Turning& r, const Fine& lead,
                                                       PeriodIntegral<T> (&integral)[2], Fine (&factor)[2]) {
    const int m = r.complex_of;
    const Fine a = r.a.x, b = r.b.x, ab = a - b, p = r.q[m].p, s = r.q[m].s;
    const Fine U = sqrt((a - p) * (a - p) + s * s), V = sqrt((b - p) * (b - p) + s * s), UV = U * V;
    const Fine Re = (a - p) * (p - b) - s * s, Im = s * ab, both = UV + abs(Re);
    const Fine larger = both / scaled(UV, T(2)), smaller = Im * Im / (scaled(UV, T(2)) * both);
    const bool near_one = Re.hi > T(0);
    const Fine k2 = near_one ? larger : smaller;
    kc2_fine_ = near_one ? smaller : larger;
    U_ = U.value();
    V_ = V.value();
    lam_ = sqrt(lead * UV);

    product_[m].amplitude = scaled(sqrt(r.q[m].lead()) * UV, T(2)).value();
    product_[m].factor[0] = Factor::dn;
    product_[1 - m].amplitude = (sqrt(r.q[1 - m].lead() * UV) * ab).value();
    product_[1 - m].factor[0] = Factor::sn;

    // cn0 = (a V + b U)/(a V - b U), its numerator multiplied out: p^2 + s^2 = c0/c2 is known to its last digit
    const Fine sum = a * V - b * U, square = r.q[m].c0 / r.q[m].c2;
    Jacobi<T> f;
    f.cn = (ab * ((a + b) * square - scaled(a * b * p, T(2))) / (sum * sum)).value();
    f.sn = scaled(sqrt(-(a * b) * UV) / sum, T(2)).value();
    if ((w_[0] < T(0)) != (w_[1] < T(0))) f.sn = -f.sn;

    const Fine near = h_b_ * U, far = h_a_ * V;
    integral[0] = PeriodIntegral<T>::of_cosines(far / near, k2, kc2_fine_);
    factor[0] = scaled(D_ * ab * V / ((near + far) * h_b_ * lam_), T(0.5));
    // x - b = (a-b) V (1-cn)/den; where V > U by a - x = (a-b) U (1+cn)/den, half a period later
    axial_from_top_ = V > U;
    integral[1] = PeriodIntegral<T>::of_cosines(axial_from_top_ ? U / V : V / U, k2, kc2_fine_);
    factor[1] = ab * (axial_from_top_ ? -U : V) / ((U + V) * lam_);
    return f;
}

// f at the start: brought to cn >= 0 by half a period
template <class T>
POLHODE_HD void AsymmetricGyrostat<T>::set_up_integrals(Jacobi<T> f, PeriodIntegral<T> (&integral)[2],
                                                        const Fine (&factor)[2]) {
    kc2_ = min(kc2_fine_.value(), T(1));
    separatrix_ = !(kc2_ > T(0));
    const Fine p[2] = {integral[0].parameter(), integral[1].parameter()};
    // RJ divides by products of this size
    const T smallest = std::numeric_limits<T>::min() / square(std::numeric_limits<T>::epsilon());
    const T least = min(integral[0].smallest_parameter(), integral[1].smallest_parameter());
    too_small_ = separatrix_ ? !four_ : !(kc2_ * least >= smallest);
    if (too_small_) return;

    set_up_signs(f);
    const bool odd = f.cn < T(0);
    j0_ = odd ? (f.sn < T(0) ? T(-1) : T(1)) : T(0);
    f.sn = negated_where(odd, f.sn);
    f.cn = abs(f.cn);
    f.dn = sqrt(fma(kc2_ * f.sn, f.sn, f.cn * f.cn));
    const Fine kc = sqrt(kc2_fine_);
    CompleteIntegrals<Fine, 2> complete;
    if (!separatrix_) {
        const T none[2] = {T(0), T(0)}, one[2] = {T(1), T(1)};
        complete = complete_integrals<T, Fine, 2>(kc, p, none, one);
    }
    K_ = complete.K;
    jacobi_.set_modulus(separatrix_ ? T(0) : kc.value(), kc2_, K_);
    // a start at the far end is exactly a quarter period
    u0_ = f.cn == T(0) && !separatrix_ ? K_ * f.sn : first_kind_of(jacobi_, f.sn, f.cn, kc2_);
    u0_ = u0_ + scaled(K_, T(2)) * j0_;
    integral[0].set_up(factor[0], complete.c[0], K_, f, odd);
    integral[1].set_up(factor[1], complete.c[1], K_, f, odd != axial_from_top_);
    half_psi_ = integral[0];
    axial_ = integral[1];
}

// Both rates have the same sign before the functions: that of the larger part of the momentum decides.
template <class T>
POLHODE_HD void AsymmetricGyrostat<T>::set_up_signs(const Jacobi<T>& f) {
    Jacobi<T> at = f;
    at.dn = sqrt(fma(kc2_ * f.sn, f.sn, f.cn * f.cn));
    T w[2], above_b;
    rates_across(at, w[0], w[1], above_b);
    const int larger = abs(A_.hi * w_[0]) < abs(B_.hi * w_[1]) ? 1 : 0;
    if ((w[larger] < T(0)) == (w_[larger] < T(0))) return;
    for (int i = 0; i < 2; ++i) product_[i].amplitude = -product_[i].amplitude;
}

// q(0) P(0)^-1 in the given axes
template <class T>
POLHODE_HD void AsymmetricGyrostat<T>::set_up_attitude(const FineQ& start) {
    const Fine H1 = A_ * w_[0], H2 = B_ * w_[1], H3 = H3_at(Fine());
    const Fine h = H3.hi > T(0) ? (H1 * H1 + H2 * H2) / (G_ + H3) : G_ - H3;
    const Fine vector[3] = {H2, -H1, Fine()};
    Fine given[3];
    to_given(vector, given);
    start_ = normalise(start * FineQ{h, given[0], given[1], given[2]});
}

}  // namespace polhode::exact
