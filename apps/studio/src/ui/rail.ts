// The left rail (tabs on narrow screens): presets, body, start, what acts, methods, run, view.
import type { Tree } from '../core/messages';
import { changed } from '../document';
import { GROUPS, presetId, PRESETS } from '../presets';
import { SHOW_KEYS, type ViewName } from '../scene/scene';
import { both, keyName, say, type StringKey } from '../strings';
import type { Studio } from '../studio';
import { methodColour, methodDash } from '../theme';
import { Caption } from './caption';
import { h } from './dom';
import { choiceField, entry, following, names, type Path, tableFields } from './fields';

type SectionId = 'presets' | 'body' | 'start' | 'acts' | 'methods' | 'run' | 'view' | 'text';
const SECTIONS: SectionId[] = ['presets', 'body', 'start', 'acts', 'methods', 'run', 'view', 'text'];
const VIEW_NAMES: [ViewName, StringKey][] = [['free', 'viewFree'], ['axis', 'viewAxis'], ['side', 'viewSide'], ['top', 'viewTop'], ['body', 'viewBody']];

export class Rail {
    private open = new Set<SectionId>(['presets', 'methods']);
    private tab: SectionId | 'plots' = 'presets';
    constructor(private studio: Studio, private host: HTMLElement, private tabs: HTMLElement) {}

    words(): void {
        this.rebuild();
    }

    rebuild(): void {
        const s = this.studio;
        if (!s.history.current) return;
        const focused = (document.activeElement as HTMLElement | null)?.dataset?.path;
        const scroll = this.host.scrollTop;
        this.host.replaceChildren(...SECTIONS.map((id) => this.section(id)).filter((x) => x !== null));
        this.host.scrollTop = scroll;
        if (focused) this.host.querySelector<HTMLElement>(`[data-path="${CSS.escape(focused)}"]`)?.focus();
        const tab = (id: SectionId | 'plots', label: string) =>
            h('button', { role: 'tab', 'aria-selected': String(this.tab === id), 'data-tab': id, onclick: () => {
                this.tab = id;
                this.rebuild();
            } }, label);
        this.tabs.replaceChildren(...SECTIONS.filter((id) => this.host.querySelector(`[data-section=${id}]`)).map((id) => tab(id, this.title(id))));
        this.tabs.insertBefore(tab('plots', say('plots')), this.tabs.children[1] ?? null);
        document.body.classList.toggle('plots', this.tab === 'plots');
        if (this.tab === 'plots') s.plots.forEach((p) => p.invalidate());
    }

    private title(id: SectionId): string {
        if (id === 'acts' && this.studio.doc.tree.rates) return say('rates');
        return say(id);
    }

    private section(id: SectionId): HTMLElement | null {
        const content = this.content(id);
        if (!content) return null;
        const details = h('details', { 'data-section': id, class: this.tab === id ? 'on' : '' }, h('summary', {}, this.title(id)), h('div', { class: id }, ...content));
        details.open = this.open.has(id) || this.tab === id;
        details.addEventListener('toggle', () => {
            if (details.open) this.open.add(id);
            else this.open.delete(id);
        });
        return details;
    }

    private content(id: SectionId): (HTMLElement | null)[] | null {
        const s = this.studio;
        const tree = s.doc.tree;
        const parameters = (table: string) => entry(s.registry, 'table', table)?.parameters ?? [];
        switch (id) {
            case 'presets': return this.presets();
            case 'body': return tree.body ? tableFields(s, ['body'], parameters('body')) : null;
            case 'start': {
                if (!tree.start) return null;
                const motion = (tree.start as Tree).motion;
                const own = entry(s.registry, 'motion', String(motion ?? ''))?.parameters ?? [];
                return tableFields(s, ['start'], [...own, ...parameters('start')], []);
            }
            case 'acts': {
                const readings = tree.readings ? [h('fieldset', {}, h('legend', {}, 'readings'), ...tableFields(s, ['readings'], parameters('readings')))] : [];
                return tree.rates ? this.rates() : tree.body ? [...this.torques(), ...readings] : null;
            }
            case 'methods': return this.methods();
            case 'run': return tableFields(s, ['run'], parameters('run'));
            case 'view': return this.view();
            case 'text': return this.text();
        }
    }

