// A body as a drawing of its edges, so that several in one place can be told apart.
import * as THREE from 'three';

const SHARP = 28; // degrees between faces that make an edge

// What has no edges is drawn by the ellipses in its three planes.
function rings(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
    geometry.computeBoundingBox();
    const box = geometry.boundingBox!;
    const half = box.getSize(new THREE.Vector3()).multiplyScalar(0.5);
    const centre = box.getCenter(new THREE.Vector3());
    const points: THREE.Vector3[] = [];
    const steps = 64;
    for (const [a, b] of [['x', 'y'], ['y', 'z'], ['z', 'x']] as const)
        for (let i = 0; i < steps; ++i)
            for (const k of [i, i + 1]) {
                const p = centre.clone();
                p[a] += half[a] * Math.cos((2 * Math.PI * k) / steps);
                p[b] += half[b] * Math.sin((2 * Math.PI * k) / steps);
                points.push(p);
            }
    return new THREE.BufferGeometry().setFromPoints(points);
}
function lines(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
    const edges = new THREE.EdgesGeometry(geometry, SHARP);
    return edges.getAttribute('position').count > 0 ? edges : rings(geometry);
}

export function outline(object: THREE.Object3D, colour: string, opacity = 1): THREE.Object3D {
    const material = new THREE.LineBasicMaterial({ color: colour, transparent: opacity < 1, opacity });
    const copy = (o: THREE.Object3D): THREE.Object3D => {
        const c = o instanceof THREE.Mesh ? new THREE.LineSegments(lines(o.geometry as THREE.BufferGeometry), material) : new THREE.Group();
        c.position.copy(o.position);
        c.quaternion.copy(o.quaternion);
        c.scale.copy(o.scale);
        for (const child of o.children) if (!child.userData.inside) c.add(copy(child));
        return c;
    };
    return copy(object);
}
