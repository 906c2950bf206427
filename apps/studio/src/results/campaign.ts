// A campaign in pictures: how its outcomes are spread, where among the varied numbers they are large, and over time.
import { say } from '../strings';
import { pretty } from '../ui/dom';
import { chart, extent, horizontal, line, namedScale, type Scale, shade, SIZE, svgElement, vertical } from './charts';
import type { Bands, Campaign, Outcome } from './read';

const MANY_VALUES = 8; // of an input that is no choice between few
const named = ({ name, unit }: Outcome): string => (unit ? `${name}, ${unit}` : name);
const isNumber = (v: unknown): v is number => typeof v === 'number' && Number.isFinite(v);

export function histogram(outcome: Outcome): SVGElement | undefined {
    const { histogram: bins, mean, percentiles } = outcome;
    if (!bins?.counts.length) return undefined;
    const x = horizontal(bins.edges[0], bins.edges[bins.edges.length - 1]);
    const y = vertical(0, Math.max(...bins.counts));
    const svg = chart(x, y, named(outcome), say('runsCount'), say('histogramOf', outcome.name));
    bins.counts.forEach((count, i) => {
        const [from, to] = [x(bins.edges[i]), x(bins.edges[i + 1])];
        const bar = svgElement('rect', { class: 'bar', x: from.toFixed(1), width: Math.max(0.5, to - from - 0.5).toFixed(1), y: y(count).toFixed(1), height: (y(0) - y(count)).toFixed(1) });
        bar.append(svgElement('title', {}, `${pretty(bins.edges[i])} – ${pretty(bins.edges[i + 1])}: ${count}`));
        svg.append(bar);
    });
    const mark = (value: number, name: string, row: number) => svg.append(
        svgElement('path', { class: 'mark', d: `M${x(value).toFixed(1)} ${SIZE.top}V${SIZE.height - SIZE.bottom}` }),
        svgElement('text', { x: (x(value) + 3).toFixed(1), y: SIZE.top + 10 + 13 * row }, name));
    const median = percentiles.find((p) => p.percent === 50)?.value;
    if (isNumber(mean)) mark(mean, say('mean'), 0);
    if (isNumber(median)) mark(median, say('median'), 1);
    return svg;
}
// In words: how many, the middle, and nine tenths of them.
export function spread({ count, never, mean, percentiles, unit }: Outcome): string {
    const at = (percent: number) => percentiles.find((p) => p.percent === percent)?.value;
    const told = (v: unknown) => (isNumber(v) ? `${pretty(v)} ${unit}`.trim() : v === 'never' ? say('never') : '—');
    const parts = [say('countOfRuns', count), `${say('mean')} ${told(mean)}`, `${say('median')} ${told(at(50))}`];
    if (at(5) !== undefined && at(95) !== undefined) parts.push(say('nineTenths', told(at(5)), told(at(95))));
    if (never) parts.push(say('neverInRuns', never));
    return parts.join('; ');
}

interface Axis {
    values: number[]; // of every run
    distinct: number;
    names?: string[]; // where they are words
}
function axisOf({ table }: Campaign, name: string): Axis {
    const raw = table!.columns.get(name) ?? [];
    const distinct = [...new Set(raw)];
    if (raw.every((v) => v === '' || Number.isFinite(Number(v)))) return { values: raw.map((v) => (v === '' ? NaN : Number(v))), distinct: distinct.length };
    return { values: raw.map((v) => distinct.indexOf(v)), distinct: distinct.length, names: distinct };
}
// Inputs that differ from run to run.
export const varied = (c: Campaign): string[] => (c.table ? c.inputs.filter((name) => axisOf(c, name).distinct > 1) : []);

// One run at every crossing.
const isGrid = (a: Axis, b: Axis, runs: number): boolean => Math.abs(a.distinct * b.distinct - runs) <= 0.02 * runs;
// Of what to draw the map first: the grid, where there is one; otherwise what the outcome follows most closely.
export function firstAxes(c: Campaign, outcome: Outcome | undefined): [string, string] {
    const inputs = varied(c);
    const [a = '', b = a] = inputs;
    if (!a || isGrid(axisOf(c, a), axisOf(c, b), c.table!.rows)) return [a, b];
    const strength = new Map(outcome?.correlations?.map((k) => [k.input, Math.abs(k.ranked ?? k.linear ?? 0)]));
    const many = inputs.filter((name) => axisOf(c, name).distinct > MANY_VALUES).sort((p, q) => (strength.get(q) ?? 0) - (strength.get(p) ?? 0));
    return many.length > 1 ? [many[0], many[1]] : [a, b];
}

