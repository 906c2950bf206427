// A refusal beside its field: what is wrong, in words for people, and buttons for what can be done about it.
import type { Refusal } from '../core/messages';
import { currentLanguage } from '../strings';
import { h } from './dom';
import type { Path } from './fields';

export interface Refused {
    path?: Path; // of the field that was edited
    key?: string; // of the value that the core names, which may be another one
    words?: string;
    refusal?: Refusal;
    remedies: { label: string; apply: () => void }[];
}

// The core's words for those who do not read English. What is not here is said as the core says it.
const CHINESE: [RegExp, string][] = [
    [/a tilt of (\S+) degrees is out of range: (\S+) to (\S+) degrees/, '傾角 $1 度超出範圍：$2 到 $3 度'],
    [/expected a number greater than 0.*?, read the number (.*?);.*/, '需要大於 0 的數，讀到 $1'],
    [/expected a number that is not negative.*?, read the number (.*?);.*/, '需要不為負的數，讀到 $1'],
    [/a named motion belongs to a body with weight off its fixed point.*/, '以名稱指定的運動需要重力作用於支點之外；沒有重力便沒有這種運動'],
    [/at a tilt of (\S+) degrees the axis is vertical and has no '(.*?)' motion.*/, '傾角 $1 度時軸為鉛直，沒有「$2」運動'],
    [/without spin the body falls in a plane: no cusps/, '沒有自轉，剛體在平面內倒下，不會有尖點'],
    [/.*no body has these moments.*/, '沒有剛體具有這些慣量：任一慣量不得大於另兩者之和'],
    [/(\S+) s is not a whole number of steps of (\S+) s.*/, '$1 秒不是步長 $2 秒的整數倍'],
];
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
    for (const [pattern, words] of currentLanguage() === 'zh' ? CHINESE : ENGLISH)
        if (pattern.test(bare)) return bare.replace(pattern, words);
    return bare.charAt(0).toUpperCase() + bare.slice(1);
}

export function refusalBox({ words, refusal, remedies }: Refused): HTMLElement {
    const text = words ?? (refusal ? humanWords(refusal) : '');
    return h('div', { class: 'refused', role: 'alert', title: refusal?.message },
        h('span', { class: 'words' }, text),
        ...remedies.map((r, i) => h('button', { onclick: r.apply, 'data-remedy': i }, r.label)));
}
