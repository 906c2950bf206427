// Inside somebody else's page (#...&embed): the body, its words and the time line; a link leads to the whole studio.
import { say } from '../strings';
import type { Studio } from '../studio';
import { byId, h } from './dom';
import './embed.css';

export const embedded = (): boolean => document.body.classList.contains('embed');

export function listenEmbed(studio: Studio): void {
    if (!/[#&]embed\b/.test(location.hash)) return;
    document.body.classList.add('embed');
    studio.door.enter();
    const whole = () => location.href.replace('&embed', '');
    const link = h('a', { id: 'whole', target: '_blank', rel: 'noopener', href: whole() }, say('openWhole'));
    link.addEventListener('click', () => (link.href = whole())); // the scene may be another by now
    byId('scene').append(link);
}
