// A plot that shares the time of the scene. A drag zooms, a double click shows all, a click goes to that time, a click
// in the legend switches a curve.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Run } from '../motion/run';
import { dark } from '../theme';
import type { Curve, Quantity } from './quantities';
import { axisLabel, logTicks, powerOfTen, short } from './ticks';

const ink = () => (dark() ? '#c9d1d9' : '#39424c');

// What a logarithmic scale can show of a value: its size.
function drawable(v: number | null, log: boolean): number | null {
    if (v === null || !Number.isFinite(v)) return null;
    if (!log) return v;
    return v === 0 ? null : Math.abs(v);
}

export class PlotPanel {
    quantity: Quantity;
    log: boolean;
    private plot?: uPlot;
    private time = 0;
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
        this.quantity = list.find((q) => q.id === id) ?? list[0];
        this.log = this.quantity.log;
    }
    set(id: string): void {
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
    forgetZoom(): void {
        this.range = undefined;
    }

    refresh(run: Run): void {
        const box = this.host.getBoundingClientRect();
        if (box.width < 40 || box.height < 40) return;
        const key = [run.methods.map((r) => r.count), run.measures.map((r) => r.count), run.selected, this.quantity.id, this.log,
            Math.round(box.width), Math.round(box.height), dark()].join();
        if (key === this.drawn) return;
        this.drawn = key;
        const curves = this.quantity.curves(run).filter((c) => Array.prototype.some.call(c.y, (v: number) => Number.isFinite(v)));
        const tables = curves.map((c) => [Array.from(c.x), Array.from(c.y, (v: number | null) => drawable(v, this.log))] as uPlot.AlignedData);
        const data = tables.length ? uPlot.join(tables) : ([[0, run.info.run.duration], [null, null]] as uPlot.AlignedData);
        this.plot?.destroy();
        this.plot = new uPlot(this.options(box, curves), data, this.host);
    }

    private options(box: DOMRect, curves: Curve[]): uPlot.Options {
        return {
            width: Math.round(box.width), height: Math.max(60, Math.round(box.height) - 24),
            cursor: { drag: { x: true, y: false }, sync: { key: 'time' }, focus: { prox: 24 } },
            legend: { live: true },
            scales: {
                x: { time: false, range: (_u, min, max) => (this.range ? [this.range.min, this.range.max] : [min, Math.max(max, min + 1e-12)]) },
                y: this.log ? { distr: 3 } : {},
            },
            axes: this.axes(),
            series: this.series(curves),
            hooks: {
                draw: [(u) => this.cursorLine(u)],
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
        return [{ label: 't' }, ...shown.map((c): uPlot.Series => ({
            label: c.label, stroke: c.colour, dash: c.dash, width: 1.6, show: !this.hidden.has(c.label),
            points: { show: false }, value: (_u, v) => (v === null ? '' : short(v)),
        }))];
    }
    private listen(u: uPlot, curves: Curve[]): void {
        u.over.append(this.line);
        let down: [number, number] = [0, 0];
        u.over.addEventListener('pointerdown', (e) => (down = [e.clientX, e.clientY]));
        u.over.addEventListener('click', (e) => {
            if (Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4) return;
            const rect = u.over.getBoundingClientRect();
            this.goTo(u.posToVal(e.clientX - rect.left, 'x'));
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
    // How many curves with numbers are shown.
    get curves(): number {
        return this.plot ? this.plot.data.slice(1).filter((d) => (d as (number | null)[]).some((v) => v !== null)).length : 0;
    }
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
