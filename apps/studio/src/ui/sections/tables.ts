// The sections that show a table of the scenario as it stands: body, start, run.
import type { Parameter, Tree } from '../../core/messages';
import { say } from '../../strings';
import type { Studio } from '../../studio';
import { entry, tableFields } from '../fields';
import type { Section } from './section';

export const parametersOf = (s: Studio, table: string): Parameter[] => entry(s.registry, 'table', table)?.parameters ?? [];

export const body: Section = {
    id: 'body',
    title: () => say('body'),
    content: (s) => (s.doc.tree.body ? tableFields(s.editor, ['body'], parametersOf(s, 'body')) : null),
};

// The named motion of a start has parameters of its own.
export const start: Section = {
    id: 'start',
    title: () => say('start'),
    content: (s) => {
        const table = s.doc.tree.start as Tree | undefined;
        if (!table) return null;
        const own = entry(s.registry, 'motion', String(table.motion ?? ''))?.parameters ?? [];
        return tableFields(s.editor, ['start'], [...own, ...parametersOf(s, 'start')], []);
    },
};

export const run: Section = {
    id: 'run',
    title: () => say('run'),
    content: (s) => tableFields(s.editor, ['run'], parametersOf(s, 'run')),
};
