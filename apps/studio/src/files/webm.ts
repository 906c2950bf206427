// A film of the canvas, as long as it is looked at.
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function recordWebm(canvas: HTMLCanvasElement, seconds: number): Promise<Blob> {
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm', videoBitsPerSecond: 6e6 });
    const parts: Blob[] = [];
    recorder.ondataavailable = (e) => parts.push(e.data);
    const stopped = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start(500);
    await pause(1000 * Math.max(1, seconds));
    // A slow machine may not have handed over its first picture yet.
    for (let waited = 0; waited < 40 && !parts.some((p) => p.size > 0); ++waited) await pause(250);
    recorder.stop();
    await stopped;
    return new Blob(parts, { type: 'video/webm' });
}
