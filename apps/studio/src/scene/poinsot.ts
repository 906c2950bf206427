// Poinsot's construction: the inertia ellipsoid of the energy rolls without slipping on the invariable plane, which lies
// under it like a table. The point of contact is the tip of the rate; it draws the polhode on the ellipsoid and the
// herpolhode, in ink, on the table.
import * as THREE from 'three';
import { type BodyInfo, ROW } from '../core/messages';
import { dot, length, scale, times, type Vec } from '../motion/rotation';
import { isFreeRigid } from '../motion/inside';
import type { Motion } from '../motion/run';
import { type Rows, vectorAt } from '../motion/trajectory';
import { quaternion, rotation, turn, vector } from './convert';
import { FatLine } from './fat_line';
import { contactShadow, glow } from './glow';
import type { Arrived, Frame, Layer } from './layer';
import { RATE_COLOUR } from './vectors';

const LIFT = 0.004; // of the ink over the table, so that the two do not flicker
const LATITUDES = 15; // degrees from one line to the next
const MERIDIANS = 45;
const TABLE = 1.3; // its radius

// The plane stands still and the ellipsoid keeps its size only where nothing acts on the body.
export const poinsotApplies = ({ info }: Motion): boolean => info.body !== undefined && isFreeRigid(info);

// Semi-axes of w . I w = 2T, in rad/s.
function semiAxes(body: BodyInfo, rows: Rows): number[] {
    const w = rows.rate(0);
    const twiceEnergy = dot(w, times(body.inertia, w));
    return body.moments.map((I) => Math.sqrt(twiceEnergy / I));
}
// Length in the scene for one rad/s: the largest semi-axis has length 1.
export const poinsotScale = (body: BodyInfo, rows: Rows): number => 1 / (Math.max(...semiAxes(body, rows)) || 1);

// Circles of latitude and some meridians of the unit sphere.
function graticule(): THREE.BufferGeometry {
    const points: number[] = [];
    const on = (latitude: number, longitude: number) => {
        const [a, b] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
        points.push(Math.cos(a) * Math.cos(b), Math.cos(a) * Math.sin(b), Math.sin(a));
    };
    for (let lat = LATITUDES - 90; lat < 90; lat += LATITUDES)
        for (let lon = 0; lon < 360; lon += 5) {
            on(lat, lon);
            on(lat, lon + 5);
        }
    for (let lon = 0; lon < 360; lon += MERIDIANS)
        for (let lat = LATITUDES - 90; lat < 90 - LATITUDES; lat += 5) {
            on(lat, lon);
            on(lat + 5, lon);
        }
    return new THREE.BufferGeometry().setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
}

// Lines on the side that looks away are faint.
function graticuleMaterial(): THREE.ShaderMaterial {
    return new THREE.ShaderMaterial({
        uniforms: { color: { value: new THREE.Color('#7a4b00') } },
        vertexShader: /* glsl */ `
varying float facing;
void main() {
    vec4 p = modelViewMatrix * vec4(position, 1.0);
    facing = dot(normalize(normalMatrix * position), -normalize(p.xyz));
    gl_Position = projectionMatrix * p;
}`,
        fragmentShader: /* glsl */ `
uniform vec3 color; varying float facing;
void main() {
    gl_FragColor = vec4(color, facing > 0.0 ? 0.6 : 0.12);
    #include <colorspace_fragment>
}`,
        transparent: true, depthWrite: false,
    });
}

// The far half first, then the near one, so that one looks into it.
function inertiaEllipsoid(): { object: THREE.Group; solid: THREE.Mesh } {
    const sphere = new THREE.SphereGeometry(1, 64, 48).rotateX(Math.PI / 2);
    const half = (side: THREE.Side, opacity: number, order: number) => {
        const shell = new THREE.Mesh(sphere, new THREE.MeshStandardMaterial({ color: '#f0a832', transparent: true, opacity, side, roughness: 0.35, depthWrite: false }));
        shell.renderOrder = order;
        return shell;
    };
    const lines = new THREE.LineSegments(graticule(), graticuleMaterial());
    lines.renderOrder = 2;
    const near = half(THREE.FrontSide, 0.42, 1);
    near.castShadow = true;
    return { object: new THREE.Group().add(half(THREE.BackSide, 0.3, 0), near, lines), solid: near };
}

