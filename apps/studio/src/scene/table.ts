// The table on which a body rolls or slides: a plane that reaches as far as one sees, with the way of the point of contact
// in ink. In the picture the table stands still where the whole way fits into it; otherwise one goes with the body.
import * as THREE from 'three';
import { placeAt, type Surface, surfaceOf, touchAt, wayOf } from '../motion/contact';
import { scale, type Vec } from '../motion/rotation';
import type { Motion } from '../motion/run';
import type { Rows, State } from '../motion/trajectory';
import { vector } from './convert';
import { FatLine } from './fat_line';
import { contactShadow, glow } from './glow';
import type { Arrived, Frame, Layer } from './layer';
import { pathOf } from './paths';
import type { BodyShape } from './shapes';

const LIFT = 0.004; // of the ink, so that it does not flicker
const CELL = 0.25;
const FITS = 0.75; // of the way, in units of the scene: then the picture stands still

// Where a body on a table is, in units of the scene: its centre of mass, its point of contact, and what of the table is
// in the middle of the picture.
export interface OnTable {
    place: Vec;
    touch: Vec;
    middle: Vec;
}

export class Table implements Layer {
    readonly object = new THREE.Group();
    private grid = new THREE.GridHelper(8, 8 / CELL);
    private floor = new THREE.Mesh(new THREE.PlaneGeometry(8, 8), new THREE.ShadowMaterial({ opacity: 0.25, depthWrite: false }));
    private top = new THREE.Mesh(new THREE.CircleGeometry(4, 64), new THREE.MeshStandardMaterial({ roughness: 0.9, transparent: true, opacity: 0.5, depthWrite: false }));
    private near = new THREE.Group();
    private ink = new FatLine('#1d3557', 2.4);
    private spot = contactShadow(0.35, 0.45);
    private mark = glow(0.2);
    private way?: { middle: Vec; reach: number };

    constructor() {
        this.object.visible = false;
        this.grid.rotateX(Math.PI / 2);
        this.floor.receiveShadow = true;
        this.top.position.z = -2 * LIFT;
        this.grid.position.z = -LIFT;
        [this.top, this.grid, this.floor].forEach((o, i) => (o.renderOrder = i - 5)); // before whatever else one sees through
        this.near.add(this.top, this.grid, this.floor);
        this.object.add(this.near, this.spot, this.ink, this.mark);
    }
    // Undefined where the body stands on none.
    where(motion: Motion, rows: Rows, state: State, t: number, { metre }: BodyShape): OnTable | undefined {
        const surface = surfaceOf(motion.info);
        if (!surface || !metre) return undefined;
        const place = placeAt(motion.info, rows, motion.selected, surface, t, state.q);
        const touch = touchAt(place, surface, state.q);
        const { middle, reach } = this.way ?? { middle: place, reach: 0 };
        const still = reach * metre <= FITS;
        const at: Vec = still ? middle : [place[0], place[1], middle[2]];
        return { place: scale(place, metre), touch: scale(touch, metre), middle: scale(at, metre) };
    }
    arrived({ motion, rows, sampling, shape }: Arrived): void {
        const surface = surfaceOf(motion.info);
        this.way = undefined;
        if (!surface || !shape?.metre) return;
        const method = Math.max(0, motion.methods.indexOf(rows));
        const places = touches(motion, rows, method, surface);
        const step = Math.max(1, Math.ceil(rows.count / 2000));
        this.way = wayOf(Array.from({ length: Math.ceil(rows.count / step) }, (_, i) => places(i * step).place));
        const path = pathOf(rows, (i) => scale(places(i).touch, shape.metre!), sampling);
        this.ink.set(path.points, path.times);
    }
    draw({ t, memory, motion, size, show, shadows, onTable }: Frame): void {
        this.object.visible = onTable !== undefined;
        if (!onTable) return;
        const { place, touch } = onTable;
        this.object.position.copy(vector(place)).negate();
        // The plane goes with the body, by whole cells, so that its lines stand still.
        const cell = (x: number) => CELL * Math.round(x / CELL);
        this.near.position.set(cell(place[0]), cell(place[1]), 0);
        this.grid.visible = show.grid;
        this.floor.visible = shadows;
        this.spot.position.set(touch[0], touch[1], LIFT / 2);
        this.mark.position.set(touch[0], touch[1], LIFT);
        this.ink.position.z = LIFT;
        this.ink.at(t, 1e3 * Math.max(memory, motion.info.run.duration), 0.04, size);
    }
    theme(night: boolean): void {
        const grid = this.grid.material as THREE.Material;
        grid.transparent = true;
        grid.opacity = night ? 0.2 : 0.3;
        this.top.material.color.set(night ? '#2a323b' : '#eef1f4');
        this.ink.colour(night ? '#9fd0ff' : '#1d3557');
    }
}

function touches(motion: Motion, rows: Rows, method: number, surface: Surface): (row: number) => { place: Vec; touch: Vec } {
    return (row) => {
        const q = rows.quaternion(row);
        const place = placeAt(motion.info, rows, method, surface, rows.time(row), q);
        return { place, touch: touchAt(place, surface, q) };
    };
}
