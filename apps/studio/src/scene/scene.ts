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
import type { Frame, Layer, Scales } from './layer';
import { Loci } from './loci';
import { pathOf, type Sampling } from './paths';
import { Poinsot, poinsotScale } from './poinsot';
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

    constructor(readonly canvas: HTMLCanvasElement) {
        const soft = this.quality.software;
        this.renderer = new THREE.WebGLRenderer({ canvas, antialias: !soft, alpha: true, powerPreference: 'high-performance' });
        this.renderer.shadowMap.enabled = !soft;
        this.renderer.shadowMap.type = THREE.PCFShadowMap;
        this.camera = new Camera(canvas);
        this.root.add(...this.layers.map((layer) => layer.object));
        this.scene.add(this.root, new THREE.HemisphereLight('#ffffff', '#b8c0c8', 2.6));
        this.theme();
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.theme());
    }
    private theme(): void {
        for (const layer of this.layers) layer.theme?.(dark());
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

    draw(t: number, show: Show, memory: number): void {
        const motion = this.motion;
        if (!motion || !this.shape || !this.quality.due()) return;
        const poinsot = show.poinsot && motion.info.dynamics && motion.info.body !== undefined;
        this.followRows(motion, poinsot);
        const states = motion.methods.map((rows) => stateAt(rows, t));
        const main = states[motion.selected] ?? states[0];
        if (!main) return;
        const frame: Frame = {
            t, memory, show, motion, states, main, poinsot, shape: this.shape, scales: this.scales,
            rows: motion.methods[motion.selected] ?? motion.methods[0], shadows: this.quality.shadows,
            size: this.renderer.getDrawingBufferSize(new THREE.Vector2()),
        };
        FatLine.ratio = this.renderer.getPixelRatio();
        for (const layer of this.layers) layer.draw(frame);
        this.camera.follow(vector(toWorld(normalised(main.q), this.mainAxis)));
        this.render(frame);
    }

    // Paths, cones and Poinsot's curves are made again when rows have come.
    private followRows(motion: Motion, poinsot: boolean): void {
        const key = motion.methods.map((r) => r.count).join() + ',' + motion.truth.count + poinsot + motion.selected;
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
        const part = (x: number, w: number, inBody: boolean) => {
            this.renderer.setViewport(x, 0, w, height);
            this.renderer.setScissor(x, 0, w, height);
            this.root.quaternion.copy(inBody ? quaternion(main.q).invert() : new THREE.Quaternion());
            this.camera.frameOn(w, height, show.both);
            this.renderer.render(this.scene, this.camera.lens);
        };
        this.renderer.setScissorTest(show.both);
        if (show.both) {
            part(0, width / 2, false);
            part(width / 2, width / 2, true);
        } else part(0, width, this.view === 'body');
    }

    // The picture at twice its size on transparent ground.
    async picture(t: number, show: Show, memory: number): Promise<Blob> {
        const free = this.camera.free;
        this.camera.free = undefined;
        this.resize(2 * (devicePixelRatio || 1));
        this.draw(t, show, memory);
        const blob = await new Promise<Blob | null>((resolve) => this.canvas.toBlob(resolve, 'image/png'));
        this.camera.free = free;
        this.resize();
        this.draw(t, show, memory);
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
    }
    // Takes the milliseconds since the picture before.
    adapt(ms: number): void {
        if (!this.quality.lower(ms)) return;
        this.renderer.shadowMap.enabled = false;
        this.surroundings.withoutShadows();
        this.resize();
    }
}
