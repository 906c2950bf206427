// Search, light and dark, the list of pages on a narrow screen, and copying of code. Works from the disk: the index is a
// script (search-index.js) that is loaded when somebody looks for something.
'use strict';
(() => {
    const root = document.body.dataset.root;
    const byId = (id) => document.getElementById(id);

    const menu = byId('menu');
    menu.addEventListener('click', () => menu.setAttribute('aria-expanded', String(byId('pages').classList.toggle('open'))));
    const here = document.querySelector('nav [aria-current]');
    if (here && here.offsetParent) byId('pages').scrollTop = here.offsetTop - 200;

    byId('theme').addEventListener('click', () => {
        const now = document.documentElement.dataset.theme;
        const dark = now ? now === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
        const next = dark ? 'light' : 'dark';
        document.documentElement.dataset.theme = next;
        try {
            localStorage.setItem('polhode-theme', next);
        } catch {
            // without a memory it lasts as long as the page
        }
    });

    for (const pre of document.querySelectorAll('main pre:not(.docstring)')) {
        const button = document.createElement('button');
        button.className = 'copy';
        button.textContent = 'copy';
        button.addEventListener('click', () => {
            const code = pre.querySelector('code') || pre;
            navigator.clipboard?.writeText(code.textContent).then(() => (button.textContent = 'copied'));
        });
        pre.append(button);
    }

    const box = byId('search');
    const found = byId('found');
    let index = null;
    let chosen = -1;

    const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) || [];
    function load() {
        if (index) return;
        index = [];
        const script = document.createElement('script');
        script.src = root + 'search-index.js';
        script.onload = () => {
            index = window.polhodeIndex.map(([page, anchor, pageTitle, title, text]) => ({
                page, anchor, pageTitle, title, text, lower: text.toLowerCase(), head: (pageTitle + ' ' + title).toLowerCase(),
            }));
            look();
        };
        document.head.append(script);
    }
    // Every word must be somewhere; one in a heading counts more than one in the text, a whole word more than a beginning.
    function score(entry, asked) {
        let sum = 0;
        for (const word of asked) {
            const head = entry.head.indexOf(word);
            const body = entry.lower.indexOf(word);
            if (head < 0 && body < 0) return 0;
            if (head >= 0) sum += words(entry.head).includes(word) ? 12 : 6;
            if (entry.title.toLowerCase() === word) sum += 12;
            if (body >= 0) sum += 1 + Math.min(3, entry.lower.split(word).length - 1);
        }
        return sum + (entry.anchor ? 0 : 1);
    }
    const escape = (text) => text.replace(/[&<>"]/g, (c) => '&#' + c.charCodeAt(0) + ';');
    function excerpt(entry, asked) {
        const at = Math.max(0, entry.lower.indexOf(asked[0]) - 40);
        let text = escape(entry.text.slice(at, at + 160));
        for (const word of asked)
            text = text.replace(new RegExp(word.replace(/[^\p{L}\p{N}]/gu, '\\$&'), 'giu'), (m) => '<mark>' + m + '</mark>');
        return text;
    }
    function look() {
        const asked = words(box.value);
        found.hidden = asked.length === 0;
        chosen = -1;
        if (!asked.length || !index) return;
        const best = index.map((entry) => [score(entry, asked), entry]).filter(([s]) => s > 0).sort((a, b) => b[0] - a[0]).slice(0, 20);
        found.innerHTML = best.length
            ? best.map(([, e]) => `<a href="${root}${e.page}${e.anchor ? '#' + e.anchor : ''}">${escape(e.pageTitle)}${
                  e.title && e.title !== e.pageTitle ? ' › ' + escape(e.title) : ''}<small>${excerpt(e, asked)}</small></a>`).join('')
            : '<p>Nothing has all of these words.</p>';
    }
    // PAGE.html?q=words opens with an answer
    const asked = new URLSearchParams(location.search).get('q');
    if (asked) {
        box.value = asked;
        load();
    }
    box.addEventListener('focus', load);
    box.addEventListener('input', () => (load(), look()));
    box.addEventListener('keydown', (event) => {
        const links = [...found.querySelectorAll('a')];
        if (event.key === 'Escape') found.hidden = true;
        if (event.key === 'Enter' && links.length) location.href = links[Math.max(0, chosen)].href;
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        chosen = Math.min(links.length - 1, Math.max(0, chosen + (event.key === 'ArrowDown' ? 1 : -1)));
        links.forEach((link, i) => link.classList.toggle('chosen', i === chosen));
        links[chosen]?.scrollIntoView({ block: 'nearest' });
    });
    document.addEventListener('click', (event) => {
        if (!event.target.closest('.search')) found.hidden = true;
        else if (event.target.closest('#found a')) found.hidden = true;
    });
    document.addEventListener('keydown', (event) => {
        if (event.key !== '/' || /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
        event.preventDefault();
        box.focus();
    });
})();
