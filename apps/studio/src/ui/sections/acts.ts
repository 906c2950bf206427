// What acts on the body: torques and readings, or the rate that is given.
import type { Tree } from '../../core/messages';
import { changed } from '../../scenario/document';
import { say } from '../../strings';
import type { Studio } from '../../studio';
import { h } from '../dom';
import { addChoice, choiceField, entries, entry, following, names, type Path, removeButton, tableFields } from '../fields';
import type { Section } from './section';
import { parametersOf } from './tables';

function kindField(s: Studio, path: Path, kind: 'torque' | 'rates'): HTMLElement {
    return choiceField(s.editor, [...path, 'kind'], say(kind), names(s.registry, kind), '', (name) => {
        const old = s.editor.value(path) as Tree;
        s.editor.set(path, following({ ...old, kind: name }, entry(s.registry, kind, name), ['kind']), false);
    });
}
// A table that follows its kind.
function kindFields(s: Studio, path: Path, kind: 'torque' | 'rates', table: Tree): HTMLElement[] {
    const e = entry(s.registry, kind, String(table.kind));
    return [kindField(s, path, kind), ...tableFields(s.editor, path, e?.parameters ?? [], ['kind'])];
}

function torques(s: Studio): HTMLElement[] {
    const list = (Array.isArray(s.doc.tree.torque) ? s.doc.tree.torque : []) as Tree[];
    const out = list.map((t, i) => h('fieldset', {},
        h('legend', {}, `${i + 1} · ${t.kind} `, removeButton(s.editor, ['torque', i])), ...kindFields(s, ['torque', i], 'torque', t)));
    const add = addChoice('add-torque', say('addTorque'), entries(s.registry, 'torque'), (kind) => {
        const fresh = following({ kind }, entry(s.registry, 'torque', kind), ['kind']);
        if (kind === 'constant') fresh.value = [0, 0, 1e-3];
        void s.editor.change(changed(s.doc.tree, ['torque'], [...list, fresh]));
    });
    return [...out, add];
}
function readings(s: Studio): HTMLElement[] {
    if (!s.doc.tree.readings) return [];
    return [h('fieldset', {}, h('legend', {}, 'readings'), ...tableFields(s.editor, ['readings'], parametersOf(s, 'readings')))];
}

export const acts: Section = {
    id: 'acts',
    title: (s) => say(s.doc.tree.rates ? 'rates' : 'acts'),
    content: (s) => {
        const tree = s.doc.tree;
        if (tree.rates) return kindFields(s, ['rates'], 'rates', tree.rates as Tree);
        return tree.body ? [...torques(s), ...readings(s)] : null;
    },
};
