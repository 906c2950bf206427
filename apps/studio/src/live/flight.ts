// A flight: the scenario at hand stepped in real time, by the page's own core or by a program, and driven by hands. Its
// rows become a motion like any other; the time that is shown follows the frames and never runs ahead of them.
import { canWait } from '../core/instance';
import { type Refusal, type RunReport, type ScenarioInfo, type Tree } from '../core/messages';
import { writeToml } from '../files/toml';
import { failureWords } from '../motion/failure';
import { angleBetween, length, normalised, scale, type Vec } from '../motion/rotation';
import type { Run } from '../motion/run';
import { Rows } from '../motion/trajectory';
import { PRESETS } from '../scenario/presets';
import { coreWords, say } from '../strings';
import type { Studio } from '../studio';
import type { Punctuality } from './lateness';
import { AT_REST, type FlightFrame, sameStimuli, type Stimuli, type Taken } from './orders';
import { flightPlan, type FlightPlan, flownTree } from './plan';
import { type Hello, RemoteSource } from './remote';
import { type FlightListener, type FlightSource, OwnSource } from './source';
import { Stick } from './stick';

const ROWS_A_SECOND = 120; // kept, of looking
const LONGEST = 1800; // s of looking
const FIRST_SPAN = 20; // s of looking that the plots begin with; doubled when it is full
const SLOW_BODY = 120; // s: one whose run is longer is looked at faster than it is
// Full deflection without a word about it in the scenario.
const USUAL_RATE: Vec = [1.5, 1, 0.5]; // rad/s
const SHARE = 0.5; // of the angular momentum in one second
const LEAST_ACCELERATION = 0.3; // rad/s^2

export class Flight {
    readonly stick = new Stick();
    frame?: FlightFrame; // the newest
    report?: Punctuality; // as it was last asked for
    remote = false;
    speed = 1;
    taken: Taken[] = []; // every stimulus, with the step from which it holds
    plan?: FlightPlan;
    private source?: FlightSource;
    private run?: Run;
    private full: Vec = [1, 1, 1]; // what a stick that is pulled all the way gives
    inWorld = false; // about the axes of the world, as the scenario may say
    private hand: Vec = [0, 0, 0]; // of one that holds the body, N m in world axes
    private sent: Stimuli = AT_REST;
    private pulled: Vec = [0, 0, 0];
    private arrivals: { t: number; at: number }[] = []; // of the last two frames
    private asked = 0;
    private opening = false; // what is opened now belongs to the flight
    constructor(private studio: Studio) {}

    get active(): boolean {
        return this.source !== undefined;
    }
    get paused(): boolean {
        return this.frame?.paused ?? false;
    }
    // What one does is to be drawn.
    get moves(): boolean {
        return this.active && (!this.paused || this.frame === undefined);
    }

    // ---- from the ground to the air and back ---------------------------------------------------------------------------

