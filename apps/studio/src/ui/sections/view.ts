// Where the camera stands, and what of the scene is shown.
import type { ViewName } from '../../scene/camera';
import { poinsotApplies } from '../../scene/poinsot';
import { SHOW_KEYS } from '../../scene/show';
import { say, type StringKey } from '../../strings';
import type { Studio } from '../../studio';
import { h } from '../dom';
import type { Section } from './section';

const VIEW_NAMES: [ViewName, StringKey][] = [['free', 'viewFree'], ['axis', 'viewAxis'], ['side', 'viewSide'], ['top', 'viewTop'], ['body', 'viewBody']];

function content(s: Studio): HTMLElement[] {
    const checks = h('div', { class: 'checks' });
    for (const key of SHOW_KEYS) {
        const box = h('input', { type: 'checkbox', 'data-show': key });
        if (key === 'orbit' && !s.current?.info.orbit) continue;
        const none = key === 'poinsot' && s.current !== undefined && !poinsotApplies(s.current);
        box.checked = s.show[key] && !none;
        box.disabled = none;
        box.addEventListener('change', () => s.setShow(key, box.checked));
        checks.append(h('label', none ? { class: 'none', title: say('poinsotFree') } : {}, box, say(key), none ? h('small', {}, say('poinsotFree')) : null));
    }
    const views = h('div', { class: 'views', role: 'group', 'aria-label': say('camera') });
    for (const [name, label] of VIEW_NAMES)
        views.append(h('button', { 'aria-pressed': String(s.scene?.view === name), onclick: () => s.setView(name) }, say(label)));
    return [views, checks, h('p', { class: 'small' }, say('scaleNote'))];
}

export const view: Section = { id: 'view', title: () => say('view'), content };
