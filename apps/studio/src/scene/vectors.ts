// Rate, angular momentum and torque as arrows, and the traces of the first two. Lengths are relative to the start.
import * as THREE from 'three';
import { ROW } from '../core/messages';
import { length, scale, type Vec } from '../motion/rotation';
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
function unitFor(rows: Rows, value: (row: number) => Vec): number {
    const step = Math.max(1, Math.floor(rows.count / 500));
    let largest = 0;
    for (let i = 0; i < rows.count; i += step) largest = Math.max(largest, length(value(i)));
    const first = length(value(0));
    return first > 0.2 * largest ? first : largest || 1;
}
export function arrowScales(rows: Rows): Omit<Scales, 'poinsot'> {
    return {
        rate: 1.12 / unitFor(rows, (i) => rows.rate(i)),
        momentum: 1.26 / unitFor(rows, (i) => rows.vector(i, ROW.L)),
        torque: 0.7 / unitFor(rows, (i) => rows.vector(i, ROW.torque)),
    };
}

export class Vectors implements Layer {
    readonly object = new THREE.Group();
    private momentum = new Arrow(MOMENTUM_COLOUR, 'L');
    private rate = new Arrow(RATE_COLOUR, 'ω');
    private torque = new Arrow(TORQUE_COLOUR, 'τ');
    private hand = new Arrow('#222222', '', 0.016);
    private rateTrace = new FatLine(RATE_COLOUR, 1.4);
    private momentumTrace = new FatLine(MOMENTUM_COLOUR, 1.4);

    constructor() {
        this.object.add(this.momentum, this.rate, this.torque, this.hand, this.rateTrace, this.momentumTrace);
        this.hand.visible = false;
    }
    arrived({ rows, scales, sampling, rateInWorld }: Arrived): void {
        this.rateTrace.set(rateInWorld.points, rateInWorld.times);
        const momentum = pathOf(rows, (i) => scale(rows.vector(i, ROW.L), scales.momentum), sampling);
        this.momentumTrace.set(momentum.points, momentum.times);
    }
    draw({ t, memory, show, motion, main, rows, scales, poinsot, size }: Frame): void {
        const dynamics = motion.info.dynamics;
        const free = dynamics && motion.info.torques.length === 0;
        this.rate.set(vector(scale(main.w_N, !show.vectors ? 0 : poinsot ? scales.poinsot : scales.rate)));
        this.momentum.set(vector(scale(vectorAt(rows, t, ROW.L), show.vectors && dynamics ? scales.momentum : 0)));
        this.torque.set(vector(scale(vectorAt(rows, t, ROW.torque), show.torque && dynamics ? scales.torque : 0)));
        this.rateTrace.visible = show.traces && !poinsot;
        this.momentumTrace.visible = show.traces && dynamics && !free && !poinsot;
        this.rateTrace.at(t, memory, 0.08, size);
        this.momentumTrace.at(t, memory, 0.08, size);
    }
    // The force of a hand on the body; without one the arrow goes.
    showHand(at?: THREE.Vector3, force?: THREE.Vector3): void {
        this.hand.visible = Boolean(at && force);
        if (!at || !force) return;
        this.hand.position.copy(at);
        this.hand.set(force);
    }
}
