// Pictures on buttons, drawn: letters of rare fonts turn into boxes where the font is missing.
const PATHS = {
    play: 'M5 3v14l12-7z',
    pause: 'M5 3h4v14H5zM11 3h4v14h-4z',
    stepBack: 'M14 4v12L6 10z',
    step: 'M6 4v12l8-6z',
    toStart: 'M4 4h2.5v12H4zM16 4v12l-9-6z',
    loop: 'M10 3a7 7 0 1 1-6.6 4.7l2 .7A4.9 4.9 0 1 0 10 5.1V8L5.5 4 10 0z',
    undo: 'M8 4V0L2 5.5 8 11V7c4 0 6.5 1.6 6.5 4.5S12 16 8 16v2.2c5.4 0 8.7-2.5 8.7-6.700S13.4 4.9 8 4z',
    redo: 'M12 4V0l6 5.5L12 11V7c-4 0-6.5 1.6-6.5 4.5S8 16 12 16v2.200c-5.4 0-8.7-2.5-8.7-6.700S6.6 4.9 12 4z',
    panels: 'M2 4h16v2H2zM2 9h16v2H2zM2 14h16v2H2z',
    chart: 'M3 17v-6h3v6zM8.5 17V4h3v13zM14 17V8h3v9z',
    fullScreen: 'M2 2h6v2H4v4H2zM12 2h6v6h-2V4h-4zM2 12h2v4h4v2H2zM16 12h2v6h-6v-2h4z',
} as const;
export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 20 20');
    svg.setAttribute('class', 'icon');
    svg.setAttribute('aria-hidden', 'true');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', PATHS[name]);
    svg.append(path);
    return svg;
}
