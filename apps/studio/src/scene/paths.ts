// Rows as paths in space, with as many points as the machine can draw.
import * as THREE from 'three';
import { angleOf, between, dot, length, normalised, type Quat, scale, sub, type Vec } from '../motion/rotation';
import type { Rows } from '../motion/trajectory';

export interface Path {
    points: Float32Array; // x, y, z one after another
    times: number[]; // one for each point
}
export interface Sampling {
    most: number; // points of all paths of one kind together
    shared: number; // by so many methods
}

export function pathOf(rows: Rows, point: (row: number) => Vec, sampling: Sampling): Path {
    const step = Math.max(1, Math.ceil((rows.count * sampling.shared) / sampling.most));
    const points: number[] = [];
    const times: number[] = [];
    for (let i = 0; i < rows.count; i += step) {
        const p = point(i);
        if (!p.every(Number.isFinite)) break;
        points.push(...p);
        times.push(rows.time(i));
    }
    return { points: new Float32Array(points), times };
}

const FINE = 0.035; // rad that a path turns between two of its points, seen from the fixed point
const MOST_FOLD = 3; // times as many points as rows may be drawn, at most, so that it does

// The same for what follows from attitude and rate. Where rows are far apart the path between them is the one that the
// body takes when it turns evenly from one to the other, and not a chord.
export function statePath(rows: Rows, point: (q: Quat, w_B: Vec) => Vec, sampling: Sampling): Path {
    const at = (i: number) => point(normalised(rows.quaternion(i)), rows.rate(i));
    const mostBetween = Math.floor((MOST_FOLD * sampling.most) / (sampling.shared * Math.max(1, rows.count)));
    const coarse = pathOf(rows, at, sampling);
    if (mostBetween < 2) return coarse;
    const points: number[] = [];
    const times: number[] = [];
    for (let i = 0; i < coarse.times.length; ++i) {
        points.push(...coarse.points.subarray(3 * i, 3 * i + 3));
        times.push(coarse.times[i]);
        if (i + 1 >= coarse.times.length) break;
        const [a, b] = [at(i), at(i + 1)];
        const on = (f: number) => {
            const [wa, wb] = [rows.rate(i), rows.rate(i + 1)];
            const w: Vec = [wa[0] + f * (wb[0] - wa[0]), wa[1] + f * (wb[1] - wa[1]), wa[2] + f * (wb[2] - wa[2])];
            return point(normalised(between(rows.quaternion(i), rows.quaternion(i + 1), wa, wb, rows.time(i + 1) - rows.time(i), f)), w);
        };
        const half = on(0.5);
        const pieces = Math.min(mostBetween, Math.ceil((angleOf(a, half) + angleOf(half, b)) / FINE));
        for (let k = 1; k < pieces; ++k) {
            points.push(...on(k / pieces));
            times.push(rows.time(i) + (k / pieces) * (rows.time(i + 1) - rows.time(i)));
        }
    }
    return { points: new Float32Array(points), times };
}

// The surface between the origin and a path.
export function fan(path: Float32Array): THREE.BufferGeometry {
    const n = path.length / 3;
    const points = new Float32Array(3 * (n + 1));
    points.set(path, 3);
    const index: number[] = [];
    for (let i = 1; i < n; ++i) index.push(0, i, i + 1);
    const g = new THREE.BufferGeometry();
    g.setAttribute('position', new THREE.BufferAttribute(points, 3));
    g.setIndex(index);
    return g;
}

// How many points of a path lie within its first turn about a direction.
export function firstTurn(path: Float32Array, about: Vec): number {
    const n = path.length / 3;
    const a: Vec = length(about) > 0 ? scale(about, 1 / length(about)) : [0, 0, 1];
    const across = (i: number): Vec => {
        const p: Vec = [path[3 * i], path[3 * i + 1], path[3 * i + 2]];
        return sub(p, scale(a, dot(p, a)));
    };
    let turned = 0;
    let before = across(0);
    for (let i = 1; i < n; ++i) {
        const now = across(i);
        const cosine = dot(before, now);
        const sine = length([
            before[1] * now[2] - before[2] * now[1], before[2] * now[0] - before[0] * now[2], before[0] * now[1] - before[1] * now[0],
        ]);
        turned += Math.atan2(sine, cosine);
        before = now;
        if (turned > 2 * Math.PI) return i + 1;
    }
    return n;
}
