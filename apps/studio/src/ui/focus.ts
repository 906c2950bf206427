// A part of the page that is built again keeps the focus on the control that had it.

const mark = (e: HTMLElement): string => (e.id ? '#' + e.id : [e.tagName, JSON.stringify(e.dataset), e.getAttribute('aria-label')].join('|'));
const CONTROLS = 'button, input, select, textarea, summary, a[href], [tabindex]';

// Call it before; what it gives, after.
export function keepFocus(host: HTMLElement): () => void {
    const active = document.activeElement as HTMLElement | null;
    if (!active || !host.contains(active)) return () => undefined;
    const wanted = mark(active);
    const place = [...host.querySelectorAll<HTMLElement>(CONTROLS)].filter((e) => mark(e) === wanted).indexOf(active);
    return () => {
        if (host.contains(document.activeElement)) return;
        const same = [...host.querySelectorAll<HTMLElement>(CONTROLS)].filter((e) => mark(e) === wanted);
        (same[place] ?? same[0])?.focus({ preventScroll: true });
    };
}
