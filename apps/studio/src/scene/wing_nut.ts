// A wing nut of steel: wings along x, the sleeve with its hole along y, in the proportions of the scenario's parts
// (millimetres). One end of the sleeve and one wing are painted, so that one sees it turn over.
import * as THREE from 'three';
import { painted, steel } from './materials';

const PAINT = '#d9772b';
const THICK = 4;
const BEVEL = 0.7;

const ring = (...profile: [radius: number, y: number][]) => new THREE.LatheGeometry(profile.map(([r, y]) => new THREE.Vector2(r, y)), 48);

function sleeve(): THREE.Object3D[] {
    const tube = new THREE.Mesh(ring([4, -10], [6.2, -10], [7, -9.2], [7, 9.2], [6.2, 10], [4, 10], [4, -10]), steel());
    const collar = new THREE.Mesh(ring([7.02, 5.6], [7.12, 5.7], [7.12, 8.7], [7.02, 8.8]), painted(PAINT));
    const thread = [-8, -4.5, -1, 2.5, 6, 9].map((y) => {
        const turn = new THREE.Mesh(new THREE.TorusGeometry(4, 0.45, 8, 40).rotateX(Math.PI / 2), steel('#79838d'));
        turn.position.y = y;
        return turn;
    });
    return [tube, collar, ...thread];
}
// The outline of one wing across y: a neck at the sleeve, an ear at its end.
function wing(): THREE.BufferGeometry {
    const outline = new THREE.Shape();
    outline.moveTo(5, -3);
    outline.bezierCurveTo(10, -3, 12, -6, 18, -6);
    outline.bezierCurveTo(23, -6, 25, -3.6, 25, 0);
    outline.bezierCurveTo(25, 3.6, 23, 6, 18, 6);
    outline.bezierCurveTo(12, 6, 10, 3, 5, 3);
    const inside = THICK - 2 * BEVEL;
    const geometry = new THREE.ExtrudeGeometry(outline, { depth: inside, bevelThickness: BEVEL, bevelSize: BEVEL, bevelOffset: -BEVEL, bevelSegments: 4, curveSegments: 16 });
    return geometry.translate(0, 0, -inside / 2).rotateX(Math.PI / 2);
}
function spot(side: number): THREE.Mesh {
    const disc = new THREE.Mesh(new THREE.CylinderGeometry(2.6, 2.6, 0.2, 32), painted(PAINT));
    disc.position.set(18, (side * THICK) / 2, 0);
    return disc;
}

export function wingNut(): THREE.Object3D {
    const right = new THREE.Mesh(wing(), steel());
    const left = new THREE.Mesh(wing().rotateY(Math.PI), steel());
    return new THREE.Group().add(...sleeve(), right, left, spot(1), spot(-1));
}
