// Rate, angular momentum and torque as arrows, and the traces of the first two. Lengths are relative to the start.
import * as THREE from 'three';
import { ROW, type ScenarioInfo } from '../core/messages';
import { hasMovingParts, isLeftAlone } from '../motion/inside';
import { dot, length, scale, type Vec } from '../motion/rotation';
import { type Rows, vectorAt } from '../motion/trajectory';
import { Arrow } from './arrow';
import { vector } from './convert';
import { FatLine } from './fat_line';
import type { Arrived, Frame, Layer, Scales } from './layer';
import { pathOf } from './paths';

export const MOMENTUM_COLOUR = '#009E73';
export const RATE_COLOUR = '#D55E00';
const TORQUE_COLOUR = '#CC79A7';

// One unit of length for the size at the start, or for the largest where the start is small beside it.
function unitFor(rows: Rows, value: (row: number) => Vec, small = 0.2): number {
    const step = Math.max(1, Math.floor(rows.count / 500));
    let largest = 0;
    for (let i = 0; i < rows.count; i += step) largest = Math.max(largest, length(value(i)));
    const first = length(value(0));
    return first > small * largest ? first : largest || 1;
}
// A whole that has none shows none, and not its last digits.
function momentumScale(rows: Rows, info: ScenarioInfo): number {
    const unit = unitFor(rows, (i) => rows.vector(i, ROW.L));
    const fastest = unitFor(rows, (i) => rows.rate(i), 1);
    return unit > 1e-9 * fastest * Math.max(0, ...(info.body?.moments ?? [])) ? 1.26 / unit : 0;
}
// Wheels speed a body up and slow it down: then the largest rate counts.
export function arrowScales(rows: Rows, info: ScenarioInfo): Omit<Scales, 'poinsot'> {
    return {
        rate: 1.12 / unitFor(rows, (i) => rows.rate(i), hasMovingParts(info) ? 0.8 : undefined),
        momentum: momentumScale(rows, info),
        torque: 0.7 / unitFor(rows, (i) => rows.vector(i, ROW.torque)),
    };
}

export class Vectors implements Layer {
    readonly object = new THREE.Group();
    private momentum = new Arrow(MOMENTUM_COLOUR, 'L');
    private rate = new Arrow(RATE_COLOUR, 'ω');
    private torque = new Arrow(TORQUE_COLOUR, 'τ');
    private rateTrace = new FatLine(RATE_COLOUR, 1.4);
    private momentumTrace = new FatLine(MOMENTUM_COLOUR, 1.4);

    constructor() {
        this.object.add(this.momentum, this.rate, this.torque, this.rateTrace, this.momentumTrace);
    }
    arrived({ rows, scales, sampling, rateInWorld }: Arrived): void {
        this.rateTrace.set(rateInWorld.points, rateInWorld.times);
        const momentum = pathOf(rows, (i) => scale(rows.vector(i, ROW.L), scales.momentum), sampling);
        this.momentumTrace.set(momentum.points, momentum.times);
    }
    draw({ t, memory, show, motion, main, rows, scales, poinsot, size }: Frame): void {
        const dynamics = motion.info.dynamics;
        const free = isLeftAlone(motion.info);
        this.rate.set(vector(scale(main.w_N, !show.vectors ? 0 : poinsot ? scales.poinsot : scales.rate)));
        const L = vectorAt(rows, t, ROW.L);
        // In Poinsot's construction it ends above the table.
        const unit = poinsot ? (0.7 * scales.poinsot * dot(main.w_N, L)) / Math.max(dot(L, L), 1e-300) : scales.momentum;
        this.momentum.set(vector(scale(L, show.vectors && dynamics ? unit : 0)));
        this.torque.set(vector(scale(vectorAt(rows, t, ROW.torque), show.torque && dynamics ? scales.torque : 0)));
        this.rateTrace.visible = show.traces && !poinsot;
        this.momentumTrace.visible = show.traces && dynamics && !free && !poinsot;
        this.rateTrace.at(t, memory, 0.08, size);
        this.momentumTrace.at(t, memory, 0.08, size);
    }
}
