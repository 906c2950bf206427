// A body that a program runs: the page shows it, says what the program says, and drives it.
//   node tests/studio/live_program_test.mjs BUILD [NAME...]     names: only these tests
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { openPage, root } from './browser.mjs';
import { browser, file, message, picture, program, runTests, test, work } from './suite.mjs';

const flying = (page) => page.waitForFunction(() => window.studio.flight.frame);
const until = (page, steps) => page.waitForFunction((n) => window.studio.flight.frame?.n >= n, steps);

// A server of the page and of a body that turns by a known rate, speaking as the program does.
async function runningBody(use) {
    const heard = [];
    const sockets = new Set();
    const server = createServer((request, response) => {
        if (request.url === '/session') {
            response.setHeader('content-type', 'application/json');
            return response.end(JSON.stringify({ name: '', files: [], live: '/live' }));
        }
        response.setHeader('content-type', 'text/html');
        response.end(readFileSync(file));
    });
    server.on('upgrade', (request, socket) => {
        assert.equal(request.url, '/live');
        const key = createHash('sha1').update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
        socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`);
        sockets.add(socket);
        let waiting = Buffer.alloc(0);
        socket.on('data', (d) => {
            waiting = Buffer.concat([waiting, d]);
            // short masked text frames are all that the page sends
            while (waiting.length >= 6 && waiting.length >= 6 + (waiting[1] & 127)) {
                const size = waiting[1] & 127;
                const text = Buffer.from(waiting.subarray(6, 6 + size).map((b, i) => b ^ waiting[2 + (i % 4)]));
                if ((waiting[0] & 15) === 1) heard.push(JSON.parse(text.toString()));
                waiting = waiting.subarray(6 + size);
            }
        });
        socket.on('error', () => undefined);
    });
    const say = (object) => {
        const text = Buffer.from(JSON.stringify(object));
        const head = text.length < 126 ? Buffer.from([0x81, text.length]) : Buffer.from([0x81, 126, text.length >> 8, text.length & 255]);
        for (const socket of sockets) socket.write(Buffer.concat([head, text]));
    };
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    try {
        await use(`http://127.0.0.1:${server.address().port}/`, say, heard, sockets);
    } finally {
        for (const socket of sockets) socket.destroy();
        await new Promise((done) => server.close(done));
    }
}
const about = (angle) => [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)];
const frameAt = (n, more = {}) => ({
    op: 'frame', seq: n, n, t: n * 0.01, q_NB: about(n * 0.01), w_NB_B: [0, 0, 1], energy: 0.5, L_N: [0, 0, 1], torque_B: [0, 0, 0], wall_ns: n * 1e7, late_us: 41, overruns: 2, slips: 0,
    seconds_lost: 0, input: 0, compare: [{ name: 'angles', q_NB: about(n * 0.0101), w_NB_B: [0, 0, 1.01], angle: n * 1e-4, failed: false }], ...more,
});