// Every run at the place of two of its inputs, as bright as the outcome is large. Runs on a grid fill it.
export function map(c: Campaign, [first, second]: [string, string], outcome: Outcome, choose: (run: number) => void): SVGElement {
    const [a, b, of] = [axisOf(c, first), axisOf(c, second), axisOf(c, outcome.name)];
    const grid = isGrid(a, b, c.table!.rows);
    const margin = ({ values, distinct, names }: Axis): [number, number] => {
        const [low, high] = extent(values);
        const by = names ? 0 : grid ? (high - low) / (2 * Math.max(1, distinct - 1)) : 0.03 * (high - low);
        return [low - by, high + by];
    };
    const along = (axis: Axis, plain: (low: number, high: number) => Scale, from: number, to: number) => (axis.names ? namedScale(axis.names, from, to) : plain(...margin(axis)));
    const x = along(a, horizontal, SIZE.left, SIZE.width - SIZE.right);
    const y = along(b, vertical, SIZE.height - SIZE.bottom, SIZE.top);
    const [low, high] = extent(of.values);
    const svg = chart(x, y, first, second, say('mapOf', outcome.name, first, second));
    const cell = [(SIZE.width - SIZE.left - SIZE.right) / a.distinct, (SIZE.height - SIZE.top - SIZE.bottom) / b.distinct];
    const runs = (c.table!.columns.get('run') ?? []).map(Number);
    runs.forEach((run, i) => {
        const [cx, cy, v] = [x(a.values[i]), y(b.values[i]), of.values[i]];
        if (!Number.isFinite(cx) || !Number.isFinite(cy)) return;
        const fill = Number.isFinite(v) ? shade(high > low ? (v - low) / (high - low) : 0.5) : 'none';
        const place: Record<string, string | number> = grid
            ? { x: (cx - cell[0] / 2).toFixed(1), y: (cy - cell[1] / 2).toFixed(1), width: (cell[0] + 0.3).toFixed(1), height: (cell[1] + 0.3).toFixed(1) }
            : { cx: cx.toFixed(1), cy: cy.toFixed(1), r: 4 };
        const dot = svgElement(grid ? 'rect' : 'circle', { ...place, fill, class: Number.isFinite(v) ? 'run' : 'run never', 'data-run': run });
        dot.append(svgElement('title', {}, `${say('runNumber', run)}: ${Number.isFinite(v) ? pretty(v) : say('never')}`));
        dot.addEventListener('click', () => choose(run));
        svg.append(dot);
    });
    return svg;
}
export const colourWords = (c: Campaign, outcome: Outcome): [low: string, high: string] => {
    const [low, high] = extent(axisOf(c, outcome.name).values);
    return [pretty(low), pretty(high)];
};

// Bands between pairs of percentiles, and the middle.
export function bands({ name, t, percentiles }: Bands): SVGElement {
    const sorted = [...percentiles].sort((p, q) => p.percent - q.percent);
    const x = horizontal(t[0], t[t.length - 1]);
    const y = vertical(...extent(sorted.flatMap((p) => p.values)));
    const svg = chart(x, y, `${say('time')}, s`, name, say('bandsOf', name));
    const points = (values: number[]): [number, number][] => t.flatMap((s, i): [number, number][] => (Number.isFinite(values[i]) ? [[s, values[i]]] : []));
    for (let i = 0; i < sorted.length >> 1; ++i) {
        const [low, high] = [points(sorted[i].values), points(sorted[sorted.length - 1 - i].values)];
        const band = svgElement('path', { class: 'band', d: `${line(x, y, low)}${line(x, y, high.reverse()).replace('M', 'L')}Z` });
        band.append(svgElement('title', {}, say('bandFrom', sorted[i].percent, sorted[sorted.length - 1 - i].percent)));
        svg.append(band);
    }
    const middle = sorted.find((p) => p.percent === 50);
    if (middle) svg.append(svgElement('path', { class: 'middle', d: line(x, y, points(middle.values)) }));
    return svg;
}
