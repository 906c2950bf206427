// Everything by key.
import type { ViewName } from '../scene/scene';
import type { Studio } from '../studio';

const VIEWS: Record<string, ViewName> = { 1: 'free', 2: 'axis', 3: 'side', 4: 'top', 5: 'body' };

export function keyboard(studio: Studio): void {
    addEventListener('keydown', (e) => {
        if ((e.ctrlKey || e.metaKey) && !e.altKey) {
            const key = e.key.toLowerCase();
            if (key === 'z' && !e.shiftKey) studio.undo();
            else if (key === 'y' || key === 'z') studio.redo();
            else return;
            e.preventDefault();
            return;
        }
        const target = e.target as HTMLElement;
        const typing = target.closest('input:not([type=range]):not([type=checkbox]), textarea, select, dialog[open]');
        if (typing || e.altKey) return;
        const onButton = target.closest('button, summary, a');
        const onRange = target instanceof HTMLInputElement;
        const onScene = target === studio.scene?.canvas;
        switch (e.key) {
            case ' ':
                if (onButton) return;
                studio.toggle();
                break;
            case ',': studio.stepRow(-1); break;
            case '.': studio.stepRow(1); break;
            case 'Home': if (onRange) return; studio.goTo(0); break;
            case 'End': if (onRange) return; studio.goTo(studio.duration); break;
            case '[': studio.setSpeed(Number((studio.speed / 2).toPrecision(3))); break;
            case ']': studio.setSpeed(Number((studio.speed * 2).toPrecision(3))); break;
            case 'b': studio.setShow('both', !studio.show.both); break;
            case 'c': studio.setShow('cones', !studio.show.cones); break;
            case 'p': studio.setShow('poinsot', !studio.show.poinsot); break;
            case 'v': studio.setShow('vectors', !studio.show.vectors); break;
            case 'g': studio.setShow('ghost', !studio.show.ghost); break;
            case 'n': studio.nextPreset(); break;
            case '+': case '=': studio.scene?.zoom(0.9); break;
            case '-': studio.scene?.zoom(1.1); break;
            case 'ArrowLeft': case 'ArrowRight': case 'ArrowUp': case 'ArrowDown':
                if (!onScene) return;
                studio.scene!.orbit(e.key === 'ArrowLeft' ? -0.1 : e.key === 'ArrowRight' ? 0.1 : 0, e.key === 'ArrowUp' ? -0.1 : e.key === 'ArrowDown' ? 0.1 : 0);
                break;
            default:
                if (VIEWS[e.key]) studio.setView(VIEWS[e.key]);
                else if (!studio.pushKey(e.key.toLowerCase(), true)) return;
        }
        e.preventDefault();
    });
    addEventListener('keyup', (e) => studio.pushKey(e.key.toLowerCase(), false));
    addEventListener('blur', () => 'wasdqe'.split('').forEach((k) => studio.pushKey(k, false)));
    studio.scene?.canvas.addEventListener('dblclick', () => studio.scene!.centre());
}
