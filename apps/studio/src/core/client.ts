// The page's side of the core: one worker that checks and answers at once, and one that computes runs and is replaced
// when a newer scenario makes its work pointless.
import CoreWorker from './worker?worker&inline';
import type {
    Files, GalleryScenario, Reading, Refusal, Registry, Reply, Request, RunReport, ScenarioInfo, TableInfo, TrajectoryRows, Tree, TruthReport,
} from './messages';

export interface RunListener {
    rows(stream: number, method: number, data: Float64Array, width: number): void;
    ran(method: number, report: RunReport): void;
    truth(report: TruthReport): void;
    done(): void;
}

// A run that has just begun is let finish: most take a few hundredths of a second, less than a new worker.
const PATIENCE_MS = 120;

async function unpack(): Promise<WebAssembly.Module> {
    const text = document.getElementById('core')!.textContent!;
    const binary = atob(text);
    const packed = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; ++i) packed[i] = binary.charCodeAt(i);
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

export class CoreClient {
    registry!: Registry;
    gallery!: GalleryScenario[];
    onBroken: (message: string) => void = () => undefined;

    private module!: WebAssembly.Module;
    private checker!: Worker;
    private runner?: Worker;
    private runnerReady = false;
    private waiting = new Map<number, (answer: unknown) => void>();
    private nextId = 1;
    private current?: { id: number; since: number; listener: RunListener };
    private pending?: { text: string; name: string; files: Files; listener: RunListener };

    async start(): Promise<void> {
        this.module = await unpack();
        this.checker = new CoreWorker();
        this.newRunner();
        await new Promise<void>((resolve, reject) => {
            this.checker.onmessage = (event: MessageEvent<Reply>) => {
                const reply = event.data;
                if (reply.type === 'ready') {
                    this.registry = reply.registry!;
                    this.gallery = reply.gallery!;
                    resolve();
                } else if (reply.type === 'answer') {
                    this.waiting.get(reply.id)?.(reply.answer);
                    this.waiting.delete(reply.id);
                } else if (reply.type === 'broken') {
                    this.onBroken(reply.message);
                    reject(new Error(reply.message));
                }
            };
            this.checker.onerror = (event) => reject(new Error(event.message));
            this.post(this.checker, { type: 'start', module: this.module, lists: true });
        });
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
    push(states: Float64Array[], seconds: number, torque: [number, number, number]): Promise<Float64Array[]> {
        return this.ask({ type: 'push', id: 0, states, seconds, torque });
    }

    // Runs all methods of a scenario and then the true motion. Only the newest call is of interest.
    run(text: string, name: string, files: Files, listener: RunListener): void {
        this.pending = { text, name, files, listener };
        if (this.current && performance.now() - this.current.since > PATIENCE_MS) {
            this.runner!.terminate();
            this.newRunner();
        }
        this.next();
        if (this.current && this.pending)
            setTimeout(() => {
                if (!this.current || !this.pending || performance.now() - this.current.since < PATIENCE_MS) return;
                this.runner!.terminate();
                this.newRunner();
            }, PATIENCE_MS + 5);
    }

    // Nothing of what is being computed is wanted any more.
    cancel(): void {
        this.pending = undefined;
        if (!this.current) return;
        this.runner!.terminate();
        this.newRunner();
    }

    private next(): void {
        if (!this.pending || this.current || !this.runnerReady) return;
        const { text, name, files, listener } = this.pending;
        this.pending = undefined;
        const id = this.nextId++;
        this.current = { id, since: performance.now(), listener };
        this.post(this.runner!, { type: 'run', id, text, name, files });
    }

    private newRunner(): void {
        const runner = new CoreWorker();
        this.runner = runner;
        this.runnerReady = false;
        this.current = undefined;
        runner.onmessage = (event: MessageEvent<Reply>) => {
            if (runner !== this.runner) return;
            const reply = event.data;
            if (reply.type === 'ready') {
                this.runnerReady = true;
                this.next();
            } else if (reply.type === 'broken') {
                this.onBroken(reply.message);
                this.newRunner();
            } else if ('id' in reply && this.current && reply.id === this.current.id) {
                // What is superseded is not shown any more.
                const listener = this.pending ? undefined : this.current.listener;
                if (reply.type === 'rows') listener?.rows(reply.stream, reply.method, reply.data, reply.width);
                if (reply.type === 'ran') listener?.ran(reply.method, reply.report);
                if (reply.type === 'truth') listener?.truth(reply.report);
                if (reply.type === 'done') {
                    this.current = undefined;
                    listener?.done();
                    this.next();
                }
            }
        };
        this.post(runner, { type: 'start', module: this.module, lists: false });
    }

    private ask<T>(request: Exclude<Request, { type: "start" }>): Promise<T> {
        const id = this.nextId++;
        return new Promise<T>((resolve) => {
            this.waiting.set(id, resolve as (answer: unknown) => void);
            this.post(this.checker, { ...request, id });
        });
    }
    private post(worker: Worker, request: Request): void {
        worker.postMessage(request);
    }
}
