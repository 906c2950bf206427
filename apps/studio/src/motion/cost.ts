// What a run will cost, before it is begun: its steps and rows by the plan, over the speed that this machine has shown.
import type { MethodInfo, ScenarioInfo } from '../core/messages';
import { hasInside } from './inside';

export interface Cost {
    seconds: number; // of computing
    rows: number; // of all methods
    stride: number; // every so many rows are kept
}

// An integrator that chooses its steps takes about one for so much of a turn.
const TURN_OF_A_STEP = 0.25; // rad
// A row that is kept costs so many steps: it is sent to the page and compared with the true motion.
const KEPT_ROW = 10;
// Units of work a second, before anything was measured.
const FIRST_GUESS = 80000;

const rowsOf = (info: ScenarioInfo, m: MethodInfo): number => info.run.duration / m.sample;

// Steps and rows of one method, in units of one step.
function work(info: ScenarioInfo, m: MethodInfo, stride: number): number {
    const { duration } = info.run;
    const steps = m.step ? duration / m.step : (duration * Math.hypot(...info.start.w)) / TURN_OF_A_STEP;
    return steps + rowsOf(info, m) * (1 + KEPT_ROW / stride);
}
const workOf = (info: ScenarioInfo): number => info.methods.reduce((sum, m) => sum + work(info, m, m.stride), 0);
const workWithAllRows = (info: ScenarioInfo): number => info.methods.reduce((sum, m) => sum + work(info, m, 1), 0);
// What a body has inside, or stands on, makes every step dearer.
const kindOf = (info: ScenarioInfo): string =>
    info.methods.map((m) => [m.integrator, m.attitude, m.arithmetic].join(' ')).join(';') + (hasInside(info) ? Object.keys(info.tree).join() : '');

export class Pace {
    private measured = new Map<string, number>(); // units of work a second, by kind
    private last = FIRST_GUESS;

    // Of methods that have not run yet, others say little: better begin one too many than ask in vain.
    private speed(info: ScenarioInfo): number {
        return this.measured.get(kindOf(info)) ?? Math.max(this.last, FIRST_GUESS);
    }
    cost(info: ScenarioInfo): Cost {
        return {
            seconds: workOf(info) / this.speed(info),
            rows: info.methods.reduce((sum, m) => sum + rowsOf(info, m), 0),
            stride: Math.max(...info.methods.map((m) => m.stride)),
        };
    }
    // A share of the run, 0 to 1, has taken so long. What is over in a moment says little.
    learn(info: ScenarioInfo, seconds: number, share = 1): void {
        if (seconds < 0.25) return;
        this.last = (share * workOf(info)) / seconds;
        this.measured.set(kindOf(info), this.last);
    }
    // A duration of whole samples, all of them kept, that costs about so many seconds.
    affordable(info: ScenarioInfo, seconds: number): number {
        const sample = Math.max(...info.methods.map((m) => m.sample));
        const share = Math.min(1, (seconds * this.speed(info)) / workWithAllRows(info));
        const rows = Math.max(10, Math.floor((info.run.duration / sample) * share));
        return Number((rows * sample).toPrecision(12));
    }
}
