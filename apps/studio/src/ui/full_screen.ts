// The whole screen, and back.
export function fullScreen(): void {
    if (!document.fullscreenEnabled) return;
    if (document.fullscreenElement) void document.exitFullscreen();
    else void document.documentElement.requestFullscreen().catch(() => undefined); // the browser may refuse, and says so itself
}
