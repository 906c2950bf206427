// Plots that share the time of the scene. A drag zooms, a double click shows all, a click goes to that time, a click in
// the legend switches a curve.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Entry } from './core/messages';
import { ROW } from './core/messages';
import { angleBetween, eulerZxz, eulerZyx, length, normalised, sub, toWorld, type Vec } from './rotation';
import type { Motion } from './scene/scene';
import { say, type StringKey } from './strings';
import { dark, methodColour, methodDash } from './theme';
import type { Rows } from './trajectory';

export interface PlotMotion extends Motion {
    measures: Rows[];
    axis: Vec;
}

interface Curve {
    label: string;
    colour: string;
    dash: number[];
    x: Float64Array;
    y: Float64Array | (number | null)[];
    method?: number;
}
interface Quantity {
    id: string;
    name: StringKey;
    unit: string;
    log: boolean;
    curves(m: PlotMotion): Curve[];
}

const MOST = 3000; // points of a curve on the screen

function picked(rows: Rows): number[] {
    const step = Math.max(1, Math.ceil(rows.count / MOST));
    const list: number[] = [];
    for (let i = 0; i < rows.count; i += step) list.push(i);
    return list;
}

function perMethod(m: PlotMotion, source: (i: number) => Rows, value: (rows: Rows, row: number, method: number) => number): Curve[] {
    return m.methods.map((_, i) => {
        const rows = source(i);
        const list = picked(rows);
        return {
            label: m.info.methods[i]?.name ?? '',
            colour: methodColour(i),
            dash: methodDash(i),
            x: Float64Array.from(list, (r) => rows.time(r)),
            y: Float64Array.from(list, (r) => value(rows, r, i)),
            method: i,
        };
    });
}

const COMPONENTS = ['#D55E00', '#009E73', '#0072B2', '#CC79A7'];
function components(m: PlotMotion, names: string[], value: (rows: Rows, row: number) => number[]): Curve[] {
    const rows = m.methods[m.selected] ?? m.methods[0];
    const list = picked(rows);
    const all = list.map((r) => value(rows, r));
    const x = Float64Array.from(list, (r) => rows.time(r));
    return names.map((label, c) => ({
        label, colour: dark() && c === 2 ? '#4FA8E0' : COMPONENTS[c], dash: [[], [8, 4], [3, 3], [10, 3, 2, 3]][c], x, y: all.map((v) => v[c]),
    }));
}

const deg = (v: number[]) => v.map((a) => (a * 180) / Math.PI);
// Angles that jump by a whole turn break the line in place of crossing the picture.
function broken(curves: Curve[]): Curve[] {
    for (const c of curves) {
        const y = Array.from(c.y) as (number | null)[];
        for (let i = 1; i < y.length; ++i) if (Math.abs((c.y[i] as number) - (c.y[i - 1] as number)) > 120) y[i] = null;
        c.y = y;
    }
    return curves;
}

const MEASURE_NAMES: Record<string, StringKey> = {
    geodesic: 'qGeodesic', 'axis-111': 'qAxis111', 'axis-z': 'qAxisZ', constraint: 'qConstraint', orthogonality: 'qOrthogonality',
    energy: 'qEnergyError', momentum: 'qMomentumError', rate: 'qRateError', phase: 'qPhase', 'cross-track': 'qCrossTrack',
};