    private presets(): HTMLElement[] {
        const s = this.studio;
        const out: HTMLElement[] = [];
        if (s.folder?.length) {
            out.push(h('h3', {}, say('folder')));
            for (const name of s.folder.slice(0, 200))
                out.push(h('button', { onclick: () => void s.openServed(name), 'data-file': name, 'aria-current': String(s.doc.name === name.split('/').pop()) }, name));
        }
        let group = '';
        for (const p of PRESETS) {
            if (!s.core.gallery?.some((g) => g.name === p.scenario)) continue;
            if (p.group !== group) out.push(h('h3', {}, both(GROUPS[(group = p.group) as typeof p.group])));
            const on = s.preset === p;
            out.push(h('button', { 'data-preset': presetId(p), 'aria-current': String(on), onclick: () => void s.openPreset(p) }, both(p.title)));
            if (on && matchMedia('(max-width: 999px)').matches) out.push(h('div', {}, ...Caption.content(s)));
        }
        return out;
    }

    private kindField(path: Path, kind: string): HTMLElement {
        const s = this.studio;
        return choiceField(s, [...path, 'kind'], say(kind === 'torque' ? 'torque' : 'rates'), names(s.registry, kind), '', (name) => {
            const old = s.value(path) as Tree;
            s.set(path, following({ ...old, kind: name }, entry(s.registry, kind, name), ['kind']), false);
        });
    }
    private rates(): HTMLElement[] {
        const s = this.studio;
        const e = entry(s.registry, 'rates', String((s.doc.tree.rates as Tree).kind));
        return [this.kindField(['rates'], 'rates'), ...tableFields(s, ['rates'], e?.parameters ?? [], ['kind'])];
    }
    private torques(): HTMLElement[] {
        const s = this.studio;
        const list = (Array.isArray(s.doc.tree.torque) ? s.doc.tree.torque : []) as Tree[];
        const out = list.map((t, i) => {
            const e = entry(s.registry, 'torque', String(t.kind));
            return h('fieldset', {}, h('legend', {}, `${i + 1} · ${t.kind} `, this.removeButton(['torque', i])),
                this.kindField(['torque', i], 'torque'), ...tableFields(s, ['torque', i], e?.parameters ?? [], ['kind']));
        });
        const add = h('select', { class: 'add', 'aria-label': say('addTorque'), id: 'add-torque' }, h('option', { value: '' }, '+ ' + say('addTorque')));
        for (const name of names(s.registry, 'torque')) add.append(h('option', { value: name }, name));
        add.addEventListener('change', () => {
            const fresh = following({ kind: add.value }, entry(s.registry, 'torque', add.value), ['kind']);
            if (add.value === 'constant') fresh.value = [0, 0, 1e-3];
            void s.change(changed(s.doc.tree, ['torque'], [...list, fresh]));
        });
        return [...out, add];
    }
    private removeButton(path: Path): HTMLElement {
        return h('button', { class: 'reset', title: say('remove'), 'aria-label': say('remove'), onclick: () => {
            const s = this.studio;
            const list = s.doc.tree[path[0] as string];
            if (Array.isArray(list) && list.length === 1) s.set([path[0]], undefined, false);
            else s.set(path, undefined, false);
        } }, '×');
    }