test('a body that a program runs is shown and driven', async () => {
    await runningBody(async (url, say, heard, sockets) => {
        const { page, complaints, context } = await openPage(browser, url);
        while (!sockets.size) await page.waitForTimeout(50);
        say({ op: 'hello', version: 1, title: 'a body elsewhere', step: 0.01, speed: 1, convention: '', inputs: ['push', 'stick'], compare: ['angles'] });
        for (let n = 0; n <= 50; ++n) say(frameAt(n));
        await until(page, 50);
        assert.equal(await page.textContent('#bar .status'), 'flying');
        assert.deepEqual(await page.evaluate(() => window.studio.current.info.methods.map((m) => m.name)), ['a body elsewhere', 'angles']);
        const last = await page.evaluate(() => {
            const [a, b] = window.studio.current.methods;
            return [a.count, b.count, a.end, ...a.quaternion(a.count - 1), window.studio.flight.apart(1)];
        });
        assert.deepEqual(last.slice(0, 3), [51, 51, 0.5]);
        about(0.5).forEach((x, i) => assert.equal(last[3 + i], x, 'every bit of it'));
        assert.ok(Math.abs(last[7] - 0.005) < 1e-12);
        await page.waitForFunction(() => /overruns 2/.test(document.querySelector('[data-fly=overruns]').textContent));
        await page.waitForFunction(() => /angles: 0\.28\d*° off/.test(document.querySelector('[data-fly=apart]').textContent));
        // wishes go back
        const said = async (test_) => {
            while (!heard.some(test_)) await page.waitForTimeout(50);
        };
        // how punctual it is, when one asks
        await page.click('#flyreport');
        await said((m) => m.op === 'report');
        say({ op: 'report', steps: 1000, longest_step_us: 88, lateness_us: { p50: 41, p99: 1500, 'p99.9': 2500, largest: 2600, histogram: [{ below_us: 64, steps: 990 }, { below_us: 4096, steps: 10 }] } });
        await page.waitForFunction(() => /p50\s*41 µs.*p99\s*1\.50 ms.*p99\.9\s*2\.50 ms.*88 µs.*overruns\s*2/s.test(document.getElementById('flyreportbox').textContent));
        assert.equal(await page.locator('#flyreportbox .bars tr').count(), 2);
        await page.click('#flyreportclose');
        assert.equal(await page.isVisible('#flyreportbox'), false);
        await page.click('#flypause');
        await said((m) => m.op === 'pause');
        await page.click('#flystep');
        await said((m) => m.op === 'step' && m.n === 1);
        await page.click('#flypause');
        await said((m) => m.op === 'resume');
        await page.fill('#flyspeed', '0.5');
        await page.press('#flyspeed', 'Tab');
        await said((m) => m.op === 'speed' && m.value === 0.5);
        await page.focus('#canvas');
        await page.keyboard.down('ArrowRight');
        await said((m) => m.op === 'stick' && m.axes[0] === 1 && m.axes[1] === 0);
        await page.keyboard.up('ArrowRight');
        await said((m) => m.op === 'stick' && m.axes[0] === 0);
        await page.evaluate(() => window.studio.flight.pull([0, 0, 0.25]));
        await said((m) => m.op === 'push' && m.torque[2] === 0.25 && m.frame === 'world' && m.seconds > 0);
        await page.evaluate(() => window.studio.flight.pull([0, 0, 0]));
        await page.click('#flyreset');
        await said((m) => m.op === 'reset');
        say(frameAt(0, { seq: 99 }));
        say(frameAt(1, { seq: 100 }));
        await page.waitForFunction(() => window.studio.flight.frame.n === 1 && window.studio.current.methods[0].count === 2);
        // what it says is shown, what breaks down is told, rubbish is passed over
        say({ op: 'status', level: 'warning', text: 'the joystick is gone' });
        assert.match(await message(page), /the joystick is gone/);
        say('rubbish');
        say(frameAt(2, { compare: [{ name: 'angles', q_NB: about(0), w_NB_B: [0, 0, 0], angle: 1, failed: true }] }));
        await page.waitForFunction(() => /angles: fails/.test(document.querySelector('[data-fly=apart]').textContent));
        await picture(page, 'live-program');
        say({ op: 'end', reason: 'the time is up' });
        await page.waitForFunction(() => /the time is up/.test(document.getElementById('message').textContent));
        assert.equal(await page.evaluate(() => window.studio.flight.active), false);
        assert.deepEqual(complaints, []);
        await context.close();
    });
});

