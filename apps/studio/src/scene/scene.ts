// The scene: the body, what it carries, and what it leaves behind. World axes, z up; one unit is the radius of the
// sphere on which the axis draws its path.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { ROW, type ScenarioInfo } from '../core/messages';
import { angleBetween, dot, length, normalised, type Quat, scale, sub, times, toWorld, type Vec } from '../rotation';
import { dark, methodColour, methodDash } from '../theme';
import { type Rows, type State, stateAt, valueAt } from '../trajectory';
import { Arrow } from './arrow';
import { FatLine } from './fat_line';
import { type BodyShape, bodyShape, type ShapeHint } from './shapes';

export interface Show {
    vectors: boolean;
    torque: boolean;
    axes: boolean;
    locus: boolean;
    traces: boolean;
    cones: boolean;
    poinsot: boolean;
    ghost: boolean;
    grid: boolean;
    both: boolean;
}
export const SHOW_KEYS: (keyof Show)[] = ['vectors', 'torque', 'axes', 'locus', 'traces', 'cones', 'poinsot', 'ghost', 'grid', 'both'];
export const SHOW_DEFAULT: Show = {
    vectors: true, torque: true, axes: true, locus: true, traces: false, cones: false, poinsot: false, ghost: true, grid: true, both: false,
};

export interface Motion {
    info: ScenarioInfo;
    methods: Rows[];
    truth: Rows;
    selected: number;
}

export type ViewName = 'free' | 'axis' | 'side' | 'top' | 'body';

const L_COLOUR = '#009E73';
const W_COLOUR = '#D55E00';
const T_COLOUR = '#CC79A7';
// The eye does not tell attitudes apart that are closer than this, rad.
const SEEN = 0.004;
let mostPoints = 6000; // of all paths of one kind together, shared by the methods
let methodsShown = 1;

const vec = (v: Vec) => new THREE.Vector3(...v);
const three = (q: Quat) => {
    const [w, x, y, z] = normalised(q);
    return new THREE.Quaternion(x, y, z, w);
};

function pathOf(rows: Rows, point: (row: number) => Vec, until = rows.count): { points: Float32Array; times: number[] } {
    const step = Math.max(1, Math.ceil((until * methodsShown) / mostPoints));
    const points: number[] = [];
    const at: number[] = [];
    for (let i = 0; i < until; i += step) {
        const p = point(i);
        if (!p.every(Number.isFinite)) break;
        points.push(...p);
        at.push(rows.time(i));
    }
    return { points: new Float32Array(points), times: at };
}

function fan(path: Float32Array): THREE.BufferGeometry {
    const n = path.length / 3;
    const points = new Float32Array(3 * (n + 1));
    points.set(path, 3);
    const index: number[] = [];
    for (let i = 1; i < n; ++i) index.push(0, i, i + 1);
    const g = new THREE.BufferGeometry();
    g.setAttribute('position', new THREE.BufferAttribute(points, 3));
    g.setIndex(index);
    return g;
}

// Whether pictures are computed by the processor: then there is no time for soft edges and shadows.
function inSoftware(): boolean {
    if (new URLSearchParams(location.search).get('quality') === 'full') return false;
    const probe = document.createElement('canvas').getContext('webgl2');
    const about = probe?.getExtension('WEBGL_debug_renderer_info');
    const name = about ? String(probe!.getParameter(about.UNMASKED_RENDERER_WEBGL)) : '';
    probe?.getExtension('WEBGL_lose_context')?.loseContext();
    return /swiftshader|llvmpipe|software/i.test(name);
}

// What of the window the panels leave free, in CSS pixels from the picture's corner.
export interface FreeArea {
    left: number;
    top: number;
    width: number;
    height: number;
}

