#!/usr/bin/env python3
"""Makes inside-torques.json: torques along an orbit on bodies whose motion has corners, or whose moments change, to 30
digits and more. Needs mpmath.

Independent of the program: no power series but Gragg's midpoint rule with extrapolation (Hairer, Norsett, Wanner, II.9)
at 48 digits; the place on the ellipse straight from the eccentric anomaly. Where a plate is edge-on a step is shortened
until it ends there (secants), and the other side is hit from then on. Inputs are doubles at their exact value.

    make_inside_torques.py [longest step, s] > inside-torques.json

Two step lengths give the same digits; the last line of standard error says by how much they may differ.
"""
import json
import math
import sys

from mpmath import cos, exp, mp, mpf, sin, sqrt

mp.dps = 48
degree = 0.017453292519943295


def D(x):
    return mpf(float(x))


def cross(u, v):
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]


def dot(u, v):
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


def in_body(q, v):
    w, x, y, z = q
    rows = [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
    n = dot(q[:3], q[:3]) + q[3] * q[3]
    return [sum(rows[i][j] * v[i] for i in range(3)) / n for j in range(3)]


class Ellipse:
    def __init__(self, n, e, M0, inclination, node, perigee, a=1.0):
        self.n, self.e, self.M0, self.a, self.near = D(n), D(e), D(M0), D(a), (float(n), float(e), float(M0))
        sn, cn, si, ci = sin(D(node)), cos(D(node)), sin(D(inclination)), cos(D(inclination))
        sp, cp = sin(D(perigee)), cos(D(perigee))
        self.P = [cn * cp - sn * ci * sp, sn * cp + cn * ci * sp, si * sp]
        self.Q = [-cn * sp - sn * ci * cp, cn * ci * cp - sn * sp, si * cp]

    def place(self, t):
        """r and v in world axes"""
        M = self.M0 + self.n * t
        E = mpf(float(M) + self.near[1] * math.sin(float(M)))
        for _ in range(9):
            E -= (E - self.e * sin(E) - M) / (1 - self.e * cos(E))
        b, s, c = sqrt(1 - self.e**2), sin(E), cos(E)
        rate = self.n / (1 - self.e * c)
        x, y, vx, vy = self.a * (c - self.e), self.a * b * s, -self.a * s * rate, self.a * b * c * rate
        return [[x * p + y * q for p, q in zip(self.P, self.Q)], [vx * p + vy * q for p, q in zip(self.P, self.Q)]]


class Plates:
    """Air on one side of a plate and light on both sides of another."""

    inertia = [2.0, 3.0, 4.0]
    start = [0.5, 0.5, -0.5, 0.5, 0.02, -0.035, 0.05]
    times = [60, 120, 180, 240]
    sides = 2
    drag = dict(area=0.5, normal=[0.6, 0.8, 0.0], centre=[-0.125, 0.25, 0.0625], coefficient=2.2, density=2e-11,
                height=450000.0, scale_height=60000.0)
    solar = dict(area=2.0, normal=[0.0, -0.6, 0.8], centre=[0.5, -0.25, 0.125], mirrored=0.375, scattered=0.25)
    days = 9575 - 0.5 + (14 * 3600 + 46 * 60) / 86400.0  # 2026-03-20T14:46:00

    def __init__(self):
        a = 6.878e6  # of those that the program gets back from the mean motion as they are
        self.orbit = Ellipse(math.sqrt(3.986004418e14 / a) / a, 0.02, 0.4, 0.9, 0.3, 0.7, a)

    def wind(self, t):
        r, v = self.orbit.place(t)
        turn = D(7.292115e-5)
        return r, [v[0] + turn * r[1], v[1] - turn * r[0], v[2]]

    def sun(self, t):
        def turned(x):
            return (x - 360 * math.floor(x / 360)) * degree

        g = D(turned(357.528 + 0.9856003 * self.days)) + D(0.9856003 * degree / 86400.0) * t
        lon = D(turned(280.460 + 0.9856474 * self.days)) + D(0.9856474 * degree / 86400.0) * t
        lon += D(1.915 * degree) * sin(g) + D(2 * 0.020 * degree) * sin(g) * cos(g)
        eps = D((23.439 - 4e-7 * self.days) * degree) + D(-4e-7 * degree / 86400.0) * t
        au = D(1.00014) - D(0.01671) * cos(g) - D(0.00014) * (2 * cos(g) ** 2 - 1)
        return [cos(lon), cos(eps) * sin(lon), sin(eps) * sin(lon)], au

    def facing(self, t, y):
        _, v = self.wind(t)
        s, _ = self.sun(t)
        return [dot([D(x) for x in self.drag["normal"]], in_body(y[:4], v)) / 7500,
                dot([D(x) for x in self.solar["normal"]], in_body(y[:4], s))]

    def torque(self, t, y, side):
        q, d, l = y[:4], self.drag, self.solar
        N = [mpf(0)] * 3
        if side[0] > 0:
            r, v = self.wind(t)
            v = in_body(q, v)
            rho = D(d["density"]) * exp((D(d["height"]) + 6378137 - sqrt(dot(r, r))) / D(d["scale_height"]))
            k = -rho * D(d["coefficient"]) * D(d["area"]) * dot([D(x) for x in d["normal"]], v) / 2
            N = cross([D(x) for x in d["centre"]], [k * u for u in v])
        s, au = self.sun(t)
        s = in_body(q, s)
        n = [side[1] * D(x) for x in l["normal"]]
        x, m, sc = dot(n, s), D(l["mirrored"]), D(l["scattered"])
        k = -D(1361.0 / 299792458.0) / au**2 * D(l["area"]) * x
        F = [k * ((1 - m) * s[i] + 2 * (m * x + sc / 3) * n[i]) for i in range(3)]
        return [a + b for a, b in zip(N, cross([D(x) for x in l["centre"]], F))]

    def moments(self, t):
        I = [D(x) for x in self.inertia]
        return [[I[0], 0, 0], [0, I[1], 0], [0, 0, I[2]]], [mpf(0)] * 3


class Gradient:
    """The gravity gradient on moments that change."""

    start = [0.5, -0.5, 0.5, 0.5, 0.03, -0.02, 0.04]
    times = [20, 40, 60]
    sides = 0

    def __init__(self):
        self.orbit = Ellipse(0.0625, 0.125, 0.25, 0.5, 0.75, -0.25)

    def facing(self, t, y):
        return []

    def torque(self, t, y, side):
        r, _ = self.orbit.place(t)
        size = sqrt(dot(r, r))
        o = in_body(y[:4], [u / size for u in r])
        I, _ = self.moments(t)
        return [3 * self.orbit.n**2 / size**3 * u for u in cross(o, [dot(row, o) for row in I])]


class Swing(Gradient):
    inertia = ["2 + 0.5*sin(0.25*t)", "3", "2.5 - 0.25*cos(0.5*t)"]

    def moments(self, t):
        return [[2 + sin(t / 4) / 2, 0, 0], [0, mpf(3), 0], [0, 0, D(2.5) - cos(t / 2) / 4]], [mpf(0)] * 3


class Mass(Gradient):
    """Free: the whole turns about the centre of mass of all."""

    inertia, body_mass, mass = [1.0, 2.0, 2.5], 4.0, 0.5
    path = ["0.5*cos(0.25*t)", "0.25*sin(0.25*t)", "0.125 + 0.015625*t"]

    def moments(self, t):
        mu = D(self.mass) * D(self.body_mass) / (D(self.mass) + D(self.body_mass))
        r = [cos(t / 4) / 2, sin(t / 4) / 4, mpf(1) / 8 + t / 64]
        v = [-sin(t / 4) / 8, cos(t / 4) / 16, mpf(1) / 64]
        I = [[mu * ((dot(r, r) if i == j else 0) - r[i] * r[j]) + (D(self.inertia[i]) if i == j else 0)
              for j in range(3)] for i in range(3)]
        return I, [mu * u for u in cross(r, v)]


def solved(I, b):
    c = [cross(I[1], I[2]), cross(I[2], I[0]), cross(I[0], I[1])]
    det = dot(I[0], c[0])
    return [sum(b[i] * c[i][k] for i in range(3)) / det for k in range(3)]


class Motion:
    """q and H: q' = q (0, w)/2, H' = H x w + N, w = I^-1 (H - h)"""

    def __init__(self, case):
        self.case = case
        q, w = [D(x) for x in case.start[:4]], [D(x) for x in case.start[4:]]
        I, h = case.moments(mpf(0))
        self.t, self.y = mpf(0), self.unit(q) + [dot(I[i], w) + h[i] for i in range(3)]
        self.side = [1 if x > 0 else -1 for x in case.facing(self.t, self.y)]
        self.edges, self.worst = [], mpf(0)

    @staticmethod
    def unit(q):
        length = sqrt(sum(u * u for u in q))
        return [u / length for u in q]

    def rate(self, t, y):
        I, h = self.case.moments(t)
        return solved(I, [y[4 + i] - h[i] for i in range(3)])

    def slope(self, t, y):
        w, (a, b, c, d), H = self.rate(t, y), y[:4], y[4:]
        N, g = self.case.torque(t, y, self.side), cross(H, w)
        return [(-b * w[0] - c * w[1] - d * w[2]) / 2, (a * w[0] + c * w[2] - d * w[1]) / 2,
                (a * w[1] - b * w[2] + d * w[0]) / 2, (a * w[2] + b * w[1] - c * w[0]) / 2,
                g[0] + N[0], g[1] + N[1], g[2] + N[2]]

    def midpoint(self, h, n):
        s, t, d = h / n, self.t, self.slope(self.t, self.y)
        before, now = self.y, [u + s * v for u, v in zip(self.y, d)]
        for k in range(1, n):
            d = self.slope(t + k * s, now)
            before, now = now, [u + 2 * s * v for u, v in zip(before, d)]
        d = self.slope(t + h, now)
        return [(u + v + s * w) / 2 for u, v, w in zip(before, now, d)]

    def step(self, h):
        if h == 0:
            return self.y
        above = []
        for k in range(1, 25):
            row = [self.midpoint(h, 2 * k)]
            for j in range(1, k):
                r = (mpf(k) / (k - j)) ** 2 - 1
                row.append([u + (u - v) / r for u, v in zip(row[j - 1], above[j - 1])])
            above = row
            if k > 6:
                error = max(abs(u - v) for u, v in zip(row[-1], row[-2]))
                if error < mpf(10) ** -40:
                    break
        self.worst = max(self.worst, error)
        return row[-1]

    def edge(self, i, h, end):
        """how far it is to where plate i is edge-on"""
        x0, f0 = mpf(0), self.case.facing(self.t, self.y)[i]
        x1, f1, y = h, self.case.facing(self.t + h, end)[i], end
        for _ in range(16):
            x0, f0, x1 = x1, f1, x1 - f1 * (x1 - x0) / (f1 - f0)
            y = self.step(x1)
            f1 = self.case.facing(self.t + x1, y)[i]
            if abs(f1) < mpf(10) ** -40:
                break
        return x1, y

    def to(self, end, longest):
        while self.t < end:
            h = min(longest, end - self.t)
            y = self.step(h)
            now = self.case.facing(self.t + h, y)
            met = [(*self.edge(i, h, y), i) for i in range(self.case.sides) if now[i] * self.side[i] < 0]
            if met:
                h, y, i = min(met, key=lambda m: m[0])
                self.side[i] = -self.side[i]
                self.edges.append(mp.nstr(self.t + h, 34))
            self.t, self.y = self.t + h, self.unit(y[:4]) + y[4:]


def main():
    longest, found = mpf(sys.argv[1] if len(sys.argv) > 1 else 4), {}
    for case in (Plates(), Swing(), Mass()):
        motion, samples = Motion(case), []
        for t in case.times:
            motion.to(t, longest)
            samples.append({"t": float(t), "q": [mp.nstr(u, 34) for u in motion.y[:4]],
                            "omega": [mp.nstr(u, 34) for u in motion.rate(motion.t, motion.y)]})
        found[type(case).__name__.lower()] = {"edges": motion.edges, "samples": samples}
        print(type(case).__name__, "extrapolation to", mp.nstr(motion.worst, 3), file=sys.stderr)
    print(json.dumps(found, indent=1))


main()
