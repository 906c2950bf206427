// A method that could not go on, in words.
import type { MethodInfo, RunReport } from '../core/messages';
import { coreWords, say } from '../strings';
import { pretty } from '../ui/dom';

// Three digits, without zeros that say nothing: 0.81, 12, 1.5.
const seconds = (t: number): string => (t !== 0 && (t < 1e-3 || t >= 1e5) ? pretty(t) : String(Number(t.toPrecision(3))));

export function failureWords(method: MethodInfo, report: RunReport): string {
    const why = (report.message ?? '').replace(/^.*?\bt = \S+ s?:? ?/, '');
    if (report.time === undefined) return say('failedAt', method.name, report.message ?? '');
    const angles = /euler|angles/.test(method.attitude);
    return say(angles ? 'eulerFails' : 'methodFails', seconds(report.time), method.name) + '\n' + coreWords(why);
}
