// The body as its true shape, striped so that its spin can be seen. Lengths are in units in which the whole body fits a
// sphere of radius 1 about the fixed point.
import * as THREE from 'three';
import type { BodyInfo, ScenarioInfo, Tree, Value } from '../core/messages';
import { type Surface, surfaceOf } from '../motion/contact';
import type { Vec } from '../motion/rotation';
import { rotation } from './convert';
import { ACCENT, alongZ, box, cylinder, ellipsoid, material, metal, stripes } from './solids';
import { type DrawnWheel, wheelsIn } from './wheels';
import { wingNut } from './wing_nut';

const numbers = (v: Value | undefined, fallback: number[]): number[] =>
    Array.isArray(v) && v.every((x) => typeof x === 'number') ? (v as number[]) : fallback;
const number = (v: Value | undefined, fallback: number): number => (typeof v === 'number' ? v : fallback);

function part(tree: Tree, extent: number): THREE.Object3D {
    const r = number(tree.radius, 0);
    const thin = 0.012 * extent;
    let mesh: THREE.Object3D;
    switch (tree.shape) {
        case 'disk':
            mesh = cylinder(r, Math.max(number(tree.thickness, 0), thin));
            break;
        case 'cylinder':
            mesh = cylinder(r, number(tree.length, 0));
            break;
        case 'sphere':
            mesh = ellipsoid(r, r, r);
            break;
        case 'ellipsoid': {
            const [a, b, c] = numbers(tree.semi_axes, [1, 1, 1]);
            mesh = ellipsoid(a, b, c);
            break;
        }
        case 'box': {
            const [x, y, z] = numbers(tree.size, [1, 1, 1]);
            mesh = box(x, y, z);
            break;
        }
        case 'rod':
            mesh = cylinder(Math.max(r, thin), number(tree.length, 0));
            break;
        default:
            mesh = new THREE.Mesh(new THREE.SphereGeometry(0.05 * extent, 24, 16), material(undefined, '#6f7f8f'));
    }
    const at = numbers(tree.at, [0, 0, 0]);
    mesh.position.set(at[0], at[1], at[2]);
    const turn = new THREE.Vector3(...(numbers(tree.rotation, [0, 0, 0]) as Vec));
    if (turn.length() > 0) mesh.quaternion.setFromAxisAngle(turn.clone().normalize(), turn.length());
    return mesh;
}

function reach(object: THREE.Object3D): number {
    object.updateMatrixWorld(true);
    let largest = 0;
    const v = new THREE.Vector3();
    object.traverse((o) => {
        if (!(o instanceof THREE.Mesh)) return;
        const p = o.geometry.attributes.position;
        for (let i = 0; i < p.count; i += 3)
            largest = Math.max(largest, v.fromBufferAttribute(p as THREE.BufferAttribute, i).applyMatrix4(o.matrixWorld).length());
    });
    return largest;
}

// A disk on a rod that stands on its pivot, towards the centre of mass.
function top(towards: THREE.Vector3, info?: BodyInfo): THREE.Object3D {
    const group = new THREE.Group();
    const rod = new THREE.Mesh(alongZ(new THREE.CylinderGeometry(0.022, 0.022, 1.0, 24)), metal());
    rod.position.z = 0.5;
    const tip = new THREE.Mesh(alongZ(new THREE.ConeGeometry(0.022, 0.07, 24)).rotateX(Math.PI), metal());
    tip.position.z = 0.0;
    // A flat body gets a flat wheel, a long one a drum.
    const flat = info ? info.moments[2] / Math.max(info.moments[0], 1e-300) : 1;
    const radius = flat > 1 ? 0.6 : 0.45;
    const wheel = cylinder(radius, flat < 0.4 ? 0.12 : 0.09);
    wheel.position.z = 0.6;
    group.add(rod, tip, wheel);
    group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), towards);
    return group;
}

