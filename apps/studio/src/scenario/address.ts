// The address bar always holds the scenario at hand, so that the link is the document.
import { EXPORTS } from '../files/exports';
import { LONGEST_LINK, pack } from '../files/link';
import { say } from '../strings';
import type { Studio } from '../studio';
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
        history.replaceState(null, '', hash ?? '#');
        return hash;
    }
    writeSoon(ms: number): void {
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => void this.write(), ms);
    }

    async share(): Promise<void> {
        const hash = await this.write();
        const { doc } = this.studio;
        if (!hash) return this.studio.tell(say(doc.recorded ? 'recordedNoLink' : Object.keys(doc.files).length ? 'tablesNoLink' : 'linkTooLong'), true);
        if (!onlyHere()) return this.copy(location.href);
        const file = EXPORTS.find((e) => e.id === 'toml')!;
        this.studio.panels.message.ask(say('linkOnlyHere'), [
            { label: say('copyEnd'), apply: () => void this.copy(hash) },
            { label: say(file.label), apply: () => void file.write(this.studio) },
            { label: say('copyHere'), apply: () => void this.copy(location.href) },
        ]);
    }
    private async copy(text: string): Promise<void> {
        try {
            await navigator.clipboard.writeText(text);
            this.studio.tell(say('shared'));
        } catch {
            this.studio.tell(text);
        }
    }
}
