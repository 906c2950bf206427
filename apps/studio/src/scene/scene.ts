// The scene: the body, what it carries, and what it leaves behind. World axes, z up; one unit is the radius of the
// sphere on which the axis draws its path.
import * as THREE from 'three';
import { normalised, scale, toWorld, type Vec } from '../motion/rotation';
import type { Motion } from '../motion/run';
import { stateAt } from '../motion/trajectory';
import { dark } from '../theme';
import { Axes } from './axes';
import { Bodies } from './bodies';
import { Camera, type ViewName } from './camera';
import { Cones } from './cones';
import { quaternion, vector } from './convert';
import { FatLine } from './fat_line';
import { type Disc, halves, largestDisc, type Rectangle } from './free_disc';
import type { Frame, Layer, Scales } from './layer';
import { Loci } from './loci';
import { pathOf, type Sampling } from './paths';
import { Poinsot, poinsotApplies, poinsotScale } from './poinsot';
import { Quality } from './quality';
import { type BodyShape, bodyShape, type ShapeHint } from './shapes';
import type { Show } from './show';
import { Surroundings } from './surroundings';
import { arrowScales, Vectors } from './vectors';

// What of a scenario decides how its body looks.
const appearance = ({ info }: Motion): string => JSON.stringify([info.body, info.tree.body, info.torques]);
// Paths change with every row that comes; they are made anew at most so often, in ms.
const BETWEEN_PATHS = 200;

