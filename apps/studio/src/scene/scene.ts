// The scene: the body, what it carries, and what it leaves behind. World axes, z up; one unit is the radius of the
// sphere on which the axis draws its path.
import * as THREE from 'three';
import { normalised, scale, toWorld, type Vec } from '../motion/rotation';
import { wheelsOf } from '../motion/inside';
import type { Motion } from '../motion/run';
import { stateAt } from '../motion/trajectory';
import type { Turning } from '../files/glb';
import type { Film } from '../scenario/presets/film';
import { dark } from '../theme';
import { Axes } from './axes';
import { Before } from './before';
import { Bodies } from './bodies';
import { Camera, type ViewName } from './camera';
import { Cones } from './cones';
import { quaternion, vector } from './convert';
import { environment } from './environment';
import { FatLine } from './fat_line';
import { type Disc, halves, largestDisc, type Rectangle } from './free_disc';
import { Gizmo } from './gizmo';
import { arrangeLabels } from './labels';
import type { Frame, Layer, Scales } from './layer';
import { type Lane, lanes } from './lanes';
import { Loci } from './loci';
import { OrbitFrame } from './orbit_frame';
import { OrbitInset } from './orbit_inset';
import { reflections } from './materials';
import { type Sampling, statePath } from './paths';
import { Poinsot, poinsotApplies, poinsotScale } from './poinsot';
import { Quality } from './quality';
import { type BodyShape, bodyShape, type ShapeHint } from './shapes';
import type { Show } from './show';
import { stageFor } from './stage';
import { Surroundings } from './surroundings';
import { Table } from './table';
import { Thrusters } from './thrusters';
import { arrowScales, Vectors } from './vectors';
import { turnings } from './wheels';

// What of a scenario decides how its body looks.
const appearance = ({ info }: Motion): string => JSON.stringify([info.body, info.tree.body, info.torques, info.tree.contact, wheelsOf(info)]);
// Paths change with every row that comes; they are made anew at most so often, in ms.
const BETWEEN_PATHS = 200;

// How a motion is to look: of a preset, its part that matters here.
export interface Filmed {
    shape?: ShapeHint;
    film?: Film;
}

// What one looks at, and when.
export interface Moment {
    t: number;
    show: Show;
    memory: number;
}

export class Scene3D {
    readonly camera: Camera;
    private renderer: THREE.WebGLRenderer;
    private quality = new Quality();
    private scene = new THREE.Scene();
    private root = new THREE.Group(); // everything that is fixed in the world; turned away in the body's view
    private loci = new Loci();
    private surroundings = new Surroundings();
    private bodies = new Bodies();
    private before = new Before();
    private vectors = new Vectors();
    private poinsot = new Poinsot();
    // Translucent things in one place are drawn in the order in which they were made.
    private table = new Table();
    private layers: Layer[] = [
        this.loci, this.vectors, this.surroundings, this.table, new Cones(), this.poinsot, new Axes(), new OrbitFrame(), this.bodies, this.before, new Thrusters(),
    ];
    private gizmo = new Gizmo();
    private orbit = new OrbitInset();
    private sky = new THREE.HemisphereLight('#ffffff', '#b8c0c8', 2.6);
    private motion?: Motion;
    private filmed: Filmed = {};
    private shape?: BodyShape;
    private scales: Scales = { rate: 1, momentum: 1, torque: 1, poinsot: 1 };
    private pathsOf = ''; // which rows the paths were made of
    private pathsAt = 0; // when, ms
    inLanes = false; // methods stand beside each other
    private lost = false; // the graphics card was taken away
    private area?: Rectangle; // that panels leave free; without one the whole picture is
    private obstacles: Rectangle[] = []; // panels that lie over it
    private discs: Disc[] = []; // where the scene stands: one place, or two side by side
    private still?: () => void; // the picture at hand once more, after it was drawn in haste

