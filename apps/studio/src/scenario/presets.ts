// The presets in their order, and their groups. What they are made of stands in presets/.
import { DRIVEN } from './presets/driven';
import { FREE } from './presets/free';
import { NUMBERS } from './presets/numbers';
import type { Preset, Words } from './presets/preset';
import { TOPS } from './presets/tops';

export { type Preset, presetId } from './presets/preset';

export const GROUPS: Record<Preset['group'], Words> = {
    top: ['Gyroscopes and tops', '陀螺與迴轉儀'],
    free: ['Free bodies', '自由剛體'],
    driven: ['Driven and damped', '受力與阻尼'],
    numbers: ['Methods at work', '方法的較量'],
};
export const PRESETS: Preset[] = [...TOPS, ...FREE, ...DRIVEN, ...NUMBERS];
