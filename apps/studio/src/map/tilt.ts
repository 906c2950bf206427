// The tilt of a heavy symmetric top as a motion of its own: spin and vertical momentum are kept, and what they leave is a
// point that rolls in a potential. Turning points are the roots of a cubic in u = cos(tilt), not found by integrating.
import { quarter } from './elliptic';

export interface TiltMotion {
    I1: number; // across the axis, about the pivot
    P: number; // weight times lever, N m
    L3: number; // along the axis
    Lz: number; // vertical
    energy: number; // less that of the spin along the axis, J
}
export interface Turning {
    u: [number, number]; // cos(tilt): lowest and highest
    tilt: [number, number]; // rad: smallest and largest
    period: number; // from one smallest tilt to the next, s
    kind: 'steady' | 'cusps' | 'loops' | 'waves' | 'poles';
}

// Potential of the tilt, J.
export function potential({ I1, P, L3, Lz }: TiltMotion, tilt: number): number {
    const sine = Math.sin(tilt);
    const rest = Lz - L3 * Math.cos(tilt);
    return (rest * rest) / (2 * I1 * sine * sine) + P * Math.cos(tilt);
}
// How fast the axis goes round the vertical at a tilt, rad/s.
export function precession({ I1, L3, Lz }: TiltMotion, u: number): number {
    return (Lz - L3 * u) / (I1 * (1 - u * u));
}

// Real roots of a x^3 + b x^2 + c x + d, in rising order.
export function roots(a: number, b: number, c: number, d: number): number[] {
    if (a === 0) {
        if (b === 0) return c === 0 ? [] : [-d / c];
        const q = -0.5 * (c + (c < 0 ? -1 : 1) * Math.sqrt(Math.max(0, c * c - 4 * b * d)));
        return (q === 0 ? [0, 0] : [q / b, d / q]).sort((x, y) => x - y);
    }
    const [B, C, D] = [b / a, c / a, d / a];
    const q = (B * B - 3 * C) / 9;
    const r = (2 * B * B * B - 9 * B * C + 27 * D) / 54;
    let list: number[];
    if (r * r < q * q * q * (1 + 1e-12)) {
        // three, by Viete
        const angle = Math.acos(Math.max(-1, Math.min(1, r / Math.sqrt(q * q * q))));
        list = [0, 2, -2].map((k) => -2 * Math.sqrt(q) * Math.cos((angle + k * Math.PI) / 3) - B / 3);
    } else {
        const s = -Math.sign(r) * Math.cbrt(Math.abs(r) + Math.sqrt(r * r - q * q * q));
        list = [s + (s === 0 ? 0 : q / s) - B / 3];
    }
    return list.map((x) => polished(x, B, C, D)).sort((x, y) => x - y);
}
function polished(x: number, B: number, C: number, D: number): number {
    for (let i = 0; i < 3; ++i) {
        const slope = (3 * x + 2 * B) * x + C;
        const step = slope === 0 ? 0 : (((x + B) * x + C) * x + D) / slope;
        // at a double root there is nothing to gain
        if (!Number.isFinite(step) || Math.abs(step) > 1e-3) break;
        x -= step;
    }
    return x;
}

// `u`: cos of the tilt at hand, which lies between the turning points.
export function turning(m: TiltMotion, u: number): Turning | undefined {
    const a = m.L3 / m.I1;
    const b = m.Lz / m.I1;
    const alpha = (2 * m.energy) / m.I1;
    const beta = (2 * m.P) / m.I1;
    const all = roots(beta, -(alpha + a * a), 2 * a * b - beta, alpha - b * b);
    const inside = all.filter((x) => x > -1 - 1e-9 && x < 1 + 1e-9).map((x) => Math.max(-1, Math.min(1, x)));
    if (!inside.length) return undefined;
    const near = 1e-9;
    const below = inside.filter((x) => x <= u + near);
    const above = inside.filter((x) => x >= u - near);
    const low = below.length ? below[below.length - 1] : inside[0];
    const high = above.length ? (above[0] === low && above.length > 1 && above[1] - low < 1e-6 ? above[1] : above[0]) : low;
    const pair: [number, number] = [Math.min(low, high, u), Math.max(low, high, u)];
    // where the state is at a turning point the other one is its neighbour on the side where the motion is possible
    if (pair[1] - pair[0] < 1e-7) {
        const inward = (x: number) => (1 - x * x) * (alpha - beta * x) - (b - a * x) ** 2;
        const next = inside.filter((x) => Math.abs(x - u) > 1e-7 && inward((x + u) / 2) > 0);
        if (next.length) {
            const x = next.reduce((best, y) => (Math.abs(y - u) < Math.abs(best - u) ? y : best));
            pair[0] = Math.min(pair[0], x);
            pair[1] = Math.max(pair[1], x);
        }
    }
    const tilt: [number, number] = [Math.acos(pair[1]), Math.acos(pair[0])];
    return { u: pair, tilt, period: period(pair, all, alpha, a, b, beta), kind: kindOf(m, pair) };
}
function period([low, high]: [number, number], all: number[], alpha: number, a: number, b: number, beta: number): number {
    if (beta === 0 || all.length < 3) return beta === 0 ? (2 * Math.PI) / Math.sqrt(alpha + a * a) : Infinity;
    const third = (alpha + a * a) / beta - low - high; // by the sum of the roots
    const far = beta > 0 ? third - low : high - third;
    const gap = beta > 0 ? third - high : low - third;
    if (!(far > 0) || !(gap > 0)) return Infinity;
    return (4 * quarter(Math.sqrt(gap / far))) / Math.sqrt(Math.abs(beta) * far);
}
function kindOf(m: TiltMotion, [low, high]: [number, number]): Turning['kind'] {
    const size = Math.abs(m.L3) + Math.abs(m.Lz);
    if (high - low < 1e-6) return 'steady';
    if (1 - high < 1e-9 || 1 + low < 1e-9) return 'poles';
    const top = (m.Lz - m.L3 * high) / size;
    const bottom = (m.Lz - m.L3 * low) / size;
    if (Math.min(Math.abs(top), Math.abs(bottom)) < 1e-6 * (high - low)) return 'cusps';
    return top * bottom < 0 ? 'loops' : 'waves';
}
