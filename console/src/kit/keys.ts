const isApple = (): boolean => /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');

const NAMES: Record<string, [other: string, apple?: string]> = {
  mod: ['Ctrl', '⌘'],
  shift: ['Shift', '⇧'],
  enter: ['↵'],
  escape: ['Esc'],
  arrowup: ['↑'],
  arrowdown: ['↓'],
  arrowleft: ['←'],
  arrowright: ['→'],
  space: ['␣'],
};

/** Returns the labels of the keys of a shortcut such as `mod+k` or `g i`. */
export function keyLabels(keys: string, apple = isApple()): string[] {
  return keys.split(/[+ ]/).map((key) => {
    const [other, mac = other] = NAMES[key.toLowerCase()] ?? [key.toUpperCase()];
    return apple ? mac : other;
  });
}
