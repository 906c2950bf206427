// How a preset is filmed: what stands upright in the picture, from where one looks, and which axis of the body draws its
// path. What is shown, the plots and the speed stand beside it in the preset.
import type { Vec } from '../../motion/rotation';

export interface Film {
    up?: Up;
    camera?: Viewpoint;
    axis?: Vec; // of the body; its axis of symmetry, or z, where nothing is said
}

// The angular momentum of a body on which nothing acts stands still, so the picture may be turned until it is upright.
// Otherwise, and where nothing is said, the world's Z is.
export type Up = 'world' | 'momentum';

export interface Viewpoint {
    azimuth: number; // degrees: 0 is in front, along y; positive to the right
    elevation: number; // degrees above the horizon
    distance: number; // radii of the sphere on which the axis draws
    height?: number; // of the point that is looked at, radii
}
export const USUAL_VIEWPOINT: Viewpoint = { azimuth: 39.1, elevation: 22.4, distance: 4.46 };
