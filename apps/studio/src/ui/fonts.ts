// Whether this machine can write Chinese: without a font for it all characters are the same box.
let known: boolean | undefined;

export function hasChinese(): boolean {
    known ??= drawn('中') !== drawn('書');
    return known;
}
function drawn(character: string): string {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 24;
    const context = canvas.getContext('2d')!;
    context.font = '20px system-ui, sans-serif';
    context.fillText(character, 1, 20);
    return canvas.toDataURL();
}
