// A body on a horizontal table: its surface, the point where it touches, and where it is by the columns of its rows.
import type { ScenarioInfo, Tree, Value } from '../core/messages';
import { columnOf } from './inside';
import { dot, normalised, type Quat, toBody, toWorld, type Vec } from './rotation';
import { type Rows, valueAt } from './trajectory';

export interface Surface {
    semiAxes: Vec; // along the body axes, m; the third is 0 for a disk with a sharp rim
    centre: Vec; // of mass, from the centre of the surface, body axes, m
}
const three = (v: Value | undefined): Vec | undefined =>
    Array.isArray(v) && v.length === 3 && v.every((x) => typeof x === 'number') ? (v as Vec) : undefined;

export function surfaceOf({ tree }: Pick<ScenarioInfo, 'tree'>): Surface | undefined {
    const table = tree.contact as Tree | undefined;
    if (!table || typeof table !== 'object') return undefined;
    const radius = typeof table.radius === 'number' ? table.radius : 1;
    const semiAxes = table.surface === 'ellipsoid' ? three(table.semi_axes) : ([radius, radius, table.surface === 'disk' ? 0 : radius] as Vec);
    return semiAxes && { semiAxes, centre: three(table.centre_of_mass) ?? [0, 0, 0] };
}

// From the centre of mass to the point of contact, body axes: r_i = -a_i^2 ga_i/S - k_i with ga = R^T z and
// S = sqrt(sum a_i^2 ga_i^2) (Kane, Levinson 1982).
export function contactArm({ semiAxes, centre }: Surface, q: Quat): Vec {
    const up = toBody(normalised(q), [0, 0, 1]);
    const S = Math.hypot(...up.map((u, i) => u * semiAxes[i])) || 1;
    return up.map((u, i) => (-semiAxes[i] * semiAxes[i] * u) / S - centre[i]) as Vec;
}
// How high the centre of mass stands above the table, m.
export const heightOf = (surface: Surface, q: Quat): number => -dot(contactArm(surface, q), toBody(normalised(q), [0, 0, 1]));

// Where the centre of mass is, m: x and y by the columns, the height by the attitude where there is no column of it.
export function placeAt(info: ScenarioInfo, rows: Rows, method: number, surface: Surface, t: number, q: Quat): Vec {
    const [x, y, z] = ['x', 'y', 'z'].map((name) => columnOf(info, method, name));
    const value = (column: number) => (column < 0 ? 0 : valueAt(rows, t, column));
    return [value(x), value(y), z < 0 ? heightOf(surface, q) : value(z)];
}
// And where it touches the table.
export function touchAt(place: Vec, surface: Surface, q: Quat): Vec {
    const r = toWorld(normalised(q), contactArm(surface, q));
    return [place[0] + r[0], place[1] + r[1], 0];
}

// Whether one picture holds the whole way, so that the table can stand still in it; otherwise one goes with the body.
export function wayOf(places: Vec[]): { middle: Vec; reach: number } {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (const p of places)
        for (let i = 0; i < 3; ++i) {
            low[i] = Math.min(low[i], p[i]);
            high[i] = Math.max(high[i], p[i]);
        }
    const middle = low.map((l, i) => (Number.isFinite(l) ? 0.5 * (l + high[i]) : 0)) as Vec;
    return { middle, reach: places.length ? 0.5 * Math.hypot(high[0] - low[0], high[1] - low[1]) : 0 };
}