export class Scene3D {
    readonly renderer: THREE.WebGLRenderer;
    readonly camera = new THREE.PerspectiveCamera(35, 16 / 9, 0.05, 60);
    private controls: OrbitControls;
    private scene = new THREE.Scene();
    private root = new THREE.Group(); // everything that is fixed in the world; turned away in the body's view
    private stage = new THREE.Group(); // made anew for each scenario
    private bodies: THREE.Object3D[] = [];
    private needles: THREE.Line[] = [];
    private ghost?: THREE.Object3D;
    private shape?: BodyShape;
    private bodyAxes = new THREE.Group();
    private worldAxes = new THREE.Group();
    private arrowL = new Arrow(L_COLOUR, 'L');
    private arrowW = new Arrow(W_COLOUR, 'ω');
    private arrowT = new Arrow(T_COLOUR, 'τ');
    private hand = new Arrow('#222222', '', 0.016);
    private loci: FatLine[] = [];
    private truthLocus = new FatLine('#888888', 1.2);
    private traceW = new FatLine(W_COLOUR, 1.4);
    private traceL = new FatLine(L_COLOUR, 1.4);
    private polhode = new FatLine(W_COLOUR, 2);
    private herpolhode = new FatLine(L_COLOUR, 2);
    private sphere: THREE.Mesh;
    private grid: THREE.GridHelper;
    private floor: THREE.Mesh;
    private stand = new THREE.Group();
    private spaceCone: THREE.Mesh;
    private bodyCone: THREE.Mesh;
    private inertiaEllipsoid = new THREE.Group();
    private invariablePlane: THREE.Mesh;
    private lastRows = '';
    private lastGeometry = 0;
    private motion?: Motion;
    private hint?: ShapeHint;
    private wScale = 1;
    private lScale = 1;
    private tScale = 1;
    private poinsotScale = 1;
    view: ViewName = 'free';
    private light: THREE.DirectionalLight;
    private frameMs = 16;
    private drawn = 0;
    private quality = 1;
    private free?: FreeArea;
    private keepQuality = false;

