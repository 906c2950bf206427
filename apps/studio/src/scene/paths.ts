// Rows as paths in space, with as many points as the machine can draw.
import * as THREE from 'three';
import { dot, length, scale, sub, type Vec } from '../motion/rotation';
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
