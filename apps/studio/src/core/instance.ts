// One core, as Emscripten's script brings it up, and how texts and answers go in and out of it.
import createPolhode from 'polhode-core';
import type { Files } from './messages';

export interface Core {
    FS: { writeFile(path: string, text: string): void };
    HEAPF64: Float64Array;
    HEAPU8: Uint8Array;
    UTF8ToString(at: number): string;
    lengthBytesUTF8(text: string): number;
    stringToUTF8(text: string, at: number, room: number): void;
    _malloc(bytes: number): number;
    _free(at: number): void;
    _studio_read(text: number, name: number): number;
    _studio_parse(text: number, name: number): number;
    _studio_table(text: number, name: number, columns: number, unit: number, fromFirstRow: number): number;
    _studio_trajectory(text: number, name: number): number;
    _studio_estimate(text: number, name: number, estimator: number): number;
    _studio_refuse(data: number, size: number, name: number): number;
    _studio_run(method: number): number;
    _studio_truth(): number;
    _studio_push(state: number, seconds: number, x: number, y: number, z: number): number;
    _studio_stimuli(): number;
    _studio_fly(method: number, longest: number, keep: number): number;
    _studio_registry(): number;
    _studio_gallery(): number;
    onRows(stream: number, method: number, data: Float64Array, width: number): void;
    onWait(): Promise<number>;
}

// WebAssembly that waits for a promise (JSPI), which TypeScript's library does not know yet.
interface Waiting {
    Suspending: new (call: (...all: number[]) => Promise<number>) => WebAssembly.ImportValue;
    promising(call: unknown): (...all: number[]) => Promise<number>;
}
const waiting = WebAssembly as unknown as Partial<Waiting>;
export const canWait = (): boolean => typeof waiting.Suspending === 'function' && typeof waiting.promising === 'function';

// `waits`: a flight is to be held inside it, between steps. The import by which it waits is known by what it calls: the
// names of imports are made short on the way.
export function instance(module: WebAssembly.Module, waits = false): Promise<Core> {
    return new Promise<Core>((resolve, reject) => {
        const instantiateWasm = (imports: WebAssembly.Imports, done: (i: WebAssembly.Instance, m: WebAssembly.Module) => void) => {
            if (waits)
                for (const some of Object.values(imports))
                    for (const [name, value] of Object.entries(some))
                        if (typeof value === 'function' && String(value).includes('onWait')) some[name] = new waiting.Suspending!(value as () => Promise<number>);
            // Emscripten does not look for a failure here: without memory for the core nobody would hear of it.
            WebAssembly.instantiate(module, imports).then((made) => done(made, module), reject);
            return {};
        };
        (createPolhode({ instantiateWasm }) as Promise<Core>).then(resolve, reject);
    });
}

// The function that flies, as a promise. A first call makes Emscripten's script put the bare function in place of its own.
export function flying(core: Core): (method: number, longest: number, keep: number) => Promise<number> {
    core._studio_fly(-1, 0, 1);
    return waiting.promising!(core._studio_fly);
}

export function withTexts<T>(core: Core, texts: string[], call: (...at: number[]) => T): T {
    const at = texts.map((text) => {
        const room = core.lengthBytesUTF8(text) + 1;
        const place = core._malloc(room);
        core.stringToUTF8(text, place, room);
        return place;
    });
    try {
        return call(...at);
    } finally {
        at.forEach((place) => core._free(place));
    }
}

export const answerAt = (core: Core, at: number): unknown => JSON.parse(core.UTF8ToString(at));

export function readScenario(core: Core, text: string, name: string, files: Files): unknown {
    for (const [file, content] of Object.entries(files)) core.FS.writeFile(file, content);
    return withTexts(core, [text, name], (a, b) => answerAt(core, core._studio_read(a, b)));
}
