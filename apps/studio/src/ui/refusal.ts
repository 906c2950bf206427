// A refusal beside its field: what is wrong, in words for people, and buttons for what can be done about it.
import type { Refusal } from '../core/messages';
import { coreWords, currentLanguage } from '../strings';
import { h } from './dom';
import type { Path } from './fields';

export interface Refused {
    path?: Path; // of the field that was edited
    key?: string; // of the value that the core names, which may be another one
    words?: string;
    refusal?: Refusal;
    remedies: { label: string; apply: () => void }[];
}

// The core's words for people. What is not here is said as the core says it.
const ENGLISH: [RegExp, string][] = [
    [/expected a number (greater than 0|that is not negative)( \(.*?\))?, read the number (.*?);.*/, 'This must be a number $1$2; $3 is not.'],
    [/a named motion belongs to a body with weight off its fixed point.*/, 'This start is named after a motion that weight makes; without gravity there is none.'],
    [/at a tilt of (\S+) degrees the axis is vertical and has no '(.*?)' motion.*/, 'At a tilt of $1 degrees the axis is vertical, and no $2 comes of it.'],
    [/(.*): no body has these moments.*/, '$1: no body has these moments. None can exceed the sum of the other two.'],
    [/(\S+ s) is not a whole number of steps of (\S+ s).*/, '$1 is not a whole number of steps of $2.'],
];

// Without the file and the key, which the place says.
export function humanWords({ message, key }: Refusal): string {
    const at = key ? message.indexOf(`${key}: `) : -1;
    const bare = at >= 0 ? message.slice(at + key!.length + 2) : message.replace(/^[^ ]*?\.toml(:\d+)?: /, '');
    if (currentLanguage() !== 'en') return coreWords(bare);
    for (const [pattern, words] of ENGLISH) if (pattern.test(bare)) return bare.replace(pattern, words);
    return bare.charAt(0).toUpperCase() + bare.slice(1);
}

export function refusalBox({ words, refusal, remedies }: Refused): HTMLElement {
    const text = words ?? (refusal ? humanWords(refusal) : '');
    return h('div', { class: 'refused', role: 'alert', title: refusal?.message },
        h('span', { class: 'words' }, text),
        ...remedies.map((r, i) => h('button', { onclick: r.apply, 'data-remedy': i }, r.label)));
}
