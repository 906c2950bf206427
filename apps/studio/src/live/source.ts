// Where the frames of a flight come from.
import { Engine } from '../core/engine';
import type { Refusal, RunReport } from '../core/messages';
import type { Punctuality } from './lateness';
import type { FlightFrame, FlightOrder, Wish } from './orders';

export interface FlightListener {
    frame(frame: FlightFrame): void;
    landed(method: number, report: RunReport | Refusal): void; // a method goes no further
    said(text: string, bad: boolean): void;
    reported(report: Punctuality): void; // how punctual it is; a frame of its own may bring it too
    broken(message: string): void; // nothing more comes
}
export interface FlightSource {
    wish(wish: Wish): void;
    close(): void;
}

// The page's own core, in a worker that does nothing else.
export class OwnSource implements FlightSource {
    private engine: Engine;
    constructor(module: WebAssembly.Module, order: FlightOrder, listener: FlightListener) {
        this.engine = new Engine(module, false, {
            reply: (reply) => {
                if (reply.type === 'ready') this.engine.ask({ type: 'fly', order });
                else if (reply.type === 'frame') listener.frame(reply.frame);
                else if (reply.type === 'landed') listener.landed(reply.method, reply.report);
            },
            broken: (message) => listener.broken(message),
        });
    }
    wish(wish: Wish): void {
        this.engine.ask({ type: 'steer', wish });
    }
    close(): void {
        this.engine.stop();
    }
}
