// The motion as a binary glTF: the body's meshes with their stripes, and one rotation track. glTF has y up and writes
// quaternions x, y, z, w; neighbouring ones are kept in one hemisphere so that players do not turn the long way round.
import * as THREE from 'three';
import { GLTFExporter } from 'three/examples/jsm/exporters/GLTFExporter.js';
import { normalised, type Quat } from '../motion/rotation';
import { type Rows, stateAt } from '../motion/trajectory';

const LARGEST_TURN = 0.5; // rad between key frames
const MOST_FRAMES = 20000;

export interface Turning {
    name: string; // of the node: it turns about its own z axis
    angle(t: number): number; // rad
    fastest: number; // rad/s
}

export function keyFrames(rows: Rows, speed: number, fastestInside = 0): { times: Float32Array; rotations: Float32Array; seconds: Float64Array } {
    let fastest = fastestInside;
    for (let i = 0; i < rows.count; ++i) fastest = Math.max(fastest, Math.hypot(...rows.rate(i)));
    const start = rows.time(0);
    const span = rows.end - start;
    const wanted = Math.max(rows.count - 1, Math.ceil((span * fastest) / LARGEST_TURN), 1);
    const frames = Math.min(wanted, MOST_FRAMES);
    const times = new Float32Array(frames + 1);
    const rotations = new Float32Array(4 * (frames + 1));
    const seconds = new Float64Array(frames + 1);
    let before: Quat = [1, 0, 0, 0];
    for (let i = 0; i <= frames; ++i) {
        const t = start + (span * i) / frames;
        let q = normalised(stateAt(rows, t)!.q);
        if (i > 0 && q[0] * before[0] + q[1] * before[1] + q[2] * before[2] + q[3] * before[3] < 0) q = [-q[0], -q[1], -q[2], -q[3]];
        before = q;
        seconds[i] = t;
        times[i] = (t - start) / speed;
        // Times must rise in single precision too.
        if (i > 0 && times[i] <= times[i - 1]) times[i] = times[i - 1] + Math.max(1e-6, Math.abs(times[i - 1]) * 2e-7);
        rotations.set([q[1], q[2], q[3], q[0]], 4 * i);
    }
    return { times, rotations, seconds };
}

function trackOf({ name, angle }: Turning, times: Float32Array, seconds: Float64Array): THREE.KeyframeTrack {
    const turns = new Float32Array(4 * times.length);
    seconds.forEach((t, i) => turns.set([0, 0, Math.sin(angle(t) / 2), Math.cos(angle(t) / 2)], 4 * i));
    return new THREE.QuaternionKeyframeTrack(`${name}.quaternion`, times, turns);
}

// `speed`: simulated seconds in one second of the animation; `inside`: the wheels of the body.
export async function writeGlb(body: THREE.Object3D, rows: Rows, speed: number, title: string, inside: Turning[] = []): Promise<Blob> {
    const copy = body.clone(true);
    copy.name = 'body';
    copy.visible = true;
    const upright = new THREE.Group().add(copy);
    upright.name = 'z up';
    upright.rotation.x = -Math.PI / 2;
    const { times, rotations, seconds } = keyFrames(rows, speed, Math.max(0, ...inside.map((w) => w.fastest)));
    copy.quaternion.fromArray(rotations);
    const clip = new THREE.AnimationClip(title || 'motion', -1, [
        new THREE.QuaternionKeyframeTrack('body.quaternion', times, rotations), ...inside.map((w) => trackOf(w, times, seconds)),
    ]);
    clip.userData = { simulatedSecondsPerSecond: speed };
    const bytes = (await new GLTFExporter().parseAsync(upright, { binary: true, animations: [clip] })) as ArrayBuffer;
    return new Blob([bytes], { type: 'model/gltf-binary' });
}
