// The unit in which a motion's time is told: an asteroid's in days.
export interface TimeUnit {
    name: string;
    size: number; // s
}
const UNITS: { from: number; unit: TimeUnit }[] = [
    { from: 3 * 86400, unit: { name: 'd', size: 86400 } },
    { from: 6 * 3600, unit: { name: 'h', size: 3600 } },
    { from: 600, unit: { name: 'min', size: 60 } },
    { from: 0, unit: { name: 's', size: 1 } },
];
// `duration` of the whole motion, s.
export const timeUnit = (duration: number): TimeUnit => UNITS.find((u) => duration >= u.from)?.unit ?? UNITS[UNITS.length - 1].unit;