// Seen from below it is glass, so that in the body's frame, where it rolls round the ellipsoid, it hides nothing.
function table(): { object: THREE.Group; top: THREE.MeshStandardMaterial } {
    const top = new THREE.MeshStandardMaterial({ roughness: 0.8, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    const disc = new THREE.Mesh(new THREE.CircleGeometry(TABLE, 96), top);
    disc.receiveShadow = true;
    const glass = new THREE.Mesh(
        new THREE.CircleGeometry(TABLE, 96),
        new THREE.MeshBasicMaterial({ color: '#7f8fa0', transparent: true, opacity: 0.16, side: THREE.BackSide, depthWrite: false }),
    );
    const rim = new THREE.Mesh(new THREE.TorusGeometry(TABLE, 0.012, 8, 128), new THREE.MeshStandardMaterial({ color: '#8b97a3', roughness: 0.5 }));
    return { object: new THREE.Group().add(disc, glass, rim), top };
}

export class Poinsot implements Layer {
    readonly object = new THREE.Group();
    private polhode = new FatLine(RATE_COLOUR, 2.6);
    private herpolhode = new FatLine('#1d3557', 2.4);
    readonly solid: THREE.Mesh; // what a hand can take hold of
    private ellipsoid: THREE.Group;
    private table = table();
    private contact = glow(0.3);
    private shadow = contactShadow(0.55, 0.4);

    constructor() {
        const { object, solid } = inertiaEllipsoid();
        this.ellipsoid = object;
        this.solid = solid;
        this.object.visible = false;
        this.shadow.position.z = LIFT / 2;
        this.table.object.add(this.shadow);
        this.object.add(this.table.object, this.ellipsoid, this.polhode, this.herpolhode, this.contact);
    }
    arrived({ motion, rows, scales, rateInWorld, rateInBody }: Arrived): void {
        const body = motion.info.body;
        if (body) this.ellipsoid.scale.set(...(semiAxes(body, rows).map((a) => a * scales.poinsot) as Vec));
        this.polhode.set(rateInBody.points, rateInBody.times);
        this.herpolhode.set(rateInWorld.points, rateInWorld.times);
    }
    draw({ t, memory, motion, main, rows, scales, poinsot, size }: Frame): void {
        this.object.visible = poinsot;
        if (!poinsot) return;
        this.ellipsoid.quaternion.copy(quaternion(main.q)).multiply(rotation(motion.info.body!.axes));
        // 2T = w . L; the plane stands at 2T/|L| from the centre, across L. Its upper side looks at the ellipsoid.
        const L = vectorAt(rows, t, ROW.L);
        const normal: Vec = length(L) > 0 ? scale(L, 1 / length(L)) : [0, 0, 1];
        const { object } = this.table;
        object.position.set(...scale(normal, dot(main.w_N, normal) * scales.poinsot));
        object.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), vector(normal).negate());
        this.herpolhode.position.copy(vector(normal)).multiplyScalar(-LIFT);
        this.contact.position.set(...scale(main.w_N, scales.poinsot));
        const onTable = this.contact.position.clone().sub(object.position).applyQuaternion(object.quaternion.clone().invert());
        this.shadow.position.set(onTable.x, onTable.y, LIFT / 2);
        turn(this.polhode, main);
        this.polhode.at(t, memory, 0.35, size);
        // Ink stays as dark as it was, and is not there before the pen has come by.
        this.herpolhode.at(t, 1e3 * Math.max(memory, motion.info.run.duration), 0.05, size);
    }
    theme(night: boolean): void {
        this.table.top.color.set(night ? '#2a323b' : '#eef1f4');
        this.herpolhode.colour(night ? '#9fd0ff' : '#1d3557');
    }
}
