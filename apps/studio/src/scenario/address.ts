// The address bar always holds the scenario at hand, so that the link is the document.
import { LONGEST_LINK, pack } from '../files/link';
import { say } from '../strings';
import type { Studio } from '../studio';
import { presetId } from './presets';

export class Address {
    named = false; // what was opened is a preset as it came, and has a short name
    private timer = 0;
    constructor(private studio: Studio) {}

    // Undefined where it would be too long; tables that were dropped in cannot be part of a link.
    private async packed(): Promise<string | undefined> {
        const { text, files } = this.studio.doc;
        const hash = '#s=' + (await pack(text));
        return hash.length > LONGEST_LINK || Object.keys(files).length ? undefined : hash;
    }
    private async write(): Promise<void> {
        const { preset, editor } = this.studio;
        const hash = preset && this.named && !editor.edited ? `#p=${presetId(preset)}` : await this.packed();
        history.replaceState(null, '', hash ?? '#');
    }
    writeSoon(ms: number): void {
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => void this.write(), ms);
    }
    async share(): Promise<void> {
        await this.write();
        if (location.hash.length < 4) return this.studio.tell(say('linkTooLong'), true);
        try {
            await navigator.clipboard.writeText(location.href);
            this.studio.tell(say('shared'));
        } catch {
            this.studio.tell(location.href);
        }
    }
}
