// Starts the motion elsewhere on the map: another rate at the start, by the same way as a field would.
import type { Tree } from '../core/messages';
import { eulerZxz, normalised, type Quat, type Vec } from '../motion/rotation';
import { changed } from '../scenario/document';
import { inNumbers } from '../scenario/remedies';
import type { Studio } from '../studio';
import { topOf } from './top';

const round = (x: number): number => Number(x.toPrecision(10));

export async function startThere(studio: Studio, w_B: Vec): Promise<boolean> {
    const { editor, current, clock } = studio;
    if (!current || editor.doc.recorded) return false;
    const start = (editor.doc.tree.start ?? {}) as Tree;
    let tree = editor.doc.tree;
    // a start that is the name of a motion becomes numbers first
    if (start.motion !== undefined) tree = inNumbers(tree, current.info.start);
    if (start.rate_deg !== undefined) tree = changed(tree, ['start', 'rate_deg'], undefined);
    const path = ['start', 'rate'];
    const ok = await editor.change(changed(tree, path, w_B.map(round)), { path });
    if (ok) clock.goTo(0);
    return ok;
}

// Starts a top with another tilt and rate of tilt, and with the spin and the vertical momentum that it has.
export async function startTilted(studio: Studio, place: { tilt: number; rate: number }, kept: { L3: number; Lz: number }): Promise<boolean> {
    const { editor, current, clock } = studio;
    const top = current && topOf(current.info);
    if (!top || top.axis !== 2 || editor.doc.recorded) return false;
    const { tilt, rate } = place;
    const [phi, , psi] = eulerZxz(normalised(current.info.start.q as Quat));
    const [sine, cosine] = [Math.sin(tilt), Math.cos(tilt)];
    const precession = (kept.Lz - kept.L3 * cosine) / (top.I1 * sine * sine);
    const w: Vec = [
        precession * sine * Math.sin(psi) + rate * Math.cos(psi), precession * sine * Math.cos(psi) - rate * Math.sin(psi), kept.L3 / top.I3,
    ];
    const [c, s] = [Math.cos(tilt / 2), Math.sin(tilt / 2)];
    const quaternion = [c * Math.cos((phi + psi) / 2), s * Math.cos((phi - psi) / 2), s * Math.sin((phi - psi) / 2), c * Math.sin((phi + psi) / 2)];
    const tree = changed(editor.doc.tree, ['start'], { attitude: { quaternion }, rate: w.map(round) });
    const ok = await editor.change(tree, { path: ['start'] });
    if (ok) clock.goTo(0);
    return ok;
}
