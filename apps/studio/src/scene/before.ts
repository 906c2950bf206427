// What was before something was tried: the path of the axis as a dashed line, and the body in outline.
import * as THREE from 'three';
import { normalised, scale, toWorld } from '../motion/rotation';
import type { Motion } from '../motion/run';
import { stateAt } from '../motion/trajectory';
import type { Film } from '../scenario/presets/film';
import { turn } from './convert';
import { dispose } from './dispose';
import { FatLine } from './fat_line';
import type { Frame, Layer } from './layer';
import { outline } from './outline';
import { pathOf } from './paths';
import { bodyShape, type ShapeHint } from './shapes';

const MOST_POINTS = 1500;

export class Before implements Layer {
    readonly object = new THREE.Group();
    private line = new FatLine('#8a6d3b', 1.6, [0.03, 0.025]);
    private body?: THREE.Object3D;
    private motion?: Motion;

    constructor() {
        this.object.add(this.line);
        this.object.visible = false;
    }
    set(motion: Motion | undefined, { shape: hint, film }: { shape?: ShapeHint; film?: Film } = {}): void {
        if (motion === this.motion) return;
        this.motion = motion;
        if (this.body) {
            dispose(this.body);
            this.object.remove(this.body);
        }
        this.body = undefined;
        if (!motion) return;
        const shape = bodyShape(motion.info, hint, film?.axis);
        this.body = outline(shape.object, '#8a6d3b', 0.75);
        dispose(shape.object); // only its edges are drawn
        this.object.add(this.body);
        const rows = motion.methods[motion.selected];
        const path = pathOf(rows, (i) => scale(toWorld(normalised(rows.quaternion(i)), shape.axis), 1.001), { most: MOST_POINTS, shared: 1 });
        this.line.set(path.points, path.times);
    }
    draw({ t, memory, show, poinsot, size }: Frame): void {
        const rows = this.motion?.methods[this.motion.selected];
        this.object.visible = rows !== undefined && !poinsot;
        if (!rows || !this.body) return;
        const state = t <= rows.end ? stateAt(rows, t) : undefined;
        this.body.visible = state !== undefined;
        turn(this.body, state);
        this.line.visible = show.locus;
        this.line.at(t, memory, 0.5, size);
    }
    theme(night: boolean): void {
        this.line.colour(night ? '#d8b56a' : '#8a6d3b');
    }
}
