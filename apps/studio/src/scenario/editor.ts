// Editing: every change makes a new text, which the core's reader judges; what is refused leaves the motion as it is, and
// the refusal stands beside the field with what can be done about it.
import type { Refusal, Registry, Tree, Value } from '../core/messages';
import { writeToml } from '../files/toml';
import { say } from '../strings';
import type { Studio } from '../studio';
import { type Editing, type Path, pathText, shown } from '../ui/fields';
import { changed, type Document, History, valueAt } from './document';
import { lookOf, takeLook } from './look';
import type { TryThis } from './presets/preset';
import { inNumbers, remedies } from './remedies';
import { otherUnits, type Typed } from './units';

interface Gesture {
    path?: Path; // of the field that is edited
    live?: boolean; // a slider that goes on moving; its changes are undone together
}

export class Editor implements Editing {
    readonly history = new History();
    pending?: Tree; // what the fields show while it is not accepted
    private asked = 0; // answers to older questions are of no interest

    constructor(private studio: Studio) {}
    get registry(): Registry {
        return this.studio.registry;
    }
    get doc(): Document {
        return this.history.current;
    }
    get edited(): boolean {
        return this.doc.text !== this.doc.opened.text;
    }

    // A document as it was opened. What was refused before it has nothing to do with it.
    begin(doc: Document): void {
        if (this.doc) this.doc.opened.look = lookOf(this.studio);
        this.forget();
        if (this.doc) this.studio.door.enter(); // something was chosen
        this.history.commit(doc);
    }
    private forget(): number {
        this.pending = undefined;
        this.studio.panels.rail.refused = undefined;
        return ++this.asked;
    }

    value(path: Path): Value | undefined {
        return valueAt(this.pending ?? this.doc.tree, path);
    }
    original(path: Path): Value | undefined {
        return valueAt(this.doc.opened.tree, path);
    }
    set(path: Path, value: Value | undefined, live: boolean): void {
        void this.change(changed(this.pending ?? this.doc.tree, path, value), { path, live });
    }
    // Something was typed that is no value at all. A number with a unit of something else can be taken in the field's own.
    invalid(path: Path, typed: string, why: Exclude<Typed, { value: number }>, unit: string): void {
        const remedies = [this.backTo(path)];
        let words = typed ? say('notANumber', typed) : say('numberMissing');
        if (why.wrong !== 'number') {
            const { number } = why;
            const wanted = unit && unit !== '1' ? unit : say('noUnit');
            words = say(why.wrong === 'unit' ? 'unknownUnit' : 'wrongUnit', why.unit, [wanted, ...otherUnits(unit)].join(', '));
            remedies.unshift({ label: say('useValue', `${shown(number)} ${unit === '1' ? '' : unit}`.trim()), apply: () => this.set(path, number, false) });
        }
        this.studio.panels.rail.refuse({ path, words, remedies }, true);
    }
    unchanged(): void {
        if (this.studio.panels.rail.refused && !this.pending) this.forgetPending();
    }
    // The field as it was before the edit that was refused.
    backTo(path: Path): { label: string; apply: () => void } {
        const before = valueAt(this.doc.tree, path);
        const label = typeof before === 'number' ? say('backTo', shown(before)) : say('reset');
        const apply = () => {
            const tree = this.pending && changed(this.pending, path, before);
            // What else was edited meanwhile is kept.
            if (tree && writeToml(tree) !== writeToml(this.doc.tree)) void this.change(tree, { path });
            else this.forgetPending();
        };
        return { label, apply };
    }
    private forgetPending(): void {
        this.forget();
        this.studio.lastRefusal = undefined;
        this.studio.panels.message.hide();
        this.studio.panels.rail.rebuild();
    }

    async change(tree: Tree, { path, live = false }: Gesture = {}): Promise<boolean> {
        this.pending = tree;
        const text = writeToml(tree);
        const ask = ++this.asked;
        const doc: Document = { ...this.doc, text, tree };
        const info = await this.studio.core.read(text, doc.name, doc.files);
        if (ask !== this.asked) return false;
        if (!info.ok) {
            const better = repaired(tree, info);
            if (better) return this.change(better, { path, live });
            await this.refused(tree, info, text, { path, live }, ask);
            return false;
        }
        this.forget();
        if (text !== this.doc.text) this.history.commit(doc, live && path ? pathText(path) : '');
        if (!live) this.history.endGesture();
        this.studio.computing.start(doc, info, live);
        return true;
    }
    private async refused(tree: Tree, refusal: Refusal, text: string, { path, live }: Gesture, ask: number): Promise<void> {
        const { rail } = this.studio.panels;
        // Another field was edited, and what is wrong is still what was wrong before: it stands where it stood.
        if (rail.refused?.path && rail.refused.refusal?.message === refusal.message) path = rail.refused.path;
        this.studio.lastRefusal = refusal;
        const others = live ? [] : await remedies(this.studio, tree, refusal, path);
        if (ask !== this.asked) return;
        const back = path ? [this.backTo(path)] : [];
        const offered = others.map((r) => ({ label: r.label, apply: () => void this.change(r.tree) }));
        const said = rail.refuse({ path, key: refusal.key, refusal, remedies: [...back, ...offered] }, live);
        if (!said) this.studio.refuse(refusal, text);
    }

    // What a caption proposes, in one step of undo.
    async tryThis(proposal: TryThis): Promise<void> {
        const start = this.studio.current?.info.start;
        let tree = this.doc.tree;
        if (proposal.startInNumbers && start) tree = inNumbers(tree, start);
        for (const [path, value] of proposal.changes ?? []) tree = changed(tree, path, value);
        if (tree !== this.doc.tree) await this.change(tree);
    }

    undo(): void {
        this.recall(this.doc, this.history.undo());
    }
    redo(): void {
        this.recall(this.doc, this.history.redo());
    }
    // The scenario at hand once more, after something that came to nothing.
    recompute(): void {
        const refusal = this.studio.lastRefusal;
        this.recall(this.doc, this.doc, () => refusal && this.studio.refuse(refusal));
    }
    // The whole scene comes back: where it is another one, also how it was looked at.
    private recall(from: Document, doc?: Document, then: () => void = () => undefined): void {
        if (!doc) return;
        const ask = this.forget();
        const another = from.opened !== doc.opened;
        if (another) from.opened.look = lookOf(this.studio);
        const look = another ? doc.opened.look : undefined;
        if (look) takeLook(this.studio, look);
        if (doc.recorded) return this.studio.computing.showRecorded(doc, look?.selected);
        void this.studio.core.read(doc.text, doc.name, doc.files).then((info) => {
            if (info.ok && ask === this.asked) this.studio.computing.start(doc, info, false, look?.selected);
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
