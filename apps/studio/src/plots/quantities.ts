// What a plot can show: every measure of the core's registry, and what follows from the rows themselves. A new quantity
// is a new entry in the list.
import { type Entry, ROW } from '../core/messages';
import { columnOf } from '../motion/inside';
import { precession, upright } from '../motion/numbers';
import { angleBetween, angleOf, eulerZxz, eulerZyx, length, normalised, type Quat, sub, tilt, toWorld } from '../motion/rotation';
import type { Run } from '../motion/run';
import type { Rows } from '../motion/trajectory';
import { say, type StringKey } from '../strings';
import { dark, methodColour, methodDash } from '../theme';

export interface Curve {
    label: string;
    colour: string;
    dash: number[];
    x: Float64Array;
    y: Float64Array | (number | null)[];
    method?: number;
}
export interface Quantity {
    id: string;
    name: StringKey;
    unit: string;
    log: boolean;
    curves(run: Run): Curve[];
    words?(): string; // where its name has a name in it
}
export const quantityWords = (q: Quantity): string => (q.words?.() ?? say(q.name)) + (q.unit ? `, ${q.unit}` : '');

const MOST = 3000; // points of a curve on the screen

function picked(rows: Rows): number[] {
    const step = Math.max(1, Math.ceil(rows.count / MOST));
    const list: number[] = [];
    for (let i = 0; i < rows.count; i += step) list.push(i);
    return list;
}

// One curve for each method.
export function perMethod(run: Run, source: Rows[], value: (rows: Rows, row: number, method: number) => number): Curve[] {
    return run.methods.map((_, i) => {
        const rows = source[i];
        const list = picked(rows);
        return {
            label: run.info.methods[i]?.name ?? '',
            colour: methodColour(i),
            dash: methodDash(i),
            x: Float64Array.from(list, (r) => rows.time(r)),
            y: Float64Array.from(list, (r) => value(rows, r, i)),
            method: i,
        };
    });
}

const COMPONENTS = ['#D55E00', '#009E73', '#0072B2', '#CC79A7'];
const COMPONENT_DASHES = [[], [8, 4], [3, 3], [10, 3, 2, 3]];
// One curve for each component, of the chosen method.
export function components(run: Run, names: string[], value: (rows: Rows, row: number) => number[]): Curve[] {
    const rows = run.methods[run.selected] ?? run.methods[0];
    const list = picked(rows);
    const all = list.map((r) => value(rows, r));
    const x = Float64Array.from(list, (r) => rows.time(r));
    return names.map((label, c) => ({
        label, colour: dark() && c % 4 === 2 ? '#4FA8E0' : COMPONENTS[c % 4], dash: COMPONENT_DASHES[(c + Math.floor(c / 4)) % 4], x, y: all.map((v) => v[c]),
    }));
}

export const degrees = (angle: number) => (angle * 180) / Math.PI;
// Angles that jump by a whole turn break the line in place of crossing the picture.
export function angles(run: Run, names: string[], of: (q: Quat, t: number) => number[]): Curve[] {
    const curves = components(run, names, (rows, r) => of(normalised(rows.quaternion(r)), rows.time(r)).map(degrees));
    for (const c of curves) {
        const y = Array.from(c.y) as (number | null)[];
        for (let i = 1; i < y.length; ++i) if (Math.abs((c.y[i] as number) - (c.y[i - 1] as number)) > 120) y[i] = null;
        c.y = y;
    }
    return curves;
}

// The angle between a method's attitude and the first method's, where both have a row.
function difference(run: Run): Curve[] {
    const first = run.methods[0];
    return perMethod(run, run.methods, (rows, r) => {
        if (rows === first || !first.count) return NaN;
        const at = first.find(rows.time(r));
        const together = Math.abs(first.time(at) - rows.time(r)) < 1e-9 * (1 + rows.time(r));
        return together ? angleBetween(normalised(rows.quaternion(r)), normalised(first.quaternion(at))) : NaN;
    });
}

