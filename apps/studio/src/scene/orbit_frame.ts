// The orbit frame of a satellite: an arrow to the planet, with the planet at its end, one forward along the orbit and one
// across it.
import * as THREE from 'three';
import { orbitAt } from '../motion/orbit';
import { scale } from '../motion/rotation';
import { Arrow } from './arrow';
import { vector } from './convert';
import type { Frame, Layer } from './layer';

export const PLANET = '#3f78b5';
export const FORWARD = '#b8860b';

export class OrbitFrame implements Layer {
    readonly object = new THREE.Group();
    private down = new Arrow(PLANET, '', 0.009);
    private forward = new Arrow(FORWARD, 'v', 0.009);
    private across = new Arrow('#7d8790', '', 0.005);
    private planet = new THREE.Mesh(new THREE.SphereGeometry(0.07, 24, 16), new THREE.MeshStandardMaterial({ color: PLANET, roughness: 0.8 }));

    constructor() {
        this.object.add(this.down, this.forward, this.across, this.planet);
    }
    draw({ t, motion, show, poinsot }: Frame): void {
        const { orbit } = motion.info;
        this.object.visible = orbit !== undefined && show.orbit && !poinsot;
        if (!orbit || !this.object.visible) return;
        const { down, forward, across } = orbitAt(orbit, t);
        this.down.set(vector(scale(down, 1.2)));
        this.planet.position.copy(vector(scale(down, 1.28)));
        this.forward.set(vector(scale(forward, 1.1)));
        this.across.set(vector(scale(across, 0.8)));
    }
}
