// A plot that shares the time of the scene. A drag zooms, a double click shows all, a click goes to that time, a click
// in the legend switches a curve.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { type Mark, marksOf } from '../motion/inside';
import type { Run } from '../motion/run';
import { type TimeUnit, timeUnit } from '../motion/time_unit';
import { say } from '../strings';
import { dark } from '../theme';
import { h } from '../ui/dom';
import { markWords } from '../ui/event_marks';
import type { Curve, Quantity } from './quantities';
import { axisLabel, logTicks, powerOfTen, short } from './ticks';

const MOST_MARKS = 60; // of events
const MOST_EMPTY = 20; // rows without a value that are passed over to the next with one
const ink = () => (dark() ? '#c9d1d9' : '#39424c');

// What a logarithmic scale can show of a value: its size.
export function drawable(v: number | null, log: boolean): number | null {
    if (v === null || !Number.isFinite(v)) return null;
    if (!log) return v;
    return v === 0 ? null : Math.abs(v);
}

export class PlotPanel {
    quantity: Quantity;
    wanted: string; // its id, or that of one that is still to be offered
    log: boolean;
    private plot?: uPlot;
    private time = 0;
    private unit: TimeUnit = timeUnit(1); // of the time along the plot
    private marks: Mark[] = []; // events, as thin lines
    private markLines: { t: number; line: HTMLElement }[] = [];
    private hidden = new Set<string>(); // labels of curves that were switched off
    private drawn = ''; // what the plot was made of
    private range?: { min: number; max: number }; // of the time, where one has zoomed
    // The time of the scene, as an element over the plot: moving it does not draw the curves again.
    private line = Object.assign(document.createElement('div'), { className: 'now' });

    constructor(
        readonly host: HTMLElement,
        readonly list: Quantity[],
        id: string,
        private goTo: (t: number) => void,
        private choose: (method: number) => void,
        private changed: () => void, // it is to be drawn again
    ) {
        this.wanted = id;
        this.quantity = list.find((q) => q.id === id) ?? list[0];
        this.log = this.quantity.log;
    }
    // The list has changed. One that was chosen before it was there is taken now.
    offered(otherwise: string): void {
        if (!this.list.some((q) => q.id === this.wanted)) this.wanted = otherwise;
        const { log } = this;
        const same = this.quantity.id === this.wanted;
        this.set(this.wanted);
        if (same) this.setLog(log);
    }
    set(id: string): void {
        this.wanted = id;
        this.quantity = this.list.find((q) => q.id === id) ?? this.quantity;
        this.setLog(this.quantity.log);
    }
    setLog(on: boolean): void {
        this.log = on;
        this.invalidate();
    }
    invalidate(): void {
        this.drawn = '';
        this.changed();
    }
    // Whoever takes it away says so: plots know of each other, and one that is forgotten would be kept for ever.
    destroy(): void {
        this.plot?.destroy();
        this.plot = undefined;
    }
    forgetZoom(): void {
        this.range = undefined;
    }

    // What is drawn: the curves of the run, and faintly those of the run before something was tried.
    curvesOf(run: Run, before?: Run): Curve[] {
        const ghosts = before ? this.quantity.curves(before).map((c) => ({ ...c, label: `${c.label} · ${say('before')}`, colour: dark() ? '#d8b56a' : '#8a6d3b', dash: [2, 3], method: undefined })) : [];
        return [...this.quantity.curves(run), ...ghosts].filter((c) => Array.prototype.some.call(c.y, (v: number) => Number.isFinite(v)));
    }
    // The part of the time that is shown, and what is switched off, for pictures of the plot.
    get view(): { range?: { min: number; max: number }; hidden: ReadonlySet<string> } {
        return { range: this.range, hidden: this.hidden };
    }
    refresh(run: Run, before?: Run): void {
        const box = this.host.getBoundingClientRect();
        if (box.width < 40 || box.height < 40) return;
        const key = [run.methods.map((r) => r.count), run.measures.map((r) => r.count), run.selected, this.quantity.id, this.log,
            Math.round(box.width), Math.round(box.height), dark(), before?.begun, run.done].join();
        this.showValues();
        if (key === this.drawn) return;
        this.drawn = key;
        this.marks = marksOf(run);
        this.unit = timeUnit(run.info.run.duration);
        const { size } = this.unit;
        const curves = this.curvesOf(run, before);
        const tables = curves.map((c) => [Array.from(c.x, (t) => t / size), Array.from(c.y, (v: number | null) => drawable(v, this.log))] as uPlot.AlignedData);
        const data = tables.length ? uPlot.join(tables) : ([[0, run.info.run.duration / size], [null, null]] as uPlot.AlignedData);
        this.plot?.destroy();
        this.plot = new uPlot(this.options(box, curves), data, this.host);
        queueMicrotask(() => this.showValues()); // behind its own, which shows those of a pointer that is not there
    }
    // The values at the time of the scene, while no pointer asks for those of another.
    private showValues(): void {
        const u = this.plot;
        if (!u || (u.cursor.left ?? -1) >= 0 || u.data[0].length < 2) return;
        const at = u.valToIdx(this.time / this.unit.size);
        u.setLegend({ idxs: u.data.map((_, series) => (series ? withValue(u, series, at) : at)) }, false);
    }

