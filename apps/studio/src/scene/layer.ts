// A layer is one thing that the scene shows: the bodies, the arrows, the cones. The scene tells every layer when rows
// have come and when a picture is due; a new thing to see is a new layer in the scene's list.
import type * as THREE from 'three';
import type { Motion } from '../motion/run';
import type { Vec } from '../motion/rotation';
import type { Rows, State } from '../motion/trajectory';
import type { Path, Sampling } from './paths';
import type { BodyShape } from './shapes';
import type { Show } from './show';
import type { OnTable } from './table';

// One picture: the motion at one time.
export interface Frame {
    t: number; // simulated, s
    memory: number; // how long a path stays bright, simulated s
    show: Show;
    motion: Motion;
    shape: BodyShape;
    states: (State | undefined)[]; // of every method
    main: State; // of the chosen method
    rows: Rows; // of the chosen method
    scales: Scales;
    poinsot: boolean; // Poinsot's construction stands in place of the body
    shadows: boolean;
    stage: THREE.Quaternion; // from world axes to those of the picture
    size: THREE.Vector2; // of the picture, in its own pixels
    onTable?: OnTable; // where a body on a table is
}

// Lengths in the scene for one unit of each vector.
export interface Scales {
    rate: number;
    momentum: number;
    torque: number;
    poinsot: number; // of the rate in Poinsot's construction
}

// Rows that have come since the last picture, as paths.
export interface Arrived {
    motion: Motion;
    rows: Rows; // of the chosen method; at least one
    axis: Vec; // the body's main axis, in body axes
    shape?: BodyShape;
    scales: Scales;
    sampling: Sampling;
    rateInWorld: Path; // of the tip of the rate
    rateInBody: Path;
}

export interface Layer {
    readonly object: THREE.Object3D;
    arrived?(rows: Arrived): void;
    draw(frame: Frame): void;
    theme?(night: boolean): void;
}