    // `changed` is called when a new picture is due, `onLost` when there can be none, and when there can be again.
    constructor(readonly canvas: HTMLCanvasElement, private changed: () => void, onLost: (lost: boolean) => void) {
        const soft = this.quality.software;
        this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !soft, alpha: true, powerPreference: 'high-performance' });
        this.renderer.shadowMap.enabled = !soft;
        this.renderer.shadowMap.type = THREE.PCFShadowMap;
        this.camera = new Camera(canvas, changed);
        this.root.add(...this.layers.map((layer) => layer.object));
        this.scene.add(this.root, this.sky);
        if (!soft) this.surround();
        this.theme();
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.theme());
        const lose = (lost: boolean) => (e: Event) => {
            e.preventDefault();
            this.lost = lost;
            if (!lost && this.scene.environment) this.surround();
            onLost(lost);
            this.changed();
        };
        canvas.addEventListener('webglcontextlost', lose(true));
        canvas.addEventListener('webglcontextrestored', lose(false));
    }
    // A room for metal to reflect; the processor has no time for it.
    private surround(): void {
        this.scene.environment = environment(this.renderer);
        this.scene.environmentIntensity = 0.6;
        this.sky.intensity = 1.3;
        reflections(true);
    }
    private theme(): void {
        for (const layer of this.layers) layer.theme?.(dark());
        this.changed();
    }

    setMotion(motion: Motion, { shape, film }: Filmed = {}): void {
        const asBefore = this.filmed.shape === shape && this.filmed.film === film;
        const same = this.motion && asBefore && this.bodies.count === motion.methods.length && appearance(this.motion) === appearance(motion);
        this.motion = motion;
        this.filmed = { shape, film };
        this.pathsOf = '';
        if (same) return;
        this.shape = bodyShape(motion.info, shape, film?.axis);
        this.bodies.rebuild(motion, this.shape);
        this.loci.rebuild(motion.methods.length);
    }
    // The motion before something was tried, for comparing.
    setBefore(motion?: Motion, filmed: Filmed = {}): void {
        this.before.set(motion, filmed);
    }
    // The body's meshes, for picking with the pointer and for writing files.
    get mainBody(): THREE.Object3D | undefined {
        return this.bodies.main;
    }
    // Its wheels as they turn over the time.
    get turningWheels(): Turning[] {
        return this.motion && this.shape ? turnings(this.shape.wheels, this.motion) : [];
    }
    get mainAxis(): Vec {
        return this.shape?.axis ?? [0, 0, 1];
    }
    get view(): ViewName {
        return this.camera.view;
    }

    // ---- one picture ------------------------------------------------------------------------------------------------

    // False where it could not be drawn yet.
    draw(t: number, show: Show, memory: number): boolean {
        const motion = this.motion;
        if (!motion || !this.shape || this.lost) return true;
        if (!this.quality.due()) return false;
        if (this.renderer.getPixelRatio() !== this.quality.pixelRatio && this.still) this.resize();
        this.still = this.quality.stillRatio > this.quality.pixelRatio ? () => this.paint(motion, t, show, memory) : undefined;
        return this.paint(motion, t, show, memory);
    }
    // The last picture once more, with all the pixels that the screen has: nothing moves, so there is time.
    drawWell(): void {
        if (!this.still || this.lost) return;
        this.resize(this.quality.stillRatio);
        this.still();
    }
    private paint(motion: Motion, t: number, show: Show, memory: number): boolean {
        const poinsot = show.poinsot && poinsotApplies(motion);
        this.inLanes = show.lanes && !poinsot;
        this.followRows(motion, poinsot);
        const states = motion.methods.map((rows) => stateAt(rows, t));
        const main = states[motion.selected] ?? states[0];
        if (!main) return true;
        const rows = motion.methods[motion.selected] ?? motion.methods[0];
        const stage = stageFor(motion, rows, poinsot, this.filmed.film?.up);
        const frame: Frame = {
            t, memory, show, motion, states, main, poinsot, stage, rows, shape: this.shape!, scales: this.scales, shadows: this.quality.shadows,
            size: this.renderer.getDrawingBufferSize(new THREE.Vector2()), onTable: poinsot ? undefined : this.table.where(motion, rows, main, t, this.shape!),
        };
        FatLine.ratio = this.renderer.getPixelRatio();
        for (const layer of this.layers) layer.draw(frame);
        this.camera.follow(vector(toWorld(normalised(main.q), this.mainAxis)).applyQuaternion(stage));
        this.render(frame);
        // Rows that have come meanwhile are to be drawn too.
        return this.pathsOf === this.pathsKey(motion, poinsot);
    }

    private pathsKey(motion: Motion, poinsot: boolean): string {
        return motion.methods.map((r) => r.count).join() + ',' + motion.truth.count + poinsot + motion.selected;
    }
    // Paths, cones and Poinsot's curves are made again when rows have come.
    private followRows(motion: Motion, poinsot: boolean): void {
        const key = this.pathsKey(motion, poinsot);
        const now = performance.now();
        if (key === this.pathsOf || (this.pathsOf && now - this.pathsAt < BETWEEN_PATHS)) return;
        this.pathsOf = key;
        this.pathsAt = now;
        const axis = this.mainAxis;
        const sampling: Sampling = { most: this.quality.mostPoints, shared: Math.min(4, motion.methods.length) };
        this.loci.follow(motion, axis, sampling);
        const rows = motion.methods[motion.selected] ?? motion.methods[0];
        if (!rows.count) return;
        const body = motion.info.body;
        const scales = (this.scales = { ...arrowScales(rows, motion.info), poinsot: body ? poinsotScale(body, rows) : 1 });
        const unit = poinsot ? scales.poinsot : scales.rate;
        const rateInWorld = statePath(rows, (q, w) => scale(toWorld(q, w), unit), sampling);
        const rateInBody = statePath(rows, (_q, w) => scale(w, unit), sampling);
        for (const layer of this.layers) layer.arrived?.({ motion, rows, axis, shape: this.shape, scales, sampling, rateInWorld, rateInBody });
    }

    // In world axes, in body axes, or both side by side.
    private render(frame: Frame): void {
        const { main, show, stage, shape, poinsot, onTable } = frame;
        const { orbit } = frame.motion.info;
        const width = this.canvas.width / this.renderer.getPixelRatio();
        const height = this.canvas.height / this.renderer.getPixelRatio();
        const part = (x: number, w: number, disc: Disc, inBody: boolean) => {
            this.renderer.setViewport(x, 0, w, height);
            this.renderer.setScissor(x, 0, w, height);
            this.renderer.setScissorTest(show.both || this.inLanes);
            const { lens } = this.camera;
            this.root.quaternion.copy(inBody ? quaternion(main.q).invert() : stage);
            // On a table the body goes its way, unless one goes with it.
            this.root.position.set(0, 0, 0);
            if (onTable && !inBody) this.root.position.copy(vector(onTable.place)).sub(vector(onTable.middle)).applyQuaternion(stage);
            this.camera.frameOn(x, w, height, disc);
            const body = shape.bounds.clone();
            body.center.applyQuaternion(quaternion(main.q)).applyQuaternion(this.root.quaternion).add(this.root.position);
            body.radius *= 0.7; // most bodies do not fill the sphere about them
            arrangeLabels(this.root, lens, w, height, poinsot ? undefined : body); // one sees through the ellipsoid
            this.renderer.render(this.scene, lens);
            const bottom = this.area ? height - this.area.top - this.area.height : 0;
            if (show.axes) this.gizmo.draw(this.renderer, lens, this.root.quaternion, x + w, bottom);
            if (orbit && show.orbit) this.orbit.draw(this.renderer, orbit, frame.t, main, this.mainAxis, x + w - (show.axes ? Gizmo.width : 0), bottom);
        };
        const whole: Rectangle = { left: 0, top: 0, width, height };
        const [one, left, right] = this.discs.length ? this.discs : [whole, ...halves(whole)].map((a) => largestDisc(a, []));
        const beside = this.lanes(width, height);
        if (beside.length) {
            // The chosen one is drawn last, so that a pointer meets its body.
            for (const lane of [...beside].sort((a, b) => Number(a.method === frame.motion.selected) - Number(b.method === frame.motion.selected))) {
                this.bodies.lane(frame, lane.method);
                this.loci.lane(frame, lane.method);
                this.vectors.object.visible = lane.method === frame.motion.selected;
                part(lane.x, lane.w, lane.disc, false);
            }
            this.vectors.object.visible = true;
        } else if (show.both) {
            // The second part is drawn last, so that a pointer meets the body in the first by its own camera.
            const middle = this.divide(width);
            part(middle, width - middle, right, true);
            part(0, middle, left, false);
        } else part(0, width, one, this.view === 'body');
    }
    // The lanes of the picture; none where there is one method, or one picture of all.
    lanes(width = this.canvas.clientWidth, height = this.canvas.clientHeight): Lane[] {
        const count = this.motion?.methods.length ?? 0;
        if (!this.inLanes || count < 2) return [];
        return lanes(count, this.area ?? { left: 0, top: 0, width, height }, this.obstacles, width);
    }
    // Where the two pictures side by side meet, in pixels from the left.
    divide(width = this.canvas.clientWidth): number {
        return this.area ? this.area.left + this.area.width / 2 : width / 2;
    }
    // The part of the picture that the panels leave free, and those that lie over it.
    set free({ area, obstacles }: { area: Rectangle; obstacles: Rectangle[] }) {
        this.area = area;
        this.obstacles = obstacles;
        this.discs = [area, ...halves(area)].map((a) => largestDisc(a, obstacles));
    }

    // The picture at twice its size on transparent ground.
    async picture(t: number, show: Show, memory: number): Promise<Blob> {
        const copy = () => new Promise<Blob | null>((resolve) => this.canvas.toBlob(resolve, 'image/png'));
        return (await this.copied(() => this.resize(2 * (devicePixelRatio || 1)), { t, show, memory }, copy))!;
    }
    // A picture without the room that the panels take, as `copy` takes it before the next one is drawn.
    copied<T>(size: () => void, { t, show, memory }: Moment, copy: (canvas: HTMLCanvasElement) => T): T {
        const { area, discs, obstacles, motion } = this;
        [this.area, this.obstacles, this.discs] = [undefined, [], []];
        size();
        if (motion && this.shape) this.paint(motion, t, show, memory);
        const copied = copy(this.canvas);
        Object.assign(this, { area, discs, obstacles });
        this.resize();
        this.changed();
        return copied;
    }
    // The same with so many pixels.
    frame<T>(width: number, height: number, moment: Moment, copy: (canvas: HTMLCanvasElement) => T): T {
        return this.copied(() => {
            this.renderer.setPixelRatio(1);
            this.renderer.setSize(width, height, false);
        }, moment, copy);
    }

    // ---- a hand on the body -----------------------------------------------------------------------------------------

    pick(x: number, y: number): THREE.Vector3 | undefined {
        const body = this.poinsot.object.visible ? this.poinsot.solid : this.mainBody;
        const point = body && this.camera.pick(body, x, y);
        return point && this.toWorld(point.sub(this.root.position));
    }
    // From the axes of the picture.
    toWorld(v: THREE.Vector3): THREE.Vector3 {
        return v.applyQuaternion(this.root.quaternion.clone().invert());
    }

    // ---- size and quality -------------------------------------------------------------------------------------------

    resize(ratio = this.quality.pixelRatio): void {
        const box = this.canvas.parentElement!.getBoundingClientRect();
        this.renderer.setPixelRatio(ratio);
        this.renderer.setSize(Math.max(1, box.width), Math.max(1, box.height), false);
    }
    // ms between two pictures
    get pause(): number {
        return this.quality.pause;
    }
    setQuality(to: 'full' | 'low'): void {
        this.quality.keep(to);
        this.changed();
    }
    // Takes the milliseconds since the picture before.
    adapt(ms: number): void {
        if (!this.quality.took(ms)) return;
        this.surroundings.shadows = this.quality.shadows;
        this.resize();
    }
}
