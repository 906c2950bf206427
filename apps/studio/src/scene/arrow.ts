// An arrow from the fixed point, with its letter.
import * as THREE from 'three';
import { markLabel } from './labels';

function letter(text: string, color: string, size: number): THREE.Sprite {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 128;
    const g = canvas.getContext('2d')!;
    g.font = 'italic 92px Georgia, "Times New Roman", serif';
    g.textAlign = 'center';
    g.textBaseline = 'middle';
    g.fillStyle = color;
    g.fillText(text, 64, 64);
    const texture = new THREE.CanvasTexture(canvas);
    texture.colorSpace = THREE.SRGBColorSpace;
    const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map: texture, depthTest: false, transparent: true }));
    sprite.scale.setScalar(size);
    sprite.renderOrder = 5;
    markLabel(sprite);
    return sprite;
}

const UP = new THREE.Vector3(0, 1, 0);

export class Arrow extends THREE.Group {
    private shaft: THREE.Mesh;
    private head: THREE.Mesh;
    private label?: THREE.Sprite;
    constructor(color: string, text = '', thickness = 0.012, private letterSize = 0.16) {
        super();
        const material = new THREE.MeshStandardMaterial({ color, roughness: 0.6, emissive: color, emissiveIntensity: 0.25 });
        this.shaft = new THREE.Mesh(new THREE.CylinderGeometry(thickness, thickness, 1, 16).translate(0, 0.5, 0), material);
        this.head = new THREE.Mesh(new THREE.ConeGeometry(3 * thickness, 8 * thickness, 20).translate(0, 4 * thickness, 0), material);
        this.add(this.shaft, this.head);
        if (text) this.add((this.label = letter(text, color, letterSize)));
        this.headLength = 8 * thickness;
    }
    private headLength: number;

    set(v: THREE.Vector3): void {
        const l = v.length();
        this.visible = l > 1e-3 && Number.isFinite(l);
        if (!this.visible) return;
        this.quaternion.setFromUnitVectors(UP, v.clone().divideScalar(l));
        const head = Math.min(this.headLength, 0.6 * l);
        this.shaft.scale.y = Math.max(1e-3, l - head);
        this.head.position.y = l - head;
        this.head.scale.setScalar(head / this.headLength);
        this.label?.position.set(0, l + 0.56 * this.letterSize, 0);
    }
}
