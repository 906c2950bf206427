// One computation of a scenario: the rows of its methods as they arrive, and what is known about them.
import { ROW, type RunReport, type ScenarioInfo, TRUTH_WIDTH, type TruthReport } from '../core/messages';
import type { Vec } from './rotation';
import { Rows } from './trajectory';

// What the scene draws.
export interface Motion {
    info: ScenarioInfo;
    methods: Rows[];
    truth: Rows;
    selected: number; // the method whose numbers are shown
}

export interface Run extends Motion {
    measures: Rows[];
    reports: (RunReport | undefined)[];
    truthReport?: TruthReport;
    axis: Vec; // of the body, in body axes: the one whose tilt is shown
    done: boolean;
    begun: number; // ms, by the page's clock
    firstRows?: number; // when they came, ms
    afterwards?: () => void; // once it is done
    stopped?: boolean; // by somebody, before its end
    failed?: boolean; // the core could not go on
    whole?: number; // s: this is the beginning of a run so long
    taken: boolean; // by a hand: what still comes of the computation is of another motion
    flown?: boolean; // in real time: its rows come as they are made, whole
}

export function newRun(info: ScenarioInfo, measureWidth: number, selected: number): Run {
    const rows = (width: number) => info.methods.map(() => new Rows(width));
    return {
        info, methods: rows(ROW.width), measures: rows(measureWidth), truth: new Rows(TRUTH_WIDTH), reports: [],
        selected: Math.min(selected, info.methods.length - 1), axis: [0, 0, 1], begun: performance.now(), done: false, taken: false,
    };
}

// Takes rows of one of the core's streams: 0 a method's, 1 the true motion's, 2 a method's measures.
export function takeRows(run: Run, stream: number, method: number, data: Float64Array, width: number): void {
    if (stream === 1) return run.truth.append(data);
    const list = stream === 0 ? run.methods : run.measures;
    if (list[method].width !== width) list[method] = new Rows(width);
    list[method].append(data);
}

// How far the rows of all methods reach; one that failed holds up nobody.
export function reached(run: Run): number {
    const ends = run.methods.map((rows, i) => (run.reports[i] && (!run.reports[i]!.ok || run.reports[i]!.end < run.info.run.duration) ? Infinity : rows.end));
    return Math.max(0, Math.min(...ends, run.info.run.duration));
}

// How much of the work is done, 0 to 1: all methods, and the comparison with the true motion.
export function progress(run: Run): number {
    const { duration } = run.info.run;
    const parts = run.methods.map((rows, i) => (run.reports[i] ? 1 : rows.end / duration));
    parts.push(run.truthReport || run.done ? 1 : run.truth.end / duration);
    return parts.reduce((sum, p) => sum + p, 0) / parts.length;
}
// How long the motion is that there is to see.
export const visible = (run: Run): number =>
    run.stopped || endedEarly(run) ? Math.max(...run.methods.map((rows) => rows.end), 1e-300) : run.info.run.duration;
// Every method was ended by an event, or failed.
const endedEarly = (run: Run): boolean =>
    run.done && !run.taken && run.reports.some((r) => r?.ok) && run.reports.every((r) => !r || !r.ok || r.end < run.info.run.duration * (1 - 1e-12));