function toutatis(): THREE.Object3D {
    // Two lumps in contact, after the radar pictures: long axis z.
    const group = new THREE.Group();
    const lump = (z: number, a: number, b: number, c: number, seed: number) => {
        const g = alongZ(new THREE.SphereGeometry(1, 40, 28));
        const p = g.attributes.position;
        for (let i = 0; i < p.count; ++i) {
            const [x, y, w] = [p.getX(i), p.getY(i), p.getZ(i)];
            const bump = 1 + 0.07 * Math.sin(5 * x + seed) * Math.sin(4 * y + 2 * seed) + 0.05 * Math.sin(7 * w + seed);
            p.setXYZ(i, x * a * bump, y * b * bump, w * c * bump + z);
        }
        g.computeVertexNormals();
        return new THREE.Mesh(g, material(stripes(8, 4, true), '#d8cdbd'));
    };
    group.add(lump(0.32, 0.42, 0.38, 0.62, 1), lump(-0.55, 0.3, 0.28, 0.4, 4));
    return group;
}

function rocket(): THREE.Object3D {
    const group = new THREE.Group();
    const hull = cylinder(0.22, 1.2);
    const nose = new THREE.Mesh(alongZ(new THREE.ConeGeometry(0.22, 0.4, 32)), material(undefined, ACCENT));
    nose.position.z = 0.8;
    for (let i = 0; i < 4; ++i) {
        const fin = box(0.25, 0.02, 0.3);
        fin.position.set(0.3 * Math.cos((i * Math.PI) / 2), 0.3 * Math.sin((i * Math.PI) / 2), -0.5);
        fin.rotation.z = (i * Math.PI) / 2;
        group.add(fin);
    }
    group.add(hull, nose);
    return group;
}

function satellite(): THREE.Object3D {
    const group = new THREE.Group();
    const hull = cylinder(0.42, 0.5);
    const mast = new THREE.Mesh(alongZ(new THREE.CylinderGeometry(0.015, 0.015, 0.7)), metal());
    mast.position.z = 0.5;
    group.add(hull, mast);
    for (const side of [-1, 1]) {
        const panel = new THREE.Mesh(new THREE.BoxGeometry(0.5, 0.3, 0.015), material(stripes(8, 4, false), '#7da0d8'));
        panel.position.x = side * 0.7;
        group.add(panel);
    }
    return group;
}

export type ShapeHint = 'toutatis' | 'rocket' | 'satellite' | 'brick' | 'wing nut';

export interface BodyShape {
    object: THREE.Object3D;
    // Direction in body axes whose path on the sphere tells most.
    axis: Vec;
    pivoted: boolean;
    thrusters?: { along: number; radius: number }; // where small rockets sit round the axis, in units of the scene
    bounds: THREE.Sphere; // about the body, in body axes
    wheels: DrawnWheel[]; // in it
    metre?: number; // units of the scene in one metre, where that is known
}

// The parts of which a scenario builds its body. A top gets rods, which hold it all together, have no weight but are seen.
function assembly(parts: Tree[], pivoted: boolean): THREE.Object3D {
    const at = (p: Tree) => numbers(p.at, [0, 0, 0]);
    const farthest = (p: Tree) => {
        const own = [p.radius, p.length, p.thickness].map((v) => number(v, 0));
        return Math.hypot(...at(p)) + Math.max(...own, ...numbers(p.size, [0]), ...numbers(p.semi_axes, [0]));
    };
    const extent = Math.max(...parts.map(farthest)) || 1;
    const object = new THREE.Group();
    for (const p of parts) object.add(part(p, extent));
    if (!pivoted) return object;
    const far = parts.map(at).reduce((a, b) => (Math.hypot(...a) > Math.hypot(...b) ? a : b));
    for (const p of parts) {
        const end = new THREE.Vector3(...(numbers(p.at, far) as Vec));
        if (end.length() < 1e-12) continue;
        const rod = new THREE.Mesh(alongZ(new THREE.CylinderGeometry(0.008 * extent, 0.008 * extent, end.length())), metal());
        rod.position.copy(end).multiplyScalar(0.5);
        rod.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), end.clone().normalize());
        object.add(rod);
    }
    return object;
}