// How fast an axis of the body goes round the vertical, rad/s, or round its angular momentum where nothing acts on it.
function axisGoesRound(run: Run, rows: Rows, row: number): number {
    const q = normalised(rows.quaternion(row));
    return precession(q, toWorld(q, rows.rate(row)), run.axis, upright(run, rows)) ?? NaN;
}

// What motors and bearings did is no drift.
function energyLessWork(run: Run, rows: Rows, row: number, method: number): number {
    const work = columnOf(run.info, method, 'work');
    return rows.at(row, ROW.energy) - (work < 0 ? 0 : rows.at(row, work));
}

const OF_ROWS: Quantity[] = [
    { id: 'difference', name: 'qDifference', unit: 'rad', log: true, curves: difference },
    { id: 'energyDrift', name: 'qEnergyDrift', unit: 'J', log: true, curves: (run) => perMethod(run, run.methods, (rows, r, m) => energyLessWork(run, rows, r, m) - energyLessWork(run, rows, 0, m)) },
    { id: 'momentumDrift', name: 'qMomentumDrift', unit: 'kg m²/s', log: true, curves: (run) => perMethod(run, run.methods, (rows, r) => length(sub(rows.vector(r, ROW.L), rows.vector(0, ROW.L)))) },
    { id: 'rates', name: 'qRates', unit: 'rad/s', log: false, curves: (run) => components(run, ['ωx', 'ωy', 'ωz'], (rows, r) => rows.rate(r)) },
    { id: 'eulerZxz', name: 'qEulerZxz', unit: '°', log: false, curves: (run) => angles(run, ['φ', 'θ', 'ψ'], eulerZxz) },
    { id: 'eulerZyx', name: 'qEulerZyx', unit: '°', log: false, curves: (run) => angles(run, ['ψ', 'θ', 'φ'], eulerZyx) },
    { id: 'tilt', name: 'qTilt', unit: '°', log: false, curves: (run) => perMethod(run, run.methods, (rows, r) => degrees(tilt(normalised(rows.quaternion(r)), run.axis))) },
    { id: 'precession', name: 'qPrecession', unit: 'rad/s', log: false, curves: (run) => perMethod(run, run.methods, (rows, r) => axisGoesRound(run, rows, r)) },
    { id: 'axisToMomentum', name: 'qAxisToL', unit: '°', log: false, curves: (run) => perMethod(run, run.methods, (rows, r) => degrees(angleOf(toWorld(normalised(rows.quaternion(r)), run.axis), rows.vector(r, ROW.L)))) },
    { id: 'quaternion', name: 'qQuaternion', unit: '', log: false, curves: (run) => components(run, ['w', 'x', 'y', 'z'], (rows, r) => rows.quaternion(r)) },
    { id: 'energy', name: 'qEnergy', unit: 'J', log: false, curves: (run) => perMethod(run, run.methods, (rows, r) => rows.at(r, ROW.energy)) },
    { id: 'momentum', name: 'qMomentum', unit: 'kg m²/s', log: false, curves: (run) => components(run, ['Lx', 'Ly', 'Lz'], (rows, r) => rows.vector(r, ROW.L)) },
];

const MEASURE_NAMES: Record<string, StringKey> = {
    geodesic: 'qGeodesic', 'axis-111': 'qAxis111', 'axis-z': 'qAxisZ', constraint: 'qConstraint', orthogonality: 'qOrthogonality',
    energy: 'qEnergyError', momentum: 'qMomentumError', rate: 'qRateError', phase: 'qPhase', 'cross-track': 'qCrossTrack',
};

// `measures` in the order of the registry, which is that of the columns after the time.
export function quantities(measures: Entry[]): Quantity[] {
    const list: Quantity[] = [];
    measures.forEach((entry, i) => {
        const name = MEASURE_NAMES[entry.name];
        if (!name) return;
        list.push({
            id: entry.name === 'energy' || entry.name === 'momentum' || entry.name === 'rate' ? entry.name + '-error' : entry.name,
            name, unit: entry.unit === '1' ? '' : entry.unit, log: true,
            curves: (run) => perMethod(run, run.measures, (rows, r) => rows.at(r, 1 + i)),
        });
    });
    return [...list, ...OF_ROWS];
}
