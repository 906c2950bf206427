// Soft round spots: a light that glows, and the shadow where something touches the ground.
import * as THREE from 'three';

function spot(stops: [at: number, color: string][]): THREE.CanvasTexture {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 128;
    const g = canvas.getContext('2d')!;
    const gradient = g.createRadialGradient(64, 64, 0, 64, 64, 64);
    for (const [at, color] of stops) gradient.addColorStop(at, color);
    g.fillStyle = gradient;
    g.fillRect(0, 0, 128, 128);
    const texture = new THREE.CanvasTexture(canvas);
    texture.colorSpace = THREE.SRGBColorSpace;
    return texture;
}

// Seen through everything: it marks a place that is often behind something.
export function glow(size: number): THREE.Sprite {
    const map = spot([[0, '#fffdf0ff'], [0.1, '#fff3b0ff'], [0.2, '#ffb52ee0'], [0.45, '#ff8c1a55'], [1, '#ff8c1a00']]);
    const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map, depthTest: false, depthWrite: false, transparent: true }));
    sprite.scale.setScalar(size);
    sprite.renderOrder = 4;
    return sprite;
}

// A soft dark spot in the plane z = 0.
export function contactShadow(radius: number, opacity: number): THREE.Mesh<THREE.PlaneGeometry, THREE.MeshBasicMaterial> {
    const map = spot([[0, '#000000ff'], [0.35, '#000000a0'], [0.7, '#00000030'], [1, '#00000000']]);
    const shadow = new THREE.Mesh(
        new THREE.PlaneGeometry(2 * radius, 2 * radius),
        new THREE.MeshBasicMaterial({ map, transparent: true, opacity, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1 }),
    );
    shadow.renderOrder = 0;
    return shadow;
}