    async begin(): Promise<void> {
        const { doc, current, core, clock } = this.studio;
        if (this.active || !current || doc.recorded) return;
        if (!canWait()) return this.studio.tell(say('flyCannot'), true);
        const ask = ++this.asked;
        const plan = flightPlan(doc.tree, current.info);
        const text = writeToml(plan.tree);
        const info = await core.read(text, doc.name, doc.files);
        if (ask !== this.asked || this.active) return;
        if (!info.ok) return this.studio.refuse(info, text);
        this.plan = plan;
        this.remote = false;
        this.speed = current.info.run.duration > SLOW_BODY ? clock.speed : 1;
        this.deflect(doc.tree, info);
        this.takeOff(info);
        const every = this.speed / ROWS_A_SECOND;
        const keep = plan.parts.map((p) => Math.max(1, Math.round((every * p) / plan.step)));
        this.source = new OwnSource(core.compiled, {
            text, name: doc.name, files: doc.files, step: plan.step, parts: plan.parts, keep, speed: this.speed, longest: LONGEST * this.speed,
        }, this.listener());
        this.shown();
    }
    // The body that the program which serves the page runs.
    follow(address: string): void {
        if (this.active) return;
        // What a program does with a stick it knows itself; a hand is told apart from it.
        const axes = (): Vec => this.pulled;
        this.remote = true;
        this.plan = undefined;
        this.source = new RemoteSource(address, axes, this.listener(), (hello) => void this.greeted(hello));
    }
    // A scenario that travels in the page is known by its title: then the body looks as it is.
    private async open(hello: Hello): Promise<void> {
        const found = this.studio.core.gallery.find((g) => g.title === hello.title);
        if (!found || this.studio.doc?.opened.text === found.text) return;
        this.opening = true;
        await this.studio.opener.text(found.text, found.name + '.toml', found.needs, PRESETS.find((p) => p.scenario === found.name));
        this.opening = false;
    }
    private async greeted(hello: Hello): Promise<void> {
        await this.open(hello);
        if (!this.active) return;
        const known = this.studio.current?.info;
        const count = 1 + hello.compare.length;
        const same = known && known.methods.length === count ? structuredClone(known) : undefined;
        const info = same ?? unknownBody(hello, known);
        this.speed = hello.speed;
        this.deflect(this.studio.doc?.tree ?? {}, info);
        this.inWorld = false; // the program knows where its stick pulls
        this.takeOff(info);
        this.shown();
    }
    // A stick moves the body as the scenario says; otherwise so that one sees it.
    private deflect(tree: Tree, info: ScenarioInfo): void {
        const inputs = (Array.isArray(tree.input) ? tree.input : []) as Tree[];
        const key = info.dynamics ? 'torque' : 'rate';
        const input = inputs.find((i) => Array.isArray(i[key]) && i[key].length === 3);
        this.inWorld = info.dynamics && input?.frame === 'world';
        if (input) this.full = input[key] as Vec;
        else if (!info.dynamics || !info.body) this.full = USUAL_RATE;
        else {
            const L = length(info.body.inertia.map((r) => r[0] * info.start.w[0] + r[1] * info.start.w[1] + r[2] * info.start.w[2]) as Vec);
            const least = LEAST_ACCELERATION * Math.max(...info.body.moments);
            this.full = scale([1, 1, 1], Number((Math.max(SHARE * L, least) / this.speed).toPrecision(2)));
        }
    }
    private takeOff(info: ScenarioInfo): void {
        const { clock } = this.studio;
        this.run = this.studio.computing.flown({ ...info, run: { ...info.run, duration: FIRST_SPAN * this.speed } });
        this.frame = this.report = undefined;
        this.forget();
        clock.playing = true;
        clock.rewind(this.speed);
    }
    private forget(): void {
        this.taken = [];
        this.arrivals = [];
        this.hand = [0, 0, 0];
        this.sent = AT_REST;
        this.stick.release();
        for (const rows of this.run!.methods) rows.count = 0;
        this.run!.reports.length = 0;
        this.run!.info.run.duration = FIRST_SPAN * this.speed;
    }
    private shown(): void {
        const { panels } = this.studio;
        document.body.classList.toggle('flying', this.active);
        panels.flight.words();
        panels.bar.words();
        panels.caption.words();
        panels.rail.rebuild();
        panels.readout.words();
        this.studio.wake();
    }
    // What was flown stays to be looked at.
    land(): void {
        if (!this.active || this.opening) return;
        ++this.asked;
        this.source!.close();
        this.source = undefined;
        this.stick.release();
        const { clock, panels } = this.studio;
        if (this.run && this.frame) this.run.info.run.duration = Math.max(this.frame.t, this.plan?.step ?? 1e-3);
        clock.playing = false;
        clock.goTo(clock.time);
        this.shown();
        panels.timeline.words();
    }

    // ---- what comes ---------------------------------------------------------------------------------------------------

    private listener(): FlightListener {
        const ask = this.asked;
        const mine = (act: () => void) => ask === this.asked && this.run && act();
        return {
            frame: (frame) => mine(() => this.take(frame)),
            landed: (method, report) => mine(() => this.landed(method, report)),
            reported: (report) => mine(() => this.reported(report)),
            said: (text, bad) => this.studio.tell(coreWords(text), bad),
            broken: (message) => {
                if (ask !== this.asked) return;
                this.land();
                this.studio.tell(say(this.remote ? 'flyEnded' : 'flyBroke', coreWords(message)), !this.remote);
            },
        };
    }
    private take(frame: FlightFrame): void {
        const run = this.run!;
        const first = frame.begun || !this.frame;
        if (first) this.forget();
        this.frame = frame;
        if (frame.taken) this.taken.push(frame.taken);
        if (frame.report) this.reported(frame.report);
        frame.rows.forEach((data, i) => {
            if (!data || i >= run.methods.length) return;
            if (run.methods[i].width !== frame.widths[i]) run.methods[i] = new Rows(frame.widths[i]);
            run.methods[i].append(data);
        });
        this.arrivals = [...this.arrivals.slice(-1), { t: frame.t, at: performance.now() }];
        while (frame.t > run.info.run.duration) run.info.run.duration *= 2;
        if (first) {
            this.studio.scene?.setMotion(run, this.studio.preset);
            this.studio.clock.time = frame.t;
        }
        if (first || frame.paused) this.studio.panels.flight.words();
        this.studio.wake();
    }
    private reported(report: Punctuality): void {
        this.report = report;
        this.studio.panels.flight.reported();
    }
    // How punctual it is: the answer comes with a later frame.
    askReport(): void {
        this.source?.wish({ op: 'report' });
    }
    private landed(method: number, report: RunReport | Refusal): void {
        const run = this.run!;
        if (!report.ok) {
            run.reports[method] = { evaluations: 0, steps: 0, seconds: 0, energyDrift: 0, momentumDrift: 0, largestDefect: 0, chosen: '', notes: [], ...report, end: report.time ?? run.methods[method].end };
            this.studio.tell(report.message ? failureWords(run.info.methods[method], run.reports[method]!) : say('flyFails', run.info.methods[method].name), true);
        }
        // One hour is enough for anybody; what was flown is there.
        if (this.run!.methods.length === 1 || report.ok) this.land();
    }

