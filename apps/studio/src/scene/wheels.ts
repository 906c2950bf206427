// The wheels inside a body: discs on their axes, as large as their moments say, that turn at the speeds of the rows. A gyro
// in a gimbal stands in a ring that turns about the gimbal's axis. They are parts of the body, so that films, pictures and
// files have them too.
import * as THREE from 'three';
import type { ScenarioInfo } from '../core/messages';
import type { Turning } from '../files/glb';
import { columnOf, TurnedAngle, type Wheel, wheelsOf } from '../motion/inside';
import { length, scale, sub, type Vec } from '../motion/rotation';
import type { Motion } from '../motion/run';
import { type Rows, valueAt } from '../motion/trajectory';
import { vector } from './convert';
import { painted, steel } from './materials';
import { cylinder } from './solids';

const Z = new THREE.Vector3(0, 0, 1);
const [SMALLEST, LARGEST] = [0.1, 0.42]; // radii, for a body whose reach is 1
const SECTORS = 8;

// A disc of the same make as the body has a moment that grows with the fifth power of its radius.
export const wheelRadius = (moment: number, ofBody: number): number =>
    Math.min(LARGEST, Math.max(SMALLEST, 0.85 * Math.pow(Math.max(moment, 0) / Math.max(ofBody, 1e-300), 0.2)));

// How far out a wheel sits along its axis, in a body with these half lengths: one alone in the middle, more of them apart,
// each at the first of some places that is free.
const PLACES = [0.52, -0.52, 0.82, -0.82, 0.2, -0.2]; // of the way out
export function wheelPlaces(wheels: Pick<Wheel, 'axis'>[], half: Vec): number[] {
    if (wheels.length === 1) return [0];
    const taken: Vec[] = [];
    return wheels.map(({ axis }) => {
        const out = Math.min(...axis.map((a, k) => half[k] / Math.max(Math.abs(a), 1e-9)));
        const free = (share: number) => taken.every((p) => length(sub(p, scale(axis, share * out))) > 0.25 * out);
        const place = out * (PLACES.find(free) ?? PLACES[0]);
        taken.push(scale(axis, place));
        return place;
    });
}

// A wheel as it is drawn: `spin` turns about its own z axis, `gimbal` with all of it about the gimbal's.
export interface DrawnWheel extends Wheel {
    object: THREE.Object3D; // in the body
    spin: THREE.Object3D;
    blur: THREE.MeshStandardMaterial; // what the eye sees of one that turns too fast
    gimbal_: THREE.Quaternion; // of the object where the gimbal's angle is 0
}

function drawn(wheel: Wheel, radius: number, place: number): DrawnWheel {
    const thick = 0.34 * radius;
    const disc = cylinder(radius, thick);
    const blur = painted('#b9b0a0');
    Object.assign(blur, { transparent: true, opacity: 0 });
    const veil = new THREE.Mesh(new THREE.CylinderGeometry(1.015 * radius, 1.015 * radius, 1.03 * thick, 48).rotateX(Math.PI / 2), blur);
    const axle = new THREE.Mesh(new THREE.CylinderGeometry(0.06 * radius, 0.06 * radius, 1.5 * radius, 12).rotateX(Math.PI / 2), steel());
    const spin = new THREE.Group().add(disc);
    const object = new THREE.Group().add(spin, veil, axle);
    object.quaternion.setFromUnitVectors(Z, vector(wheel.axis));
    object.position.copy(vector(wheel.axis)).multiplyScalar(place);
    if (wheel.gimbal) {
        // spin axis along z of the ring's own axes, the gimbal's along x
        const matrix = new THREE.Matrix4().makeBasis(vector(wheel.gimbal), vector(wheel.axis).cross(vector(wheel.gimbal)), vector(wheel.axis));
        object.quaternion.setFromRotationMatrix(matrix);
        const ring = new THREE.Mesh(new THREE.TorusGeometry(1.25 * radius, 0.06 * radius, 10, 48).rotateX(Math.PI / 2), steel('#8d98a3'));
        const pins = new THREE.Mesh(new THREE.CylinderGeometry(0.07 * radius, 0.07 * radius, 3 * radius, 12).rotateZ(Math.PI / 2), steel('#8d98a3'));
        object.add(ring, pins);
    }
    // a name that a file's animation can find: nothing but letters and digits
    spin.name = `spin_${wheel.name}`;
    object.name = `wheel_${wheel.name}`;
    object.userData.inside = true;
    object.traverse((o) => (o.renderOrder = -1)); // before the glass of the body
    return { ...wheel, object, spin, blur, gimbal_: object.quaternion.clone() };
}

