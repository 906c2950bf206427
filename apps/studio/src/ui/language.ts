// Which language the page speaks: as asked in the address, as chosen before, or as the browser does.
import { currentLanguage, type Language, LANGUAGES, nextLanguage, setLanguage } from '../strings';

const KEY = 'polhode-language';

function wanted(): Language {
    const asked = new URLSearchParams(location.search).get('lang');
    try {
        const kept = asked ?? localStorage.getItem(KEY);
        const known = LANGUAGES.find((l) => l === kept);
        if (known) return known;
    } catch {
        // no storage for a page from disk: the browser's language will do
    }
    const own = navigator.language;
    if (!own.startsWith('zh')) return 'en';
    return /Hans|CN|SG|^zh$/.test(own) ? 'zh-Hans' : 'zh';
}
export function startLanguage(): void {
    setLanguage(wanted());
}
export function otherLanguage(): void {
    setLanguage(nextLanguage());
    try {
        localStorage.setItem(KEY, currentLanguage());
    } catch {
        // kept for this visit only
    }
}
