// A study in a picture: what an error costs, a curve for every method.
import { say } from '../strings';
import { pretty } from '../ui/dom';
import { chart, extent, horizontal, line, svgElement, vertical } from './charts';
import type { Point, Study } from './read';

export const COSTS = ['evaluations', 'flops', 'cpu_s'] as const;
export type Cost = (typeof COSTS)[number];
const COLOURS = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9', '#6a6a6a'];
const DASHES = ['', '7 3', '2 3', '9 3 2 3'];
export const strokeOf = (i: number): { stroke: string; 'stroke-dasharray': string } =>
    ({ stroke: COLOURS[i % COLOURS.length], 'stroke-dasharray': DASHES[Math.floor(i / COLOURS.length) % DASHES.length] });

type Problem = Study['problems'][number];
const drawable = (p: Point, cost: Cost): boolean => p.error !== null && p.error > 0 && p[cost] !== null && p[cost]! > 0;

export function work({ measure, unit }: Study, problem: Problem, cost: Cost): SVGElement {
    const all = problem.curves.flatMap((c) => c.points).filter((p) => drawable(p, cost));
    const x = horizontal(...extent(all.map((p) => p[cost]!)), true);
    const y = vertical(...extent(all.map((p) => p.error!)), true);
    const svg = chart(x, y, say(`cost_${cost}`), unit ? `${measure}, ${unit}` : measure, say('workOf', problem.name));
    problem.curves.forEach((curve, i) => {
        const points = curve.points.filter((p) => drawable(p, cost));
        svg.append(svgElement('path', { class: 'curve', d: line(x, y, points.map((p) => [p[cost]!, p.error!])), 'data-method': curve.method, ...strokeOf(i) }));
        for (const p of points) {
            const dot = svgElement('circle', { cx: x(p[cost]!).toFixed(1), cy: y(p.error!).toFixed(1), r: 3, fill: strokeOf(i).stroke });
            const setting = p.tolerance !== null ? say('toleranceOf', pretty(p.tolerance)) : p.step_s !== null ? say('stepOf', pretty(p.step_s)) : '';
            dot.append(svgElement('title', {}, `${curve.method} ${setting}: ${pretty(p.error!)} ${unit}, ${pretty(p[cost]!)}`));
            svg.append(dot);
        }
    });
    return svg;
}
// The cheapest of each method that is at least so exact.
export function cheapest(problem: Problem, cost: Cost, error: number): { method: string; cost: number }[] {
    return problem.curves.flatMap((c) => {
        const fit = c.points.filter((p) => drawable(p, cost) && p.error! <= error).map((p) => p[cost]!);
        return fit.length ? [{ method: c.method, cost: Math.min(...fit) }] : [];
    }).sort((a, b) => a.cost - b.cost);
}
