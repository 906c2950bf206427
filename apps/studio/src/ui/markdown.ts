// As much of Markdown as our own pages use; elements are made one by one, so that no text ever becomes markup.
import { h } from './dom';

function inline(text: string, follow: (page: string) => void): DocumentFragment {
    const out = document.createDocumentFragment();
    const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)/g;
    let at = 0;
    for (const m of text.matchAll(pattern)) {
        out.append(text.slice(at, m.index));
        at = m.index + m[0].length;
        if (m[1]) out.append(h('code', {}, m[1]));
        else if (m[2]) out.append(h('b', {}, m[2]));
        else if (/^[\w-]+\.md/.test(m[4])) out.append(h('a', { href: m[4], onclick: (e: Event) => {
            e.preventDefault();
            follow(m[4]);
        } }, m[3]));
        else out.append(m[3]);
    }
    out.append(text.slice(at));
    return out;
}

export function markdown(text: string, follow: (page: string) => void): DocumentFragment {
    const out = document.createDocumentFragment();
    const lines = text.split('\n');
    const put = (tag: 'p' | 'li' | 'td' | 'th' | 'h2' | 'h3', content: string) => {
        const e = h(tag);
        e.append(inline(content, follow));
        return e;
    };
    for (let i = 0; i < lines.length; ++i) {
        const line = lines[i];
        if (line.startsWith('```')) {
            const code: string[] = [];
            while (++i < lines.length && !lines[i].startsWith('```')) code.push(lines[i]);
            out.append(h('pre', {}, h('code', {}, code.join('\n'))));
        } else if (/^#+ /.test(line)) out.append(put(line.startsWith('# ') ? 'h2' : 'h3', line.replace(/^#+ /, '')));
        else if (line.startsWith('|')) {
            const table = h('table');
            for (let first = true; i < lines.length && lines[i].startsWith('|'); ++i, first = false) {
                if (/^\|[\s:|-]+\|?$/.test(lines[i])) continue;
                const tr = h('tr');
                for (const cell of lines[i].replace(/^\||\|$/g, '').split('|')) tr.append(put(first ? 'th' : 'td', cell.trim()));
                table.append(tr);
            }
            --i;
            out.append(table);
        } else if (/^[-*] /.test(line)) {
            const list = h('ul');
            for (; i < lines.length && /^([-*] |  )/.test(lines[i]); ++i) {
                if (/^[-*] /.test(lines[i])) list.append(put('li', lines[i].slice(2)));
                else list.lastElementChild?.append(' ', inline(lines[i].trim(), follow));
            }
            --i;
            out.append(list);
        } else if (line.trim()) {
            let paragraph = line;
            while (i + 1 < lines.length && lines[i + 1].trim() && !/^(```|#|\||[-*] )/.test(lines[i + 1])) paragraph += ' ' + lines[++i];
            if (!paragraph.startsWith('![')) out.append(put('p', paragraph));
        }
    }
    return out;
}
