// A small picture of the orbit in the corner of the large one, seen from its north: the ellipse, the planet in its focus,
// the satellite where it is, and which way it points. The nearest point is on the right.
import * as THREE from 'three';
import { type Orbit, orbitAt } from '../motion/orbit';
import { dot, toWorld, type Vec } from '../motion/rotation';
import type { State } from '../motion/trajectory';
import { dark } from '../theme';
import { FORWARD, PLANET } from './orbit_frame';

const SIZE = 92; // pixels of the page
const EDGE = 8;
const ROOM = 1.22; // about the ellipse

export class OrbitInset {
    private scene = new THREE.Scene();
    private lens = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 10);
    private line = new THREE.Line(new THREE.BufferGeometry(), new THREE.LineBasicMaterial());
    private planet = new THREE.Mesh(new THREE.CircleGeometry(0.14, 32), new THREE.MeshBasicMaterial({ color: PLANET }));
    private satellite = new THREE.Mesh(new THREE.CircleGeometry(0.085, 24), new THREE.MeshBasicMaterial({ color: FORWARD }));
    private pointer = new THREE.Line(new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), new THREE.Vector3(1, 0, 0)]), new THREE.LineBasicMaterial());
    private of?: Orbit;

    constructor() {
        this.lens.position.z = 5;
        this.scene.add(this.line, this.planet, this.satellite, this.pointer);
    }
    private rebuild(orbit: Orbit): void {
        this.of = orbit;
        const flat = Math.sqrt(1 - orbit.eccentricity ** 2);
        const points = Array.from({ length: 129 }, (_, i) => {
            const E = (2 * Math.PI * i) / 128;
            return new THREE.Vector3(Math.cos(E) - orbit.eccentricity, flat * Math.sin(E), 0);
        });
        this.line.geometry.dispose();
        this.line.geometry = new THREE.BufferGeometry().setFromPoints(points);
        this.lens.position.x = -orbit.eccentricity;
        Object.assign(this.lens, { left: -ROOM, right: ROOM, top: ROOM, bottom: -ROOM });
        this.lens.updateProjectionMatrix();
    }
    // Over the picture that was just drawn, with its lower right corner at (right, bottom), in pixels from the lower left.
    draw(renderer: THREE.WebGLRenderer, orbit: Orbit, t: number, state: State, axis: Vec, right: number, bottom: number): void {
        if (this.of !== orbit) this.rebuild(orbit);
        const { x, y } = orbitAt(orbit, t);
        this.satellite.position.set(x, y, 0.1);
        // The part of the body's axis that lies in the plane.
        const way = toWorld(state.q, axis);
        const [along, ahead] = [dot(way, orbit.perigee), dot(way, orbit.ahead)];
        this.pointer.position.set(x, y, 0.05);
        this.pointer.rotation.z = Math.atan2(ahead, along);
        this.pointer.scale.x = 0.34 * Math.hypot(along, ahead);
        this.line.material.color.set(dark() ? '#8b97a3' : '#6b7783');
        this.pointer.material.color.set(dark() ? '#e6ebf0' : '#1f2730');
        const place = [right - SIZE - EDGE, bottom + EDGE, SIZE, SIZE] as const;
        renderer.setViewport(...place);
        renderer.setScissor(...place);
        renderer.setScissorTest(true);
        renderer.autoClear = false;
        renderer.clearDepth();
        renderer.render(this.scene, this.lens);
        renderer.autoClear = true;
    }
    static readonly width = SIZE + EDGE;
}
