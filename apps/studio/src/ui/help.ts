// Help, and the pages of docs/, which travel inside the page.
import { say } from '../strings';
import type { Studio } from '../studio';
import { h } from './dom';
import { markdown } from './markdown';

const pages = import.meta.glob('../../../../docs/{conventions,contact,gallery,inside,methods,scenario,singularities,odd-results}.md', { query: '?raw', import: 'default', eager: true }) as Record<string, string>;

function open(title: string, ...content: Node[]): void {
    const dialog = document.getElementById('dialog') as HTMLDialogElement;
    const close = h('button', { onclick: () => dialog.close() }, say('close'));
    dialog.replaceChildren(h('div', { class: 'top' }, h('h2', {}, title), close), ...content);
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
}

export function showPage(name: string): void {
    const found = Object.entries(pages).find(([path]) => path.endsWith('/' + name.replace(/#.*/, '')));
    if (!found) return;
    const body = h('div', { class: 'page' });
    body.append(markdown(found[1], (target) => showPage(target)));
    open('docs/' + name, body);
}

export function showHelp(studio: Studio): void {
    const keys = h('ul', {});
    for (const line of [say('helpText'), say('helpLesson')].join(' · ').split(' · ')) keys.append(h('li', {}, line));
    const list = h('p', {});
    for (const path of Object.keys(pages)) {
        const name = path.split('/').pop()!;
        list.append(h('a', { href: `../docs/${name}`, onclick: (e: Event) => {
            e.preventDefault();
            showPage(name);
        } }, name), ' ');
    }
    const r = studio.registry;
    open(say('help'), h('p', {}, say('about')), h('h2', {}, say('keys')), keys, h('p', {}, say('dropHere')), h('p', {}, say('scaleNote')), h('h2', {}, say('more')), list,
        h('p', { class: 'small' }, `Polhode ${r?.version ?? ''} (${r?.revision ?? ''})`));
}
