// The scenario as it is written.
import { say } from '../../strings';
import type { Studio } from '../../studio';
import { h } from '../dom';
import type { Section } from './section';

function content(s: Studio): HTMLElement[] {
    const area = h('textarea', { spellcheck: 'false', 'aria-label': say('text'), id: 'text' });
    area.value = s.doc.text;
    area.addEventListener('keydown', (e) => e.stopPropagation());
    const apply = () => void s.opener.text(area.value, s.doc.name, s.doc.files, s.preset);
    return [area, h('button', { id: 'apply', onclick: apply }, say('apply'))];
}

export const text: Section = { id: 'text', title: () => say('text'), content };
