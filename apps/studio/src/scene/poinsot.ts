// Poinsot's construction: the inertia ellipsoid of the energy rolls without slipping on the invariable plane. The point
// of contact is the tip of the rate; it draws the polhode on the ellipsoid and the herpolhode on the plane.
import * as THREE from 'three';
import { type BodyInfo, ROW } from '../core/messages';
import { dot, length, scale, times, type Vec } from '../motion/rotation';
import type { Motion } from '../motion/run';
import { type Rows, vectorAt } from '../motion/trajectory';
import { quaternion, rotation, turn, vector } from './convert';
import { FatLine } from './fat_line';
import type { Arrived, Frame, Layer } from './layer';
import { MOMENTUM_COLOUR, RATE_COLOUR } from './vectors';

// The plane stands still and the ellipsoid keeps its size only where nothing acts on the body.
export const poinsotApplies = ({ info }: Motion): boolean => info.dynamics && info.body !== undefined && info.torques.length === 0;

// Semi-axes of w . I w = 2T, in rad/s.
function semiAxes(body: BodyInfo, rows: Rows): number[] {
    const w = rows.rate(0);
    const twiceEnergy = dot(w, times(body.inertia, w));
    return body.moments.map((I) => Math.sqrt(twiceEnergy / I));
}
// Length in the scene for one rad/s: the largest semi-axis has length 1.
export const poinsotScale = (body: BodyInfo, rows: Rows): number => 1 / (Math.max(...semiAxes(body, rows)) || 1);

function inertiaEllipsoid(): THREE.Group {
    const shell = new THREE.Mesh(
        new THREE.SphereGeometry(1, 48, 32),
        new THREE.MeshStandardMaterial({ color: '#E69F00', transparent: true, opacity: 0.35, roughness: 0.4, depthWrite: false }),
    );
    const wires = new THREE.LineSegments(
        new THREE.WireframeGeometry(new THREE.SphereGeometry(1, 16, 12)),
        new THREE.LineBasicMaterial({ color: '#7a5200', transparent: true, opacity: 0.35 }),
    );
    return new THREE.Group().add(shell, wires);
}

export class Poinsot implements Layer {
    readonly object = new THREE.Group();
    private polhode = new FatLine(RATE_COLOUR, 2);
    private herpolhode = new FatLine(MOMENTUM_COLOUR, 2);
    private ellipsoid = inertiaEllipsoid();
    private plane = new THREE.Mesh(
        new THREE.CircleGeometry(2.2, 64),
        new THREE.MeshStandardMaterial({ color: '#56B4E9', transparent: true, opacity: 0.22, side: THREE.DoubleSide, depthWrite: false }),
    );

    constructor() {
        this.object.add(this.ellipsoid, this.plane, this.polhode, this.herpolhode);
    }
    arrived({ motion, rows, scales, rateInWorld, rateInBody }: Arrived): void {
        const body = motion.info.body;
        if (body) this.ellipsoid.scale.set(...(semiAxes(body, rows).map((a) => a * scales.poinsot) as Vec));
        this.polhode.set(rateInBody.points, rateInBody.times);
        this.herpolhode.set(rateInWorld.points, rateInWorld.times);
    }
    draw({ t, memory, motion, main, rows, scales, poinsot, size }: Frame): void {
        this.object.visible = poinsot;
        if (!poinsot) return;
        this.ellipsoid.quaternion.copy(quaternion(main.q)).multiply(rotation(motion.info.body!.axes));
        // 2T = w . L; the plane stands at 2T/|L| from the centre, across L
        const L = vectorAt(rows, t, ROW.L);
        const normal: Vec = length(L) > 0 ? scale(L, 1 / length(L)) : [0, 0, 1];
        this.plane.position.set(...scale(normal, dot(main.w_N, normal) * scales.poinsot));
        this.plane.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), vector(normal));
        turn(this.polhode, main);
        this.polhode.at(t, memory, 0.4, size);
        this.herpolhode.at(t, memory, 0.15, size);
    }
}
