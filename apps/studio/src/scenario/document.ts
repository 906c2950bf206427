// The scenario being looked at, and the ones before it.
import type { Files, ScenarioInfo, Tree, Value } from '../core/messages';
import type { Rows } from '../motion/trajectory';
import type { Path } from '../ui/fields';
import type { Look } from './look';

export interface Document {
    name: string; // of the file, for complaints
    text: string;
    tree: Tree;
    files: Files; // tables that it reads
    preset?: string;
    opened: Opened;
    recorded?: { info: ScenarioInfo; rows: Rows; beside?: Rows }; // a motion from a file: no scenario gives it
}
// What was opened; all edits of it share this.
export interface Opened {
    text: string;
    tree: Tree;
    named: boolean; // it is a preset as it came, and has a short name
    look?: Look; // as it was left
}

export function valueAt(tree: Tree, path: Path): Value | undefined {
    let now: Value | undefined = tree;
    for (const key of path) {
        if (now === undefined || typeof now !== 'object') return undefined;
        now = Array.isArray(now) ? now[key as number] : now[key];
    }
    return now;
}

export function changed(tree: Tree, path: Path, value: Value | undefined): Tree {
    const copy = structuredClone(tree);
    let now: Value = copy;
    for (let i = 0; i < path.length - 1; ++i) {
        const key = path[i];
        const inside: Value = Array.isArray(now) ? now[key as number] : (now as Tree)[key];
        if (inside === undefined) {
            const fresh: Value = typeof path[i + 1] === 'number' ? [] : {};
            (now as Tree)[key] = fresh;
            now = fresh;
        } else now = inside;
    }
    const last = path[path.length - 1];
    if (Array.isArray(now)) {
        if (value === undefined) now.splice(last as number, 1);
        else now[last as number] = value;
    } else if (value === undefined) delete (now as Tree)[last];
    else (now as Tree)[last] = value;
    return copy;
}

export class History {
    private past: Document[] = [];
    private at = -1;
    private gesture = ''; // consecutive changes of one slider count as one

    get current(): Document {
        return this.past[this.at];
    }
    commit(doc: Document, gesture = ''): void {
        if (gesture && gesture === this.gesture) this.past[this.at] = doc;
        else {
            this.past.splice(this.at + 1);
            this.past.push(doc);
            if (this.past.length > 200) this.past.shift();
            this.at = this.past.length - 1;
        }
        this.gesture = gesture;
    }
    endGesture(): void {
        this.gesture = '';
    }
    get canUndo(): boolean {
        return this.at > 0;
    }
    get canRedo(): boolean {
        return this.at < this.past.length - 1;
    }
    undo(): Document | undefined {
        this.gesture = '';
        return this.canUndo ? this.past[--this.at] : undefined;
    }
    redo(): Document | undefined {
        this.gesture = '';
        return this.canRedo ? this.past[++this.at] : undefined;
    }
}
