// What the graphics card holds of an object is given back when the object goes: nobody else knows of it.
import * as THREE from 'three';

export function dispose(object: THREE.Object3D): void {
    object.traverse((o) => {
        const { geometry, material } = o as Partial<THREE.Mesh>;
        geometry?.dispose();
        for (const m of material ? [material].flat() : []) {
            (m as THREE.MeshStandardMaterial).map?.dispose();
            m.dispose();
        }
    });
}
