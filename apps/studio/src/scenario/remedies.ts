// What can be done about a value that was refused: changes that the core's reader accepts, each with a word for its
// button. Only those are offered that it does accept.
import type { Refusal, ScenarioInfo, Tree } from '../core/messages';
import { writeToml } from '../files/toml';
import { say } from '../strings';
import type { Studio } from '../studio';
import { type Path, shown } from '../ui/fields';
import { changed, valueAt } from './document';

export interface Remedy {
    label: string;
    tree: Tree;
}
interface Refused {
    tree: Tree;
    refusal: Refusal;
    path?: Path;
    value?: number; // that was typed
    start?: ScenarioInfo['start']; // of the motion that still runs
}

// The start as attitude and rate, in place of the name of a motion.
export function inNumbers(tree: Tree, start: ScenarioInfo['start']): Tree {
    return changed(tree, ['start'], { attitude: { quaternion: start.q }, rate: start.w });
}
const withValue = ({ tree, path }: Refused, value: number): Remedy[] =>
    path && Number.isFinite(value) ? [{ label: say('useValue', shown(value)), tree: changed(tree, path, value) }] : [];

// Each looks whether it has something to say. A new one is a new line.
const KINDS: ((r: Refused) => Remedy[])[] = [
    // out of range: 0 to 180 degrees
    (r) => {
        const [, low, high] = /out of range: (\S+) to (\S+)/.exec(r.refusal.message) ?? [];
        return r.value === undefined || low === undefined ? [] : withValue(r, r.value < Number(low) ? Number(low) : Number(high));
    },
    // a sign too many
    (r) => (r.value !== undefined && r.value < 0 && /greater than 0|not negative/.test(r.refusal.message) ? withValue(r, -r.value) : []),
    // times that do not fit: 0.0007 or 0.0014 s fits
    (r) => {
        const fits = /; (\S+)(?: or (\S+))? s fits/.exec(r.refusal.message);
        const key = r.refusal.key?.split('.');
        if (!fits || key?.length !== 2) return [];
        return fits.slice(1).filter(Boolean).map((x) => ({ label: say('useFor', key[1], x), tree: changed(r.tree, key, Number(x)) }));
    },
    // a named motion that is none any more
    (r) => (r.start && valueAt(r.tree, ['start', 'motion']) !== undefined && r.refusal.key?.startsWith('start')
        ? [{ label: say('startInNumbers'), tree: inNumbers(r.tree, r.start) }] : []),
    (r) => (/the axis is vertical/.test(r.refusal.message) ? [{ label: say('sleepingStart'), tree: changed(r.tree, ['start', 'motion'], 'sleeping') }] : []),
    (r) => (/no body has these moments/.test(r.refusal.message) ? [{ label: say('allowUnphysical'), tree: changed(r.tree, ['body', 'unphysical'], 'allow') }] : []),
];

export async function remedies(studio: Studio, tree: Tree, refusal: Refusal, path?: Path): Promise<Remedy[]> {
    const value = path && valueAt(tree, path);
    const refused: Refused = { tree, refusal, path, value: typeof value === 'number' ? value : undefined, start: studio.current?.info.start };
    const list: Remedy[] = [];
    for (const remedy of KINDS.flatMap((kind) => kind(refused))) {
        const answer = await studio.core.read(writeToml(remedy.tree), studio.doc.name, studio.doc.files);
        if (answer.ok) list.push(remedy);
    }
    return list;
}