    constructor(readonly canvas: HTMLCanvasElement) {
        const soft = inSoftware();
        this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !soft, alpha: true, powerPreference: 'high-performance' });
        this.renderer.shadowMap.enabled = !soft;
        if (soft) {
            this.quality = 0.6;
            mostPoints = 800;
        }
        const asked = new URLSearchParams(location.search).get('quality');
        if (asked === 'full' || asked === 'low') this.setQuality(asked);
        this.renderer.shadowMap.type = THREE.PCFShadowMap;
        this.camera.up.set(0, 0, 1);
        this.camera.position.set(2.6, -3.2, 1.7);
        this.controls = new OrbitControls(this.camera, canvas);
        this.controls.enableDamping = true;
        this.controls.dampingFactor = 0.12;
        this.controls.minDistance = 1.2;
        this.controls.maxDistance = 20;

        this.scene.add(this.root);
        this.scene.add(new THREE.HemisphereLight('#ffffff', '#b8c0c8', 2.6));
        this.light = new THREE.DirectionalLight('#fff6e8', 3.2);
        this.light.position.set(2.5, -1.5, 5);
        this.light.castShadow = true;
        this.light.shadow.mapSize.set(1024, 1024);
        this.light.shadow.radius = 4;
        const s = this.light.shadow.camera;
        s.left = s.bottom = -2;
        s.right = s.top = 2;
        s.near = 1;
        s.far = 12;
        this.root.add(this.light, this.light.target);

        this.sphere = new THREE.Mesh(
            new THREE.SphereGeometry(1, 48, 32),
            new THREE.MeshStandardMaterial({ color: '#6fa8dc', transparent: true, opacity: 0.1, depthWrite: false, roughness: 0.3 }),
        );
        this.sphere.renderOrder = 1;
        this.grid = new THREE.GridHelper(6, 24);
        this.grid.rotateX(Math.PI / 2);
        this.floor = new THREE.Mesh(new THREE.PlaneGeometry(8, 8), new THREE.ShadowMaterial({ opacity: 0.22 }));
        this.floor.receiveShadow = true;
        const post = new THREE.Mesh(
            new THREE.CylinderGeometry(0.025, 0.06, 1.05, 24).rotateX(Math.PI / 2).translate(0, 0, -0.56),
            new THREE.MeshStandardMaterial({ color: '#7c8791', roughness: 0.5, metalness: 0.4, transparent: true, opacity: 0.55 }),
        );
        const pivot = new THREE.Mesh(new THREE.SphereGeometry(0.035, 24, 16), new THREE.MeshStandardMaterial({ color: '#444c55' }));
        this.stand.add(post, pivot);
        const cone = (color: string) =>
            new THREE.Mesh(
                new THREE.BufferGeometry(),
                new THREE.MeshBasicMaterial({ color, transparent: true, opacity: 0.28, side: THREE.DoubleSide, depthWrite: false }),
            );
        this.spaceCone = cone('#56B4E9');
        this.bodyCone = cone('#E69F00');
        const shell = new THREE.Mesh(
            new THREE.SphereGeometry(1, 48, 32),
            new THREE.MeshStandardMaterial({ color: '#E69F00', transparent: true, opacity: 0.35, roughness: 0.4, depthWrite: false }),
        );
        const wires = new THREE.LineSegments(
            new THREE.WireframeGeometry(new THREE.SphereGeometry(1, 16, 12)),
            new THREE.LineBasicMaterial({ color: '#7a5200', transparent: true, opacity: 0.35 }),
        );
        this.inertiaEllipsoid.add(shell, wires);
        this.invariablePlane = new THREE.Mesh(
            new THREE.CircleGeometry(2.2, 64),
            new THREE.MeshStandardMaterial({ color: '#56B4E9', transparent: true, opacity: 0.22, side: THREE.DoubleSide, depthWrite: false }),
        );
        this.axisCross(this.worldAxes, 1.25, ['#b58a8a', '#8fb08f', '#8f97b5'], 0.004, ['X', 'Y', 'Z']);
        this.axisCross(this.bodyAxes, 1.1, ['#c23b3b', '#3b9c3b', '#3b55c2'], 0.009, ['x', 'y', 'z']);
        this.root.add(
            this.stage, this.sphere, this.grid, this.floor, this.stand, this.worldAxes, this.bodyAxes, this.arrowL, this.arrowW,
            this.arrowT, this.hand, this.truthLocus, this.traceW, this.traceL, this.spaceCone, this.bodyCone,
            this.inertiaEllipsoid, this.invariablePlane, this.polhode, this.herpolhode,
        );
        this.hand.visible = false;
        this.theme();
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.theme());
    }

    private axisCross(group: THREE.Group, size: number, colours: string[], thickness: number, letters: string[]): void {
        const directions: Vec[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        directions.forEach((d, i) => {
            const arrow = new Arrow(colours[i], letters[i], thickness);
            arrow.set(vec(scale(d, size)));
            group.add(arrow);
        });
    }

    private theme(): void {
        const night = dark();
        (this.grid.material as THREE.Material & { opacity: number }).transparent = true;
        (this.grid.material as THREE.Material).opacity = night ? 0.22 : 0.35;
        (this.truthLocus as FatLine).colour(night ? '#cccccc' : '#555555');
        (this.sphere.material as THREE.MeshStandardMaterial).opacity = night ? 0.13 : 0.1;
        this.loci.forEach((l, i) => l.colour(methodColour(i)));
    }

    setMotion(motion: Motion, hint?: ShapeHint): void {
        const sameBody = this.motion && this.hint === hint && this.bodies.length === motion.methods.length &&
            JSON.stringify([this.motion.info.body, this.motion.info.tree.body, this.motion.info.torques]) ===
                JSON.stringify([motion.info.body, motion.info.tree.body, motion.info.torques]);
        this.motion = motion;
        methodsShown = Math.min(4, motion.methods.length);
        this.hint = hint;
        this.lastRows = '';
        if (sameBody) return;
        this.stage.clear();
        this.bodies = [];
        this.needles = [];
        this.loci = [];
        const shape = (this.shape = bodyShape(motion.info, hint));
        this.stage.add(shape.object);
        this.bodies.push(shape.object);
        const plain = (color: string, opacity: number) => {
            const copy = shape.object.clone(true);
            copy.traverse((o) => {
                if (!(o instanceof THREE.Mesh)) return;
                o.material = new THREE.MeshStandardMaterial({ color, transparent: true, opacity, depthWrite: false, roughness: 0.7 });
                o.castShadow = false;
                o.renderOrder = 1;
            });
            this.stage.add(copy);
            return copy;
        };
        for (let m = 0; m < motion.methods.length; ++m) {
            if (m > 0) this.bodies.push(plain(methodColour(m), 0.45));
            const dash = methodDash(m);
            const line = new FatLine(methodColour(m), 2.6 - 0.3 * Math.min(m, 3), dash.length ? [dash[0] / 150, dash[1] / 150] : [0, 0]);
            this.loci.push(line);
            this.stage.add(line);
            const needle = new THREE.Line(
                new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), vec(shape.axis)]),
                new THREE.LineBasicMaterial({ color: methodColour(m) }),
            );
            this.needles.push(needle);
            this.stage.add(needle);
        }
        this.ghost = plain('#808890', 0.3);
        this.stand.visible = shape.pivoted;
        this.floor.position.z = this.grid.position.z = -1.1;
        this.grid.position.z -= 0.002;
    }

    // The body's meshes, for picking with the pointer and for writing files.
    get mainBody(): THREE.Object3D | undefined {
        return this.bodies[0];
    }
    get mainAxis(): Vec {
        return this.shape?.axis ?? [0, 0, 1];
    }

    // Paths over the sphere, cones and Poinsot's curves; made again when rows have come.
    private rebuild(poinsot: boolean): void {
        const motion = this.motion!;
        const key = motion.methods.map((r) => r.count).join() + ',' + motion.truth.count + poinsot + motion.selected;
        const now = performance.now();
        if (key === this.lastRows || (this.lastRows && now - this.lastGeometry < 200)) return;
        this.lastRows = key;
        this.lastGeometry = now;
        const axis = this.mainAxis;
        motion.methods.forEach((rows, m) => {
            const { points, times: at } = pathOf(rows, (i) => scale(toWorld(normalised(rows.quaternion(i)), axis), 1.002 + 0.002 * m));
            this.loci[m]?.set(points, at);
        });
        const truth = pathOf(motion.truth, (i) => toWorld(motion.truth.quaternion(i), axis));
        this.truthLocus.set(truth.points, truth.times);

        const rows = motion.methods[motion.selected] ?? motion.methods[0];
        if (!rows.count) return;
        let wMax = 0;
        let lMax = 0;
        let tMax = 0;
        const step = Math.max(1, Math.floor(rows.count / 500));
        for (let i = 0; i < rows.count; i += step) {
            wMax = Math.max(wMax, length(rows.rate(i)));
            lMax = Math.max(lMax, length(rows.vector(i, ROW.L)));
            tMax = Math.max(tMax, length(rows.vector(i, ROW.torque)));
        }
        const w0 = length(rows.rate(0));
        const l0 = length(rows.vector(0, ROW.L));
        const t0 = length(rows.vector(0, ROW.torque));
        this.wScale = 1.2 / (w0 > 0.2 * wMax ? w0 : wMax || 1);
        this.lScale = 1.35 / (l0 > 0.2 * lMax ? l0 : lMax || 1);
        this.tScale = 0.7 / (t0 > 0.2 * tMax ? t0 : tMax || 1);
        const body = motion.info.body;
        if (body) {
            const T2 = dot(rows.rate(0), times(body.inertia, rows.rate(0)));
            const semi = body.moments.map((I) => Math.sqrt(T2 / I));
            this.poinsotScale = 1.0 / (Math.max(...semi) || 1);
            semi.forEach((a, i) => (this.inertiaEllipsoid.userData[i] = a));
            this.inertiaEllipsoid.scale.set(...(semi.map((a) => a * this.poinsotScale) as [number, number, number]));
        }
        const k = poinsot ? this.poinsotScale : this.wScale;
        const world = pathOf(rows, (i) => scale(toWorld(normalised(rows.quaternion(i)), rows.rate(i)), k));
        this.traceW.set(world.points, world.times);
        const momentum = pathOf(rows, (i) => scale(rows.vector(i, ROW.L), this.lScale));
        this.traceL.set(momentum.points, momentum.times);
        const inBody = pathOf(rows, (i) => scale(rows.rate(i), k));
        this.polhode.set(inBody.points, inBody.times);
        this.herpolhode.set(world.points, world.times);
        // The space cone of a symmetric body closes after one turn; others go on weaving.
        this.spaceCone.geometry.dispose();
        this.spaceCone.geometry = fan(world.points.subarray(0, 3 * this.oneTurn(rows, world.points)));
        this.bodyCone.geometry.dispose();
        const polhodeEnd = motion.info.cycle ? motion.info.cycle.seconds * 1.02 : Infinity;
        let until = 0;
        while (until < inBody.times.length && inBody.times[until] <= polhodeEnd) ++until;
        const symmetric = (body?.symmetry ?? -1) >= 0;
        this.bodyCone.geometry = fan(inBody.points.subarray(0, 3 * (symmetric ? this.oneTurn(rows, inBody.points, true) : until)));
    }

    // How many points of a path lie within its first turn about its mean direction.
    private oneTurn(rows: Rows, path: Float32Array, inBody = false): number {
        const n = path.length / 3;
        const about = inBody ? this.mainAxis : (rows.vector(0, ROW.L) as Vec);
        const a = length(about) > 0 ? scale(about, 1 / length(about)) : ([0, 0, 1] as Vec);
        let turned = 0;
        const flat = (i: number): Vec => {
            const p: Vec = [path[3 * i], path[3 * i + 1], path[3 * i + 2]];
            return sub(p, scale(a, dot(p, a)));
        };
        let before = flat(0);
        for (let i = 1; i < n; ++i) {
            const now = flat(i);
            const c = dot(before, now);
            const s = length([
                before[1] * now[2] - before[2] * now[1], before[2] * now[0] - before[0] * now[2], before[0] * now[1] - before[1] * now[0],
            ]);
            turned += Math.atan2(s, c);
            before = now;
            if (turned > 2 * Math.PI) return i + 1;
        }
        return n;
    }

    setView(name: ViewName): void {
        this.view = name;
        const d = this.camera.position.distanceTo(this.controls.target);
        this.controls.target.set(0, 0, 0);
        if (name === 'side') this.camera.position.set(0, -d, 0.02 * d);
        else if (name === 'top') this.camera.position.set(0, -0.001 * d, d);
        else if (name !== 'axis') this.camera.position.set(0.58 * d, -0.71 * d, 0.38 * d);
        this.controls.update();
    }
    centre(): void {
        this.controls.target.set(0, 0, 0);
    }
    orbit(dx: number, dy: number): void {
        const offset = this.camera.position.clone().sub(this.controls.target);
        const s = new THREE.Spherical().setFromVector3(new THREE.Vector3(offset.x, offset.z, -offset.y));
        s.theta += dx;
        s.phi = Math.min(Math.PI - 0.01, Math.max(0.01, s.phi + dy));
        const v = new THREE.Vector3().setFromSpherical(s);
        this.camera.position.copy(this.controls.target).add(new THREE.Vector3(v.x, -v.z, v.y));
        this.view = 'free';
    }
    zoom(factor: number): void {
        this.camera.position.sub(this.controls.target).multiplyScalar(factor).add(this.controls.target);
    }
    set grabbed(on: boolean) {
        this.controls.enabled = !on;
    }

    // Where a pointer meets the body, in world axes from the fixed point; undefined beside it.
    pick(x: number, y: number): THREE.Vector3 | undefined {
        if (!this.mainBody) return undefined;
        const box = this.canvas.getBoundingClientRect();
        const p = new THREE.Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
        const ray = new THREE.Raycaster();
        ray.setFromCamera(p, this.camera);
        return ray.intersectObject(this.mainBody, true)[0]?.point;
    }
    // A pointer's movement in pixels as a vector in the picture's plane, world axes.
    drag(dx: number, dy: number): THREE.Vector3 {
        const right = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
        const up = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
        return right.multiplyScalar(dx).addScaledVector(up, -dy);
    }
    showHand(at?: THREE.Vector3, force?: THREE.Vector3): void {
        this.hand.visible = Boolean(at && force);
        if (!at || !force) return;
        this.hand.position.copy(at);
        this.hand.set(force);
    }

    private place(object: THREE.Object3D, state: State | undefined): void {
        if (state) object.quaternion.copy(three(state.q));
    }

    draw(t: number, show: Show, memory: number): void {
        const motion = this.motion;
        const now = performance.now();
        if (!motion || (this.quality < 0.2 && now - this.drawn < 150)) return;
        this.drawn = now;
        this.rebuild(show.poinsot);
        const states = motion.methods.map((rows) => stateAt(rows, t));
        const main = states[motion.selected] ?? states[0];
        if (!main) return;
        const dynamics = motion.info.dynamics;
        const free = dynamics && motion.info.torques.length === 0;
        const poinsot = show.poinsot && dynamics;
        const size = this.renderer.getDrawingBufferSize(new THREE.Vector2());
        FatLine.ratio = this.renderer.getPixelRatio();

        this.bodies.forEach((body, m) => {
            // The striped body is the chosen method's; the others show where they differ to the eye.
            const own = m === 0 ? main : states[m === motion.selected ? 0 : m];
            this.place(body, own);
            body.visible = m === 0 ? !poinsot : Boolean(own) && !poinsot && angleBetween(own!.q, main.q) > SEEN;
        });
        states.forEach((state, m) => {
            this.place(this.needles[m], state);
            this.needles[m].visible = motion.methods.length > 1;
        });
        const truth = show.ghost && motion.truth.count > 1 && t <= motion.truth.end ? stateAt(motion.truth, t) : undefined;
        if (this.ghost) {
            this.ghost.visible = Boolean(truth) && !poinsot && angleBetween(truth!.q, main.q) > SEEN;
            this.place(this.ghost, truth);
        }
        this.truthLocus.visible = show.ghost && show.locus && !poinsot && motion.truth.count > 1;
        this.truthLocus.at(t, memory, 0.25, size);
        for (const line of this.loci) {
            line.visible = show.locus && !poinsot;
            line.at(t, memory, 0.1, size);
        }
        this.sphere.visible = show.locus && !poinsot;
        this.worldAxes.visible = show.axes;
        this.bodyAxes.visible = show.axes;
        this.place(this.bodyAxes, main);
        this.grid.visible = show.grid;
        this.floor.visible = show.grid && this.quality > 0.6;

        const rows = motion.methods[motion.selected] ?? motion.methods[0];
        const wScale = poinsot ? this.poinsotScale : this.wScale;
        this.arrowW.set(vec(scale(main.w_N, show.vectors ? wScale : 0)));
        const L: Vec = [0, 1, 2].map((i) => valueAt(rows, t, ROW.L + i)) as Vec;
        const torque: Vec = [0, 1, 2].map((i) => valueAt(rows, t, ROW.torque + i)) as Vec;
        this.arrowL.set(vec(scale(L, show.vectors && dynamics ? this.lScale : 0)));
        this.arrowT.set(vec(scale(torque, show.torque && dynamics ? this.tScale : 0)));
        this.traceW.visible = show.traces && !poinsot;
        this.traceL.visible = show.traces && dynamics && !free && !poinsot;
        this.traceW.at(t, memory, 0.08, size);
        this.traceL.at(t, memory, 0.08, size);

        this.spaceCone.visible = this.bodyCone.visible = show.cones && !poinsot;
        this.place(this.bodyCone, main);
        this.inertiaEllipsoid.visible = this.invariablePlane.visible = this.polhode.visible = this.herpolhode.visible = poinsot;
        if (poinsot) {
            const body = motion.info.body!;
            const A = body.axes;
            const P = new THREE.Matrix4().set(A[0][0], A[0][1], A[0][2], 0, A[1][0], A[1][1], A[1][2], 0, A[2][0], A[2][1], A[2][2], 0, 0, 0, 0, 1);
            this.inertiaEllipsoid.quaternion.copy(three(main.q)).multiply(new THREE.Quaternion().setFromRotationMatrix(P));
            // 2T = w . L; the plane stands at 2T/|L| from the centre, across L
            const n = length(L) > 0 ? scale(L, 1 / length(L)) : ([0, 0, 1] as Vec);
            const d = dot(main.w_N, n) * this.poinsotScale;
            this.invariablePlane.position.set(...scale(n, d));
            this.invariablePlane.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), vec(n));
            this.place(this.polhode, main);
            this.polhode.at(t, memory, 0.4, size);
            this.herpolhode.at(t, memory, 0.15, size);
        }
        this.stand.visible = Boolean(this.shape?.pivoted) && !poinsot;

        if (this.view === 'axis') {
            const d = this.camera.position.length();
            const tip = vec(toWorld(normalised(main.q), this.mainAxis));
            this.camera.position.copy(tip.multiplyScalar(d));
        }
        this.controls.update();
        const inverse = three(main.q).invert();
        const width = this.canvas.width / this.renderer.getPixelRatio();
        const height = this.canvas.height / this.renderer.getPixelRatio();
        const render = (x: number, w: number, bodyFrame: boolean) => {
            this.renderer.setViewport(x, 0, w, height);
            this.renderer.setScissor(x, 0, w, height);
            this.root.quaternion.copy(bodyFrame ? inverse : new THREE.Quaternion());
            this.frameOn(w, height, show.both);
            this.renderer.render(this.scene, this.camera);
        };
        this.renderer.setScissorTest(show.both);
        if (show.both) {
            render(0, width / 2, false);
            render(width / 2, width / 2, true);
        } else render(0, width, this.view === 'body');
    }

    // The sphere fits the free part of a picture of w x h and stands in its middle.
    private frameOn(w: number, h: number, half: boolean): void {
        const area = this.free ?? { left: 0, top: 0, width: w, height: h };
        const width = half ? w : area.width;
        const left = half ? 0 : area.left;
        const camera = this.camera;
        const across = Math.min(area.height, width);
        camera.aspect = w / h;
        camera.fov = (2 * Math.atan((Math.tan((17.5 * Math.PI) / 180) * h) / across) * 180) / Math.PI;
        camera.setViewOffset(w, h, w / 2 - (left + width / 2), h / 2 - (area.top + area.height / 2), w, h);
        camera.updateProjectionMatrix();
    }
    leaveFree(area?: FreeArea): void {
        this.free = area;
    }

    // For pictures that are to be kept, and for tests that look at numbers.
    setQuality(to: 'full' | 'low'): void {
        this.keepQuality = true;
        this.quality = to === 'full' ? 1 : 0.1;
        this.drawn = 0;
    }

    // On slow machines the picture gets simpler before it gets jerky.
    adapt(ms: number): void {
        if (this.keepQuality) return;
        this.frameMs += 0.08 * (ms - this.frameMs);
        if (this.frameMs > 45 && this.quality > 0.3) {
            this.quality = this.quality > 0.75 ? 0.6 : this.quality > 0.55 ? 0.5 : 0.3;
            this.renderer.shadowMap.enabled = false;
            this.light.castShadow = false;
            this.frameMs = 16;
            this.resize();
        }
    }

    resize(): void {
        const box = this.canvas.parentElement!.getBoundingClientRect();
        const ratio = Math.min(devicePixelRatio || 1, 2) * (this.quality < 0.2 ? 0.25 : this.quality < 0.4 ? 0.55 : this.quality < 0.6 ? 0.75 : 1);
        this.renderer.setPixelRatio(ratio);
        this.renderer.setSize(Math.max(1, box.width), Math.max(1, box.height), false);
    }

    // The picture at twice its size on transparent ground.
    async picture(t: number, show: Show, memory: number): Promise<Blob> {
        const ratio = this.renderer.getPixelRatio();
        const free = this.free;
        this.free = undefined;
        this.renderer.setPixelRatio(2 * (devicePixelRatio || 1));
        this.resizeKeepingRatio();
        this.draw(t, show, memory);
        const blob = await new Promise<Blob | null>((resolve) => this.canvas.toBlob(resolve, 'image/png'));
        this.renderer.setPixelRatio(ratio);
        this.free = free;
        this.resize();
        this.draw(t, show, memory);
        return blob!;
    }
    private resizeKeepingRatio(): void {
        const box = this.canvas.parentElement!.getBoundingClientRect();
        this.renderer.setSize(Math.max(1, box.width), Math.max(1, box.height), false);
    }
}
