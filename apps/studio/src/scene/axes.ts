// The axes of the world and those of the body.
import * as THREE from 'three';
import { scale, type Vec } from '../motion/rotation';
import { Arrow } from './arrow';
import { turn, vector } from './convert';
import type { Frame, Layer } from './layer';
import { isTurned } from './stage';

export function axisCross(size: number, colours: string[], thickness: number, letters: string[], letterSize?: number): THREE.Group {
    const group = new THREE.Group();
    const directions: Vec[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    directions.forEach((d, i) => {
        const arrow = new Arrow(colours[i], letters[i], thickness, letterSize);
        arrow.set(vector(scale(d, size)));
        group.add(arrow);
    });
    return group;
}

export class Axes implements Layer {
    private world = axisCross(1.18, ['#b58a8a', '#8fb08f', '#8f97b5'], 0.004, ['X', 'Y', 'Z']);
    private body = axisCross(1.05, ['#c23b3b', '#3b9c3b', '#3b55c2'], 0.009, ['x', 'y', 'z']);
    readonly object = new THREE.Group().add(this.world, this.body);

    draw({ show, main, stage, poinsot }: Frame): void {
        // Where the picture stands otherwise than the world, the small cross in the corner says how.
        this.world.visible = show.axes && !isTurned(stage);
        this.body.visible = show.axes && !poinsot;
        turn(this.body, main);
    }
}
