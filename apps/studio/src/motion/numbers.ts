// What people ask of a motion: how far the axis leans, how fast it goes round, how often it nods. For the read-out only;
// everything follows from the rows.
import { ROW } from '../core/messages';
import { isLeftAlone } from './inside';
import { angleOf, dot, length, normalised, type Quat, scale, toWorld, type Vec } from './rotation';
import type { Run } from './run';
import type { Rows } from './trajectory';

// Nothing acts on the body.
export const isFree = ({ info }: Run): boolean => isLeftAlone(info);
// What the axis leans away from: the angular momentum of a body on which nothing acts, otherwise the vertical.
export function upright(run: Run, rows: Rows): Vec {
    const L: Vec = isFree(run) && rows.count ? rows.vector(0, ROW.L) : [0, 0, 0];
    return length(L) > 0 ? scale(L, 1 / length(L)) : [0, 0, 1];
}

// How fast the body's axis goes round the upright, rad/s; undefined where it stands upright itself.
export function precession(q: Quat, w_N: Vec, axis: Vec, up: Vec): number | undefined {
    const a = toWorld(q, axis);
    const c = dot(a, up);
    const across = 1 - c * c;
    return across > 1e-12 ? (dot(w_N, up) - c * dot(w_N, a)) / across : undefined;
}

// The usual time from one largest lean to the next, s. Where the lean hardly changes there is none.
export function nutationPeriod(rows: Rows, axis: Vec, up: Vec): number | undefined {
    const lean = (i: number) => angleOf(toWorld(normalised(rows.quaternion(i)), axis), up);
    const v = Float64Array.from({ length: rows.count }, (_, i) => lean(i));
    let [low, high] = [Infinity, -Infinity];
    for (const x of v) [low, high] = [Math.min(low, x), Math.max(high, x)];
    if (!(high - low > 1e-6)) return undefined;
    const peaks: number[] = [];
    for (let i = 1; i + 1 < v.length; ++i) {
        const bend = 2 * v[i] - v[i - 1] - v[i + 1];
        if (!(v[i] > v[i - 1] && v[i] >= v[i + 1] && bend > 1e-9 * (high - low))) continue;
        // by a parabola through three rows
        peaks.push(rows.time(i) + ((v[i + 1] - v[i - 1]) / (2 * bend)) * (rows.time(i + 1) - rows.time(i)));
    }
    return usualGap(peaks);
}
function usualGap(times: number[]): number | undefined {
    const gaps = times.slice(1).map((t, i) => t - times[i]).sort((a, b) => a - b);
    return gaps.length ? gaps[Math.floor(gaps.length / 2)] : undefined;
}
// The usual time from one turning over to the next, s: the axis passes from one half of space into the other.
export function turnOverTime(rows: Rows, axis: Vec, up: Vec): number | undefined {
    const height = (i: number) => dot(toWorld(normalised(rows.quaternion(i)), axis), up);
    const times: number[] = [];
    let before = rows.count ? height(0) : 0;
    for (let i = 1; i < rows.count; ++i) {
        const now = height(i);
        if (before * now < 0) times.push(rows.time(i - 1) + (before / (before - now)) * (rows.time(i) - rows.time(i - 1)));
        before = now;
    }
    return usualGap(times);
}

// The same, computed once for a run.
function oncePerRun(of: (rows: Rows, axis: Vec, up: Vec) => number | undefined): (run: Run) => number | undefined {
    const known = new WeakMap<Rows, number | undefined>();
    return (run) => {
        const rows = run.methods[run.selected];
        if (!run.done || run.taken) return undefined;
        if (!known.has(rows)) known.set(rows, of(rows, run.axis, upright(run, rows)));
        return known.get(rows);
    };
}
export const nutationOf = oncePerRun(nutationPeriod);
export const turnOverOf = oncePerRun(turnOverTime);
