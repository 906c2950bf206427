// The teacher's sheet of a scene, or of all of them, to read and to print.
import { type Preset, presetId, PRESETS } from '../scenario/presets';
import { SHEETS } from '../scenario/presets/sheets';
import { QUESTIONS } from '../scenario/presets/questions';
import { both, say } from '../strings';
import type { Studio } from '../studio';
import { byId, h } from './dom';

export const hasSheet = (preset: Preset | undefined): boolean => preset !== undefined && presetId(preset) in SHEETS;

function sheet(preset: Preset, picture?: string): HTMLElement {
    const { ask, expect, truth } = SHEETS[presetId(preset)];
    const equation = h('div', { class: 'equation' });
    equation.innerHTML = preset.equation; // our own text, from the table of presets
    const question = QUESTIONS[presetId(preset)];
    const part = (title: string, ...content: (Node | string)[]) => [h('h3', {}, title), ...content.map((c) => (typeof c === 'string' ? h('p', {}, c) : c))];
    return h('article', { class: 'sheet', 'data-sheet': presetId(preset) },
        h('h2', {}, both(preset.title)), picture ? h('img', { src: picture, alt: both(preset.title) }) : null,
        ...part(say('look'), both(preset.look.text)),
        ...part(say('sheetAsk'), both(ask)),
        ...(question ? part(say('predict'), both(question.text), h('ul', {}, ...question.answers.map((a) => h('li', {}, both(a.text))))) : []),
        ...part(say('sheetExpect'), both(expect)),
        ...part(say('sheetTruth'), both(truth), both(preset.why.text), equation),
        ...part(say('tryThis'), both(preset.tryThis.text)),
        ...part(say('sheetNotes'), h('div', { class: 'lines' })));
}

function show(title: string, sheets: HTMLElement[], more: HTMLElement[]): void {
    const dialog = byId('dialog') as HTMLDialogElement;
    const actions = h('span', { class: 'actions' }, ...more, ' ', h('button', { id: 'print', onclick: () => print() }, say('print')), ' ',
        h('button', { onclick: () => dialog.close() }, say('close')));
    dialog.replaceChildren(h('div', { class: 'top' }, h('h2', {}, title), actions), ...sheets);
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
}

export async function showSheet(studio: Studio): Promise<void> {
    const { preset, scene, clock } = studio;
    if (!preset || !hasSheet(preset)) return;
    const blob = await scene?.picture(clock.time, studio.show, clock.memory);
    const all = h('button', { id: 'allsheets', onclick: () => showAllSheets() }, say('sheetsAll'));
    show(say('sheet'), [sheet(preset, blob && URL.createObjectURL(blob))], [all]);
}
export function showAllSheets(): void {
    show(say('sheetsAll'), PRESETS.filter(hasSheet).map((p) => sheet(p)), []);
}
