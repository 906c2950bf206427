#!/usr/bin/env python3
"""Makes exact-elliptic.csv: elliptic integrals and functions at the arguments the closed solutions meet, with mpmath at
60 digits. Arguments are binary64 numbers at their exact value; kc is the complementary modulus k'.

    python3 make_exact_elliptic.py > exact-elliptic.csv

rf x y z | rc x y | rj x y z p | rd x y z | K kc | cel kc p a b | F phi kc | sn, cn, dn, am u kc
"""
import random
from mpmath import mp, mpf, elliprf, elliprc, elliprj, elliprd, ellipk, quad, sin, cos, sqrt, ellipf, ellipfun, pi, atan2, findroot, nstr, nint

mp.dps = 60
rows = []


def add(name, args, value):
    args = [repr(float(a)) for a in args]
    rows.append(",".join([name] + args + [""] * (4 - len(args)) + [nstr(value, 34)]))


def cel(kc, p, a, b):
    # a K(...) and b by Carlson: int (a c^2 + b s^2)/((c^2 + p s^2) D) = a K + (b - p a) RJ(0, kc^2, 1, p)/3
    return a * elliprf(0, kc**2, 1) + (b - p * a) * elliprj(0, kc**2, 1, p) / 3


r = random.Random(1784)
size = lambda lo, hi: float(10 ** r.uniform(lo, hi))
for _ in range(30):
    x, y, z, p = [size(-6, 3) for _ in range(4)]
    add("rf", [x, y, z], elliprf(mpf(x), mpf(y), mpf(z)))
    add("rd", [x, y, z], elliprd(mpf(x), mpf(y), mpf(z)))
    add("rc", [x, y], elliprc(mpf(x), mpf(y)))
    p = max(p, x, y)  # what the closed solutions use: p not below the smallest argument
    add("rj", [x, y, z, p], elliprj(mpf(x), mpf(y), mpf(z), mpf(p)))
for x, y, z in [(0.0, 1.0, 1.0), (0.0, 1e-16, 1.0), (1e-30, 1e-16, 1.0), (1.0, 1.0, 1.0), (1.0, 1.0 + 2**-50, 1.0)]:
    add("rf", [x, y, z], elliprf(mpf(x), mpf(y), mpf(z)))
for x, y, z, p in [(0.0, 1e-16, 1.0, 1e-20), (1e-24, 1e-16, 1.0, 1e-20), (0.5, 0.5, 1.0, 0.5), (1.0, 1.0, 1.0, 1.0), (0.25, 0.75, 1.0, 30.0)]:
    add("rj", [x, y, z, p], elliprj(mpf(x), mpf(y), mpf(z), mpf(p)))
# close arguments: the series alone, no duplication hides its higher terms
for x, y, z, p in [(1.0, 1.026, 1.013, 1.0), (1.026, 1.013, 1.02, 1.0), (1.02, 1.0, 1.0, 1.019), (1.0, 1.0, 1.024, 1.012), (1.0, 1.0, 1.0, 1.02), (1.02, 1.02, 1.02, 1.0)]:
    add("rf", [x, y, z], elliprf(mpf(x), mpf(y), mpf(z)))
    add("rj", [x, y, z, p], elliprj(mpf(x), mpf(y), mpf(z), mpf(p)))
moduli = [1.0, 1.0 - 2.0**-30, 0.9, 0.5, 0.1, 1e-3, 1e-8, 1e-15, 1e-60]
for kc in moduli:
    k = mpf(kc)
    K = elliprf(0, k**2, 1)
    add("K", [kc], K)
    for p, a, b in [(1.0, 1.0, 1.0), (4.0, 1.0, 0.0), (1e6, 1.0, 0.0), (1e-6, 1.0, 0.0), (0.3, 1.0, 1.0)]:
        add("cel", [kc, p, a, b], cel(k, mpf(p), a, b))
    for phi in [1e-9, 0.1, 1.0, 1.57, 3.0, -5.0, 100.0]:
        if kc < 1e-20 and abs(phi) > 1.6:
            continue
        j = nint(mpf(phi) / pi)
        rest = mpf(phi) - j * pi
        s, c = sin(rest), cos(rest)
        add("F", [phi, kc], 2 * j * K + s * elliprf(c**2, c**2 + k**2 * s**2, 1))
    for share in [1e-9, 0.2, 0.49, 0.51, 0.9, 0.999, 1.0, 1.3, 1.97, -0.7, 6.4]:
        u = float(K * share)
        mp.dps = 200
        # am by Newton on F: no table of theta functions near k = 1
        h = nint(mpf(u) / (2 * elliprf(0, k**2, 1)))
        K2 = elliprf(0, k**2, 1)
        v = mpf(u) - 2 * h * K2
        w = K2 - abs(v)  # quarter-period shift keeps the iteration away from pi/2
        def am(target):
            F = lambda f: sin(f) * elliprf(cos(f) ** 2, cos(f) ** 2 + k**2 * sin(f) ** 2, 1) - target
            f = mp.asin(mp.tanh(target)) if k < 0.5 else target * pi / (2 * K2)
            for _ in range(60):
                step = F(f) * sqrt(cos(f) ** 2 + k**2 * sin(f) ** 2)
                f -= step
                if abs(step) < mpf(10) ** -150:
                    break
            else:
                raise SystemExit("no convergence")
            return f
        if abs(v) <= K2 / 2:
            f = am(v)
            sn, cn = sin(f), cos(f)
        else:
            f = am(w)
            d = sqrt(cos(f) ** 2 + k**2 * sin(f) ** 2)
            sn, cn = cos(f) / d, k * sin(f) / d
            if v < 0:
                sn = -sn
        dn = sqrt(cn**2 + k**2 * sn**2)
        a = atan2(sn, cn) + h * pi
        sign = -1 if h % 2 else 1
        mp.dps = 60
        add("sn", [u, kc], sign * sn)
        add("cn", [u, kc], sign * cn)
        add("dn", [u, kc], dn)
        add("am", [u, kc], a)
print("function,a1,a2,a3,a4,value")
print("\n".join(rows))
