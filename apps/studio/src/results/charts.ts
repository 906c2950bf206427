// Pictures of results, as SVG: axes with round numbers, and what is drawn between them.
import { axisLabel, linearTicks, logTicks, powerOfTen } from '../plots/ticks';

const NS = 'http://www.w3.org/2000/svg';
export const SIZE = { width: 560, height: 300, left: 62, right: 14, top: 12, bottom: 42 };

export interface Scale {
    (value: number): number; // pixels
    ticks: number[];
    label(tick: number): string;
}

export function svgElement(tag: string, attributes: Record<string, string | number> = {}, text?: string): SVGElement {
    const element = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    if (text !== undefined) element.textContent = text;
    return element;
}
const round = (x: number): string => x.toFixed(1);

// From pixel `from` to pixel `to`.
export function scale(low: number, high: number, from: number, to: number, log = false): Scale {
    const value = (x: number) => (log ? Math.log10(x) : x);
    const [a, b] = value(low) === value(high) ? [value(low) - 0.5, value(high) + 0.5] : [value(low), value(high)];
    const at = (x: number) => from + ((value(x) - a) / (b - a)) * (to - from);
    const ticks = log ? logTicks(low, high) : linearTicks(a, b, 5);
    return Object.assign(at, { ticks, label: log ? powerOfTen : axisLabel });
}
// Names in place of numbers.
export function namedScale(names: string[], from: number, to: number): Scale {
    const at = (i: number) => from + ((i + 0.5) / names.length) * (to - from);
    return Object.assign(at, { ticks: names.map((_, i) => i), label: (i: number) => names[i] });
}
export const horizontal = (low: number, high: number, log = false): Scale => scale(low, high, SIZE.left, SIZE.width - SIZE.right, log);
export const vertical = (low: number, high: number, log = false): Scale => scale(low, high, SIZE.height - SIZE.bottom, SIZE.top, log);

// An empty picture with its axes; what it shows is said to those who listen.
export function chart(x: Scale, y: Scale, xName: string, yName: string, label: string): SVGElement {
    const { width, height, left, right, top, bottom } = SIZE;
    const svg = svgElement('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, class: 'chart' });
    for (const t of x.ticks) {
        svg.append(svgElement('path', { d: `M${round(x(t))} ${top}V${height - bottom}`, class: 'line' }),
            svgElement('text', { x: round(x(t)), y: height - bottom + 16, 'text-anchor': 'middle' }, x.label(t)));
    }
    for (const t of y.ticks) {
        svg.append(svgElement('path', { d: `M${left} ${round(y(t))}H${width - right}`, class: 'line' }),
            svgElement('text', { x: left - 6, y: round(y(t) + 4), 'text-anchor': 'end' }, y.label(t)));
    }
    svg.append(svgElement('text', { x: (left + width - right) / 2, y: height - 6, 'text-anchor': 'middle' }, xName),
        svgElement('text', { x: 12, y: (top + height - bottom) / 2, 'text-anchor': 'middle', transform: `rotate(-90 12 ${(top + height - bottom) / 2})` }, yName));
    return svg;
}
export function line(x: Scale, y: Scale, points: [number, number][]): string {
    return points.map(([a, b], i) => `${i ? 'L' : 'M'}${round(x(a))} ${round(y(b))}`).join('');
}
export function extent(values: number[]): [number, number] {
    let [low, high] = [Infinity, -Infinity];
    for (const v of values) if (Number.isFinite(v)) [low, high] = [Math.min(low, v), Math.max(high, v)];
    return low <= high ? [low, high] : [0, 1];
}
// From dark blue to yellow, as bright as it is large: readable by those who see no colours.
const STOPS = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
export function shade(share: number): string {
    const at = Math.min(0.9999, Math.max(0, share)) * (STOPS.length - 1);
    const i = Math.floor(at);
    return `rgb(${STOPS[i].map((c, k) => Math.round(c + (at - i) * (STOPS[i + 1][k] - c))).join(',')})`;
}
