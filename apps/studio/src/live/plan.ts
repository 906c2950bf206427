// From a scenario to one that can be flown, and from a flight back to a scenario that gives the same numbers.
import type { ScenarioInfo, Tree } from '../core/messages';
import type { Vec } from '../motion/rotation';
import { changed } from '../scenario/document';
import type { Path } from '../ui/fields';
import type { Taken } from './orders';

export interface FlightPlan {
    tree: Tree; // of the scenario, every method with a fixed step
    step: number; // s, the longest of them
    parts: number[]; // so many steps of each method in one of these
}

const STEPS_A_TURN = 200; // of a method that is given a step
const SHORTEST = 2e-4; // s, of such a step
const AT_MOST_ROWS = 20000; // of the scenario that is kept
const tables = (tree: Tree): [Path, Tree][] => [
    [['method'], (tree.method as Tree | undefined) ?? {}], ...((tree.compare as Tree[] | undefined) ?? []).map((m, i): [Path, Tree] => [['compare', i], m]),
];
// 1, 2 or 5 times a power of ten, not above x
function nice(x: number): number {
    const power = 10 ** Math.floor(Math.log10(x));
    return Number(((x >= 5 * power ? 5 : x >= 2 * power ? 2 : 1) * power).toPrecision(1));
}
function usualStep(info: ScenarioInfo): number {
    if (!info.dynamics) return 0.01;
    const turn = (2 * Math.PI) / Math.max(1e-9, Math.hypot(...info.start.w));
    return nice(Math.max(SHORTEST, Math.min(turn / STEPS_A_TURN, info.run.duration / 500)));
}

// A method that chooses its steps, remembers earlier ones, or has none, is flown by one that is as good with a fixed step: over a step with a
// held rate one exponential is exact.
function stepped(info: ScenarioInfo, table: Tree, method: number, step: number): Tree {
    const { name, integrator, tolerance } = info.methods[method];
    if (typeof table.step === 'number' && tolerance === undefined && !/^(exact|adams|taylor)/.test(integrator)) return table;
    return info.dynamics ? { name, integrator: 'rk4', constraint: 'normalise', step } : { name, integrator: 'rotation-vector', step };
}

export function flightPlan(tree: Tree, info: ScenarioInfo): FlightPlan {
    const given = tables(tree).map(([, t], i) => stepped(info, t, i, NaN).step as number).filter((s) => s > 0);
    const step = given.length ? Math.max(...given) : usualStep(info);
    const parts: number[] = [];
    let next = tree;
    tables(tree).forEach(([path, table], i) => {
        const made = stepped(info, table, i, step);
        const ratio = step / (made.step as number);
        parts[i] = Math.abs(ratio - Math.round(ratio)) < 1e-9 * ratio ? Math.round(ratio) : Math.ceil(ratio);
        const own = parts[i] === ratio ? (made.step as number) : step / parts[i];
        next = changed(next, path, { ...made, name: info.methods[i].name, step: own });
    });
    return { tree: withRun(next, 10, step), step, parts };
}
// As long as was flown, with a row for every step or, of a long flight, for every second, third ... one.
function withRun(tree: Tree, steps: number, step: number): Tree {
    const every = Math.max(1, Math.ceil(steps / AT_MOST_ROWS));
    const whole = Math.max(every, Math.floor(steps / every) * every);
    return changed(changed(tree, ['run', 'duration'], whole * step), ['run', 'sample'], every * step);
}

function table(list: { n: number; t?: number; v: Vec }[], step: number): Tree {
    const component = (i: number) => list.map((row) => row.v[i]);
    return { kind: 'table', interpolation: 'hold', times: list.map((row) => row.t ?? row.n * step), x: component(0), y: component(1), z: component(2) };
}
const moves = (list: { v: Vec }[]): boolean => list.some(({ v }) => v.some((x) => x !== 0));

// The scenario of a flight: what was pulled stands in it as tables whose values hold, so that `polhode run` repeats it.
export function flownTree({ tree, step }: FlightPlan, taken: Taken[], n: number, dynamics: boolean): Tree {
    const until = taken.filter((t) => t.n < n);
    const rest: Vec = [0, 0, 0];
    const next = withRun(tree, n, step);
    const of = (which: 'body' | 'world') => {
        const list = until.map((t): { n: number; t?: number; v: Vec } => ({ n: t.n, t: t.t, v: t[which] }));
        if (!list.length || list[0].n > 0) list.unshift({ n: 0, v: rest });
        return [...list, { n, v: rest }];
    };
    if (!dynamics) return changed(next, ['rates'], { ...table(of('body'), step), outside: 'hold' });
    const torques = (['body', 'world'] as const).filter((frame) => moves(of(frame))).map((frame): Tree => ({ ...table(of(frame), step), frame, outside: 'zero' }));
    return changed(next, ['torque'], [...(Array.isArray(tree.torque) ? tree.torque : []), ...torques]);
}
