// Whether a body is a heavy symmetric top, and how its tilt moves.
import { ROW, type ScenarioInfo, type Tree } from '../core/messages';
import { dot, length, normalised, scale, sub, toWorld, type Vec } from '../motion/rotation';
import type { Rows } from '../motion/trajectory';
import { type TiltMotion, turning } from './tilt';
import type { TiltState } from './tilt_plot';

interface Top {
    axis: 0 | 1 | 2;
    I1: number;
    I3: number;
    P: number;
}

const numbers = (v: unknown): Vec | undefined => (Array.isArray(v) && v.length === 3 && v.every((x) => typeof x === 'number') ? (v as Vec) : undefined);

// Weight on the axis of symmetry, along the vertical of the world. A hand that pushed for a while changes the energy, not
// what the motion is afterwards.
export function topOf({ body, tree, torques }: ScenarioInfo): Top | undefined {
    if (!body || body.symmetry < 0 || torques.some((kind) => kind !== 'gravity' && kind !== 'table')) return undefined;
    const list = (Array.isArray(tree.torque) ? tree.torque : []) as Tree[];
    const weights = list.filter((t) => t.kind === 'gravity');
    if (weights.length !== 1) return undefined;
    const [{ mass, g, at, ...more }] = weights;
    const place = numbers(at) ?? (body.centre as Vec);
    const axis = body.symmetry as Top['axis'];
    const beside = Math.hypot(...place.filter((_, i) => i !== axis));
    const weight = typeof mass === 'number' ? mass : body.mass;
    if (typeof g !== 'number' || 'direction' in more || beside > 1e-9 * Math.abs(place[axis]) || !(weight > 0)) return undefined;
    const across = (axis + 1) % 3;
    return { axis, I1: body.inertia[across][across], I3: body.inertia[axis][axis], P: weight * g * place[axis] };
}

interface Instant {
    motion: TiltMotion;
    u: number;
    tilt: number;
    rate: number;
}
// From the numbers of one row: what lies between rows is not exact enough for energies.
function instant(top: Top, rows: Rows, row: number): Instant {
    const q = normalised(rows.quaternion(row));
    const own: Vec = [0, 0, 0];
    own[top.axis] = 1;
    const axis = toWorld(q, own);
    const w = toWorld(q, rows.rate(row));
    const along = dot(w, axis);
    const across = sub(w, scale(axis, along));
    const sine = Math.hypot(axis[0], axis[1]);
    // the axis moves by w x axis
    const rate = sine > 1e-9 ? -(across[0] * axis[1] - across[1] * axis[0]) / sine : length(across);
    const energy = 0.5 * top.I1 * dot(across, across) + top.P * axis[2];
    return { motion: { I1: top.I1, P: top.P, L3: top.I3 * along, Lz: rows.vector(row, ROW.L)[2], energy }, u: axis[2], tilt: Math.atan2(sine, axis[2]), rate };
}

export function tiltAt(top: Top, rows: Rows, t: number): TiltState | undefined {
    if (!rows.count) return undefined;
    const row = rows.find(t);
    const now = instant(top, rows, row);
    const found = turning(now.motion, now.u);
    if (!found) return undefined;
    if (row + 1 >= rows.count) return { motion: now.motion, turning: found, tilt: now.tilt, rate: now.rate };
    const next = instant(top, rows, row + 1);
    const f = Math.min(1, Math.max(0, (t - rows.time(row)) / (rows.time(row + 1) - rows.time(row))));
    return { motion: now.motion, turning: found, tilt: now.tilt + f * (next.tilt - now.tilt), rate: now.rate + f * (next.rate - now.rate) };
}