// The program's own server, seen through one that serves the page that was built: the program may have another in it.
async function behindPage(port, use) {
    const server = createServer((request, response) => {
        const session = request.url === '/session';
        response.setHeader('content-type', session ? 'application/json' : 'text/html');
        response.end(session ? JSON.stringify({ name: '', files: [], live: '/live' }) : readFileSync(file));
    });
    const ends = new Set();
    server.on('upgrade', (request, socket) => {
        const other = connect(port, '127.0.0.1', () => {
            const lines = Object.entries({ ...request.headers, host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` }).map(([k, v]) => `${k}: ${v}`);
            other.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
            socket.pipe(other).pipe(socket);
        });
        for (const end of [socket, other]) {
            ends.add(end);
            end.on('error', () => undefined);
        }
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    try {
        await use(`http://127.0.0.1:${server.address().port}/`);
    } finally {
        for (const end of ends) end.destroy();
        await new Promise((done) => server.close(done));
    }
}

// The page at a program that shows what it does: use(page, the program), once it says where.
async function shownBy(words, use) {
    const running = spawn(program, words, { cwd: work });
    let said = '';
    for (const stream of [running.stdout, running.stderr]) stream.on('data', (d) => (said += d));
    const ended = new Promise((done) => running.on('exit', done));
    try {
        let found;
        while (!(found = /own frames at ws:\/\/127\.0\.0\.1:(\d+)/.exec(said))) {
            assert.equal(running.exitCode, null, said);
            await new Promise((done) => setTimeout(done, 20));
        }
        await behindPage(Number(found[1]), async (url) => {
            const { page, complaints, context } = await openPage(browser, url);
            await flying(page);
            await use(page, running);
            assert.deepEqual(complaints, []);
            await context.close();
        });
    } finally {
        if (running.exitCode === null) running.kill('SIGINT');
        await ended;
    }
    return said;
}

test('polhode live: the page shows and drives the body that the program runs', async () => {
    const record = path.join(work, 'flown-by-program.toml');
    await shownBy(['live', path.join(root, 'scenarios/trainer-1952.toml'), '--serve', '0', '--record', record], async (page, live) => {
        assert.deepEqual(await page.evaluate(() => window.studio.current.info.methods.map((m) => m.name)), ['cosines of 23 bits', 'angles limited at 85', 'truth']);
        assert.equal(await page.isVisible('#horizon'), true, 'it is known by its title');
        const pitch = () => page.evaluate(() => Number(/truth: pitch (−?\d+)/.exec(document.getElementById('horizons').getAttribute('aria-label'))[1].replace('−', '-')));
        await page.waitForFunction(() => /truth: pitch/.test(document.getElementById('horizons').getAttribute('aria-label')));
        const before = await pitch();
        await page.focus('#canvas');
        await page.keyboard.down('ArrowDown');
        await page.waitForFunction((b) => Number(/truth: pitch (−?\d+)/.exec(document.getElementById('horizons').getAttribute('aria-label'))[1].replace('−', '-')) > b + 10, before);
        await page.keyboard.up('ArrowDown');
        await page.click('#flypause');
        await page.waitForFunction(() => window.studio.flight.paused);
        await picture(page, 'live-trainer');
        await page.click('#flypause');
        live.kill('SIGINT');
        await page.waitForFunction(() => !window.studio.flight.active);
    });
    assert.match(readFileSync(record, 'utf8'), /cosines of 23 bits/, 'what was flown is recorded');
});

test('polhode estimate: the page shows the sensor as it turns, beside its reference', async () => {
    // slowly: a machine with much to do must see the page before the log is over
    const log = path.join(root, 'scenarios/logs/turned.csv');
    const said = await shownBy(['estimate', log, '--serve', '0', '--speed', '0.2'], async (page) => {
        await until(page, 20);
        const { names, apart } = await page.evaluate(() => {
            const { methods, info } = window.studio.current;
            const [a, b] = methods.map((rows) => rows.quaternion(rows.count - 1));
            return { names: info.methods.map((m) => m.name), apart: Math.abs(a.reduce((sum, x, i) => sum + x * b[i], 0)) };
        });
        assert.equal(names.length, 2);
        assert.equal(names[1], 'reference');
        assert.ok(apart > 0.99, `the estimate follows the reference: ${apart}`);
    });
    assert.match(said, /own frames by WebSocket .* [1-9]\d* sent/);
});

await runTests();