    // ---- once a picture -------------------------------------------------------------------------------------------------

    // dt seconds of looking later: hands are felt, and the time goes on between the last two frames.
    advance(dt: number, now: number): void {
        if (!this.active || !this.frame) return;
        const axes = this.stick.axes(dt);
        const pulled = axes.map((x, i) => x * this.full[i] + 0) as Vec;
        this.pulled = axes;
        const stimuli: Stimuli = this.inWorld ? { body: [0, 0, 0], world: this.hand.map((x, i) => x + pulled[i]) as Vec } : { body: pulled, world: this.hand };
        if (!sameStimuli(stimuli, this.sent)) {
            this.sent = stimuli;
            this.source!.wish({ op: 'stimuli', stimuli });
        }
        const [a, b = a] = this.arrivals;
        const share = b.at > a.at ? (now - b.at) / (b.at - a.at) : 1;
        const { clock } = this.studio;
        const t = this.paused ? b.t : Math.max(Math.min(clock.time, b.t), a.t + (b.t - a.t) * Math.min(1, Math.max(0, share)));
        if (t !== clock.time) clock.time = t; // one that stands is not drawn again
    }
    // Of the stick, -1 to 1.
    get axes(): Vec {
        return this.pulled;
    }
    // A hand that holds the body, by a torque in world axes; false where the rate is given.
    pull(torque: Vec): boolean {
        if (!this.run?.info.dynamics) return false;
        this.hand = torque.map((x) => Number(x.toPrecision(4)) + 0) as Vec;
        return true;
    }
    // The strength of a whole pull, N m.
    get strength(): number {
        return 2 * Math.max(...this.full);
    }
    // How far each method is from the first, rad.
    apart(method: number): number {
        const [first, other] = [this.run?.methods[0], this.run?.methods[method]];
        if (!first?.count || !other?.count) return 0;
        return angleBetween(normalised(first.quaternion(first.count - 1)), normalised(other.quaternion(other.count - 1)));
    }

    // ---- buttons ---------------------------------------------------------------------------------------------------------

    toggle(): void {
        this.source?.wish({ op: this.paused ? 'resume' : 'pause' });
        // An own core says so with its next frame, which a program that stands does not send.
        if (this.frame) this.frame.paused = !this.paused;
        this.studio.panels.flight.words();
        this.studio.wake();
    }
    step(): void {
        if (!this.paused) this.toggle();
        this.source?.wish({ op: 'step', count: 1 });
    }
    setSpeed(value: number): void {
        if (!(value > 0) || !Number.isFinite(value)) return this.studio.panels.flight.words();
        this.speed = value;
        this.studio.clock.speed = value;
        this.source?.wish({ op: 'speed', value });
    }
    reset(): void {
        this.source?.wish({ op: 'reset' });
        if (this.paused) this.toggle();
    }
    // As a scenario, in place of the one that was flown.
    async keep(): Promise<void> {
        const { plan, frame, run } = this;
        if (!plan || !frame || !run || frame.n < 1) return;
        this.land();
        const tree = flownTree(plan, this.taken, frame.n, run.info.dynamics);
        if (await this.studio.editor.change(tree)) this.studio.tell(say('flyKept'));
    }
    get canKeep(): boolean {
        return this.plan !== undefined && (this.frame?.n ?? 0) > 0;
    }
}

// Of a body that is not known only its attitude is: it is drawn as a brick.
function unknownBody(hello: Hello, known?: ScenarioInfo): ScenarioInfo {
    const method = (name: string) => ({ name, attitude: 'quaternion', integrator: '', constraint: '', arithmetic: 'double', sample: hello.step, stride: 1, step: hello.step, state: [] });
    return {
        ok: true, title: hello.title, warnings: [], dynamics: known?.dynamics ?? hello.inputs.includes('push'), run: { duration: FIRST_SPAN, sample: hello.step },
        start: { q: [1, 0, 0, 0], w: [0, 0, 0], representation: 'quaternion' }, body: known?.body, torques: [],
        methods: [method(hello.title || 'live'), ...hello.compare.map(method)], tree: known?.tree ?? {},
    };
}
