// The presets in their order, and their groups. What they are made of stands in presets/.
import { DRIVEN } from './presets/driven';
import { FLY } from './presets/fly';
import { FREE } from './presets/free';
import { INSIDE } from './presets/inside';
import { NUMBERS } from './presets/numbers';
import type { Preset, Words } from './presets/preset';
import { TABLE } from './presets/table';
import { TOPS } from './presets/tops';

export { USUAL_VIEWPOINT } from './presets/film';
export { type Preset, presetId } from './presets/preset';

export const GROUPS: Record<Preset['group'], Words> = {
    top: ['Gyroscopes and tops', '陀螺與迴轉儀'],
    free: ['Free bodies', '自由剛體'],
    driven: ['Driven and damped', '受力與阻尼'],
    inside: ['Wheels inside, and in orbit', '內有轉輪，與軌道上'],
    table: ['On a table', '在桌面上'],
    numbers: ['Methods at work', '方法的較量'],
    fly: ['In your hands', '親手操縱'],
};
export const PRESETS: Preset[] = [...TOPS, ...FREE, ...DRIVEN, ...INSIDE, ...TABLE, ...NUMBERS, ...FLY];
