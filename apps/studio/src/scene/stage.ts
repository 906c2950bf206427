// How the world stands in the picture.
import * as THREE from 'three';
import { ROW } from '../core/messages';
import { length } from '../motion/rotation';
import type { Motion } from '../motion/run';
import type { Rows } from '../motion/trajectory';
import type { Up } from '../scenario/presets/film';
import { vector } from './convert';

const UP = new THREE.Vector3(0, 0, 1);
const DOWN = new THREE.Vector3(0, 0, -1);

// From world axes to those of the picture. With the angular momentum of the start upright, or, in Poinsot's construction,
// straight down, so that the plane on which the ellipsoid rolls lies beneath it like a table.
export function stageFor({ info }: Motion, rows: Rows, poinsot: boolean, up: Up = 'world'): THREE.Quaternion {
    const stage = new THREE.Quaternion();
    if (!info.dynamics || !rows.count || (!poinsot && up === 'world')) return stage;
    const L = rows.vector(0, ROW.L);
    const size = length(L);
    return size > 0 && Number.isFinite(size) ? stage.setFromUnitVectors(vector(L).divideScalar(size), poinsot ? DOWN : UP) : stage;
}
export const isTurned = (stage: THREE.Quaternion): boolean => Math.hypot(stage.x, stage.y, stage.z) > 1e-6;
