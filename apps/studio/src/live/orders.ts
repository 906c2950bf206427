// What is said between the page and what steps a body in real time, be it a worker or a server.
import type { Files } from '../core/messages';
import type { Vec } from '../motion/rotation';
import type { Punctuality } from './lateness';

// With given rates `body` is the rate, rad/s; otherwise both are torques, N m, in body and in world axes.
export interface Stimuli {
    body: Vec;
    world: Vec;
}
export const AT_REST: Stimuli = { body: [0, 0, 0], world: [0, 0, 0] };
export const sameStimuli = (a: Stimuli, b: Stimuli): boolean => a.body.every((x, i) => x === b.body[i]) && a.world.every((x, i) => x === b.world[i]);
// Held from step n on.
export interface Taken extends Stimuli {
    n: number;
    t?: number; // s, where it is not n steps to the last bit
}

export interface FlightOrder {
    text: string;
    name: string;
    files: Files;
    step: number; // s, of the slowest method
    parts: number[]; // so many steps of each method in one of these
    keep: number[]; // every so many steps of each method a row is kept
    speed: number; // times real time
    longest: number; // s of the motion
}

export type Wish =
    | { op: 'stimuli'; stimuli: Stimuli }
    | { op: 'pause' | 'resume' | 'reset' | 'land' | 'report' }
    | { op: 'step'; count: number }
    | { op: 'speed'; value: number };

export interface Timing {
    late: number; // ms, of the last time it woke up
    overruns: number;
    slips: number;
    lost: number; // s, by slips
}
export interface FlightFrame extends Timing {
    n: number; // steps since the start
    t: number; // s
    rows: (Float64Array | undefined)[]; // of each method, since the frame before
    widths: number[];
    taken?: Taken; // stimuli that took effect
    paused: boolean;
    begun?: true; // the first one, also after a reset: what was before is over
    report?: Punctuality; // now and then
}
