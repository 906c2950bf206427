// Quaternions q_NB = (w, x, y, z), scalar first, body to world: v_N = q v_B q*. For pictures only; what is computed
// comes from the core.

export type Quat = [number, number, number, number];
export type Vec = [number, number, number];

export function multiply(a: Quat, b: Quat): Quat {
    return [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ];
}
export const conjugate = (q: Quat): Quat => [q[0], -q[1], -q[2], -q[3]];
export function normalised(q: Quat): Quat {
    const n = Math.hypot(...q);
    return n > 0 && Number.isFinite(n) ? [q[0] / n, q[1] / n, q[2] / n, q[3] / n] : [1, 0, 0, 0];
}
export function toWorld(q: Quat, v: Vec): Vec {
    const [w, x, y, z] = q;
    const a = y * v[2] - z * v[1];
    const b = z * v[0] - x * v[2];
    const c = x * v[1] - y * v[0];
    return [
        v[0] + 2 * (w * a + y * c - z * b),
        v[1] + 2 * (w * b + z * a - x * c),
        v[2] + 2 * (w * c + x * b - y * a),
    ];
}
export const toBody = (q: Quat, v: Vec): Vec => toWorld(conjugate(q), v);

export function expRotation(v: Vec): Quat {
    const angle = Math.hypot(...v);
    const s = angle > 1e-8 ? Math.sin(angle / 2) / angle : 0.5;
    return [Math.cos(angle / 2), v[0] * s, v[1] * s, v[2] * s];
}
export function logRotation(q: Quat): Vec {
    const sign = q[0] < 0 ? -1 : 1;
    const n = Math.hypot(q[1], q[2], q[3]);
    const angle = 2 * Math.atan2(n, sign * q[0]);
    const s = n > 1e-12 ? (sign * angle) / n : 2 * sign;
    return [q[1] * s, q[2] * s, q[3] * s];
}

// Between two attitudes `h` apart in time, at the fraction f: the turn from one to the other, with as many whole
// revolutions as the rates say.
export function between(a: Quat, b: Quat, wa: Vec, wb: Vec, h: number, f: number): Quat {
    let turn = logRotation(multiply(conjugate(a), b));
    const mean: Vec = [(h * (wa[0] + wb[0])) / 2, (h * (wa[1] + wb[1])) / 2, (h * (wa[2] + wb[2])) / 2];
    const angle = Math.hypot(...turn);
    if (Math.hypot(...mean) > 2 && angle > 1e-9) {
        const axis: Vec = [turn[0] / angle, turn[1] / angle, turn[2] / angle];
        const expected = mean[0] * axis[0] + mean[1] * axis[1] + mean[2] * axis[2];
        const whole = Math.round((expected - angle) / (2 * Math.PI));
        const all = angle + 2 * Math.PI * whole;
        turn = [axis[0] * all, axis[1] * all, axis[2] * all];
    }
    return multiply(a, expRotation([f * turn[0], f * turn[1], f * turn[2]]));
}

// Angles come from atan2 of half-angle terms, never from asin or acos: those lose half the digits where their argument
// is near 1, so that a tilt below 1e-8 rad would read zero and a pitch near 90 degrees would jump. The terms are sums of
// quaternion components, which keep their digits where they are small. Formulas and the rule for gimbal lock are those
// of the core's euler_angles.hpp (Bernardes and Viollet, PLoS ONE 17 (2022) e0276302), so that the page shows what the
// program prints.

// Into (-pi, pi], from a sum or difference of two such angles.
const wrapped = (angle: number): number => (angle > Math.PI ? angle - 2 * Math.PI : angle <= -Math.PI ? angle + 2 * Math.PI : angle);

// The outer two of three Euler angles: half their sum is the angle of the point (a, b), half their difference that of
// (c, d). In gimbal lock one point lies at the origin and only the other says something: then the last angle is zero.
function outerAngles([a, b]: number[], [c, d]: number[], farLock: number): { first: number; last: number; near: number; far: number } {
    const near = Math.hypot(a, b);
    const far = Math.hypot(c, d);
    const sum = near <= LOCK ? Math.atan2(d, c) : Math.atan2(b, a);
    const difference = far <= farLock ? sum : Math.atan2(d, c);
    return { first: wrapped(sum + difference), last: wrapped(sum - difference), near, far };
}
const LOCK = 2 * Number.EPSILON; // where a difference of two components of a unit quaternion has no digit left

// Intrinsic Euler angles of a unit quaternion, rad: about z, then the new y, then the new x.
export function eulerZyx([w, x, y, z]: Quat): Vec {
    const { first, last, near, far } = outerAngles([w - y, z + x], [w + y, z - x], LOCK);
    // near^2 = 1 - sin, far^2 = 1 + sin of the middle angle, so that their product is its cosine
    return [first, Math.atan2(2 * (w * y - x * z), near * far), last];
}
// About z, then the new x, then the new z: precession, nutation, spin.
export function eulerZxz([w, x, y, z]: Quat): Vec {
    const { first, last, near, far } = outerAngles([w, z], [x, y], 0);
    return [first, 2 * Math.atan2(far, near), last];
}

// Between the vertical and an axis of the body, rad.
export function tilt(q: Quat, axis: Vec): number {
    const [x, y, z] = toWorld(q, axis);
    return Math.atan2(Math.hypot(x, y), z);
}

export function angleBetween(a: Quat, b: Quat): number {
    const d = multiply(conjugate(a), b);
    return 2 * Math.atan2(Math.hypot(d[1], d[2], d[3]), Math.abs(d[0]));
}

export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec, s: number): Vec => [a[0] * s, a[1] * s, a[2] * s];
export const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
// Between two directions, rad.
export function angleOf(a: Vec, b: Vec): number {
    return Math.atan2(Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]), dot(a, b));
}
export const length = (a: Vec): number => Math.hypot(...a);
export function times(m: number[][], v: Vec): Vec {
    return [0, 1, 2].map((i) => m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2]) as Vec;
}
