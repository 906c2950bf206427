// What a preset is: a scenario of the gallery, how it is looked at, and what is said about it. A text carries what it
// states as numbers, so that a test can hold it to the run that it speaks of (tests/studio/captions_test.mjs).
import type { Value } from '../../core/messages';
import type { ShapeHint } from '../../scene/shapes';
import type { Show } from '../../scene/show';
import type { Film } from './film';

export type Words = [english: string, chinese: string];
export type Change = [path: (string | number)[], value: Value];

export interface Claim {
    says: string; // the words of the English text that state it
    quantity: string; // one of tests/studio/quantities.mjs
    expected: number;
    within: number;
    method?: string; // by name; the scenario's own where there is none
    other?: string; // the method that it is compared with
    at?: number; // s
    axis?: 0 | 1 | 2; // of the body
    column?: string; // of the inside, by its name
}
// A text that states nothing one could measure says why.
export type Statement = { text: Words } & ({ claims: Claim[] } | { unmeasured: string });

// One change that shows more, which a button makes.
export type TryThis = Statement & {
    changes?: Change[];
    startInNumbers?: true; // the named motion of the start becomes its attitude and rate first
    show?: Partial<Show>;
    preset?: string; // another preset is the thing to see
};

export interface Preset {
    id?: string; // where it is not the scenario's name
    scenario: string; // name in the gallery
    changes?: Change[]; // of the scenario's values
    group: 'top' | 'free' | 'driven' | 'inside' | 'table' | 'numbers' | 'fly';
    title: Words;
    look: Statement; // two sentences
    why: Statement; // one sentence
    equation: string; // MathML
    tryThis: TryThis;
    docs: string; // page of docs/
    speed?: number;
    shape?: ShapeHint;
    show?: Partial<Show>;
    plots?: string[];
    film?: Film;
}

export const presetId = (p: Preset): string => p.id ?? p.scenario;
