// What can be opened: the files of the folder that is served, and the presets.
import { GROUPS, presetId, PRESETS } from '../../scenario/presets';
import { both, say } from '../../strings';
import type { Studio } from '../../studio';
import { Caption } from '../caption';
import { h } from '../dom';
import { narrow } from '../layout';
import type { Section } from './section';

const MOST_FILES = 200;

function folder(s: Studio): HTMLElement[] {
    if (!s.files.folder?.length) return [];
    const isOpen = (name: string) => String(s.doc.name === name.split('/').pop());
    return [h('h2', {}, say('folder')), ...s.files.folder.slice(0, MOST_FILES).map((name) =>
        h('button', { onclick: () => void s.files.openServed(name), 'data-file': name, 'aria-current': isOpen(name) }, name))];
}

function content(s: Studio): HTMLElement[] {
    const out = folder(s);
    let group = '';
    for (const p of PRESETS) {
        if (!s.core.gallery?.some((g) => g.name === p.scenario)) continue;
        if (p.group !== group) out.push(h('h2', {}, both(GROUPS[(group = p.group) as typeof p.group])));
        const on = s.preset === p;
        out.push(h('button', { 'data-preset': presetId(p), 'aria-current': String(on), onclick: () => void s.opener.preset(p) }, both(p.title)));
        if (on && narrow()) out.push(h('div', {}, ...Caption.content(s)));
    }
    return out;
}

export const presets: Section = { id: 'presets', title: () => say('presets'), content };