export function quantities(measures: Entry[]): Quantity[] {
    const list: Quantity[] = [];
    measures.forEach((entry, i) => {
        const name = MEASURE_NAMES[entry.name];
        if (!name) return;
        list.push({
            id: entry.name === 'energy' || entry.name === 'momentum' || entry.name === 'rate' ? entry.name + '-error' : entry.name,
            name, unit: entry.unit === '1' ? '' : entry.unit, log: true,
            curves: (m) => perMethod(m, (k) => m.measures[k], (rows, r) => rows.at(r, 1 + i)),
        });
    });
    list.push(
        {
            id: 'difference', name: 'qDifference', unit: 'rad', log: true,
            curves: (m) => perMethod(m, (k) => m.methods[k], (rows, r) => {
                const first = m.methods[0];
                if (rows === first || !first.count) return NaN;
                const at = first.find(rows.time(r));
                return Math.abs(first.time(at) - rows.time(r)) < 1e-9 * (1 + rows.time(r))
                    ? angleBetween(normalised(rows.quaternion(r)), normalised(first.quaternion(at))) : NaN;
            }),
        },
        { id: 'energyDrift', name: 'qEnergyDrift', unit: 'J', log: true, curves: (m) => perMethod(m, (k) => m.methods[k], (rows, r) => rows.at(r, ROW.energy) - rows.at(0, ROW.energy)) },
        { id: 'momentumDrift', name: 'qMomentumDrift', unit: 'kg m²/s', log: true, curves: (m) => perMethod(m, (k) => m.methods[k], (rows, r) => length(sub(rows.vector(r, ROW.L), rows.vector(0, ROW.L)))) },
        { id: 'rates', name: 'qRates', unit: 'rad/s', log: false, curves: (m) => components(m, ['ωx', 'ωy', 'ωz'], (rows, r) => rows.rate(r)) },
        { id: 'eulerZxz', name: 'qEulerZxz', unit: '°', log: false, curves: (m) => broken(components(m, ['φ', 'θ', 'ψ'], (rows, r) => deg(eulerZxz(normalised(rows.quaternion(r)))))) },
        { id: 'eulerZyx', name: 'qEulerZyx', unit: '°', log: false, curves: (m) => broken(components(m, ['ψ', 'θ', 'φ'], (rows, r) => deg(eulerZyx(normalised(rows.quaternion(r)))))) },
        {
            id: 'tilt', name: 'qTilt', unit: '°', log: false,
            curves: (m) => perMethod(m, (k) => m.methods[k], (rows, r) => (Math.acos(Math.max(-1, Math.min(1, toWorld(normalised(rows.quaternion(r)), m.axis)[2]))) * 180) / Math.PI),
        },
        { id: 'quaternion', name: 'qQuaternion', unit: '', log: false, curves: (m) => components(m, ['w', 'x', 'y', 'z'], (rows, r) => rows.quaternion(r)) },
        { id: 'energy', name: 'qEnergy', unit: 'J', log: false, curves: (m) => perMethod(m, (k) => m.methods[k], (rows, r) => rows.at(r, ROW.energy)) },
        { id: 'momentum', name: 'qMomentum', unit: 'kg m²/s', log: false, curves: (m) => components(m, ['Lx', 'Ly', 'Lz'], (rows, r) => rows.vector(r, ROW.L)) },
    );
    return list;
}

export class PlotPanel {
    private plot?: uPlot;
    private time = 0;
    quantity: Quantity;
    log: boolean;
    private hidden = new Set<string>();
    private drawn = '';
    private range?: { min: number; max: number };

    constructor(
        readonly host: HTMLElement,
        readonly list: Quantity[],
        id: string,
        private goTo: (t: number) => void,
        private choose: (method: number) => void,
    ) {
        this.quantity = list.find((q) => q.id === id) ?? list[0];
        this.log = this.quantity.log;
    }
    set(id: string): void {
        this.quantity = this.list.find((q) => q.id === id) ?? this.quantity;
        this.log = this.quantity.log;
        this.drawn = '';
    }
    setLog(on: boolean): void {
        this.log = on;
        this.drawn = '';
    }
    invalidate(): void {
        this.drawn = '';
    }
    forgetZoom(): void {
        this.range = undefined;
    }

