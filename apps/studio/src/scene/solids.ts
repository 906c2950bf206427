// Solids, striped so that their spin can be seen.
import * as THREE from 'three';
import { steel } from './materials';

const DARK = '#30506e';
const LIGHT = '#e9e4d8';
export const ACCENT = '#d98c2b';

export function stripes(across: number, along: number, accent = true): THREE.CanvasTexture {
    const canvas = document.createElement('canvas');
    canvas.width = 512;
    canvas.height = 256;
    const g = canvas.getContext('2d')!;
    for (let i = 0; i < across; ++i)
        for (let j = 0; j < along; ++j) {
            g.fillStyle = (i + j) % 2 ? DARK : accent && i === 0 ? ACCENT : LIGHT;
            g.fillRect((i * 512) / across, (j * 256) / along, 512 / across + 1, 256 / along + 1);
        }
    const texture = new THREE.CanvasTexture(canvas);
    texture.colorSpace = THREE.SRGBColorSpace;
    texture.anisotropy = 4;
    return texture;
}

// A face of a disk or box: sectors, one of them marked.
function sectors(count: number): THREE.CanvasTexture {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 256;
    const g = canvas.getContext('2d')!;
    for (let i = 0; i < count; ++i) {
        g.fillStyle = i % 2 ? DARK : i === 0 ? ACCENT : LIGHT;
        g.beginPath();
        g.moveTo(128, 128);
        g.arc(128, 128, 182, (i * 2 * Math.PI) / count, ((i + 1) * 2 * Math.PI) / count);
        g.fill();
    }
    const texture = new THREE.CanvasTexture(canvas);
    texture.colorSpace = THREE.SRGBColorSpace;
    return texture;
}

export const material = (map?: THREE.Texture, color = '#ffffff') =>
    new THREE.MeshStandardMaterial({ map: map ?? null, color, roughness: 0.55, metalness: 0.1 });
export const metal = () => steel('#a3adb8');

// three.js builds cylinders along y; bodies here have theirs along z.
export function alongZ(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
    return geometry.rotateX(Math.PI / 2);
}
export function cylinder(radius: number, length: number): THREE.Mesh {
    const geometry = alongZ(new THREE.CylinderGeometry(radius, radius, Math.max(length, 0.02 * radius), 48));
    return new THREE.Mesh(geometry, [material(stripes(8, 1)), material(sectors(8)), material(sectors(8))]);
}
export function ellipsoid(a: number, b: number, c: number): THREE.Mesh {
    const geometry = alongZ(new THREE.SphereGeometry(1, 48, 32));
    geometry.scale(a, b, c);
    geometry.computeVertexNormals();
    return new THREE.Mesh(geometry, material(stripes(8, 4)));
}
export function box(x: number, y: number, z: number): THREE.Mesh {
    const face = (color: string) => material(stripes(4, 4, false), color);
    return new THREE.Mesh(new THREE.BoxGeometry(x, y, z), [
        face('#f0b36a'), face('#f0b36a'), face('#8fc7e8'), face('#8fc7e8'), face('#ffffff'), face('#ffffff'),
    ]);
}
