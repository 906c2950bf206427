// Colours: Okabe and Ito's, which the colour-blind tell apart, each with a line of its own kind.
export const METHOD_COLOURS = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9', '#B8A800', '#7F7F7F'];
// On a dark ground the two darkest are lifted.
const DARK_COLOURS = ['#4FA8E0', '#F07F3C', '#2FC49A', '#E29CC4', '#F0B03C', '#7CC8F2', '#E8DC50', '#B0B0B0'];
export const DASHES: number[][] = [[], [8, 4], [3, 3], [10, 3, 2, 3], [14, 4], [5, 2], [2, 5], [12, 3, 3, 3, 3, 3]];

export const dark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches;
export const methodColour = (i: number): string => (dark() ? DARK_COLOURS : METHOD_COLOURS)[i % METHOD_COLOURS.length];
export const methodDash = (i: number): number[] => DASHES[i % DASHES.length];
export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
