// Steps a scenario in real time, in a worker: every method in a core of its own, held between steps, all with the same
// stimuli. A stimulus holds for whole steps, as a row of a table with `hold` does.
import { answerAt, canWait, type Core, flying, instance, readScenario } from '../core/instance';
import type { Refusal, Reply, RunReport } from '../core/messages';
import { Lateness } from './lateness';
import { AT_REST, type FlightOrder, sameStimuli, type Stimuli, type Taken, type Wish } from './orders';
import { Pacer } from './pacer';

interface Flyer {
    core: Core;
    fly: (method: number, longest: number, keep: number) => Promise<number>;
    rows: Float64Array[];
    width: number;
    go?: (steps: number) => void; // while it waits
    over: boolean;
}

export class FlightLoop {
    private order!: FlightOrder;
    private flyers: Flyer[] = [];
    private pacer!: Pacer;
    private now: Stimuli = AT_REST;
    private next: Stimuli = AT_REST;
    private taken?: Taken;
    private wanted: 'on' | 'reset' | 'land' = 'on';
    private begun = true; // the next frame is the first
    private reportWanted = false;
    private lateness = new Lateness();
    private arrived: () => void = () => undefined;
    private wakeUp: () => void = () => undefined;

    constructor(private say: (reply: Reply, transfer?: Transferable[]) => void) {}

    async begin(module: WebAssembly.Module, order: FlightOrder): Promise<void> {
        if (!canWait()) throw new Error('this browser’s WebAssembly cannot wait (JSPI)');
        this.order = order;
        this.pacer = new Pacer(order.step, order.speed);
        for (let method = 0; method < order.parts.length; ++method) {
            const core = await instance(module, true);
            const info = readScenario(core, order.text, order.name, order.files) as { ok: boolean; message?: string };
            if (!info.ok) throw new Error(info.message);
            this.flyers.push({ core, fly: flying(core), rows: [], width: 0, over: false });
        }
        void this.loop().catch((error) => this.say({ type: 'broken', message: String(error) }));
    }

    steer(wish: Wish): void {
        const now = performance.now();
        switch (wish.op) {
            case 'stimuli': this.next = wish.stimuli; return;
            case 'pause': this.pacer.pause(); break;
            case 'resume': this.pacer.resume(now); break;
            case 'step': this.pacer.ask(wish.count); break;
            case 'speed': this.pacer.setSpeed(wish.value, now); break;
            case 'report': this.reportWanted = true; return;
            default: this.wanted = wish.op;
        }
        this.wakeUp();
    }

    private async loop(): Promise<void> {
        for (;;) {
            this.wanted = 'on';
            this.begun = true;
            this.now = AT_REST;
            this.taken = undefined;
            this.pacer.start(performance.now());
            this.lateness.clear();
            this.flyers.forEach((f, method) => this.takeOff(f, method));
            await this.allWait();
            this.frame();
            while (this.wanted === 'on' && this.flyers.some((f) => !f.over)) await this.turn();
            for (const f of this.flyers) f.go?.(-1);
            await this.allOver();
            // Nothing more comes of one that was not asked to go on.
            if ((this.wanted as string) !== 'reset') return;
        }
    }
    private takeOff(flyer: Flyer, method: number): void {
        const { core } = flyer;
        flyer.over = false;
        core.HEAPF64.fill(0, core._studio_stimuli() / 8, core._studio_stimuli() / 8 + 6);
        core.onRows = (_stream, _method, data, width) => {
            flyer.rows.push(data);
            flyer.width = width;
        };
        core.onWait = () => new Promise((resolve) => {
            flyer.go = (steps) => {
                flyer.go = undefined;
                resolve(steps);
            };
            this.arrived();
        });
        void flyer.fly(method, this.order.longest, this.order.keep[method]).then((at) => {
            flyer.over = true;
            flyer.go = undefined;
            const report = answerAt(core, at) as RunReport | Refusal;
            if (this.wanted === 'on') this.say({ type: 'landed', method, report });
            this.arrived();
        });
    }
    private until(reached: () => boolean): Promise<void> {
        return new Promise((resolve) => {
            this.arrived = () => reached() && resolve();
            this.arrived();
        });
    }
    private allWait(): Promise<void> {
        return this.until(() => this.flyers.every((f) => f.over || f.go));
    }
    private allOver(): Promise<void> {
        return this.until(() => this.flyers.every((f) => f.over));
    }

    private async turn(): Promise<void> {
        const ms = this.pacer.sleep(performance.now());
        if (ms > 0) await new Promise<void>((resolve) => {
            const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
            this.wakeUp = () => {
                clearTimeout(timer);
                resolve();
            };
        });
        if (this.wanted !== 'on') return;
        const from = this.pacer.n;
        const count = this.pacer.due(performance.now());
        if (count > 0) {
            if (!this.pacer.paused) this.lateness.add(1000 * this.pacer.late, count);
            this.stimulate(from);
            this.flyers.forEach((f, i) => f.go?.(count * this.order.parts[i]));
            await this.allWait();
        }
        this.frame();
    }
    private stimulate(n: number): void {
        // the run has begun, at rest, when it waits for its first step
        if (n === 0 || sameStimuli(this.now, this.next)) return;
        this.now = this.next;
        // a body with an inside says when its step begins, to the last bit
        const { core: first } = this.flyers[0];
        const t = first.HEAPF64[first._studio_stimuli() / 8 + 6];
        this.taken = { n, t: t >= 0 ? t : undefined, ...this.now };
        for (const { core } of this.flyers) core.HEAPF64.set([...this.now.body, ...this.now.world], core._studio_stimuli() / 8);
    }
    private frame(): void {
        const { n, late, overruns, slips, lost, paused } = this.pacer;
        const rows = this.flyers.map((f) => (f.rows.length ? joined(f.rows) : undefined));
        const widths = this.flyers.map((f) => f.width);
        for (const f of this.flyers) f.rows = [];
        this.say({ type: 'frame', frame: { n, t: n * this.order.step, rows, widths, late, overruns, slips, lost, paused, taken: this.taken, begun: this.begun || undefined, report: this.reportWanted ? this.lateness.report() : undefined } },
            rows.filter((r) => r !== undefined).map((r) => r.buffer as ArrayBuffer));
        this.taken = undefined;
        this.begun = this.reportWanted = false;
    }
}

function joined(parts: Float64Array[]): Float64Array {
    if (parts.length === 1) return parts[0];
    const all = new Float64Array(parts.reduce((size, p) => size + p.length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}
