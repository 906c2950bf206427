// Which language the page speaks: as asked in the address, as chosen before, or as the browser does.
import { currentLanguage, type Language, setLanguage } from '../strings';

const KEY = 'polhode-language';

function wanted(): Language {
    const asked = new URLSearchParams(location.search).get('lang');
    try {
        const kept = asked ?? localStorage.getItem(KEY);
        if (kept === 'zh' || kept === 'en') return kept;
    } catch {
        // no storage for a page from disk: the browser's language will do
    }
    return navigator.language.startsWith('zh') ? 'zh' : 'en';
}
export function startLanguage(): void {
    setLanguage(wanted());
}
export function otherLanguage(): void {
    setLanguage(currentLanguage() === 'en' ? 'zh' : 'en');
    try {
        localStorage.setItem(KEY, currentLanguage());
    } catch {
        // kept for this visit only
    }
}
