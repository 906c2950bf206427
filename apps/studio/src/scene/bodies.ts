// The body once for each method, with a needle along its main axis, and the true motion as a grey ghost. Made anew for
// each scenario with another body.
import * as THREE from 'three';
import { angleBetween } from '../motion/rotation';
import type { Motion } from '../motion/run';
import { stateAt } from '../motion/trajectory';
import { methodColour } from '../theme';
import { turn, vector } from './convert';
import type { Frame, Layer } from './layer';
import type { BodyShape } from './shapes';

// The eye does not tell attitudes apart that are closer than this, rad.
const SEEN = 0.004;

// A copy in one colour that one can look through.
function translucent(body: THREE.Object3D, color: string, opacity: number): THREE.Object3D {
    const copy = body.clone(true);
    copy.traverse((o) => {
        if (!(o instanceof THREE.Mesh)) return;
        o.material = new THREE.MeshStandardMaterial({ color, transparent: true, opacity, depthWrite: false, roughness: 0.7 });
        o.castShadow = false;
        o.renderOrder = 1;
    });
    return copy;
}

export class Bodies implements Layer {
    readonly object = new THREE.Group();
    private bodies: THREE.Object3D[] = [];
    private needles: THREE.Line[] = [];
    private ghost?: THREE.Object3D;

    // The first is the striped one, which is the chosen method's.
    get main(): THREE.Object3D | undefined {
        return this.bodies[0];
    }
    get count(): number {
        return this.bodies.length;
    }

    rebuild(motion: Motion, shape: BodyShape): void {
        this.bodies = motion.methods.map((_, m) => (m === 0 ? shape.object : translucent(shape.object, methodColour(m), 0.45)));
        this.needles = motion.methods.map((_, m) => new THREE.Line(
            new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), vector(shape.axis)]),
            new THREE.LineBasicMaterial({ color: methodColour(m) }),
        ));
        this.ghost = translucent(shape.object, '#808890', 0.3);
        this.object.clear();
        this.object.add(...this.bodies, ...this.needles, this.ghost);
    }

    draw({ t, show, motion, states, main, poinsot }: Frame): void {
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
        const truth = show.ghost && motion.truth.count > 1 && t <= motion.truth.end ? stateAt(motion.truth, t) : undefined;
        this.ghost.visible = truth !== undefined && !poinsot && angleBetween(truth.q, main.q) > SEEN;
        turn(this.ghost, truth);
    }
}
