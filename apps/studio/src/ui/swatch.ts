// A piece of a method's line, in its colour and its kind of dashes.
import { methodColour, methodDash } from '../theme';
import { h } from './dom';

export function swatch(method: number): HTMLElement {
    const dash = methodDash(method);
    const borderTopStyle = !dash.length ? 'solid' : dash[0] < 6 ? 'dotted' : 'dashed';
    return h('span', { class: 'swatch', style: { borderTopColor: methodColour(method), borderTopStyle } });
}
