// What a caption proposes to try: done by its button, with the motion before as a ghost, and put back by another.
import type { Value } from '../core/messages';
import type { Run } from '../motion/run';
import type { Show } from '../scene/show';
import type { Studio } from '../studio';
import { type Path, pathText } from '../ui/fields';
import type { Document, Opened } from './document';
import type { Preset } from './presets';

interface Before {
    doc: Document;
    preset: Preset;
    show: Show;
    run?: Run;
    after?: { opened: Opened; text: string };
}

export class Trial {
    private before?: Before;
    private revealed = true;
    constructor(private studio: Studio) {}

    // Whether what was tried is what one looks at.
    get active(): boolean {
        const { editor, show } = this.studio;
        const { before } = this;
        if (!before?.after || !editor.doc || editor.doc.opened !== before.after.opened) return false;
        const { changes, preset, show: switched } = before.preset.tryThis;
        if (preset || (changes && editor.doc.text !== before.doc.text)) return true;
        const keys = Object.keys(switched ?? {}) as (keyof Show)[];
        return !changes && keys.some((k) => show[k] !== before.show[k]);
    }
    // Whether it is this preset's proposal that one looks at.
    of(preset: Preset): boolean {
        return this.active && this.before!.preset === preset;
    }
    // The motion before, where the one at hand is another.
    get ghost(): Run | undefined {
        return this.active && this.before!.preset.tryThis.changes ? this.before!.run : undefined;
    }
    get changes(): [Path, Value][] {
        return this.active ? this.before!.preset.tryThis.changes ?? [] : [];
    }

    async begin(): Promise<void> {
        const { preset, editor, current, opener, show } = this.studio;
        if (!preset) return;
        const before: Before = { doc: editor.doc, preset, show: { ...show }, run: current?.done ? current : undefined };
        this.before = before;
        this.revealed = false;
        await opener.tryThis();
        before.after = { opened: editor.doc.opened, text: editor.doc.text };
        this.told();
    }
    // As it was. Where more was edited since, that too is taken back, in one step of undo.
    async putBack(): Promise<void> {
        const { before, studio } = this;
        if (!before || !this.active) return;
        for (const key of Object.keys(before.preset.tryThis.show ?? {}) as (keyof Show)[]) studio.setShow(key, before.show[key]);
        const untouched = studio.editor.doc.text === before.after!.text;
        if (studio.editor.doc.text === before.doc.text) this.told();
        else if (untouched && studio.editor.history.canUndo) studio.editor.undo();
        else if (before.preset.tryThis.preset) await studio.opener.preset(before.preset);
        else await studio.editor.change(before.doc.tree);
    }
    private told(): void {
        this.studio.panels.caption.words();
        this.studio.panels.rail.rebuild();
        this.studio.wake();
    }

    // The fields that were changed stand out in the rail; once, they come into sight.
    mark(rail: HTMLElement): void {
        const keys = this.changes.map(([path]) => pathText(path));
        const inside = (a: string, b: string) => a === b || a.startsWith(b + '.') || a.startsWith(b + '[');
        const fields = [...rail.querySelectorAll<HTMLElement>('.field')].filter((f) => keys.some((k) => inside(f.dataset.key ?? '', k) || inside(k, f.dataset.key ?? '')));
        fields.forEach((f) => f.classList.add('tried'));
        if (!fields.length || this.revealed) return;
        this.revealed = true;
        const section = fields[0].closest('details');
        if (section) section.open = true;
        fields[0].scrollIntoView({ block: 'nearest' });
    }
}
