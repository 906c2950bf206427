// The page's side of the core: one worker that checks and answers at once, and one that computes runs and is replaced
// when a newer scenario makes its work pointless.
import { unpackText } from '../files/base85';
import { Engine } from './engine';
import type {
    EstimatedLog, Files, GalleryScenario, Reading, Refusal, Registry, Reply, Request, RunReport, ScenarioInfo, TableInfo, TrajectoryRows, Tree, TruthReport,
} from './messages';

export interface RunListener {
    rows(stream: number, method: number, data: Float64Array, width: number): void;
    ran(method: number, report: RunReport): void;
    truth(report: TruthReport): void;
    done(): void;
    failed(message: string): void; // nothing more will come
}

// A run that has just begun is let finish: most take a few hundredths of a second, less than a new worker.
const PATIENCE_MS = 120;
// A worker that does not come up is tried again so often.
const MOST_ATTEMPTS = 3;
const CORE_FAILED = 1; // as the program ends with where it fails

async function unpack(): Promise<WebAssembly.Module> {
    const packed = unpackText(document.getElementById('core')!.textContent!);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export class CoreClient {
    registry!: Registry;
    gallery!: GalleryScenario[];
    private module!: WebAssembly.Module;
    private checker!: Engine;
    private runner?: Engine;
    private attempts = 0; // in a row to bring up a runner
    private waiting = new Map<number, (answer: unknown) => void>();
    private nextId = 1;
    private current?: { id: number; since: number; listener: RunListener };
    private pending?: { text: string; name: string; files: Files; listener: RunListener };

    async start(): Promise<void> {
        this.module = await unpack();
        await new Promise<void>((resolve, reject) => this.newChecker(resolve, (message) => reject(new Error(message))));
    }
    private newChecker(ready: () => void, neverReady: (message: string) => void): void {
        let began = false;
        this.checker = new Engine(this.module, true, {
            reply: (reply) => {
                if (reply.type === 'ready') {
                    began = true;
                    this.registry = reply.registry!;
                    this.gallery = reply.gallery!;
                    ready();
                } else if (reply.type === 'answer') {
                    this.waiting.get(reply.id)?.(reply.answer);
                    this.waiting.delete(reply.id);
                }
            },
            broken: (message) => {
                if (!began) return neverReady(message);
                // What was asked is refused, and the next question finds another worker.
                const lost = [...this.waiting.values()];
                this.waiting.clear();
                this.newChecker(() => undefined, neverReady);
                for (const answer of lost) answer({ ok: false, message, code: CORE_FAILED } satisfies Refusal);
            },
        });
        if (!this.runner) this.newRunner();
    }

    // For a worker of another kind.
    get compiled(): WebAssembly.Module {
        return this.module;
    }
    read(text: string, name: string, files: Files = {}): Promise<ScenarioInfo | Refusal> {
        return this.ask({ type: 'read', id: 0, text, name, files });
    }
    parse(text: string, name: string): Promise<{ ok: true; tree: Tree } | Refusal> {
        return this.ask({ type: 'parse', id: 0, text, name });
    }
    // What is wrong with a file that is no text.
    refuse(bytes: Uint8Array, name: string): Promise<{ ok: true } | Refusal> {
        return this.ask({ type: 'bytes', id: 0, bytes, name });
    }
    table(text: string, name: string, reading: Reading): Promise<TableInfo | Refusal> {
        return this.ask({ type: 'table', id: 0, text, name, reading });
    }
    // The rows of a file that `polhode run --csv` wrote.
    trajectory(text: string, name: string): Promise<TrajectoryRows | Refusal> {
        return this.ask({ type: 'trajectory', id: 0, text, name });
    }
    // A log of readings, by one of the program's estimators.
    estimate(text: string, name: string, estimator: string): Promise<EstimatedLog | Refusal> {
        return this.ask({ type: 'estimate', id: 0, text, name, estimator });
    }
    push(states: Float64Array[], seconds: number, torque: [number, number, number]): Promise<Float64Array[]> {
        const answer = this.ask<Float64Array[] | Refusal>({ type: 'push', id: 0, states, seconds, torque });
        return answer.then((after) => (Array.isArray(after) ? after : states)); // where it failed, nothing has moved
    }

    // Runs all methods of a scenario and then the true motion. Only the newest call is of interest.
    run(text: string, name: string, files: Files, listener: RunListener): void {
        this.pending = { text, name, files, listener };
        if (!this.runner) this.newRunner();
        if (this.current && performance.now() - this.current.since > PATIENCE_MS) this.newRunner();
        this.next();
        if (this.current && this.pending)
            setTimeout(() => {
                if (this.current && this.pending && performance.now() - this.current.since >= PATIENCE_MS) this.newRunner();
            }, PATIENCE_MS + 5);
    }

    // Nothing of what is being computed is wanted any more.
    cancel(): void {
        this.pending = undefined;
        if (this.current) this.newRunner();
    }

    private next(): void {
        if (!this.pending || this.current || !this.runner?.ready) return;
        const { text, name, files, listener } = this.pending;
        this.pending = undefined;
        const id = this.nextId++;
        this.current = { id, since: performance.now(), listener };
        this.runner.ask({ type: 'run', id, text, name, files });
    }

    private newRunner(): void {
        this.runner?.stop();
        this.current = undefined;
        this.runner = new Engine(this.module, false, { reply: (reply) => this.heard(reply), broken: (message) => this.runnerBroke(message) });
    }
    private heard(reply: Reply): void {
        if (reply.type === 'ready') {
            this.attempts = 0;
            this.next();
        }
        if (!('id' in reply) || reply.id !== this.current?.id) return;
        // What is superseded is not shown any more.
        const listener = this.pending ? undefined : this.current.listener;
        if (reply.type === 'rows') listener?.rows(reply.stream, reply.method, reply.data, reply.width);
        if (reply.type === 'ran') listener?.ran(reply.method, reply.report);
        if (reply.type === 'truth') listener?.truth(reply.report);
        if (reply.type === 'done') {
            this.current = undefined;
            this.next();
            listener?.done();
        }
    }
    // A run that broke its worker would break the next one too: it has failed. One that waits for a worker gets another.
    private runnerBroke(message: string): void {
        const lost = this.pending ? undefined : this.current?.listener;
        const given = !this.runner!.ready && ++this.attempts >= MOST_ATTEMPTS ? this.pending?.listener : undefined;
        this.current = this.runner = undefined;
        if (given) this.pending = undefined;
        if (this.attempts < MOST_ATTEMPTS) this.newRunner();
        else this.attempts = 0;
        (lost ?? given)?.failed(message);
    }

    private ask<T>(request: Exclude<Request, { type: "start" | "fly" | "steer" }>): Promise<T> {
        const id = this.nextId++;
        return new Promise<T>((resolve) => {
            this.waiting.set(id, resolve as (answer: unknown) => void);
            this.checker.ask({ ...request, id });
        });
    }
}
