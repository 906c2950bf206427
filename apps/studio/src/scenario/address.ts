// The address bar always holds the scenario at hand, so that the link is the document.
import { EXPORTS } from '../files/exports';
import { LONGEST_LINK, pack } from '../files/link';
import { say } from '../strings';
import type { Studio } from '../studio';
import { embedded } from '../ui/embed';
import { presenting } from '../ui/present';
import { presetId } from './presets';

// A page on a disk, or one that this machine serves to itself, has an address that is of no use to others.
const onlyHere = (): boolean => !/^https?:$/.test(location.protocol) || /^(localhost|127\.|\[::1\])/.test(location.hostname);

export class Address {
    private timer = 0;
    constructor(private studio: Studio) {}

    // Undefined where it would be too long; tables that were dropped in, and motions that were recorded, cannot be part
    // of a link.
    private async hash(): Promise<string | undefined> {
        const { preset, editor, doc } = this.studio;
        if (doc.recorded) return undefined;
        if (preset && doc.opened.named && !editor.edited) return `#p=${presetId(preset)}`;
        const hash = '#s=' + (await pack(doc.text));
        return hash.length > LONGEST_LINK || Object.keys(doc.files).length ? undefined : hash;
    }
    private async write(): Promise<string | undefined> {
        const hash = await this.hash();
        const present = presenting() ? (hash ? '&present' : 'present') : embedded() ? '&embed' : '';
        history.replaceState(null, '', (hash ?? '#') + present);
        return hash;
    }
    // Behind the front door nothing has been chosen yet.
    writeSoon(ms: number): void {
        if (this.studio.door.open) return;
        clearTimeout(this.timer);
        // A page that is slow to begin may not have its first scene yet.
        this.timer = window.setTimeout(() => void (this.studio.doc && this.write()), ms);
    }

    async share(): Promise<void> {
        const hash = await this.write();
        if (!hash) return this.studio.tell(this.noLink(), true);
        if (!onlyHere()) return this.copy(location.href);
        const file = EXPORTS.find((e) => e.id === 'toml')!;
        this.studio.panels.message.ask(say('linkOnlyHere'), [
            { label: say('copyEnd'), apply: () => void this.copy(hash) },
            { label: say(file.label), apply: () => void file.write(this.studio) },
            { label: say('copyHere'), apply: () => void this.copy(location.href) },
        ]);
    }
    // A piece of HTML that shows this scene in somebody's page.
    async embed(): Promise<void> {
        const hash = await this.hash();
        if (!hash) return this.studio.tell(this.noLink(), true);
        const page = onlyHere() ? 'studio.html' : location.href.replace(/[?#].*/, '');
        const title = this.studio.title.replace(/[&<>"]/g, '');
        const snippet = `<iframe src="${page}${hash}&embed" title="${title}" width="720" height="520" style="border:0" allow="fullscreen"></iframe>`;
        this.studio.panels.message.ask(say(onlyHere() ? 'embedHere' : 'embedSays') + '\n' + snippet, [{ label: say('copyEmbed'), apply: () => void this.copy(snippet, say('copied')) }]);
    }
    private noLink(): string {
        const { doc } = this.studio;
        return say(doc.recorded ? 'recordedNoLink' : Object.keys(doc.files).length ? 'tablesNoLink' : 'linkTooLong');
    }
    private async copy(text: string, done = say('shared')): Promise<void> {
        try {
            await navigator.clipboard.writeText(text);
            this.studio.tell(done);
        } catch {
            this.studio.tell(text);
        }
    }
}
