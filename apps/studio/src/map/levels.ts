// The level curves of the polhode map, exactly: where two quadrics meet, no step of an integrator. A point of the map is a
// unit vector s in principal axes, and a curve is k1 s1^2 + k2 s2^2 + k3 s3^2 = value: on the sphere of momentum k = 1/I
// and the value is 2T/L^2, on the ellipsoid of energy k = I and the value is L^2/2T.
import { quarter } from './elliptic';

export type Triple = [number, number, number];
export type Loop = Triple[]; // closed

// Which way a motion goes round: about the axis with the smallest k, with the largest, or on the curve between them.
export type Side = 'low' | 'between' | 'high';

const POINTS = 240; // of one closed curve

// The axes in the order of their k.
export function order(k: Triple): Triple {
    return [0, 1, 2].sort((a, b) => k[a] - k[b]) as Triple;
}
export const valueOf = (k: Triple, s: Triple): number => k[0] * s[0] * s[0] + k[1] * s[1] * s[1] + k[2] * s[2] * s[2];

// By the distance to the middle value without the middle component, which keeps all digits near the curve between.
export function sideOf(k: Triple, s: Triple, [low, middle, high] = order(k)): Side {
    const d = (k[high] - k[middle]) * s[high] * s[high] - (k[middle] - k[low]) * s[low] * s[low];
    const size = (k[high] - k[low]) * 1e-12;
    return d > size ? 'high' : d < -size ? 'low' : 'between';
}

// Both curves of a value, one about either end of the axis that they go round; none where no point has the value.
export function curves(k: Triple, value: number): Loop[] {
    const [low, middle, high] = order(k);
    if (!(value > k[low] && value < k[high]) || value === k[middle]) return [];
    const about = value > k[middle] ? high : low;
    const [a, b] = [0, 1, 2].filter((i) => i !== about);
    // With s_about^2 = 1 - s_a^2 - s_b^2 put in, an ellipse of s_a and s_b is left.
    const ra = Math.sqrt(Math.max(0, (value - k[about]) / (k[a] - k[about])));
    const rb = Math.sqrt(Math.max(0, (value - k[about]) / (k[b] - k[about])));
    return [1, -1].map((sign) => Array.from({ length: POINTS }, (_, i) => {
        const angle = (2 * Math.PI * i) / POINTS;
        const s: Triple = [0, 0, 0];
        s[a] = ra * Math.cos(angle);
        s[b] = rb * Math.sin(angle);
        s[about] = sign * Math.sqrt(Math.max(0, 1 - s[a] * s[a] - s[b] * s[b]));
        return s;
    }));
}

// The separatrix: two circles through the middle axis. Where two moments are equal both are the equator.
export function separatrix(k: Triple): Loop[] {
    const [low, middle, high] = order(k);
    if (k[high] === k[low]) return [];
    const x = Math.sqrt(k[middle] - k[low]);
    const y = Math.sqrt(k[high] - k[middle]);
    const size = Math.hypot(x, y);
    return [1, -1].map((sign) => Array.from({ length: POINTS }, (_, i) => {
        const angle = (2 * Math.PI * i) / POINTS;
        const s: Triple = [0, 0, 0];
        s[middle] = Math.cos(angle);
        s[low] = (Math.sin(angle) * y) / size;
        s[high] = (sign * Math.sin(angle) * x) / size;
        return s;
    }));
}

// Values for a picture: spread so that the curves cut the great circles between the axes at even angles.
export function values(k: Triple, each: number): number[] {
    const [low, middle, high] = order(k);
    const list: number[] = [];
    for (let i = 1; i <= each; ++i) {
        const s2 = Math.sin((0.5 * Math.PI * i) / (each + 1)) ** 2;
        list.push(k[low] + s2 * (k[middle] - k[low]), k[high] - s2 * (k[high] - k[middle]));
    }
    return list.filter((v) => v > k[low] && v < k[high] && v !== k[middle]);
}

// How long a free body takes once round its polhode, s; infinite on the separatrix, and for a body that is not on any.
// Moments and momentum in principal axes. (Jacobi; no difference of large terms.)
export function polhodePeriod(moments: Triple, m: Triple): number {
    const [low, middle, high] = order(moments);
    const d = (moments[high] - moments[middle]) * (m[high] * m[high]) / moments[high] - (moments[middle] - moments[low]) * (m[low] * m[low]) / moments[low];
    const about = d >= 0 ? high : low;
    const other = d >= 0 ? low : high;
    const [J1, J2, J3] = [moments[other], moments[middle], moments[about]];
    const [m2, m3] = [m[middle], m[about]];
    if (J1 === J3 || m3 === 0) return Infinity;
    if (J2 === J3) return Infinity;
    const A3 = Math.sqrt(m3 * m3 + (m2 * m2 * J3 * (J2 - J1)) / (J2 * (J3 - J1)));
    const rate = A3 * Math.sqrt(((J2 - J3) * (J1 - J3)) / (J1 * J2 * J3 * J3));
    const complement = Math.sqrt((Math.abs(d) * J3) / (A3 * A3 * Math.abs(J3 - J2)));
    return rate > 0 && complement > 0 ? (4 * quarter(Math.min(1, complement))) / rate : Infinity;
}
