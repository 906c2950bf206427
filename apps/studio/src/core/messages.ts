// What the page and its workers say to each other, and the shapes of the core's answers.

import type { FlightFrame, FlightOrder, Wish } from '../live/orders';
import type { Orbit } from '../motion/orbit';

export type Tree = { [key: string]: Value };
export type Value = number | boolean | string | Value[] | Tree;
export type Files = { [name: string]: string };

export interface Refusal {
    ok: false;
    message: string;
    code: number;
    line?: number;
    key?: string;
    time?: number;
}

export interface MethodInfo {
    name: string;
    attitude: string;
    integrator: string;
    constraint: string;
    arithmetic: string;
    sample: number;
    stride: number; // every so many rows are kept
    step?: number;
    tolerance?: number;
    state: string[];
}

export interface BodyInfo {
    inertia: number[][];
    moments: number[];
    axes: number[][];
    mass: number;
    centre: number[];
    ellipsoid: number[];
    symmetry: number;
}

export interface ScenarioInfo {
    ok: true;
    title: string;
    warnings: string[];
    dynamics: boolean;
    run: { duration: number; sample: number };
    start: { q: number[]; w: number[]; representation: string };
    body?: BodyInfo;
    torques: string[];
    orbit?: Orbit; // of its centre of mass
    cycle?: { seconds: number; what: string };
    methods: MethodInfo[];
    tree: Tree;
}

export interface RunReport {
    ok: boolean;
    message?: string;
    time?: number;
    evaluations: number;
    steps: number;
    seconds: number;
    end: number;
    energyDrift: number;
    momentumDrift: number;
    largestDefect: number;
    chosen: string;
    notes: string[];
    estimatedError?: number;
}

export interface TruthReport {
    ok: boolean;
    message?: string;
    description?: string;
    closedForm?: boolean;
    bound?: number;
}

export interface Parameter {
    name: string;
    type: string;
    unit: string;
    default: string;
    required: boolean;
    summary: string;
    choices?: string[];
}
export interface Entry {
    kind: string;
    name: string;
    summary: string;
    order: string;
    unit: string;
    source: string;
    parameters: Parameter[];
}
export interface Registry {
    version: string;
    revision: string;
    entries: Entry[];
}
export interface GalleryScenario {
    name: string;
    title: string;
    text: string;
    needs: Files;
}

// How a table of readings is to be read; what is empty the reader finds out by itself.
export interface Reading {
    columns: string; // "t, wx, wy, wz"
    timeUnit: '' | 's' | 'ms' | 'us' | 'ns';
    fromFirstRow: boolean;
}
export interface TableInfo {
    ok: true;
    rows: number;
    first: number;
    last: number;
}

export interface TrajectoryRows {
    ok: true;
    dynamics: boolean; // energy and angular momentum are among them
    rows: Float64Array; // of ROW.width numbers each
}

// A log of gyro, accelerometer and magnetometer, estimated.
export interface EstimatedLog {
    ok: true;
    reference: boolean; // the log has attitudes to compare with
    seconds: number;
    interval: number; // s between rows
    columns: string[]; // of the estimate's own numbers
    notes: string[];
    sure?: { heading: number; tilt: number }; // rad, one standard deviation at the end
    errors?: { total: number; heading: number; inclination: number }; // deg, root mean squares
    rows: Float64Array; // of the estimate: ROW.width numbers each and its own
    beside: Float64Array; // of the reference
}

// Columns of a row; a method's own numbers follow.
export const ROW = { t: 0, q: 1, w: 5, energy: 8, L: 9, defect: 12, torque: 13, width: 16 } as const;
export const TRUTH_WIDTH = 8; // t, q_NB, w_NB_B

export type Request =
    | { type: 'start'; module: WebAssembly.Module; lists: boolean }
    | { type: 'read'; id: number; text: string; name: string; files: Files }
    | { type: 'parse'; id: number; text: string; name: string }
    | { type: 'bytes'; id: number; bytes: Uint8Array; name: string }
    | { type: 'table'; id: number; text: string; name: string; reading: Reading }
    | { type: 'trajectory'; id: number; text: string; name: string }
    | { type: 'estimate'; id: number; text: string; name: string; estimator: string }
    | { type: 'run'; id: number; text: string; name: string; files: Files }
    | { type: 'fly'; order: FlightOrder }
    | { type: 'steer'; wish: Wish }
    | { type: 'push'; id: number; states: Float64Array[]; seconds: number; torque: [number, number, number] };

export type Reply =
    | { type: 'ready'; registry?: Registry; gallery?: GalleryScenario[] }
    | { type: 'answer'; id: number; answer: unknown }
    | { type: 'rows'; id: number; stream: number; method: number; data: Float64Array; width: number }
    | { type: 'ran'; id: number; method: number; report: RunReport }
    | { type: 'truth'; id: number; report: TruthReport }
    | { type: 'done'; id: number }
    | { type: 'frame'; frame: FlightFrame }
    | { type: 'landed'; method: number; report: RunReport | Refusal }
    | { type: 'broken'; message: string };
