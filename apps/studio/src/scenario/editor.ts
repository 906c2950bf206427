// Editing: every change makes a new text, which the core's reader judges; what is refused leaves the motion as it is.
import type { Refusal, Registry, Tree, Value } from '../core/messages';
import { writeToml } from '../files/toml';
import type { Studio } from '../studio';
import { type Editing, type Path, pathText } from '../ui/fields';
import { changed, type Document, History, valueAt } from './document';

export class Editor implements Editing {
    readonly history = new History();
    pending?: Tree; // what the fields show while it is not accepted
    private opened?: Document; // as it was before it was edited
    private asked = 0; // answers to older questions are of no interest

    constructor(private studio: Studio) {}
    get registry(): Registry {
        return this.studio.registry;
    }
    get doc(): Document {
        return this.history.current;
    }
    get edited(): boolean {
        return this.doc.text !== this.opened?.text;
    }

    // A document as it was opened.
    begin(doc: Document): void {
        this.opened = doc;
        this.pending = undefined;
        ++this.asked;
        this.history.commit(doc);
    }

    value(path: Path): Value | undefined {
        return valueAt(this.pending ?? this.doc.tree, path);
    }
    original(path: Path): Value | undefined {
        return this.opened ? valueAt(this.opened.tree, path) : undefined;
    }
    set(path: Path, value: Value | undefined, live: boolean): void {
        void this.change(changed(this.pending ?? this.doc.tree, path, value), live ? pathText(path) : '', live);
    }

    // Changes of one gesture (a slider that moves) are undone together. `live`: the gesture goes on.
    async change(tree: Tree, gesture = '', live = false): Promise<boolean> {
        this.pending = tree;
        const text = writeToml(tree);
        const ask = ++this.asked;
        const doc: Document = { ...this.doc, text, tree };
        const info = await this.studio.core.read(text, doc.name, doc.files);
        if (ask !== this.asked) return false;
        if (!info.ok) {
            const better = repaired(tree, info);
            if (better) return this.change(better, gesture, live);
            this.studio.refuse(info, text);
            if (!live) this.studio.panels.rail.rebuild();
            this.studio.panels.rail.mark(info.key);
            return false;
        }
        this.pending = undefined;
        if (text !== this.doc.text) this.history.commit(doc, gesture);
        if (!live) this.history.endGesture();
        this.studio.computing.start(doc, info, live);
        return true;
    }

    undo(): void {
        this.recall(this.history.undo());
    }
    redo(): void {
        this.recall(this.history.redo());
    }
    // The scenario at hand once more, after something that came to nothing.
    recompute(): void {
        const refusal = this.studio.lastRefusal;
        this.recall(this.doc, () => refusal && this.studio.refuse(refusal));
    }
    private recall(doc?: Document, then: () => void = () => undefined): void {
        if (!doc) return;
        this.pending = undefined;
        const ask = ++this.asked;
        void this.studio.core.read(doc.text, doc.name, doc.files).then((info) => {
            if (info.ok && ask === this.asked) this.studio.computing.start(doc, info);
            then();
        });
    }
}

// A fixed step that is missing is chosen; a tolerance that has no meaning goes.
function repaired(tree: Tree, refusal: Refusal): Tree | undefined {
    const found = /^(method|compare\[(\d+)\])\.(step|tolerance)$/.exec(refusal.key ?? '');
    if (!found) return undefined;
    const path: Path = found[2] === undefined ? ['method'] : ['compare', Number(found[2])];
    const table = valueAt(tree, path) as Tree | undefined;
    if (found[3] === 'tolerance' && refusal.message.includes('fixed step')) return changed(tree, [...path, 'tolerance'], undefined);
    if (found[3] !== 'step' || (table && 'step' in table)) return undefined;
    const run = tree.run as Tree;
    const sample = typeof run.sample === 'number' ? run.sample : (run.duration as number) / 1000;
    return changed(tree, [...path, 'step'], sample);
}