// The wheels of a body that is drawn as `hull`, in its units; the hull becomes glass.
export function wheelsIn(info: ScenarioInfo, hull: THREE.Object3D): DrawnWheel[] {
    const wheels = wheelsOf(info);
    if (!wheels.length) return [];
    const box = new THREE.Box3().setFromObject(hull);
    const half = box.getSize(new THREE.Vector3()).multiplyScalar(0.5).toArray() as Vec;
    const reach = Math.max(...half);
    const whole = Math.max(...(info.body?.moments ?? [1]));
    const places = wheelPlaces(wheels, half);
    hull.traverse((o) => {
        if (!(o instanceof THREE.Mesh)) return;
        for (const m of [o.material].flat() as THREE.Material[]) Object.assign(m, { transparent: true, opacity: 0.3, depthWrite: false });
    });
    return wheels.map((w, i) => drawn(w, reach * wheelRadius(w.moment, whole), places[i]));
}

// Angles of one wheel over time, from the column of the angle where there is one, otherwise from that of the speed.
const angles = new WeakMap<Rows, Map<number, TurnedAngle>>();
export function wheelAngle({ info }: Motion, rows: Rows, method: number, wheel: Wheel, t: number): number {
    const own = wheel.gimbal ? -1 : columnOf(info, method, wheel.name + '_angle');
    if (own >= 0) return valueAt(rows, t, own);
    const speed = columnOf(info, method, wheel.name);
    if (speed < 0) return 0;
    if (!angles.has(rows)) angles.set(rows, new Map());
    const known = angles.get(rows)!;
    if (!known.has(speed)) known.set(speed, new TurnedAngle(rows, speed));
    return known.get(speed)!.at(t);
}
export function gimbalAngle({ info }: Motion, rows: Rows, method: number, wheel: Wheel, t: number): number {
    const column = wheel.gimbal ? columnOf(info, method, wheel.name + '_angle') : -1;
    return column < 0 ? 0 : valueAt(rows, t, column);
}

// How much of the sectors the eye still sees of a wheel that turns by so much from one picture to the next, 0 to 1.
export const seenOf = (turn: number): number => Math.min(1, Math.max(0, 2 - (2 * Math.abs(turn)) / ((2 * Math.PI) / SECTORS)));

// For an animation in a file.
export function turnings(wheels: DrawnWheel[], motion: Motion): Turning[] {
    const method = motion.selected;
    const rows = motion.methods[method];
    return wheels.map((w) => {
        const speed = columnOf(motion.info, method, w.name);
        let fastest = 0;
        for (let i = 0; speed >= 0 && i < rows.count; ++i) fastest = Math.max(fastest, Math.abs(rows.at(i, speed)));
        return { name: w.spin.name, fastest, angle: (t) => wheelAngle(motion, rows, method, w, t) };
    });
}

const X = new THREE.Vector3(1, 0, 0);
let last = 0; // time of the picture before
export function turnWheels(wheels: DrawnWheel[], motion: Motion, method: number, t: number): void {
    const rows = motion.methods[method];
    if (!wheels.length || !rows?.count) return;
    const since = t - last;
    last = t;
    for (const w of wheels) {
        w.spin.rotation.z = wheelAngle(motion, rows, method, w, t) % (2 * Math.PI);
        const speed = columnOf(motion.info, method, w.name);
        // A jump is not a turn, and a picture that stands still shows the sectors.
        const turn = speed < 0 || since <= 0 ? 0 : valueAt(rows, t, speed) * since;
        w.blur.opacity = 0.85 * (1 - seenOf(turn));
        if (w.gimbal) w.object.quaternion.copy(w.gimbal_).multiply(new THREE.Quaternion().setFromAxisAngle(X, gimbalAngle(motion, rows, method, w, t)));
    }
}