export class Scene3D {
    readonly camera: Camera;
    private renderer: THREE.WebGLRenderer;
    private quality = new Quality();
    private scene = new THREE.Scene();
    private root = new THREE.Group(); // everything that is fixed in the world; turned away in the body's view
    private loci = new Loci();
    private vectors = new Vectors();
    private surroundings = new Surroundings();
    private bodies = new Bodies();
    // Translucent things in one place are drawn in the order in which they were made.
    private layers: Layer[] = [this.loci, this.vectors, this.surroundings, new Cones(), new Poinsot(), new Axes(), this.bodies];
    private motion?: Motion;
    private hint?: ShapeHint;
    private shape?: BodyShape;
    private scales: Scales = { rate: 1, momentum: 1, torque: 1, poinsot: 1 };
    private pathsOf = ''; // which rows the paths were made of
    private pathsAt = 0; // when, ms
    private lost = false; // the graphics card was taken away
    private area?: Rectangle; // that panels leave free; without one the whole picture is
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
        this.scene.add(this.root, new THREE.HemisphereLight('#ffffff', '#b8c0c8', 2.6));
        this.theme();
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.theme());
        const lose = (lost: boolean) => (e: Event) => {
            e.preventDefault();
            this.lost = lost;
            onLost(lost);
            this.changed();
        };
        canvas.addEventListener('webglcontextlost', lose(true));
        canvas.addEventListener('webglcontextrestored', lose(false));
    }
    private theme(): void {
        for (const layer of this.layers) layer.theme?.(dark());
        this.changed();
    }

    setMotion(motion: Motion, hint?: ShapeHint): void {
        const same = this.motion && this.hint === hint && this.bodies.count === motion.methods.length && appearance(this.motion) === appearance(motion);
        this.motion = motion;
        this.hint = hint;
        this.pathsOf = '';
        if (same) return;
        this.shape = bodyShape(motion.info, hint);
        this.bodies.rebuild(motion, this.shape);
        this.loci.rebuild(motion.methods.length);
    }
    // The body's meshes, for picking with the pointer and for writing files.
    get mainBody(): THREE.Object3D | undefined {
        return this.bodies.main;
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
        this.followRows(motion, poinsot);
        const states = motion.methods.map((rows) => stateAt(rows, t));
        const main = states[motion.selected] ?? states[0];
        if (!main) return true;
        const frame: Frame = {
            t, memory, show, motion, states, main, poinsot, shape: this.shape!, scales: this.scales,
            rows: motion.methods[motion.selected] ?? motion.methods[0], shadows: this.quality.shadows,
            size: this.renderer.getDrawingBufferSize(new THREE.Vector2()),
        };
        FatLine.ratio = this.renderer.getPixelRatio();
        for (const layer of this.layers) layer.draw(frame);
        this.camera.follow(vector(toWorld(normalised(main.q), this.mainAxis)));
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
        const scales = (this.scales = { ...arrowScales(rows), poinsot: body ? poinsotScale(body, rows) : 1 });
        const unit = poinsot ? scales.poinsot : scales.rate;
        const rateInWorld = pathOf(rows, (i) => scale(toWorld(normalised(rows.quaternion(i)), rows.rate(i)), unit), sampling);
        const rateInBody = pathOf(rows, (i) => scale(rows.rate(i), unit), sampling);
        for (const layer of this.layers) layer.arrived?.({ motion, rows, axis, scales, sampling, rateInWorld, rateInBody });
    }

    // In world axes, in body axes, or both side by side.
    private render({ main, show }: Frame): void {
        const width = this.canvas.width / this.renderer.getPixelRatio();
        const height = this.canvas.height / this.renderer.getPixelRatio();
        const part = (x: number, w: number, disc: Disc, inBody: boolean) => {
            this.renderer.setViewport(x, 0, w, height);
            this.renderer.setScissor(x, 0, w, height);
            this.root.quaternion.copy(inBody ? quaternion(main.q).invert() : new THREE.Quaternion());
            this.camera.frameOn(x, w, height, disc);
            this.renderer.render(this.scene, this.camera.lens);
        };
        const whole: Rectangle = { left: 0, top: 0, width, height };
        const [one, left, right] = this.discs.length ? this.discs : [whole, ...halves(whole)].map((a) => largestDisc(a, []));
        this.renderer.setScissorTest(show.both);
        if (show.both) {
            // The second part is drawn last, so that a pointer meets the body in the first by its own camera.
            const middle = this.divide(width);
            part(middle, width - middle, right, true);
            part(0, middle, left, false);
        } else part(0, width, one, this.view === 'body');
    }
    // Where the two pictures side by side meet, in pixels from the left.
    divide(width = this.canvas.clientWidth): number {
        return this.area ? this.area.left + this.area.width / 2 : width / 2;
    }
    // The part of the picture that the panels leave free, and those that lie over it.
    set free({ area, obstacles }: { area: Rectangle; obstacles: Rectangle[] }) {
        this.area = area;
        this.discs = [area, ...halves(area)].map((a) => largestDisc(a, obstacles));
    }

    // The picture at twice its size on transparent ground.
    async picture(t: number, show: Show, memory: number): Promise<Blob> {
        const { area, discs, motion } = this;
        this.area = undefined;
        this.discs = [];
        this.resize(2 * (devicePixelRatio || 1));
        if (motion && this.shape) this.paint(motion, t, show, memory);
        const blob = await new Promise<Blob | null>((resolve) => this.canvas.toBlob(resolve, 'image/png'));
        this.area = area;
        this.discs = discs;
        this.resize();
        this.changed();
        return blob!;
    }

    // ---- a hand on the body -----------------------------------------------------------------------------------------

    pick(x: number, y: number): THREE.Vector3 | undefined {
        return this.mainBody && this.camera.pick(this.mainBody, x, y);
    }
    showHand(at?: THREE.Vector3, force?: THREE.Vector3): void {
        this.vectors.showHand(at, force);
    }

    // ---- size and quality -------------------------------------------------------------------------------------------

    resize(ratio = this.quality.pixelRatio): void {
        const box = this.canvas.parentElement!.getBoundingClientRect();
        this.renderer.setPixelRatio(ratio);
        this.renderer.setSize(Math.max(1, box.width), Math.max(1, box.height), false);
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
