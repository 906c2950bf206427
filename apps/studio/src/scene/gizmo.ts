// A small cross of the world's axes in the corner of the picture: it says how the world stands in it.
import * as THREE from 'three';
import { axisCross } from './axes';

const SIZE = 76; // pixels of the page
const EDGE = 8;

export class Gizmo {
    private scene = new THREE.Scene();
    private cross = axisCross(0.72, ['#c23b3b', '#3b9c3b', '#3b55c2'], 0.03, ['X', 'Y', 'Z'], 0.46);
    private lens = new THREE.PerspectiveCamera(32, 1, 0.1, 20);

    constructor() {
        this.scene.add(this.cross, new THREE.HemisphereLight('#ffffff', '#b8c0c8', 3));
    }
    static readonly width = SIZE + EDGE;
    // Over the picture that was just drawn, with its lower right corner at (right, bottom), in pixels from the lower left.
    draw(renderer: THREE.WebGLRenderer, camera: THREE.Camera, world: THREE.Quaternion, right: number, bottom: number): void {
        const place = [right - SIZE - EDGE, bottom + EDGE, SIZE, SIZE] as const;
        this.cross.quaternion.copy(world);
        this.lens.quaternion.copy(camera.quaternion);
        this.lens.position.set(0, 0, 4.2).applyQuaternion(camera.quaternion);
        renderer.setViewport(...place);
        renderer.setScissor(...place);
        renderer.setScissorTest(true);
        renderer.autoClear = false;
        renderer.clearDepth();
        renderer.render(this.scene, this.lens);
        renderer.autoClear = true;
    }
}