    private options(box: DOMRect, curves: Curve[]): uPlot.Options {
        return {
            width: Math.round(box.width), height: Math.max(60, Math.round(box.height) - 24),
            cursor: { dataIdx: withValue, drag: { x: true, y: false }, sync: { key: 'time' }, focus: { prox: 24 } },
            legend: { live: true },
            scales: {
                x: { time: false, range: (_u, min, max) => (this.range ? [this.range.min, this.range.max] : [min, Math.max(max, min + 1e-12)]) },
                y: this.log ? { distr: 3 } : {},
            },
            axes: this.axes(),
            series: this.series(curves),
            hooks: {
                draw: [(u) => this.cursorLine(u), (u) => this.placeMarks(u)],
                setSelect: [(u) => {
                    if (u.select.width < 4) return;
                    this.range = { min: u.posToVal(u.select.left, 'x'), max: u.posToVal(u.select.left + u.select.width, 'x') };
                }],
                setSeries: [(_u, i, o) => {
                    const label = i && o.show !== undefined ? curves[i - 1]?.label : undefined;
                    if (label) o.show ? this.hidden.delete(label) : this.hidden.add(label);
                }],
                ready: [(u) => this.listen(u, curves)],
            },
        };
    }
    private axes(): uPlot.Axis[] {
        const lines = dark() ? '#2c343d' : '#e3e7eb';
        const common: uPlot.Axis = { stroke: ink(), grid: { stroke: lines, width: 1 }, ticks: { stroke: lines }, font: '11px system-ui, sans-serif' };
        const logarithmic: uPlot.Axis = { splits: (_u, _i, min, max) => logTicks(min, max), filter: (_u, splits) => splits };
        return [
            { ...common, size: 26, values: (_u, v) => v.map(axisLabel) },
            {
                ...common, size: (_u, values) => 24 + 6.5 * Math.max(3, ...(values ?? []).map((text) => text?.length ?? 0)),
                values: (_u, v) => v.map((x) => (x === null ? '' : this.log ? powerOfTen(x) : axisLabel(x))),
                ...(this.log ? logarithmic : {}),
            },
        ];
    }
    private series(curves: Curve[]): uPlot.Series[] {
        const shown = curves.length ? curves : [{ label: '—', colour: ink(), dash: [] }];
        return [{ label: this.unit.size === 1 ? 't' : `t, ${this.unit.name}` }, ...shown.map((c): uPlot.Series => ({
            label: c.label, stroke: c.colour, dash: c.dash, width: 1.6, show: !this.hidden.has(c.label),
            points: { show: false }, value: (_u, v: number | null | undefined) => (v === null || v === undefined ? '' : short(v)),
        }))];
    }
    private listen(u: uPlot, curves: Curve[]): void {
        this.markLines = this.marks.slice(0, MOST_MARKS).map((m) => ({ t: m.t, line: h('div', { class: 'mark', title: markWords(m) }) }));
        u.over.append(...this.markLines.map((m) => m.line), this.line);
        this.placeMarks(u);
        let down: [number, number] = [0, 0];
        u.over.addEventListener('pointerdown', (e) => (down = [e.clientX, e.clientY]));
        u.over.addEventListener('click', (e) => {
            if (Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4) return;
            const rect = u.over.getBoundingClientRect();
            this.goTo(this.unit.size * u.posToVal(e.clientX - rect.left, 'x'));
            const near = nearest(u, e.clientX - rect.left, e.clientY - rect.top);
            const method = near === undefined ? undefined : curves[near]?.method;
            if (method !== undefined) this.choose(method);
        });
        u.over.addEventListener('dblclick', () => {
            this.forgetZoom();
            this.invalidate();
        });
    }

    private cursorLine(u: uPlot): void {
        const x = u.valToPos(this.time / this.unit.size, 'x');
        const inside = x >= 0 && x <= u.over.clientWidth;
        this.line.hidden = !inside;
        if (inside) this.line.style.transform = `translateX(${x}px)`;
    }
    private placeMarks(u: uPlot): void {
        this.markLines.forEach(({ t, line }) => {
            const x = u.valToPos(t / this.unit.size, 'x');
            line.hidden = !(x >= 0 && x <= u.over.clientWidth);
            line.style.left = `${x}px`;
        });
    }
    at(t: number): void {
        if (t === this.time) return;
        this.time = t;
        if (this.plot) this.cursorLine(this.plot);
    }
    // How many curves with numbers are shown.
    get curves(): number {
        return this.plot ? this.plot.data.slice(1).filter((d) => (d as (number | null)[]).some((v) => v !== null)).length : 0;
    }
}

// Where a curve has a value next to a place in the table: the curves of two runs have rows at times of their own, and
// between them the table is empty.
function withValue(u: uPlot, series: number, at: number): number {
    const column = u.data[series];
    for (let by = 0; by <= MOST_EMPTY; ++by)
        for (const i of [at - by, at + by]) if (column?.[i] !== undefined) return i;
    return at;
}

// The curve under a pointer, counted from 0.
function nearest(u: uPlot, x: number, y: number): number | undefined {
    const at = u.posToIdx(x);
    let best: number | undefined;
    let distance = 14; // pixels
    for (let s = 1; s < u.series.length; ++s) {
        const v = u.data[s][at];
        if (v === null || v === undefined) continue;
        const d = Math.abs(u.valToPos(v, 'y') - y);
        if (d < distance) [distance, best] = [d, s - 1];
    }
    return best;
}
