// What bodies are made of.
import * as THREE from 'three';

// Metal is seen by what it reflects; where there is no room around it to reflect, it is painted grey.
let surrounded = false;
export const reflections = (on: boolean): void => void (surrounded = on);

export const steel = (color = '#c3cad2'): THREE.MeshStandardMaterial =>
    new THREE.MeshStandardMaterial({ color, roughness: surrounded ? 0.3 : 0.45, metalness: surrounded ? 0.85 : 0.25 });
export const painted = (color: string): THREE.MeshStandardMaterial => new THREE.MeshStandardMaterial({ color, roughness: 0.5, metalness: 0.1 });
