// A short piece of a curve, for the list of methods.
import { svgElement } from './charts';
import { strokeOf } from './study';

export function swatchLine(i: number): SVGElement {
    const svg = svgElement('svg', { width: 26, height: 8, 'aria-hidden': 'true' });
    svg.append(svgElement('path', { d: 'M0 4H26', 'stroke-width': 2.4, fill: 'none', ...strokeOf(i) }));
    return svg;
}
