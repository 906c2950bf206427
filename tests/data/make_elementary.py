#!/usr/bin/env python3
"""Makes elementary.csv and exponential.csv: reference values of the elementary functions and of exp and log of the
rotation group, computed with mpmath at 400 digits (enough for sin of the largest double).

elementary.csv   function,x,y,value,hi,lo     value: 30 digits; hi + lo: the same as a sum of two doubles
exponential.csv  vx,vy,vz, then hi and lo of each component of exp(v); then the quaternion exp(v) rounded to doubles and
                 hi, lo of each component of its logarithm (its length is not exactly 1 and does not matter)
Numbers that must be exact are hexadecimal. Usage: python3 make_elementary.py, in this folder."""
import random

from mpmath import mp, mpf

mp.dps = 400
random.seed(1958)


def pair(value):
    hi = float(value)
    lo = float(value - mpf(hi))
    return hi.hex(), lo.hex()


def log_uniform(low, high):
    return random.choice((-1, 1)) * 2.0 ** random.uniform(low, high)


def rows():
    eighth = [k * float(mp.pi) / 8 for k in range(-16, 17)]
    near = [x * (1 + random.uniform(-1, 1) * 10.0**-random.randint(1, 15)) for x in eighth if x]
    # 6381956970095103 * 2^797 is the double nearest to a multiple of pi/2 (Muller, Elementary Functions, 11.3)
    hard = [6381956970095103 * 2.0**797, 1e22, 2.0**50 - 1, -(2.0**49) + 0.25, 1e6, 1048576.5, -1e15, 1.7e308]
    angles = eighth + near + hard
    angles += [random.uniform(-3, 3) for _ in range(60)] + [random.uniform(-1e6, 1e6) for _ in range(40)]
    angles += [log_uniform(-40, 50) for _ in range(60)] + [log_uniform(50, 1023) for _ in range(30)]
    for name in ("sin", "cos", "tan"):
        for x in angles:
            if x:
                yield name, x, None, getattr(mp, name)(mpf(x))
    signed = [log_uniform(-40, 3) for _ in range(100)] + [random.uniform(-2, 2) for _ in range(100)]
    for x in signed + [k / 16 + e for k in range(1, 17) for e in (-1e-15, 0.0, 1e-9)]:
        yield "atan", x, None, mp.atan(mpf(x))
        if abs(x) <= 1:
            yield "asin", x, None, mp.asin(mpf(x))
            yield "acos", x, None, mp.acos(mpf(x))
    for e in range(1, 53):
        x = 1 - 2.0**-e
        yield "asin", x, None, mp.asin(mpf(x))
        yield "acos", x, None, mp.acos(mpf(x))
        yield "acos", -x, None, mp.acos(mpf(-x))
    for _ in range(200):
        y, x = log_uniform(-30, 30), log_uniform(-30, 30)
        yield "atan2", y, x, mp.atan2(mpf(y), mpf(x))
        y, x = random.uniform(-1, 1), random.uniform(-1, 1)
        yield "atan2", y, x, mp.atan2(mpf(y), mpf(x))
    for x in [random.uniform(-700, 700) for _ in range(80)] + [random.uniform(-2, 2) for _ in range(80)]:
        for name in ("exp", "sinh", "cosh", "tanh"):
            yield name, x, None, getattr(mp, name)(mpf(x))
    for x in [log_uniform(-30, 1) for _ in range(60)]:
        for name in ("exp", "sinh", "tanh"):
            yield name, x, None, getattr(mp, name)(mpf(x))
    for x in [abs(log_uniform(-1070, 1023)) for _ in range(60)] + [random.uniform(0.3, 3) for _ in range(80)]:
        yield "log", x, None, mp.log(mpf(x))
        yield "cbrt", x, None, mp.cbrt(mpf(x))
        yield "cbrt", -x, None, -mp.cbrt(mpf(x))
    for e in range(1, 53):
        for x in (1 - 2.0**-e, 1 + 2.0**-e):
            yield "log", x, None, mp.log(mpf(x))
    for _ in range(150):
        x = abs(log_uniform(-300, 300))
        y = random.uniform(-690, 690) / float(mp.log(mpf(x)))
        yield "pow", x, y, mpf(x) ** mpf(y)
        x, y = random.uniform(0.1, 10), float(random.randint(-20, 20))
        yield "pow", x, y, mpf(x) ** mpf(y)


def vectors():
    def of(angle):
        v = [random.gauss(0, 1) for _ in range(3)]
        kind = random.randint(0, 5)
        if kind == 0:
            v[random.randint(0, 2)] = 0.0
        if kind == 1:
            v[random.randint(0, 2)] *= 1e-9
        n = sum(x * x for x in v) ** 0.5
        return [angle * x / n for x in v]

    pi = float(mp.pi)
    for k in range(1, 201):  # dense
        yield of(pi * k / 200)
    for _ in range(200):  # random
        yield of(random.uniform(0, pi))
    for _ in range(60):  # small
        yield of(10.0 ** random.uniform(-20, -1))
    for e in (-300, -250, -200, -160, -100, -50):  # tiny
        yield of(10.0**e)
    for _ in range(60):  # next to half a turn
        yield of(pi * (1 - 10.0 ** random.uniform(-15, -2)))


def exponential(v):
    n = mp.sqrt(sum(mpf(x) ** 2 for x in v))
    return [mp.cos(n / 2)] + [mp.sin(n / 2) / n * mpf(x) for x in v]


def logarithm(q):
    w, u = mpf(q[0]), [mpf(x) for x in q[1:]]
    if w < 0:
        w, u = -w, [-x for x in u]
    n = mp.sqrt(sum(x * x for x in u))
    return [2 * mp.atan2(n, w) / n * x for x in u]


with open("elementary.csv", "w") as f:
    f.write("function,x,y,value,hi,lo\n")
    for name, x, y, value in rows():
        hi, lo = pair(value)
        f.write(f"{name},{x.hex()},{'' if y is None else y.hex()},{mp.nstr(value, 30)},{hi},{lo}\n")

with open("exponential.csv", "w") as f:
    names = "vx,vy,vz"
    for c in "wxyz":
        names += f",q{c}_hi,q{c}_lo"
    names += ",qw,qx,qy,qz"
    for c in "xyz":
        names += f",l{c}_hi,l{c}_lo"
    f.write(names + "\n")
    for v in vectors():
        exact = exponential(v)
        q = [float(x) for x in exact]
        cells = [x.hex() for x in v]
        for x in exact:
            cells += pair(x)
        cells += [x.hex() for x in q]
        for x in logarithm(q):
            cells += pair(x)
        f.write(",".join(cells) + "\n")
