// The camera: named views, turning about the body, and the part of the window that the panels leave free.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { USUAL_VIEWPOINT, type Viewpoint } from '../scenario/presets/film';
import type { Disc } from './free_disc';

export type ViewName = 'free' | 'axis' | 'side' | 'top' | 'body';

export interface CameraState {
    view: ViewName;
    position: number[];
    target: number[];
}
// Half of the picture's height beside the distance of the camera, where the whole height is free: letters at the tips of
// the axes and of the longest arrow are still inside.
const HALF_HEIGHT = 0.33;

export class Camera {
    readonly lens = new THREE.PerspectiveCamera(35, 16 / 9, 0.1, 40);
    view: ViewName = 'free';
    private controls: OrbitControls;
    private part = { x: 0, w: 1 }; // of the canvas, in which the last picture is

    // `moved` is called when it stands elsewhere.
    constructor(private canvas: HTMLCanvasElement, private moved: () => void) {
        this.lens.up.set(0, 0, 1);
        this.controls = new OrbitControls(this.lens, canvas);
        this.controls.enableDamping = true;
        this.controls.dampingFactor = 0.12;
        this.controls.minDistance = 1.2;
        this.controls.maxDistance = 20;
        this.controls.addEventListener('change', moved);
        this.film();
    }
    get state(): CameraState {
        return { view: this.view, position: this.lens.position.toArray(), target: this.controls.target.toArray() };
    }
    set state({ view, position, target }: CameraState) {
        this.view = view;
        this.lens.position.fromArray(position);
        this.controls.target.fromArray(target);
        this.controls.update();
    }

    // As a scene is filmed, until somebody turns it.
    film({ azimuth, elevation, distance, height = 0 }: Viewpoint = USUAL_VIEWPOINT): void {
        const [a, e] = [azimuth, elevation].map((x) => (x * Math.PI) / 180);
        this.view = 'free';
        this.controls.target.set(0, 0, height);
        this.lens.position.set(Math.sin(a) * Math.cos(e), -Math.cos(a) * Math.cos(e), Math.sin(e)).multiplyScalar(distance);
        this.lens.position.z += height;
        this.controls.update();
        this.moved();
    }
    setView(name: ViewName): void {
        this.view = name;
        const d = this.lens.position.distanceTo(this.controls.target);
        this.centre();
        if (name === 'side') this.lens.position.set(0, -d, 0.02 * d);
        else if (name === 'top') this.lens.position.set(0, -0.001 * d, d);
        else if (name !== 'axis') this.lens.position.set(0.58 * d, -0.71 * d, 0.38 * d);
        this.controls.update();
    }
    centre(): void {
        this.controls.target.set(0, 0, 0);
        this.moved();
    }
    orbit(dx: number, dy: number): void {
        const offset = this.lens.position.clone().sub(this.controls.target);
        const s = new THREE.Spherical().setFromVector3(new THREE.Vector3(offset.x, offset.z, -offset.y));
        s.theta += dx;
        s.phi = Math.min(Math.PI - 0.01, Math.max(0.01, s.phi + dy));
        const v = new THREE.Vector3().setFromSpherical(s);
        this.lens.position.copy(this.controls.target).add(new THREE.Vector3(v.x, -v.z, v.y));
        this.view = 'free';
        this.moved();
    }
    zoom(factor: number): void {
        this.lens.position.sub(this.controls.target).multiplyScalar(factor).add(this.controls.target);
        this.moved();
    }
    // While a hand holds the body, the pointer does not turn the camera.
    set grabbed(on: boolean) {
        this.controls.enabled = !on;
    }

    // Before each picture. `axis` is the direction of the body's main axis, which one view looks along.
    follow(axis: THREE.Vector3): void {
        if (this.view === 'axis') this.lens.position.copy(axis.multiplyScalar(this.lens.position.length()));
        this.controls.update();
    }
    // The sphere stands in the disc, in a picture of w x h that begins x pixels from the left of the canvas.
    frameOn(x: number, w: number, h: number, disc: Disc): void {
        this.part = { x, w };
        this.lens.aspect = w / h;
        this.lens.fov = (2 * Math.atan((HALF_HEIGHT * h) / (2 * Math.max(disc.r, 20))) * 180) / Math.PI;
        this.lens.setViewOffset(w, h, w / 2 - (disc.x - x), h / 2 - disc.y, w, h);
        this.lens.updateProjectionMatrix();
    }

    // Where a pointer meets an object, in world axes from the fixed point; undefined beside it.
    pick(object: THREE.Object3D, x: number, y: number): THREE.Vector3 | undefined {
        const box = this.canvas.getBoundingClientRect();
        const across = (x - box.left - this.part.x) / this.part.w;
        if (across < 0 || across > 1) return undefined;
        const p = new THREE.Vector2(across * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
        const ray = new THREE.Raycaster();
        ray.setFromCamera(p, this.lens);
        return ray.intersectObject(object, true)[0]?.point;
    }
    // A pointer's movement in pixels as a vector in the picture's plane, world axes.
    drag(dx: number, dy: number): THREE.Vector3 {
        const right = new THREE.Vector3().setFromMatrixColumn(this.lens.matrixWorld, 0);
        const up = new THREE.Vector3().setFromMatrixColumn(this.lens.matrixWorld, 1);
        return right.multiplyScalar(dx).addScaledVector(up, -dy);
    }
}