    refresh(m: PlotMotion): void {
        const box = this.host.getBoundingClientRect();
        if (box.width < 40 || box.height < 40) return;
        const key = [m.methods.map((r) => r.count), m.measures.map((r) => r.count), m.selected, this.quantity.id, this.log,
            Math.round(box.width), Math.round(box.height), dark()].join();
        if (key === this.drawn) return;
        this.drawn = key;
        const curves = this.quantity.curves(m).filter((c) => Array.prototype.some.call(c.y, (v: number) => Number.isFinite(v)));
        const clean = (v: number | null) => {
            if (v === null || !Number.isFinite(v)) return null;
            if (!this.log) return v;
            return v === 0 ? null : Math.abs(v);
        };
        const tables = curves.map((c) => [Array.from(c.x), Array.from(c.y, clean as (v: number | null) => number | null)] as uPlot.AlignedData);
        const data = tables.length ? uPlot.join(tables) : ([[0, m.info.run.duration], [null, null]] as uPlot.AlignedData);
        const ink = dark() ? '#c9d1d9' : '#39424c';
        const lines = dark() ? '#2c343d' : '#e3e7eb';
        const small = '11px system-ui, sans-serif';
        const power = (v: number) => v.toExponential(0).replace(/^(-?)1e/, '$110^').replace(/e/, '·10^').replace('+', '')
            .replace(/\^(-?)(\d+)/, (_, s: string, d: string) => (s ? '⁻' : '') + [...d].map((c) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]).join(''));
        const duration = m.info.run.duration;
        const series: uPlot.Series[] = [{ label: 't' }];
        (curves.length ? curves : [{ label: '—', colour: ink, dash: [] as number[] }]).forEach((c) =>
            series.push({
                label: c.label, stroke: c.colour, dash: c.dash, width: 1.6, show: !this.hidden.has(c.label),
                points: { show: false }, value: (_u, v) => (v === null ? '' : short(v)),
            }));
        this.plot?.destroy();
        this.plot = new uPlot(
            {
                width: Math.round(box.width), height: Math.max(60, Math.round(box.height) - 24),
                cursor: { drag: { x: true, y: false }, sync: { key: 'time' }, focus: { prox: 24 } },
                legend: { live: true },
                scales: {
                    x: { time: false, range: (_u, min, max) => (this.range ? [this.range.min, this.range.max] : [min, Math.max(max, min + 1e-12)]) },
                    y: this.log ? { distr: 3 } : {},
                },
                axes: [
                    { stroke: ink, grid: { stroke: lines, width: 1 }, ticks: { stroke: lines }, font: small, size: 26, values: (_u, v) => v.map((x) => trim(x) + (duration > 1e5 ? '' : '')) },
                    {
                        stroke: ink, grid: { stroke: lines, width: 1 }, ticks: { stroke: lines }, font: small, size: 58,
                        values: (_u, v) => v.map((x) => (x === null ? '' : this.log ? power(x) : trim(x))),
                        ...(this.log ? { splits: (_u: uPlot, _i: number, min: number, max: number) => decades(min, max), filter: (_u: uPlot, splits: number[]) => splits } : {}),
                    },
                ],
                series,
                hooks: {
                    draw: [(u) => this.cursorLine(u)],
                    setSelect: [(u) => {
                        if (u.select.width < 4) return;
                        this.range = { min: u.posToVal(u.select.left, 'x'), max: u.posToVal(u.select.left + u.select.width, 'x') };
                    }],
                    setSeries: [(_u, i, o) => {
                        if (i && o.show !== undefined) {
                            const label = curves[i - 1]?.label;
                            if (label) o.show ? this.hidden.delete(label) : this.hidden.add(label);
                        }
                    }],
                    ready: [(u) => {
                        u.over.append(this.line);
                        let down: [number, number] = [0, 0];
                        u.over.addEventListener('pointerdown', (e) => (down = [e.clientX, e.clientY]));
                        u.over.addEventListener('click', (e) => {
                            if (Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4) return;
                            const rect = u.over.getBoundingClientRect();
                            this.goTo(u.posToVal(e.clientX - rect.left, 'x'));
                            const near = (u.cursor as { _focus?: number }) && nearest(u, e.clientX - rect.left, e.clientY - rect.top);
                            const method = near === undefined ? undefined : curves[near]?.method;
                            if (method !== undefined) this.choose(method);
                        });
                        u.over.addEventListener('dblclick', () => {
                            this.range = undefined;
                            this.drawn = '';
                        });
                    }],
                },
            },
            data, this.host,
        );
    }

    // The time of the scene, as an element over the plot: moving it does not draw the curves again.
    private line = Object.assign(document.createElement('div'), { className: 'now' });
    private cursorLine(u: uPlot): void {
        const x = u.valToPos(this.time, 'x');
        const inside = x >= 0 && x <= u.over.clientWidth;
        this.line.hidden = !inside;
        if (inside) this.line.style.transform = `translateX(${x}px)`;
    }
    at(t: number): void {
        if (t === this.time) return;
        this.time = t;
        if (this.plot) this.cursorLine(this.plot);
    }
    get title(): string {
        return say(this.quantity.name) + (this.quantity.unit ? `, ${this.quantity.unit}` : '');
    }
    // For tests: how many curves with numbers are shown.
    get curves(): number {
        return this.plot ? this.plot.data.slice(1).filter((d) => (d as (number | null)[]).some((v) => v !== null)).length : 0;
    }
}

function nearest(u: uPlot, x: number, y: number): number | undefined {
    const at = u.posToIdx(x);
    let best: number | undefined;
    let distance = 14;
    for (let s = 1; s < u.series.length; ++s) {
        const v = u.data[s][at];
        if (v === null || v === undefined) continue;
        const d = Math.abs(u.valToPos(v, 'y') - y);
        if (d < distance) [distance, best] = [d, s - 1];
    }
    return best;
}
// Powers of ten from min to max, six at most.
function decades(min: number, max: number): number[] {
    const low = Math.ceil(Math.log10(min) - 1e-9);
    const high = Math.floor(Math.log10(max) + 1e-9);
    const step = Math.max(1, Math.ceil((high - low) / 5));
    const list: number[] = [];
    for (let p = Math.ceil(low / step) * step; p <= high; p += step) list.push(Number(`1e${p}`));
    return list;
}
const trim = (x: number) => (Math.abs(x) >= 1e5 || (x !== 0 && Math.abs(x) < 1e-4) ? x.toExponential(1).replace('e+', 'e') : String(Number(x.toPrecision(6))));
const short = (x: number) => (x !== 0 && (Math.abs(x) < 1e-3 || Math.abs(x) >= 1e5) ? x.toExponential(2) : x.toPrecision(4));
