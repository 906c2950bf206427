// Starts `polhode live` and the other people's packages; fails with what was expected.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

export const [program, scenario] = process.argv.slice(2);
export const work = process.env.POLHODE_RECEIVERS;
export const need = createRequire(path.join(work, 'package.json'));

// The run, its words, and a promise of its end.
export function live(...args) {
    const run = spawn(program, ['live', scenario, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const flight = { run, words: '', ended: undefined };
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (data) => (flight.words += data));
    flight.ended = new Promise((resolve) => run.on('close', resolve));
    // Until its words match; then the match.
    flight.said = async (expression) => {
        for (;;) {
            const match = flight.words.match(expression);
            if (match) return match;
            if (run.exitCode !== null) throw new Error(`the run ended with ${run.exitCode}:\n${flight.words}`);
            await new Promise((resolve) => setTimeout(resolve, 10));
        }
    };
    return flight;
}
export const until = async (what) => {
    while (!what()) await new Promise((resolve) => setTimeout(resolve, 5));
};
export async function test(name, body) {
    try {
        await body();
        console.log(`ok    ${name}`);
    } catch (error) {
        console.log(`FAIL  ${name}\n${error.stack ?? error}`);
        process.exitCode = 1;
    }
}
