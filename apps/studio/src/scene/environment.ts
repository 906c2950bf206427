// Light from all around for metal to shine in: a small room with bright panels, drawn once into a map of reflections.
// z is up, as everywhere in the scene.
import * as THREE from 'three';

type Triple = [number, number, number];

function panel(size: Triple, at: Triple, color: string, strength: number): THREE.Mesh {
    const mesh = new THREE.Mesh(new THREE.BoxGeometry(...size), new THREE.MeshBasicMaterial({ color: new THREE.Color(color).multiplyScalar(strength) }));
    mesh.position.set(...at);
    return mesh;
}

export function environment(renderer: THREE.WebGLRenderer): THREE.Texture {
    const room = new THREE.Scene();
    const walls = panel([20, 20, 12], [0, 0, 2], '#c9d2dc', 0.55);
    (walls.material as THREE.Material).side = THREE.BackSide;
    room.add(
        walls,
        panel([20, 20, 0.2], [0, 0, -3.8], '#8a8f96', 0.5), // floor
        panel([6, 6, 0.2], [0, 0, 7.8], '#ffffff', 7), // ceiling light
        panel([0.2, 5, 4], [9.8, -2, 3], '#fff1dc', 5), // a warm window
        panel([5, 0.2, 3], [-3, -9.8, 2], '#e4f0ff', 4), // a cool one behind the camera
        panel([0.2, 3, 6], [-9.8, 3, 2], '#ffffff', 2.5),
    );
    const maker = new THREE.PMREMGenerator(renderer);
    const map = maker.fromScene(room, 0.03).texture;
    maker.dispose();
    room.traverse((o) => {
        if (!(o instanceof THREE.Mesh)) return;
        o.geometry.dispose();
        (o.material as THREE.Material).dispose();
    });
    return map;
}
