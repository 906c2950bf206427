// The path of the body's main axis over the sphere: of every method, and of the true motion.
import * as THREE from 'three';
import { disturbance } from '../motion/estimate';
import { scale, toWorld, type Vec } from '../motion/rotation';
import type { Motion } from '../motion/run';
import { methodColour, methodDash } from '../theme';
import { dispose } from './dispose';
import { FatLine } from './fat_line';
import type { Frame, Layer } from './layer';
import { type Sampling, statePath } from './paths';

export class Loci implements Layer {
    readonly object = new THREE.Group();
    private methods: FatLine[] = [];
    private truth = new FatLine('#888888', 1.2);

    constructor() {
        this.object.add(this.truth);
    }
    rebuild(count: number): void {
        this.methods.forEach(dispose);
        this.methods = Array.from({ length: count }, (_, m) => {
            const dash = methodDash(m);
            return new FatLine(methodColour(m), 2.6 - 0.3 * Math.min(m, 3), dash.length ? [dash[0] / 150, dash[1] / 150] : [0, 0]);
        });
        this.object.clear();
        this.object.add(this.truth, ...this.methods);
    }
    // Each a little farther out than the one before, so that lines in one place do not flicker.
    follow(motion: Motion, axis: Vec, sampling: Sampling): void {
        motion.methods.forEach((rows, m) => {
            const path = statePath(rows, (q) => scale(toWorld(q, axis), 1.002 + 0.002 * m), sampling);
            const disturbed = m === 0 ? disturbance(motion.info, rows) : undefined;
            this.methods[m]?.set(path.points, path.times, disturbed && path.times.map((t) => disturbed[rows.find(t)]));
        });
        const path = statePath(motion.truth, (q) => toWorld(q, axis), sampling);
        this.truth.set(path.points, path.times);
    }
    draw({ t, memory, show, motion, poinsot, size }: Frame): void {
        this.truth.visible = show.ghost && show.locus && !poinsot && motion.truth.count > 1;
        this.truth.at(t, memory, 0.25, size);
        for (const line of this.methods) {
            line.visible = show.locus && !poinsot;
            line.at(t, memory, 0.1, size);
        }
    }
    // The path of one method alone.
    lane({ show }: Frame, method: number): void {
        this.methods.forEach((line, m) => (line.visible = show.locus && m === method));
    }
    theme(night: boolean): void {
        this.truth.colour(night ? '#cccccc' : '#555555');
        this.methods.forEach((line, m) => line.colour(methodColour(m)));
    }
}
