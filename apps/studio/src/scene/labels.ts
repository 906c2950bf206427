// The letters at the tips of arrows keep apart from each other, and fade where the body stands before them.
import * as THREE from 'three';

interface Placed {
    sprite: THREE.Sprite;
    x: number; // pixels of the picture, from its lower left corner
    y: number;
    dx: number; // by which it is moved
    dy: number;
    size: number; // pixels
}
const CLOSEST = 0.66; // of two letters, in sizes of a letter
const FARTHEST = 1.2; // that one is moved, likewise
const FAINT = 0.25;

export function markLabel(sprite: THREE.Sprite): void {
    sprite.userData.label = true;
}

// How much of a letter at `p` is to be seen past the sphere, from 0 to 1.
export function seenPast(eye: THREE.Vector3, p: THREE.Vector3, body: THREE.Sphere): number {
    const ray = p.clone().sub(eye);
    const along = body.center.clone().sub(eye).dot(ray) / ray.lengthSq();
    if (along <= 0 || along >= 1) return 1;
    const distance = eye.clone().addScaledVector(ray, along).distanceTo(body.center) / Math.max(body.radius, 1e-9);
    return Math.min(1, Math.max(0, (distance - 0.6) / 0.4));
}

// Moves those that are too close along the line between them.
export function keepApart(list: Pick<Placed, 'x' | 'y' | 'dx' | 'dy' | 'size'>[]): void {
    for (let round = 0; round < 4; ++round)
        for (let i = 0; i < list.length; ++i)
            for (let j = 0; j < i; ++j) {
                const [a, b] = [list[i], list[j]];
                const [x, y] = [a.x + a.dx - b.x - b.dx, a.y + a.dy - b.y - b.dy];
                const apart = Math.hypot(x, y);
                const missing = (CLOSEST * (a.size + b.size)) / 2 - apart;
                if (missing <= 0) continue;
                const [ux, uy] = apart > 1e-3 ? [x / apart, y / apart] : [1, 0];
                for (const [label, sign] of [[a, 0.5], [b, -0.5]] as const) {
                    label.dx += sign * missing * ux;
                    label.dy += sign * missing * uy;
                    const far = Math.hypot(label.dx, label.dy) / (FARTHEST * label.size);
                    if (far > 1) [label.dx, label.dy] = [label.dx / far, label.dy / far];
                }
            }
}

export function arrangeLabels(root: THREE.Object3D, lens: THREE.PerspectiveCamera, width: number, height: number, body?: THREE.Sphere): void {
    lens.updateMatrixWorld();
    root.updateMatrixWorld();
    const list: Placed[] = [];
    root.traverseVisible((sprite) => {
        if (!(sprite instanceof THREE.Sprite) || !sprite.userData.label) return;
        const p = new THREE.Vector3().setFromMatrixPosition(sprite.matrixWorld);
        const depth = -p.clone().applyMatrix4(lens.matrixWorldInverse).z;
        if (depth <= lens.near) return;
        sprite.material.opacity = body ? FAINT + (1 - FAINT) * seenPast(lens.position, p, body) : 1;
        const size = (sprite.scale.y * height * lens.projectionMatrix.elements[5]) / (2 * depth);
        p.project(lens);
        list.push({ sprite, x: ((1 + p.x) / 2) * width, y: ((1 + p.y) / 2) * height, dx: 0, dy: 0, size });
    });
    keepApart(list);
    for (const { sprite, dx, dy, size } of list) sprite.center.set(0.5 - dx / size, 0.5 - dy / size);
}
