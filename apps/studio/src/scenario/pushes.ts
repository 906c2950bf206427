// The pushes of a hand in a scenario: torques of kind `table` with their numbers in it.
import type { Tree, Value } from '../core/messages';
import { changed } from './document';

export interface PushInScenario {
    index: number; // among the torques
    from: number; // s
    to: number;
    largest: number; // N m
}

const isNumbers = (v: Value | undefined): v is number[] => Array.isArray(v) && v.length > 0 && v.every((x) => typeof x === 'number');
const torques = (tree: Tree): Tree[] => (Array.isArray(tree.torque) ? (tree.torque as Tree[]) : []);

export function pushesOf(tree: Tree): PushInScenario[] {
    const list: PushInScenario[] = [];
    torques(tree).forEach((torque, index) => {
        const { kind, times, x, y, z } = torque;
        if (kind !== 'table' || !isNumbers(times) || !isNumbers(x) || !isNumbers(y) || !isNumbers(z)) return;
        const largest = Math.max(...times.map((_, i) => Math.hypot(x[i] ?? 0, y[i] ?? 0, z[i] ?? 0)));
        list.push({ index, from: times[0], to: times[times.length - 1], largest });
    });
    return list;
}

const tidy = (x: number, digits: number): number => Number(x.toPrecision(digits));
// Later by so much, s, within the run and on the grid of its rows, so that a fixed step need not be cut.
export function movedPush(tree: Tree, push: PushInScenario, by: number, duration: number, grid: number): Tree {
    const shift = Math.round(Math.min(Math.max(by, -push.from), Math.max(0, duration - push.to)) / grid) * grid;
    const times = torques(tree)[push.index].times as number[];
    return changed(tree, ['torque', push.index, 'times'], times.map((t) => tidy(t + shift, 12)));
}
export function scaledPush(tree: Tree, push: PushInScenario, factor: number): Tree {
    const torque = torques(tree)[push.index];
    return (['x', 'y', 'z'] as const).reduce((next, c) =>
        changed(next, ['torque', push.index, c], (torque[c] as number[]).map((v) => tidy(v * factor, 6))), tree);
}
export function withoutPush(tree: Tree, push: PushInScenario): Tree {
    return torques(tree).length > 1 ? changed(tree, ['torque', push.index], undefined) : changed(tree, ['torque'], undefined);
}
