// The core in a worker: the page never waits for it.
import { FlightLoop } from '../live/flight_loop';
import { answerAt, type Core, instance, readScenario, withTexts as inCore } from './instance';
import type { EstimatedLog, Files, Refusal, Reply, Request, RunReport, ScenarioInfo, TrajectoryRows, TruthReport } from './messages';

let core: Core;
const say = (reply: Reply, transfer: Transferable[] = []) => (self as unknown as Worker).postMessage(reply, transfer);

let module: WebAssembly.Module;
let flight: FlightLoop | undefined;

async function start(compiled: WebAssembly.Module): Promise<void> {
    module = compiled;
    core = await instance(module);
}

const withTexts = <T>(texts: string[], call: (...at: number[]) => T): T => inCore(core, texts, call);
const json = (at: number): unknown => answerAt(core, at);
const read = (text: string, name: string, files: Files): unknown => readScenario(core, text, name, files);

function run(id: number, text: string, name: string, files: Files): void {
    core.onRows = (stream, method, data, width) =>
        say({ type: 'rows', id, stream, method, data, width }, [data.buffer as ArrayBuffer]);
    const info = read(text, name, files) as ScenarioInfo;
    if (info.ok) {
        for (let method = 0; method < info.methods.length; ++method)
            say({ type: 'ran', id, method, report: json(core._studio_run(method)) as RunReport });
        say({ type: 'truth', id, report: json(core._studio_truth()) as TruthReport });
    }
    say({ type: 'done', id });
}

// What a call hands over, by method, one after the other.
function gathered<T>(methods: number, call: () => T): { answer: T; rows: Float64Array[] } {
    const parts: Float64Array[][] = Array.from({ length: methods }, () => []);
    core.onRows = (_stream, method, data) => parts[method].push(data);
    const answer = call();
    const rows = parts.map((all) => {
        const whole = new Float64Array(all.reduce((size, part) => size + part.length, 0));
        let at = 0;
        for (const part of all) {
            whole.set(part, at);
            at += part.length;
        }
        return whole;
    });
    return { answer, rows };
}
function trajectory(text: string, name: string): TrajectoryRows | Refusal {
    const { answer, rows } = gathered(1, () => withTexts([text, name], (a, b) => json(core._studio_trajectory(a, b))) as TrajectoryRows | Refusal);
    return answer.ok ? { ...answer, rows: rows[0] } : answer;
}
function estimate(text: string, name: string, estimator: string): EstimatedLog | Refusal {
    const { answer, rows } = gathered(2, () => withTexts([text, name, estimator], (a, b, c) => json(core._studio_estimate(a, b, c))) as EstimatedLog | Refusal);
    return answer.ok ? { ...answer, rows: rows[0], beside: rows[1] } : answer;
}

function push(states: Float64Array[], seconds: number, torque: [number, number, number]): Float64Array[] {
    const at = core._malloc(64);
    const after = states.map((state) => {
        core.HEAPF64.set(state, at / 8);
        core._studio_push(at, seconds, ...torque);
        return core.HEAPF64.slice(at / 8, at / 8 + 8);
    });
    core._free(at);
    return after;
}

self.onmessage = async (event: MessageEvent<Request>) => {
    const request = event.data;
    try {
        switch (request.type) {
            case 'start': {
                await start(request.module);
                const lists = request.lists;
                say({
                    type: 'ready',
                    registry: lists ? (json(core._studio_registry()) as never) : undefined,
                    gallery: lists ? (json(core._studio_gallery()) as { scenarios: never }).scenarios : undefined,
                });
                break;
            }
            case 'read':
                say({ type: 'answer', id: request.id, answer: read(request.text, request.name, request.files) });
                break;
            case 'parse':
                say({ type: 'answer', id: request.id, answer: withTexts([request.text, request.name], (a, b) => json(core._studio_parse(a, b))) });
                break;
            case 'table': {
                const { columns, timeUnit, fromFirstRow } = request.reading;
                const answer = withTexts([request.text, request.name, columns, timeUnit], (a, b, c, d) =>
                    json(core._studio_table(a, b, c, d, Number(fromFirstRow))));
                say({ type: 'answer', id: request.id, answer });
                break;
            }
            case 'trajectory':
                say({ type: 'answer', id: request.id, answer: trajectory(request.text, request.name) });
                break;
            case 'estimate':
                say({ type: 'answer', id: request.id, answer: estimate(request.text, request.name, request.estimator) });
                break;
            case 'bytes': {
                const at = core._malloc(request.bytes.length + 1);
                core.HEAPU8.set(request.bytes, at);
                const answer = withTexts([request.name], (name) => json(core._studio_refuse(at, request.bytes.length, name)));
                core._free(at);
                say({ type: 'answer', id: request.id, answer });
                break;
            }
            case 'run':
                run(request.id, request.text, request.name, request.files);
                break;
            case 'fly':
                flight = new FlightLoop(say);
                await flight.begin(module, request.order);
                break;
            case 'steer':
                flight?.steer(request.wish);
                break;
            case 'push':
                say({ type: 'answer', id: request.id, answer: push(request.states, request.seconds, request.torque) });
                break;
        }
    } catch (error) {
        say({ type: 'broken', message: String(error) });
    }
};
