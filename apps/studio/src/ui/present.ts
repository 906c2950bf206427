// For a room: the whole screen, large type, nothing but the body and its words. #present in the address, or a button.
import type { Studio } from '../studio';
import { PRESETS } from '../scenario/presets';

export const presenting = (): boolean => document.body.classList.contains('present');

function set(studio: Studio, on: boolean): void {
    if (on) studio.door.enter();
    document.body.classList.toggle('present', on);
    studio.panels.bar.words();
    if (studio.doc) studio.address.writeSoon(0);
    studio.wake();
}
export async function togglePresent(studio: Studio): Promise<void> {
    const on = !presenting();
    set(studio, on);
    try {
        if (on) await document.documentElement.requestFullscreen();
        else if (document.fullscreenElement) await document.exitFullscreen();
    } catch {
        // a frame that may not fill the screen still shows large type
    }
}

// A clicker sends these keys.
function turnPage(studio: Studio, step: number): void {
    const at = studio.preset ? PRESETS.indexOf(studio.preset) : 0;
    void studio.opener.preset(PRESETS[(at + step + PRESETS.length) % PRESETS.length]);
}
export function listenPresent(studio: Studio): void {
    if (/(^#|[#&])present\b/.test(location.hash)) set(studio, true);
    addEventListener('hashchange', () => {
        if (/(^#|[#&])present\b/.test(location.hash)) set(studio, true);
    });
    document.addEventListener('fullscreenchange', () => {
        if (!document.fullscreenElement && presenting()) set(studio, false);
    });
    addEventListener('keydown', (e) => {
        if (!presenting()) return;
        if (e.key === 'PageDown') turnPage(studio, 1);
        else if (e.key === 'PageUp') turnPage(studio, -1);
        else if (e.key === 'Escape' && !document.fullscreenElement) set(studio, false);
        else return;
        e.preventDefault();
    });
}
