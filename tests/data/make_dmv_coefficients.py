#!/usr/bin/env python3
"""Coefficients of the preprocessed discrete Moser-Veselov step (include/polhode/integrate/dmv.hpp), by exact arithmetic.

Solving the step for its moments gives 1/J_i = 4 c_i/(h (1+|c|^2)(m_i(0)+m_i(h))) with c the Rodrigues vector of the turn.
Put in the power series of the exact free motion, subtract the form (1+S)/I_i + D, and fit the coefficients of S and D in
powers of h^2, C = |m|^2/2, H = T as symmetric polynomials of the moments (e1, e2, e3 elementary, divided by e3^n). Every
linear system has more equations than unknowns and must be solved without remainder, or the script stops. Prints one line
per coefficient; takes a few seconds.
"""
import random
from fractions import Fraction as F

LENGTH = 10  # terms of a series in h: up to h^8, order 10


def product(a, b):
    r = [F(0)] * LENGTH
    for i, x in enumerate(a):
        for j in range(LENGTH - i):
            r[i + j] += x * b[j]
    return r


def reciprocal(a):
    r = [1 / a[0]] + [F(0)] * (LENGTH - 1)
    for k in range(1, LENGTH):
        r[k] = -r[0] * sum(a[j] * r[k - j] for j in range(1, k + 1))
    return r


def inverse_moments(I, m0):
    """Series of 1/J_i in h."""
    m = [[x] for x in m0]
    q = [[F(1)], [F(0)], [F(0)], [F(0)]]
    for k in range(LENGTH):
        w = [[x / I[i] for x in m[i]] for i in range(3)]
        conv = lambda a, b: sum(a[j] * b[k - j] for j in range(k + 1))
        dm = [conv(m[(i + 1) % 3], w[(i + 2) % 3]) - conv(m[(i + 2) % 3], w[(i + 1) % 3]) for i in range(3)]
        s, x, y, z = q
        a, b, c = w
        dq = [-(conv(x, a) + conv(y, b) + conv(z, c)), conv(s, a) + conv(y, c) - conv(z, b),
              conv(s, b) + conv(z, a) - conv(x, c), conv(s, c) + conv(x, b) - conv(y, a)]
        for i in range(3):
            m[i].append(dm[i] / (k + 1))
        for i in range(4):
            q[i].append(dq[i] / 2 / (k + 1))
    c_over_h = [product(v[1:], reciprocal(q[0][:LENGTH])) for v in q[1:]]
    one_plus = [F(1)] + [F(0)] * (LENGTH - 1)
    for v in c_over_h:
        for k, x in enumerate(product(v, v)[:LENGTH - 2]):
            one_plus[k + 2] += x
    result = []
    for i in range(3):
        total = m[i][:LENGTH]
        total[0] += m0[i]
        result.append(product([4 * x for x in c_over_h[i]], reciprocal(product(one_plus, total))))
    return result


def solve(rows, right):
    n = len(rows[0])
    table = [r + [b] for r, b in zip(rows, right)]
    for col in range(n):
        pivot = next(i for i in range(col, len(table)) if table[i][col] != 0)
        table[col], table[pivot] = table[pivot], table[col]
        table[col] = [x / table[col][col] for x in table[col]]
        for i in range(len(table)):
            if i != col and table[i][col] != 0:
                f = table[i][col]
                table[i] = [x - f * y for x, y in zip(table[i], table[col])]
    assert all(row[n] == 0 for row in table[n:]), "the form does not fit"
    return [table[i][n] for i in range(n)]


def main():
    random.seed(3)
    bodies = []
    while len(bodies) < 14:
        I = [F(i) for i in random.sample(range(1, 12), 3)]
        e = (I[0] + I[1] + I[2], I[0] * I[1] + I[1] * I[2] + I[2] * I[0], I[0] * I[1] * I[2])
        if any(e == other[0] for other in bodies):
            continue
        runs = []
        for _ in range(6):
            m = [F(random.choice([-1, 1]) * random.randint(1, 5)) for _ in range(3)]
            J = inverse_moments(I, m)
            S = [(J[0][k] - J[1][k]) / (1 / I[0] - 1 / I[1]) for k in range(LENGTH)]
            D = [J[0][k] - S[k] / I[0] for k in range(LENGTH)]
            assert all(J[2][k] == S[k] / I[2] + D[k] for k in range(LENGTH)), "two numbers do not describe three moments"
            C = sum(x * x for x in m) / 2
            H = sum(x * x / i for x, i in zip(m, I)) / 2
            runs.append((C, H, S, D))
        bodies.append((e, runs))
    for n in range(1, 5):
        for name, which, extra in (("s", 2, 0), ("d", 3, 1)):
            per_body = [solve([[r[0]**a * r[1]**(n - a) for a in range(n, -1, -1)] for r in runs],
                              [r[which][2 * n] for r in runs]) for _, runs in bodies]
            for column, a in enumerate(range(n, -1, -1)):
                degree = 2 * n - a - extra
                terms = [(degree - 3 * z - 2 * y, y, z) for z in range(degree // 3 + 1)
                         for y in range((degree - 3 * z) // 2 + 1)]
                fit = solve([[e[0]**x * e[1]**y * e[2]**z for x, y, z in terms] for e, _ in bodies],
                            [p[column] * e[2]**n for (e, _), p in zip(bodies, per_body)])
                print(f"{name}{2 * n + 1}  C^{a} H^{n - a} / e3^{n}:  " +
                      "  ".join(f"{c} e1^{x} e2^{y} e3^{z}" for c, (x, y, z) in zip(fit, terms) if c))


if __name__ == "__main__":
    main()
