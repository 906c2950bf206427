// The plots as a drawing to take away: SVG, and PNG made from it. On white.
import { marksOf } from '../motion/inside';
import type { Run } from '../motion/run';
import { timeUnit } from '../motion/time_unit';
import { say } from '../strings';
import { h } from '../ui/dom';
import { markWords } from '../ui/event_marks';
import { drawable, type PlotPanel } from './panel';
import { type Curve, quantityWords } from './quantities';
import { axisLabel, linearTicks, logTicks, powerOfTen } from './ticks';

const WIDTH = 760;
const HEIGHT = 280; // of one plot
const BOX = { left: 78, right: 16, top: 40, bottom: 42 };
const INK = '#1f2730';

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);
const round = (x: number): string => x.toFixed(2).replace(/\.?0+$/, '');

function extent(values: Iterable<number | null>): [number, number] {
    let [low, high] = [Infinity, -Infinity];
    for (const v of values)
        if (v !== null && Number.isFinite(v)) {
            low = Math.min(low, v);
            high = Math.max(high, v);
        }
    return low <= high ? [low, high] : [0, 1];
}
const widened = ([low, high]: [number, number]): [number, number] =>
    high > low ? [low - 0.06 * (high - low), high + 0.06 * (high - low)] : [low - 0.5 * (Math.abs(low) || 1), high + 0.5 * (Math.abs(high) || 1)];

interface Axes {
    x: (t: number) => number;
    y: (v: number) => number;
    xTicks: number[];
    yTicks: number[];
}
// Times of the curves in s, of the range and of the ticks in their unit.
function axes(curves: Curve[], log: boolean, range: { min: number; max: number } | undefined, unit: number, top: number): Axes {
    const [t0, t1] = range ? [unit * range.min, unit * range.max] : extent(curves.flatMap((c) => [c.x[0], c.x[c.x.length - 1]]));
    const inside: (number | null)[] = [];
    for (const c of curves) for (let i = 0; i < c.x.length; ++i) if (c.x[i] >= t0 && c.x[i] <= t1) inside.push(drawable(c.y[i], log));
    const found = extent(inside);
    const [low, high] = log ? widened([Math.log10(found[0] || 1e-300), Math.log10(found[1] || 1)]) : widened(found);
    const [w, height] = [WIDTH - BOX.left - BOX.right, HEIGHT - BOX.top - BOX.bottom];
    return {
        x: (t) => BOX.left + ((t - t0) / (t1 - t0 || 1)) * w,
        y: (v) => top + BOX.top + ((high - (log ? Math.log10(v) : v)) / (high - low)) * height,
        xTicks: linearTicks(t0 / unit, t1 / unit, 7), yTicks: log ? logTicks(10 ** low, 10 ** high) : linearTicks(low, high, 5),
    };
}
function path(c: Curve, log: boolean, { x, y }: Axes): string {
    let out = '';
    let drawing = false;
    for (let i = 0; i < c.x.length; ++i) {
        const v = drawable(c.y[i], log);
        if (v === null) drawing = false;
        else {
            out += `${drawing ? 'L' : 'M'}${round(x(c.x[i]))} ${round(y(v))}`;
            drawing = true;
        }
    }
    return out;
}

function plot(panel: PlotPanel, run: Run, before: Run | undefined, top: number): string {
    const { quantity, log, view } = panel;
    const curves = panel.curvesOf(run, before).filter((c) => !view.hidden.has(c.label));
    const unit = timeUnit(run.info.run.duration);
    const a = axes(curves, log, view.range, unit.size, top);
    const [left, right, low, high] = [BOX.left, WIDTH - BOX.right, top + HEIGHT - BOX.bottom, top + BOX.top];
    const text = (x: number, y: number, anchor: string, words: string, more = '') => `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${more}>${escape(words)}</text>`;
    const line = (x1: number, y1: number, x2: number, y2: number) => `<path d="M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}" stroke="#dfe4e8"/>`;
    const grid = [
        ...a.xTicks.map((t) => line(a.x(unit.size * t), high, a.x(unit.size * t), low) + text(a.x(unit.size * t), low + 17, 'middle', axisLabel(t))),
        ...a.yTicks.map((v) => line(left, a.y(v), right, a.y(v)) + text(left - 6, a.y(v) + 4, 'end', log ? powerOfTen(v) : axisLabel(v))),
    ].join('');
    const lines = curves.map((c) => `<path d="${path(c, log, a)}" fill="none" stroke="${c.colour}" stroke-width="1.6"${c.dash.length ? ` stroke-dasharray="${c.dash.join(' ')}"` : ''}/>`).join('');
    const marks = marksOf(run).filter((m) => a.x(m.t) >= left && a.x(m.t) <= right).map((m) =>
        `<g><title>${escape(markWords(m))}</title><path d="M${round(a.x(m.t))} ${high}V${low}" stroke="#7a5195" stroke-dasharray="4 3"/></g>`).join('');
    let at = left;
    const legend = curves.map((c) => {
        const here = at;
        at += 34 + 7.5 * c.label.length;
        return `<path d="M${round(here)} ${top + 30}h20" stroke="${c.colour}" stroke-width="2.4"${c.dash.length ? ` stroke-dasharray="${c.dash.join(' ')}"` : ''}/>${text(here + 24, top + 34, 'start', c.label)}`;
    }).join('');
    const name = quantityWords(quantity);
    return `<g data-quantity="${escape(quantity.id)}">${text(left, top + 16, 'start', name, ' font-weight="600"')}${legend}${grid}`
        + `<svg x="${left}" y="${high}" width="${right - left}" height="${low - high}" viewBox="${left} ${high} ${right - left} ${low - high}">${marks}${lines}</svg>`
        + `<rect x="${left}" y="${high}" width="${right - left}" height="${low - high}" fill="none" stroke="#8a949e"/>${text((left + right) / 2, low + 34, 'middle', `${say('time')}, ${unit.name}`)}</g>`;
}

export function plotsAsSvg(panels: PlotPanel[], run: Run, title: string, before?: Run): string {
    const height = 34 + HEIGHT * panels.length;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, 'Noto Sans', 'Noto Sans CJK TC', sans-serif" font-size="12" fill="${INK}">`
        + `<title>${escape(title)}</title><rect width="${WIDTH}" height="${height}" fill="#ffffff"/><text x="${BOX.left}" y="24" font-size="16" font-weight="600">${escape(title)}</text>`
        + panels.map((p, i) => plot(p, run, before, 34 + i * HEIGHT)).join('') + '</svg>\n';
}

export async function svgAsPng(svg: string, scale = 2): Promise<Blob> {
    const image = new Image();
    image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
    await image.decode();
    const canvas = h('canvas', { width: scale * image.width, height: scale * image.height });
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve, reject) => canvas.toBlob((b) => (b ? resolve(b) : reject(new Error('no picture'))), 'image/png'));
}
