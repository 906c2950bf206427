// The body of the chosen method, those of the others in outline, each with a needle along its main axis, and the true
// motion as a grey outline. Made anew for each scenario with another body.
import * as THREE from 'three';
import { angleBetween } from '../motion/rotation';
import type { Motion } from '../motion/run';
import { type State, stateAt } from '../motion/trajectory';
import { methodColour } from '../theme';
import { turn, vector } from './convert';
import { dispose } from './dispose';
import type { Frame, Layer } from './layer';
import { outline } from './outline';
import type { BodyShape } from './shapes';
import { type DrawnWheel, turnWheels } from './wheels';

// The eye does not tell attitudes apart that are closer than this, rad.
const SEEN = 0.004;

export class Bodies implements Layer {
    readonly object = new THREE.Group();
    private bodies: THREE.Object3D[] = [];
    private needles: THREE.Line[] = [];
    private ghost?: THREE.Object3D;
    private wheels: DrawnWheel[] = [];

    // The first is the striped one, which is the chosen method's.
    get main(): THREE.Object3D | undefined {
        return this.bodies[0];
    }
    get count(): number {
        return this.bodies.length;
    }

    rebuild(motion: Motion, shape: BodyShape): void {
        this.wheels = shape.wheels;
        this.bodies = motion.methods.map((_, m) => (m === 0 ? shape.object : outline(shape.object, methodColour(m))));
        this.needles = motion.methods.map((_, m) => new THREE.Line(
            new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), vector(shape.axis)]),
            new THREE.LineBasicMaterial({ color: methodColour(m) }),
        ));
        this.ghost = outline(shape.object, '#808890', 0.8);
        dispose(this.object);
        this.object.clear();
        this.object.add(...this.bodies, ...this.needles, this.ghost);
    }

    // The body of one method alone, striped, with the true motion.
    lane({ t, show, motion, states }: Frame, method: number): void {
        const own = states[method];
        this.bodies.forEach((body, m) => (body.visible = m === 0 && own !== undefined));
        turn(this.bodies[0], own);
        turnWheels(this.wheels, motion, method, t);
        this.needles.forEach((needle, m) => (needle.visible = m === method));
        const truth = this.truth(motion, t, show.ghost);
        if (this.ghost) this.ghost.visible = truth !== undefined && own !== undefined && angleBetween(truth.q, own.q) > SEEN;
    }
    private truth(motion: Motion, t: number, shown: boolean): State | undefined {
        return shown && motion.truth.count > 1 && t <= motion.truth.end ? stateAt(motion.truth, t) : undefined;
    }
    draw({ t, show, motion, states, main, poinsot }: Frame): void {
        turnWheels(this.wheels, motion, motion.selected, t);
        this.bodies.forEach((body, m) => {
            // The other methods are shown where they differ to the eye.
            const own = m === 0 ? main : states[m === motion.selected ? 0 : m];
            turn(body, own);
            body.visible = m === 0 ? !poinsot : own !== undefined && !poinsot && angleBetween(own.q, main.q) > SEEN;
        });
        states.forEach((state, m) => {
            turn(this.needles[m], state);
            this.needles[m].visible = motion.methods.length > 1;
        });
        if (!this.ghost) return;
        const truth = this.truth(motion, t, show.ghost);
        this.ghost.visible = truth !== undefined && !poinsot && angleBetween(truth.q, main.q) > SEEN;
        turn(this.ghost, truth);
    }
}
