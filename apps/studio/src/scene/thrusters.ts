// Small rockets on rings round a long body: they stand so that their push, at both ends in opposite directions, gives the
// torque of the moment. The rings do not spin with the body.
import * as THREE from 'three';
import { ROW } from '../core/messages';
import { normalised, toWorld } from '../motion/rotation';
import { vectorAt } from '../motion/trajectory';
import { vector } from './convert';
import type { Frame, Layer } from './layer';
import { painted, steel } from './materials';

const OUT = new THREE.Vector3(0, 1, 0); // of a rocket as it is built: where its fire goes

function rocket(): { object: THREE.Group; flame: THREE.Mesh } {
    const nozzle = new THREE.Mesh(new THREE.CylinderGeometry(0.05, 0.028, 0.1, 24, 1, true).translate(0, 0.05, 0), steel());
    nozzle.material.side = THREE.DoubleSide;
    const arm = new THREE.Mesh(new THREE.CylinderGeometry(0.022, 0.022, 0.07, 16).translate(0, -0.03, 0), painted('#59636e'));
    const flame = new THREE.Mesh(
        new THREE.ConeGeometry(0.042, 1, 24, 1, true).translate(0, 0.5, 0),
        new THREE.MeshBasicMaterial({ color: '#ff9d2e', transparent: true, opacity: 0.75, depthWrite: false, side: THREE.DoubleSide }),
    );
    flame.position.y = 0.08;
    flame.renderOrder = 3;
    return { object: new THREE.Group().add(nozzle, arm, flame), flame };
}

export class Thrusters implements Layer {
    readonly object = new THREE.Group();
    private ends = [1, -1].map((side) => ({ side, ...rocket(), ring: new THREE.Mesh(new THREE.TorusGeometry(1, 0.07, 12, 48), painted('#59636e')) }));

    constructor() {
        for (const end of this.ends) this.object.add(end.object, end.ring);
    }
    draw({ t, main, rows, shape, scales, poinsot }: Frame): void {
        const place = shape.thrusters;
        this.object.visible = place !== undefined && !poinsot;
        if (!place || poinsot) return;
        const axis = vector(toWorld(normalised(main.q), shape.axis));
        const torque = vector(vectorAt(rows, t, ROW.torque));
        const push = torque.clone().cross(axis); // of the one at the front: r x F is the torque
        const burning = push.length() * scales.torque;
        if (push.length() > 0) push.normalize();
        for (const { side, object, flame, ring } of this.ends) {
            ring.scale.setScalar(place.radius);
            ring.position.copy(axis).multiplyScalar(side * place.along);
            ring.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), axis);
            const out = push.clone().multiplyScalar(-side);
            object.visible = burning > 1e-3;
            object.position.copy(ring.position).addScaledVector(out, place.radius + 0.06);
            object.quaternion.setFromUnitVectors(OUT, out);
            flame.scale.set(1, Math.max(1e-3, 0.6 * burning), 1);
        }
    }
}
