// One worker with the core in it. However it ends, other than by stop(), it says so once: nobody waits for one that is
// gone.
import CoreWorker from './worker?worker&inline';
import type { Reply, Request } from './messages';

// One that has not said a word for so long, ms, will not, however busy the machine is: another is started.
const LONGEST_START = 120000;

export interface EngineListener {
    reply(reply: Exclude<Reply, { type: 'broken' }>): void;
    broken(message: string): void; // it is of no use any more
}

export class Engine {
    ready = false;
    private worker = new CoreWorker();
    private late: number;

    constructor(module: WebAssembly.Module, lists: boolean, listener: EngineListener) {
        const broken = (message: string) => {
            this.stop();
            listener.broken(message);
        };
        this.late = window.setTimeout(() => broken('the core does not start'), LONGEST_START);
        this.worker.onmessage = ({ data }: MessageEvent<Reply>) => {
            if (data.type === 'broken') return broken(data.message);
            if (data.type === 'ready') {
                clearTimeout(this.late);
                this.ready = true;
            }
            listener.reply(data);
        };
        this.worker.onerror = (event) => {
            event.preventDefault();
            broken(event.message || 'the core could not be loaded');
        };
        this.worker.onmessageerror = () => broken('the core said something that cannot be read');
        this.ask({ type: 'start', module, lists });
    }
    ask(request: Request): void {
        this.worker.postMessage(request);
    }
    stop(): void {
        clearTimeout(this.late);
        this.worker.onmessage = this.worker.onerror = this.worker.onmessageerror = null;
        this.worker.terminate();
    }
}
