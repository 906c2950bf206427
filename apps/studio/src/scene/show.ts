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
    orbit: boolean; // the orbit frame of a satellite, and where it is on its orbit
    horizon: boolean; // what a pilot sees, by each method's own numbers
    lanes: boolean; // methods beside each other
    both: boolean; // world axes and body axes side by side
}
export const SHOW_KEYS: (keyof Show)[] = ['vectors', 'torque', 'axes', 'locus', 'traces', 'cones', 'poinsot', 'ghost', 'grid', 'orbit', 'horizon', 'lanes', 'both'];
export const SHOW_DEFAULT: Show = {
    vectors: true, torque: true, axes: true, locus: true, traces: false, cones: false, poinsot: false, ghost: true, grid: true, orbit: true, horizon: false, lanes: false, both: false,
};
