// A body that a program runs: its frames come over a WebSocket as JSON (docs/live.md), wishes and stimuli go back.
import { ROW } from '../core/messages';
import { toWorld, type Quat, type Vec } from '../motion/rotation';
import { punctualityOf } from './lateness';
import type { FlightFrame, Stimuli, Wish } from './orders';
import type { FlightListener, FlightSource } from './source';

export interface Hello {
    title: string;
    step: number;
    speed: number;
    inputs: string[];
    compare: string[];
}
interface Companion {
    q_NB?: number[];
    w_NB_B?: number[];
    failed?: boolean;
}
interface RemoteFrame extends Companion {
    n: number;
    t: number;
    energy?: number;
    L_N?: number[];
    torque_B?: number[];
    late_us?: number;
    overruns?: number;
    slips?: number;
    seconds_lost?: number;
    compare?: Companion[];
}

const zeros = (v: number[] | undefined, count: number): number[] => (v?.length === count ? v : new Array<number>(count).fill(0));
function row(t: number, c: Companion, first?: RemoteFrame): Float64Array {
    const out = new Float64Array(ROW.width);
    const q = (c.q_NB?.length === 4 ? c.q_NB : [1, 0, 0, 0]) as Quat;
    out[ROW.t] = t;
    out.set(q, ROW.q);
    out.set(zeros(c.w_NB_B, 3), ROW.w);
    if (!first) return out;
    out[ROW.energy] = first.energy ?? 0;
    out.set(zeros(first.L_N, 3), ROW.L);
    out.set(toWorld(q, zeros(first.torque_B, 3) as Vec), ROW.torque);
    return out;
}

const PUSH_HOLDS = 0.05; // s: a hand that says nothing for so long has let go
const PUSH_AGAIN = 50; // ms between two words of one hand

export class RemoteSource implements FlightSource {
    private socket: WebSocket;
    private last?: RemoteFrame;
    private paused = false;
    private over = false;
    private failed = new Set<number>();
    private stimuli?: Stimuli;
    private hand = 0; // the timer of one that holds on

    // `axes` is the position of the stick.
    constructor(address: string, private axes: () => Vec, private listener: FlightListener, private hello: (hello: Hello) => void) {
        this.socket = new WebSocket(address);
        this.socket.onmessage = ({ data }) => this.heard(String(data));
        this.socket.onclose = () => {
            if (!this.over) listener.broken('the program has gone');
        };
    }
    private heard(text: string): void {
        let message: { op?: string } & Record<string, unknown>;
        try {
            message = JSON.parse(text) as typeof message;
        } catch {
            return; // not for us
        }
        if (message.op === 'hello') this.hello({ title: '', step: 0.001, speed: 1, inputs: [], compare: [], ...message } as Hello);
        else if (message.op === 'frame') this.take(message as unknown as RemoteFrame);
        else if (message.op === 'status') this.listener.said(String(message.text), message.level === 'error');
        else if (message.op === 'report') {
            const report = punctualityOf(message);
            if (report) this.listener.reported(report);
        } else if (message.op === 'end') {
            this.over = true;
            this.listener.broken(String(message.reason ?? ''));
        }
    }
    private take(now: RemoteFrame): void {
        const back = this.last !== undefined && now.t < this.last.t; // it was reset
        if (this.last && now.t === this.last.t && now.n === this.last.n) return;
        const begun = back || !this.last ? (true as const) : undefined;
        if (begun) this.failed.clear();
        this.last = now;
        const rows = [row(now.t, now, now), ...(now.compare ?? []).map((c) => row(now.t, c))];
        now.compare?.forEach((c, i) => {
            if (!c.failed || this.failed.has(i)) return;
            this.failed.add(i);
            this.listener.landed(i + 1, { ok: false, code: 3, message: '', time: now.t });
        });
        const frame: FlightFrame = {
            n: now.n, t: now.t, rows: rows.map((r, i) => (this.failed.has(i - 1) ? undefined : r)), widths: rows.map(() => ROW.width),
            late: (now.late_us ?? 0) / 1000, overruns: now.overruns ?? 0, slips: now.slips ?? 0, lost: now.seconds_lost ?? 0, paused: this.paused, begun,
        };
        this.listener.frame(frame);
    }

    private send(message: object): void {
        if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    }
    wish(wish: Wish): void {
        switch (wish.op) {
            case 'stimuli': return this.stimulate(wish.stimuli);
            case 'step': return this.send({ op: 'step', n: wish.count });
            case 'speed': return this.send(wish);
            case 'land': return this.close();
            default:
                if (wish.op === 'pause' || wish.op === 'resume') this.paused = wish.op === 'pause';
                this.send({ op: wish.op });
        }
    }
    private stimulate(stimuli: Stimuli): void {
        const before = this.stimuli;
        this.stimuli = stimuli;
        if (!before || stimuli.body.some((x, i) => x !== before.body[i])) this.send({ op: 'stick', axes: this.axes(), buttons: [] });
        clearTimeout(this.hand);
        if (stimuli.world.some((x) => x !== 0)) this.push();
    }
    private push(): void {
        this.send({ op: 'push', torque: this.stimuli!.world, frame: 'world', seconds: PUSH_HOLDS });
        this.hand = window.setTimeout(() => this.push(), PUSH_AGAIN);
    }
    close(): void {
        this.over = true;
        clearTimeout(this.hand);
        this.socket.close();
    }
}
