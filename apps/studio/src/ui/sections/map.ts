// The map of motions as a tab; on wide screens it stands beside the body instead.
import { say } from '../../strings';
import { narrow } from '../layout';
import type { Section } from './section';

export const map: Section = {
    id: 'maps',
    title: () => say('mapSwitch'),
    content: (s) => (narrow() && s.panels.map.applies ? [s.panels.map.element] : null),
};
