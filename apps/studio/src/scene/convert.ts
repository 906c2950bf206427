// Our vectors and quaternions as those of three.js, which puts the scalar last.
import * as THREE from 'three';
import { normalised, type Quat, type Vec } from '../motion/rotation';
import type { State } from '../motion/trajectory';

export const vector = (v: Vec): THREE.Vector3 => new THREE.Vector3(...v);
export function quaternion(q: Quat): THREE.Quaternion {
    const [w, x, y, z] = normalised(q);
    return new THREE.Quaternion(x, y, z, w);
}
// A matrix of direction cosines, for turning an object.
export function rotation(m: number[][]): THREE.Quaternion {
    const matrix = new THREE.Matrix4().set(m[0][0], m[0][1], m[0][2], 0, m[1][0], m[1][1], m[1][2], 0, m[2][0], m[2][1], m[2][2], 0, 0, 0, 0, 1);
    return new THREE.Quaternion().setFromRotationMatrix(matrix);
}
// Turns an object as the body is turned.
export function turn(object: THREE.Object3D, state: State | undefined): void {
    if (state) object.quaternion.copy(quaternion(state.q));
}
