// The methods that are compared: the scenario's own and those beside it.
import type { Tree } from '../../core/messages';
import { changed } from '../../scenario/document';
import { keyName, say } from '../../strings';
import type { Studio } from '../../studio';
import { h } from '../dom';
import { addChoice, choiceField, entries, entry, names, type Path, removeButton, tableFields } from '../fields';
import { swatch } from '../swatch';
import type { Section } from './section';
import { parametersOf } from './tables';

// What a method is made of, each with what stands for an absent key. Each is also a kind of the registry.
const CHOICES = { attitude: 'quaternion', integrator: 'default', constraint: 'none', arithmetic: 'double' };
type Choice = keyof typeof CHOICES;
const WITHOUT_STEP = ['default', 'exact', 'reference'];

const integratorOf = (m: Tree): string => (typeof m.integrator === 'string' ? m.integrator : 'default');
const ownParameters = (s: Studio, integrator: string) => entry(s.registry, 'integrator', integrator)?.parameters ?? [];

// Another integrator: parameters that only the old one has go.
function withIntegrator(s: Studio, old: Tree, name: string): Tree {
    const table: Tree = { ...old, integrator: name };
    const kept = [...ownParameters(s, name), ...parametersOf(s, 'method')];
    for (const p of ownParameters(s, integratorOf(old))) if (!kept.some((q) => q.name === p.name)) delete table[p.name];
    if (WITHOUT_STEP.includes(name)) delete table.step;
    return table;
}

function choice(s: Studio, path: Path, m: Tree, key: Choice): HTMLElement {
    const field = choiceField(s.editor, [...path, key], keyName(key), names(s.registry, key), '', (name) => {
        const old = (s.editor.value(path) as Tree | undefined) ?? {};
        s.editor.set(path, key === 'integrator' ? withIntegrator(s, old, name) : { ...old, [key]: name }, false);
    });
    if (!(key in m)) {
        const select = field.querySelector('select')!;
        select.querySelector('option[value=""]')?.remove();
        select.value = CHOICES[key];
    }
    return field;
}

function legend(s: Studio, path: Path, m: Tree, index: number): HTMLElement {
    const info = s.current?.info.methods[index];
    return h('legend', {}, swatch(index),
        h('button', { 'aria-pressed': String(s.current?.selected === index), onclick: () => s.select(index), 'data-select': index }, info?.name ?? integratorOf(m)),
        path[0] === 'compare' ? removeButton(s.editor, path) : null);
}

function method(s: Studio, path: Path, m: Tree, index: number): HTMLElement {
    // A named method brings its own choices; what stands beside it is shown.
    const keys = (Object.keys(CHOICES) as Choice[]).filter((k) => (k in m ? typeof m[k] === 'string' : !('preset' in m)));
    const elsewhere = ['name', ...Object.keys(CHOICES)].filter((k) => typeof m[k] === 'string' || !(k in m));
    const parameters = [...ownParameters(s, integratorOf(m)), ...parametersOf(s, 'method')];
    const rest = s.editor.value(path) ? tableFields(s.editor, path, parameters, elsewhere) : [];
    const chosen = s.current?.reports[index]?.chosen;
    return h('fieldset', { class: 'method' }, legend(s, path, m, index), ...keys.map((k) => choice(s, path, m, k)), ...rest,
        chosen ? h('p', { class: 'small' }, chosen) : null);
}

function content(s: Studio): HTMLElement[] {
    const tree = s.doc.tree;
    const compare = (Array.isArray(tree.compare) ? tree.compare : []) as Tree[];
    const add = addChoice('add-method', say('addMethod'), entries(s.registry, 'integrator'), (integrator) => {
        const used = new Set((s.current?.info.methods ?? []).map((m) => m.name));
        let name = integrator;
        for (let k = 2; used.has(name); ++k) name = `${integrator}-${k}`;
        void s.editor.change(changed(s.doc.tree, ['compare'], [...compare, { name, integrator }]));
    });
    return [method(s, ['method'], (tree.method as Tree) ?? {}, 0), ...compare.map((m, i) => method(s, ['compare', i], m, i + 1)), add];
}

export const methods: Section = { id: 'methods', title: () => say('methods'), content };
