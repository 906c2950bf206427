// A section of the rail, which is a tab on narrow screens.
import type { Studio } from '../../studio';

export interface Section {
    id: string;
    title(studio: Studio): string;
    content(studio: Studio): (HTMLElement | null)[] | null; // null: the scenario has nothing of the kind
}
