// What stands still around the body: light, floor, grid, the sphere on which the axis draws, and the stand of a top.
import * as THREE from 'three';
import { contactShadow } from './glow';
import type { Frame, Layer } from './layer';

const FLOOR = -1.1;

function sunlight(): THREE.DirectionalLight {
    const light = new THREE.DirectionalLight('#fff6e8', 3.2);
    light.position.set(2.5, -1.5, 5);
    light.castShadow = true;
    light.shadow.mapSize.set(1024, 1024);
    light.shadow.radius = 4;
    const view = light.shadow.camera;
    view.left = view.bottom = -2;
    view.right = view.top = 2;
    view.near = 1;
    view.far = 12;
    return light;
}

function pivotStand(): THREE.Group {
    const post = new THREE.Mesh(
        new THREE.CylinderGeometry(0.025, 0.06, 1.05, 24).rotateX(Math.PI / 2).translate(0, 0, -0.56),
        new THREE.MeshStandardMaterial({ color: '#7c8791', roughness: 0.5, metalness: 0.4, transparent: true, opacity: 0.55 }),
    );
    const pivot = new THREE.Mesh(new THREE.SphereGeometry(0.035, 24, 16), new THREE.MeshStandardMaterial({ color: '#444c55' }));
    return new THREE.Group().add(post, pivot);
}

export class Surroundings implements Layer {
    readonly object = new THREE.Group();
    private light = sunlight();
    private sphere = new THREE.Mesh(
        new THREE.SphereGeometry(1, 48, 32),
        new THREE.MeshStandardMaterial({ color: '#6fa8dc', transparent: true, opacity: 0.1, depthWrite: false, roughness: 0.3 }),
    );
    private grid = new THREE.GridHelper(6, 24);
    private floor = new THREE.Mesh(new THREE.PlaneGeometry(8, 8), new THREE.ShadowMaterial({ opacity: 0.22, depthWrite: false }));
    private spot = contactShadow(0.6, 0.2);
    private stand = pivotStand();

    constructor() {
        this.sphere.renderOrder = 1;
        this.grid.rotateX(Math.PI / 2);
        this.floor.receiveShadow = true;
        this.floor.position.z = FLOOR;
        this.grid.position.z = FLOOR - 0.002; // below the shadows
        this.spot.position.z = FLOOR + 0.001;
        this.object.add(this.light, this.light.target, this.sphere, this.grid, this.spot, this.floor, this.stand);
    }
    set shadows(on: boolean) {
        this.light.castShadow = on;
    }
    // The ground is that of the picture, however the world stands in it.
    draw({ show, poinsot, shape, shadows, stage, onTable }: Frame): void {
        this.object.quaternion.copy(stage).invert();
        this.sphere.visible = show.locus && !poinsot;
        const ground = show.grid && !poinsot && !onTable; // there the plane is the ground, or the table
        this.grid.visible = this.spot.visible = ground;
        this.floor.visible = ground && shadows;
        this.stand.visible = shape.pivoted && !poinsot;
    }
    theme(night: boolean): void {
        const grid = this.grid.material as THREE.Material;
        grid.transparent = true;
        grid.opacity = night ? 0.22 : 0.35;
        this.sphere.material.opacity = night ? 0.13 : 0.1;
    }
}