// The homogeneous ellipsoid with the body's moments of inertia. Where none has them, one with axes as 1/sqrt(I) shows at
// least which way the body is long.
function equivalentEllipsoid(body: BodyInfo): THREE.Object3D {
    if (body.ellipsoid.length !== 3) return ellipsoid(...(body.moments.map((i) => 1 / Math.sqrt(Math.max(i, 1e-300))) as Vec));
    const thin = 0.03 * Math.max(...body.ellipsoid);
    const object = ellipsoid(...(body.ellipsoid.map((a) => Math.max(a, thin)) as Vec));
    object.quaternion.copy(rotation(body.axes));
    return object;
}

function towardsWeight(weight: Tree, body?: BodyInfo): THREE.Vector3 {
    const at = new THREE.Vector3(...(numbers(weight.at, body?.centre ?? [0, 0, 1]) as Vec));
    return at.length() < 1e-12 ? at.set(0, 0, 1) : at.normalize();
}

const NAMED: Partial<Record<ShapeHint, () => THREE.Object3D>> = { toutatis, rocket, satellite, 'wing nut': wingNut };

// Where such a body carries small rockets, in its own units.
const THRUSTERS: Partial<Record<ShapeHint, { along: number; radius: number }>> = { rocket: { along: 0.45, radius: 0.24 } };

function shapeOf({ tree, body }: ScenarioInfo, weight?: Tree, hint?: ShapeHint): THREE.Object3D {
    const named = hint && NAMED[hint];
    if (named) return named();
    const parts = (tree.body as Tree | undefined)?.parts;
    if (Array.isArray(parts)) return assembly(parts as Tree[], weight !== undefined);
    if (weight) return top(towardsWeight(weight, body), body);
    return body ? equivalentEllipsoid(body) : box(1.2, 0.8, 0.3);
}

// What touches a table: an ellipsoid or a disk, with its centre of mass in the origin.
function standing({ semiAxes: [a, b, c], centre }: Surface): THREE.Object3D {
    const object = c > 0 ? ellipsoid(a, b, c) : cylinder(a, 0.04 * a);
    object.position.set(-centre[0], -centre[1], -centre[2]);
    return new THREE.Group().add(object);
}

// `axis`: the one to follow, where it is not that of symmetry.
export function bodyShape(info: ScenarioInfo, hint?: ShapeHint, follow?: Vec): BodyShape {
    const torques = Array.isArray(info.tree.torque) ? (info.tree.torque as Tree[]) : [];
    const weight = torques.find((t) => t.kind === 'gravity');
    const surface = surfaceOf(info);
    const object = surface ? standing(surface) : shapeOf(info, weight, hint);
    const wheels = wheelsIn(info, object);
    const root = new THREE.Group().add(object);
    const scale = (weight ? 1.0 : 0.85) / (reach(object) || 1);
    root.scale.setScalar(scale);
    root.traverse((o) => {
        if (o instanceof THREE.Mesh) o.castShadow = true;
    });
    const symmetry = info.body?.symmetry ?? -1;
    const axis: Vec = follow ?? (symmetry >= 0 ? ([0, 1, 2].map((i) => (i === symmetry ? 1 : 0)) as Vec) : [0, 0, 1]);
    const bounds = new THREE.Box3().setFromObject(root).getBoundingSphere(new THREE.Sphere());
    const carried = hint && THRUSTERS[hint];
    const thrusters = carried && { along: carried.along * scale, radius: carried.radius * scale };
    for (const w of wheels) root.add(w.object);
    return { object: root, axis, pivoted: weight !== undefined, thrusters, bounds, wheels, metre: surface && scale };
}
