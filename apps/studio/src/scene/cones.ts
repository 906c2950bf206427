// The cones that the rate sweeps: the space cone in world axes, and the body cone that rolls on it.
import * as THREE from 'three';
import { ROW } from '../core/messages';
import { turn } from './convert';
import type { Arrived, Frame, Layer } from './layer';
import { fan, firstTurn, type Path } from './paths';

const cone = (color: string) =>
    new THREE.Mesh(
        new THREE.BufferGeometry(),
        new THREE.MeshBasicMaterial({ color, transparent: true, opacity: 0.28, side: THREE.DoubleSide, depthWrite: false }),
    );
function replace(mesh: THREE.Mesh, path: Path, count: number): void {
    mesh.geometry.dispose();
    mesh.geometry = fan(path.points.subarray(0, 3 * count));
}

export class Cones implements Layer {
    readonly object = new THREE.Group();
    private space = cone('#56B4E9');
    private body = cone('#E69F00');

    constructor() {
        this.object.add(this.space, this.body);
    }
    // The space cone of a symmetric body closes after one turn; others go on weaving.
    arrived({ motion, rows, axis, rateInWorld, rateInBody }: Arrived): void {
        replace(this.space, rateInWorld, firstTurn(rateInWorld.points, rows.vector(0, ROW.L)));
        const symmetric = (motion.info.body?.symmetry ?? -1) >= 0;
        const cycle = motion.info.cycle ? motion.info.cycle.seconds * 1.02 : Infinity;
        const later = rateInBody.times.findIndex((t) => !(t <= cycle));
        const inCycle = later < 0 ? rateInBody.times.length : later;
        replace(this.body, rateInBody, symmetric ? firstTurn(rateInBody.points, axis) : inCycle);
    }
    draw({ show, main, poinsot }: Frame): void {
        this.space.visible = this.body.visible = show.cones && !poinsot;
        turn(this.body, main);
    }
}
