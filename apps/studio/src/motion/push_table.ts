// What a hand did, as a torque of the scenario.
import type { Tree } from '../core/messages';
import { changed } from '../scenario/document';
import type { Vec } from './rotation';

// A torque in world axes, N m, held on from t until the next piece.
export interface Piece {
    t: number;
    torque: Vec;
}

// `grid` is the time between rows: the pieces begin on it, so that a fixed step need not be cut.
function onGrid(pieces: Piece[], end: number, grid: number): Piece[] {
    const list: Piece[] = [];
    for (const piece of [...pieces, { t: end, torque: [0, 0, 0] as Vec }]) {
        const t = nearest(piece.t, grid);
        const before = list[list.length - 1];
        if (before && t <= before.t) before.torque = piece.torque;
        else list.push({ t, torque: piece.torque });
    }
    if (list.length < 2) list.push({ t: nearest(list[0].t + grid, grid), torque: [0, 0, 0] });
    return list;
}
const nearest = (t: number, grid: number): number => Number((Math.round(t / grid) * grid).toPrecision(12));

// The scenario with the push in it, and longer where the push came near its end.
export function withPush(tree: Tree, pieces: Piece[], end: number, grid: number): Tree {
    const list = onGrid(pieces, end, grid);
    const component = (i: number) => list.map((p) => p.torque[i]);
    const torque: Tree = {
        kind: 'table', frame: 'world', interpolation: 'hold', outside: 'zero', times: list.map((p) => p.t),
        x: component(0), y: component(1), z: component(2),
    };
    const next = changed(tree, ['torque'], [...(Array.isArray(tree.torque) ? tree.torque : []), torque]);
    const duration = (tree.run as Tree).duration as number;
    return end < 0.9 * duration ? next : changed(next, ['run', 'duration'], nearest(end + 0.5 * duration, grid));
}
