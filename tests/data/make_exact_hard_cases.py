#!/usr/bin/env python3
"""Makes exact-hard-cases.csv: free bodies and Lagrange tops at the hard places, by a method that shares nothing with
the closed forms. Taylor series of order 44 or more of Euler's equations and q' = q (0,w)/2 in fixed-point integers of
260 bits or more, step chosen from the last coefficients; run again at another order and step, the two must agree to
1e-36 rad.

    python3 make_exact_hard_cases.py > exact-hard-cases.csv

Inputs are binary64 numbers taken at their exact value (q0 is normalised here, exactly); expected values have 34 digits
and are on the branch continuous from q0. attitude_condition is the sum, over the moments, the weight moment, the rates
and t, of the attitude change (rad) per relative change of that input, by central differences of the same integration:
about 1.1e-16 times it is the best binary64 can promise. Equal transverse moments are changed together.
"""
import math, random, sys
from fractions import Fraction
from operator import mul

BITS = 260


class Fixed:
    """One motion in fixed-point integers; time in units that make the fastest rate about 1."""

    def __init__(self, inertia, weight, q, w, bits, order):
        self.bits, self.order, self.one = bits, order, 1 << bits
        fix = lambda x: round(Fraction(x) * self.one)
        size2 = sum(Fraction(c) ** 2 for c in q)
        root = Fraction(math.isqrt(int(size2 * (1 << (2 * bits + 80)))), 1 << (bits + 40))
        self.q = [fix(Fraction(c) / root) for c in q]
        fastest = max([abs(float(c)) for c in w] + [math.sqrt(2 * abs(float(c)) / float(min(inertia))) for c in weight])
        # a power of two: exact
        self.scale = Fraction(2) ** (math.frexp(fastest)[1]) if fastest > 0 else Fraction(1)
        self.w = [fix(Fraction(c) / self.scale) for c in w]
        I = [Fraction(c) for c in inertia]
        self.k = [fix((I[1] - I[2]) / I[0]), fix((I[2] - I[0]) / I[1]), fix((I[0] - I[1]) / I[2])]
        c = [Fraction(x) / self.scale**2 for x in weight]
        self.heavy = any(c)
        # torque gamma x c over the moment: e[i][0] gamma_j + e[i][1] gamma_k
        self.c = [[fix(c[2] / I[0]), fix(-c[1] / I[0])], [fix(-c[2] / I[1]), fix(c[0] / I[1])],
                  [fix(c[1] / I[2]), fix(-c[0] / I[2])]]
        self.t = Fraction(0)

    def gamma(self):
        a, x, y, z = self.q
        b = self.bits - 1
        return [(x * z - a * y) >> b, (a * x + y * z) >> b, (a * a - x * x - y * y + z * z) >> (b + 1)]

    def series(self):
        N, b = self.order, self.bits
        w = [[v] for v in self.w]
        q = [[v] for v in self.q]
        g = [[v] for v in self.gamma()]
        conv = lambda u, v, k: sum(map(mul, u[: k + 1], v[k::-1]))
        for k in range(N):
            W = [conv(w[1], w[2], k), conv(w[2], w[0], k), conv(w[0], w[1], k)]
            new = [(self.k[i] * (W[i] >> b)) for i in range(3)]
            if self.heavy:
                new[0] += self.c[0][0] * g[1][k] + self.c[0][1] * g[2][k]
                new[1] += self.c[1][0] * g[0][k] + self.c[1][1] * g[2][k]
                new[2] += self.c[2][0] * g[0][k] + self.c[2][1] * g[1][k]
                G = [conv(g[1], w[2], k) - conv(g[2], w[1], k), conv(g[2], w[0], k) - conv(g[0], w[2], k),
                     conv(g[0], w[1], k) - conv(g[1], w[0], k)]
            a, x, y, z = q
            Q = [-conv(x, w[0], k) - conv(y, w[1], k) - conv(z, w[2], k),
                 conv(a, w[0], k) + conv(y, w[2], k) - conv(z, w[1], k),
                 conv(a, w[1], k) + conv(z, w[0], k) - conv(x, w[2], k),
                 conv(a, w[2], k) + conv(x, w[1], k) - conv(y, w[0], k)]
            for i in range(3):
                w[i].append((new[i] >> b) // (k + 1))
                if self.heavy:
                    g[i].append((G[i] >> b) // (k + 1))
            for i in range(4):
                q[i].append((Q[i] >> (b + 1)) // (k + 1))
        return w, q

    def advance(self, t_end, digits):
        """To scaled time t_end (a Fraction)."""
        while self.t < t_end:
            w, q = self.series()
            N = self.order
            h = 1e9
            for n in (N, N - 1):
                last = max(abs(s[n]) for s in w + q)
                if last:
                    size = math.log2(last) - self.bits
                    h = min(h, 2 ** ((-digits * math.log2(10) - size) / n))
            h = Fraction(min(h, 4.0)).limit_denominator(1 << 20)
            h = min(h, t_end - self.t)
            hf = round(h * self.one)
            def value(s):
                r = s[N]
                for n in range(N - 1, -1, -1):
                    r = ((r * hf) >> self.bits) + s[n]
                return r
            self.w = [value(s) for s in w]
            self.q = [value(s) for s in q]
            self.t += h

    def state(self):
        q = [Fraction(v, self.one) for v in self.q]
        w = [Fraction(v, self.one) * self.scale for v in self.w]
        return q, w


def integrate(case, times, bits=BITS, order=44, digits=44):
    m = Fixed(case["I"], case["c"], case["q"], case["w"], bits, order)
    out = []
    for t in times:
        m.advance(Fraction(t) * m.scale, digits)
        out.append(m.state())
    return out


def angle(a, b):
    dot = sum(x * y for x, y in zip(a, b))
    v = [a[0] * b[1] - a[1] * b[0] - a[2] * b[3] + a[3] * b[2], a[0] * b[2] + a[1] * b[3] - a[2] * b[0] - a[3] * b[1],
         a[0] * b[3] - a[1] * b[2] + a[2] * b[1] - a[3] * b[0]]
    return 2 * math.atan2(math.sqrt(float(sum(x * x for x in v))), abs(float(dot)))


def conditions(case, times, states, n):
    """Sum over inputs of |d attitude / d ln input|."""
    total = [math.sqrt(float(sum(x * x for x in w))) * abs(t) for t, (q, w) in zip(times, states)]
    h = Fraction(1, 1 << 24)
    equal = case["I"][0] == case["I"][1]
    groups = [("I", [0, 1])] if equal else [("I", [0]), ("I", [1])]
    groups += [("I", [2])] + [("c", [i]) for i in range(3)] + [("w", [i]) for i in range(3)]
    for key, places in groups:
        if all(case[key][i] == 0 for i in places):
            continue
        ends = []
        for sign in (1, -1):
            changed = dict(case)
            changed[key] = [Fraction(x) * (1 + sign * h) if i in places else x for i, x in enumerate(case[key])]
            ends.append(integrate(changed, times, bits=140 + 4 * n, order=26 + n // 2, digits=24 + n))
        for n in range(len(times)):
            total[n] += angle(ends[0][n][0], ends[1][n][0]) / (2 * float(h))
    return total


def decimal(x, digits=34):
    if x == 0:
        return "0"
    sign = "-" if x < 0 else ""
    x = abs(x)
    e = math.floor(math.log10(x.numerator) - math.log10(x.denominator))
    n = round(x * Fraction(10) ** (digits - 1 - e))
    if n >= 10**digits:
        e += 1
        n = round(x * Fraction(10) ** (digits - 1 - e))
    if n < 10 ** (digits - 1):
        e -= 1
        n = round(x * Fraction(10) ** (digits - 1 - e))
    s = str(n)
    return f"{sign}{s[0]}.{s[1:]}e{e}"


def free_cases():
    q = [0.8, 0.1, -0.3, 0.5]
    yield "order-123-major", [1.0, 2.0, 2.5], q, [0.3, -0.4, 0.9], [0, 1, 20]
    yield "order-132-minor", [1.0, 2.5, 2.0], q, [-1.1, 0.2, 0.3], [1, 20]
    yield "order-213-major", [2.0, 1.0, 2.5], q, [0.4, 0.3, -0.8], [1, 20]
    yield "order-231-minor", [2.0, 2.5, 1.0], q, [0.2, -0.3, -0.9], [1, 20]
    yield "order-312-major", [2.5, 1.0, 2.0], q, [-0.9, -0.2, -0.3], [1, 20]
    yield "order-321-minor", [2.5, 2.0, 1.0], q, [0.1, 0.4, 1.2], [1, 20]
    yield "octant-mmm", [1.5, 2.0, 3.25], q, [-0.25, -0.5, -1.0], [3, 40]
    yield "octant-pmp", [1.5, 2.0, 3.25], q, [1.5, -0.25, 0.125], [3, 40]
    for e in (1e-3, 1e-8, 1e-12, 1e-15):
        yield f"flip-major-{e:g}", [1.0, 1.75, 2.5], q, [e, 1.0, 1.1 * e], [10, 60]
        yield f"flip-minor-{e:g}", [1.0, 1.75, 2.5], q, [1.7 * e, -1.0, -e], [10, 60]
    yield "separatrix", [1.0, 2.0, 2.25], q, [0.75, 0.5, 1.0], [1, 12]
    yield "separatrix-back", [2.25, 1.0, 2.0], q, [-1.0, 0.75, -0.125], [1, 12]
    yield "separatrix-1ulp", [1.0, 2.0, 2.25], q, [0.75, 0.5, 1.0 + 2.0**-52], [12, 80]
    yield "separatrix-1ulp-minor", [1.0, 2.0, 2.25], q, [0.75, 0.5, 1.0 - 2.0**-52], [12, 80]
    yield "near-symmetric-12", [1.0, 1.0 + 2.0**-40, 1.5], q, [0.5, -0.25, 1.0], [5, 80]
    yield "near-symmetric-12-ulp", [1.0, 1.0 + 2.0**-52, 0.5], q, [0.5, -0.25, 1.0], [5, 80]
    yield "near-symmetric-23", [0.5, 1.0, 1.0 + 2.0**-40], q, [0.5, -0.25, 1.0], [5, 80]
    yield "near-symmetric-23-circulating-23", [0.5, 1.0, 1.0 + 2.0**-20], q, [2.0**-16, -0.25, 1.0], [5, 80]
    yield "near-sphere", [1.0, 1.0 + 2.0**-50, 1.0 + 2.0**-48], q, [0.5, -0.25, 1.0], [5, 80]
    yield "near-stable-major", [1.0, 2.0, 2.5], q, [1e-10, 3e-10, 1.0], [5, 80]
    yield "near-stable-minor", [1.0, 2.0, 2.5], q, [-1.0, 3e-10, 1e-11], [5, 80]
    yield "stable-with-one", [1.0, 2.0, 2.5], q, [1e-160, 0.0, 1.0], [5, 80]
    yield "slender-spin", [1.0, 1.001, 1e-3], q, [0.3, 0.2, 0.9], [5, 60]
    yield "slender-tumble", [1e-3, 1.0, 1.001], q, [0.3, 0.2, 0.9], [5, 60]
    yield "slender-extreme", [1e-6, 1.0, 1.0001], q, [0.1, 0.02, 1.0], [5, 60]
    yield "slender-extreme-slow-spin", [1.0, 1.0001, 1e-6], q, [0.9, 0.2, 1e-3], [5, 60]
    yield "flat", [1.0, 1.0 + 1e-7, 2.0 + 1e-8], q, [0.9, 0.2, 0.1], [5, 60]
    yield "tiny", [1.0, 2.0, 2.5], q, [3e-200, -4e-200, 9e-200], [1e200, 4e201]
    yield "huge", [1e-20, 2e-20, 2.5e-20], q, [3e150, -4e150, 9e150], [1e-150, 4e-149]
    yield "start-m1-zero", [1.0, 2.0, 2.5], q, [0.0, 0.7, 0.6], [2, 40]
    yield "start-m2-zero", [1.0, 2.0, 2.5], q, [0.8, 0.0, 0.6], [2, 40]
    yield "start-m3-zero", [1.0, 2.0, 2.5], q, [0.8, 0.5, 0.0], [2, 40]
    yield "middle-axis", [1.0, 2.0, 2.5], q, [0.0, -0.7, 0.0], [2, 40]
    yield "largest-axis", [1.0, 2.0, 2.5], q, [0.0, 0.0, -0.7], [2, 40]
    yield "sphere", [2.0, 2.0, 2.0], q, [0.3, -0.4, 1.2], [2, 40]
    yield "symmetric-z", [1.0, 1.0, 0.25], q, [0.3, -0.4, 1.2], [2, 40]
    yield "symmetric-x", [1.75, 1.0, 1.0], q, [0.3, -0.4, -1.2], [2, 40]
    yield "symmetric-y", [1.0, 1.75, 1.0], q, [0.3, -0.4, 1.2], [2, 40]
    yield "symmetric-flat-turn", [1.0, 1.0, 1.75], q, [0.3, -0.4, 0.0], [2, 40]
    yield "unphysical-228", [2.0, 2.0, 8.0], q, [0.3, -0.4, 1.2], [2, 40]
    yield "unphysical-284", [2.0, 8.0, 4.0], q, [0.3, -0.4, 1.2], [2, 40]
    yield "rest", [1.0, 2.0, 2.5], q, [0.0, 0.0, 0.0], [3]
    yield "negative-time", [1.0, 2.0, 2.5], q, [0.3, -0.4, 0.9], [25]
    r = random.Random(1851)
    for n in range(10):
        I = [r.uniform(0.2, 2) for _ in range(3)]
        yield f"random-{n}", I, [r.uniform(-1, 1) for _ in range(4)], [r.uniform(-2, 2) for _ in range(3)], [7.3, 91.7]


def top_cases():
    half = [0.5, 0.5, 0.5, 0.5]  # axis horizontal, exactly
    q = [0.9, 0.2, 0.4, 0.1]
    up = [0.6, 0.0, 0.0, -0.8]
    down = [0.0, 0.6, -0.8, 0.0]
    S = [1.0, 1.0, 0.5]
    def near(e):
        return [0.6, e, -0.5 * e, -0.8]
    def near_down(e):
        return [e, 0.6, -0.8, -0.5 * e]
    yield "wave", S, 1.0, q, [0.5, -0.3, 8.0], [0, 0.7, 20]
    yield "loop", S, 1.0, q, [1.2, 0.9, 6.0], [0.7, 20]
    yield "cusp", S, 1.0, q, [0.0, 0.0, 6.0], [0.7, 20]
    yield "cusp-slow", S, 1.0, q, [0.0, 0.0, 0.3], [0.7, 20]
    yield "fast", S, 1.0, q, [0.5, -0.3, 2000.0], [0.1, 0.5]
    yield "nearly-weightless", S, 1e-12, q, [0.5, -0.3, 2.0], [5, 50]
    yield "weightless", S, 0.0, q, [0.5, -0.3, 2.0], [5, 50]
    yield "negative", S, -1.0, q, [0.5, -0.3, 3.0], [0.7, 20]
    yield "steady-horizontal", S, 1.0, half, [0.0, 0.5, 4.0], [0.7, 20]
    yield "steady-nearly", S, 1.0, half, [0.0, 0.5 + 2.0**-50, 4.0], [0.7, 20]
    yield "sleeping-fast", S, 1.0, up, [0.0, 0.0, 6.0], [20]
    yield "sleeping-slow", S, 1.0, up, [0.0, 0.0, 1.0], [20]
    yield "hanging", S, 1.0, down, [0.0, 0.0, 1.0], [20]
    yield "pole-up-stable", S, 1.0, up, [0.3, -0.2, 6.0], [0, 0.7, 20]
    yield "pole-up-unstable", S, 1.0, up, [0.3, -0.2, 1.0], [0.7, 20]
    yield "pole-up-no-spin", S, 1.0, up, [0.3, -0.2, 0.0], [0.7, 20]
    yield "pole-down", S, 1.0, down, [0.3, -0.2, 2.0], [0, 0.7, 20]
    yield "pole-down-no-spin", S, 1.0, down, [0.3, -0.2, 0.0], [0.7, 20]
    for e in (1e-4, 1e-8, 1e-15):
        yield f"near-up-stable-{e:g}", S, 1.0, near(e), [0.0, 0.0, 6.0], [0.7, 20]
        yield f"near-up-unstable-{e:g}", S, 1.0, near(e), [0.0, 0.0, 1.0], [10, 60]
        yield f"near-up-unstable-no-spin-{e:g}", S, 1.0, near(e), [0.0, 0.0, 0.0], [10, 60]
        yield f"near-up-moving-{e:g}", S, 1.0, near(e), [0.4, 0.1, 1.0], [3, 20]
        yield f"near-down-{e:g}", S, 1.0, near_down(e), [0.0, 0.0, 2.0], [0.7, 20]
        yield f"near-down-moving-{e:g}", S, 1.0, near_down(e), [0.4, 0.1, 2.0], [0.7, 20]
    # critical spin: I3^2 w3^2 = 4 I1 P at w3 = 4
    yield "critical-spin", S, 1.0, near(1e-4), [0.0, 0.0, 4.0], [5, 50]
    yield "critical-spin-above", S, 1.0, near(1e-5), [0.0, 0.0, 4.000004], [5, 50]
    yield "critical-spin-below", S, 1.0, near(1e-5), [1e-6, 0.0, 3.999996], [5, 50]
    yield "pendulum-swing", S, 1.0, [0.6, 0.8, 0.0, 0.0], [0.5, 0.0, 0.0], [2, 30]
    yield "pendulum-over", S, 1.0, [0.6, 0.8, 0.0, 0.0], [2.5, 0.0, 0.0], [2, 30]
    yield "pendulum-over-spin", S, 1.0, up, [2.5, 0.0, 0.5], [2, 30]
    yield "pendulum-1e-15-out", S, 1.0, [0.6, 0.8, 0.0, 0.0], [0.5, 1e-15, 0.0], [2, 30]
    yield "pendulum-over-1e-15-out", S, 1.0, [0.6, 0.8, 0.0, 0.0], [2.5, 1e-15, 0.0], [2, 30]
    yield "homoclinic-pendulum", [1.0, 1.0, 1.0], 1.0, [0.0, 1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1, 10]
    yield "homoclinic-spinning", [1.0, 1.0, 0.75], 0.78125, half, [1.0, 0.75, 1.0], [1, 12]
    yield "homoclinic-spinning-rising", [1.0, 1.0, 0.75], 0.78125, half, [-1.0, 0.75, 1.0], [1, 12]
    yield "homoclinic-1ulp", [1.0, 1.0, 0.75], 0.78125, half, [-1.0 - 2.0**-52, 0.75, 1.0], [1, 60]
    yield "horizontal", S, 1.0, half, [0.3, -0.4, 3.0], [0.7, 20]
    yield "flat-body", [1.0, 1.0, 1.9], 2.0, q, [0.3, -0.4, 3.0], [0.7, 20]
    yield "slender-body", [1.0, 1.0, 1e-3], 2.0, q, [0.3, -0.4, 300.0], [0.7, 2]
    yield "sphere", [1.0, 1.0, 1.0], 2.0, q, [0.3, -0.4, 3.0], [0.7, 20]
    yield "gyroscope-20hz", [5.76875e-4, 5.76875e-4, 9.375e-5], 0.0294, [0.8660254037844387, -0.5, 0.0, 0.0], [0.0, 0.0, 125.66370614], [0.1, 1.0]
    yield "tiny", S, 1e-200, q, [5e-101, -3e-101, 8e-100], [1e100, 2e101]
    r = random.Random(1788)
    for n in range(14):
        I1 = r.uniform(0.3, 2)
        yield (f"random-{n}", [I1, I1, I1 * r.uniform(0.05, 1.95)], r.uniform(-3, 3), [r.uniform(-1, 1) for _ in range(4)],
               [r.uniform(-2, 2), r.uniform(-2, 2), r.uniform(-4, 4)], [2.7, 31.0])


def main():
    only = sys.argv[1:]
    cases = [dict(kind="free", name=n, I=I, c=[0.0] * 3, q=q, w=w, t=t) for n, I, q, w, t in free_cases()]
    cases += [dict(kind="top", name=n, I=I, c=[0.0, 0.0, P], q=q, w=w, t=t) for n, I, P, q, w, t in top_cases()]
    print("kind,name,I1,I2,I3,c1,c2,c3,q0w,q0x,q0y,q0z,w01,w02,w03,t,qw,qx,qy,qz,w1,w2,w3,attitude_condition")
    for case in cases:
        if only and not any(case["kind"] + "-" + case["name"] == o for o in only):
            continue
        times = [float(t) for t in case["t"]]
        back = case["name"] == "negative-time"
        used = dict(case)
        if back:  # time runs back: w -> -w, q' -> -q'; the rate at the end changes sign again
            used["w"] = [-x for x in case["w"]]
        # near unstable motions lose digits: more until two integrations agree
        for more in range(6):
            n = 16 * more
            states = integrate(used, times, bits=BITS + 4 * n, order=44 + n // 2, digits=44 + n)
            again = integrate(used, times, bits=BITS + 40 + 4 * n, order=38 + n // 2, digits=46 + n)
            worst = max(angle(a[0], b[0]) for a, b in zip(states, again))
            if worst < 1e-36:
                break
        else:
            sys.exit(f"{case['name']}: two integrations differ by {worst}")
        cond = conditions(used, times, states, n)
        for t, (q, w), c in zip(times, states, cond):
            if back:
                t, w = -t, [-x for x in w]
            row = [case["kind"], case["name"]] + [repr(float(x)) for x in case["I"] + case["c"] + case["q"] + case["w"] + [t]]
            row += [decimal(x) for x in q] + [decimal(x) for x in w] + [f"{c:.3g}"]
            print(",".join(row), flush=True)


if __name__ == "__main__":
    main()
