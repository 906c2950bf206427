// Where a satellite is on its ellipse, and how the orbit frame (LVLH) stands there: z to the planet, y against the orbit's
// normal, x = y x z forward. The elements come from the core; the equations are those of its orbit/kepler.hpp.
import { cross, type Quat, scale, type Vec } from './rotation';

export interface Orbit {
    meanMotion: number; // rad/s
    eccentricity: number;
    meanAnomaly: number; // rad, at t = 0
    perigee: Vec; // unit vectors in world axes: to the nearest point,
    ahead: Vec; // and a quarter of a turn further on
}
export interface OrbitPlace {
    x: number; // in the plane, in units of the semi-major axis: towards the perigee,
    y: number; // and ahead; the planet is at (0, 0)
    forward: Vec; // the axes of the orbit frame, world axes
    across: Vec;
    down: Vec; // to the planet
}

// E - e sin E = M (Kepler), by Newton's iteration from a start that always comes down on the root.
export function eccentricAnomaly(M: number, e: number): number {
    const turns = Math.round(M / (2 * Math.PI));
    const m = M - 2 * Math.PI * turns;
    let E = m < 0 ? -Math.PI : Math.PI;
    for (let i = 0; i < 60; ++i) {
        const step = (E - e * Math.sin(E) - m) / (1 - e * Math.cos(E));
        E -= step;
        if (Math.abs(step) <= 1e-15 * Math.abs(E)) break;
    }
    return E + 2 * Math.PI * turns;
}

const sum = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export function orbitAt(orbit: Orbit, t: number): OrbitPlace {
    const { eccentricity: e, perigee, ahead } = orbit;
    const E = eccentricAnomaly(orbit.meanAnomaly + orbit.meanMotion * t, e);
    const [x, y] = [Math.cos(E) - e, Math.sqrt(1 - e * e) * Math.sin(E)];
    const r = Math.hypot(x, y);
    const down = scale(sum(scale(perigee, x), scale(ahead, y)), -1 / r);
    const across = scale(cross(perigee, ahead), -1);
    return { x, y, forward: cross(across, down), across, down };
}

// The unit quaternion whose matrix has these columns (Shepperd 1978: the largest of the four first).
function fromColumns(a: Vec, b: Vec, c: Vec): Quat {
    const squares = [1 + a[0] + b[1] + c[2], 1 + a[0] - b[1] - c[2], 1 - a[0] + b[1] - c[2], 1 - a[0] - b[1] + c[2]];
    const largest = squares.indexOf(Math.max(...squares));
    const s = 2 * Math.sqrt(squares[largest]);
    if (largest === 0) return [s / 4, (b[2] - c[1]) / s, (c[0] - a[2]) / s, (a[1] - b[0]) / s];
    if (largest === 1) return [(b[2] - c[1]) / s, s / 4, (b[0] + a[1]) / s, (c[0] + a[2]) / s];
    if (largest === 2) return [(c[0] - a[2]) / s, (b[0] + a[1]) / s, s / 4, (c[1] + b[2]) / s];
    return [(a[1] - b[0]) / s, (c[0] + a[2]) / s, (c[1] + b[2]) / s, s / 4];
}
// From the orbit frame to world axes.
export function orbitFrame(orbit: Orbit, t: number): Quat {
    const { forward, across, down } = orbitAt(orbit, t);
    return fromColumns(forward, across, down);
}
