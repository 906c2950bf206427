// What of the scene is shown: each a switch of the rail. A new one needs its name here and its word in strings.ts.
export interface Show {
    vectors: boolean;
    torque: boolean;
    axes: boolean;
    locus: boolean;
    traces: boolean;
    cones: boolean;
    poinsot: boolean;
    ghost: boolean;
    grid: boolean;
    both: boolean; // world axes and body axes side by side
}
export const SHOW_KEYS: (keyof Show)[] = ['vectors', 'torque', 'axes', 'locus', 'traces', 'cones', 'poinsot', 'ghost', 'grid', 'both'];
export const SHOW_DEFAULT: Show = {
    vectors: true, torque: true, axes: true, locus: true, traces: false, cones: false, poinsot: false, ghost: true, grid: true, both: false,
};