    private methods(): HTMLElement[] {
        const s = this.studio;
        const tree = s.doc.tree;
        const compare = (Array.isArray(tree.compare) ? tree.compare : []) as Tree[];
        const method = entry(s.registry, 'table', 'method')?.parameters ?? [];
        const one = (path: Path, m: Tree, index: number) => {
            const info = s.current?.info.methods[index];
            const integrator = String(typeof m.integrator === 'string' ? m.integrator : 'default');
            const own = entry(s.registry, 'integrator', integrator)?.parameters ?? [];
            const report = s.current?.reports[index];
            const legend = h('legend', {},
                h('span', { class: 'swatch', style: { borderTopColor: methodColour(index), borderTopStyle: methodDash(index).length ? 'dashed' : 'solid' } }),
                h('button', { 'aria-pressed': String(s.current?.selected === index), onclick: () => s.select(index), 'data-select': index }, info?.name ?? integrator),
                path[0] === 'compare' ? this.removeButton(path) : null);
            const pick = (key: string, kind: string) => choiceField(s, [...path, key], keyName(key), names(s.registry, kind), '', (name) => {
                const old = { ...(s.value(path) as Tree | undefined) };
                if (key === 'integrator') {
                    const now = entry(s.registry, 'integrator', name);
                    for (const p of own) if (!now?.parameters.some((q) => q.name === p.name) && !method.some((q) => q.name === p.name)) delete old[p.name];
                    if (['default', 'exact', 'reference'].includes(name)) delete old.step;
                }
                s.set(path, { ...old, [key]: name }, false);
            });
            const rest = s.value(path) ? tableFields(s, path, [...own, ...method], ['name', 'integrator', 'attitude', 'constraint', 'arithmetic'].filter((k) => typeof m[k] === 'string' || !(k in m))) : [];
            const filled = { attitude: 'quaternion', integrator: 'default', constraint: 'none', arithmetic: 'double' };
            // A named method brings its own choices; what stands beside it is shown.
            const wanted = (k: keyof typeof filled) => (k in m ? typeof m[k] === 'string' : !('preset' in m));
            const choices = (Object.keys(filled) as (keyof typeof filled)[]).filter(wanted).map((k) => {
                const f = pick(k, k);
                const select = f.querySelector('select')!;
                if (!(k in m)) {
                    select.querySelector('option[value=""]')?.remove();
                    select.value = filled[k];
                }
                return f;
            });
            return h('fieldset', { class: 'method' }, legend, ...choices, ...rest,
                report?.chosen ? h('p', { class: 'small' }, report.chosen) : null);
        };
        const out = [one(['method'], (tree.method as Tree) ?? {}, 0), ...compare.map((m, i) => one(['compare', i], m, i + 1))];
        const add = h('select', { class: 'add', 'aria-label': say('addMethod'), id: 'add-method' }, h('option', { value: '' }, '+ ' + say('addMethod')));
        for (const name of names(s.registry, 'integrator')) add.append(h('option', { value: name }, name));
        add.addEventListener('change', () => {
            const used = new Set((s.current?.info.methods ?? []).map((m) => m.name));
            let name = add.value;
            for (let k = 2; used.has(name); ++k) name = `${add.value}-${k}`;
            void s.change(changed(s.doc.tree, ['compare'], [...compare, { name, integrator: add.value }]));
        });
        return [...out, add];
    }

    private view(): HTMLElement[] {
        const s = this.studio;
        const checks = h('div', { class: 'checks' });
        for (const key of SHOW_KEYS) {
            const box = h('input', { type: 'checkbox', 'data-show': key });
            box.checked = s.show[key];
            box.addEventListener('change', () => s.setShow(key, box.checked));
            checks.append(h('label', {}, box, say(key)));
        }
        const views = h('div', { class: 'views', role: 'group', 'aria-label': say('camera') });
        for (const [name, label] of VIEW_NAMES)
            views.append(h('button', { 'aria-pressed': String(s.scene?.view === name), onclick: () => s.setView(name) }, say(label)));
        return [views, checks, h('p', { class: 'small' }, say('scaleNote'))];
    }

    private text(): HTMLElement[] {
        const s = this.studio;
        const area = h('textarea', { spellcheck: 'false', 'aria-label': say('text'), id: 'text' });
        area.value = s.doc.text;
        area.addEventListener('keydown', (e) => e.stopPropagation());
        const apply = h('button', { id: 'apply', onclick: () => void s.open(area.value, s.doc.name, s.doc.files, s.preset) }, say('apply'));
        return [area, apply];
    }

    // The field whose value was refused.
    mark(key?: string): void {
        this.host.querySelectorAll('.field.bad').forEach((f) => f.classList.remove('bad'));
        if (!key) return;
        for (const f of this.host.querySelectorAll<HTMLElement>('.field')) if (f.dataset.key === key) f.classList.add('bad');
    }
}
