/** The width and the height of the drawing; the browser stretches it. */
export const WIDTH = 100;
export const HEIGHT = 100;
/** The length of the line of a value without neighbours. */
const ALONE = 4;

/**
 * Returns the path of a line through the values, from the first at the left to the last at the right. Where a value is missing, the line
 * has a gap; a value without neighbours is a short line.
 */
export function pathOf(values: readonly (number | null)[], most: number): string {
  const step = values.length > 1 ? WIDTH / (values.length - 1) : 0;
  const place = (value: number, index: number, shift = 0) =>
    `${round(Math.min(Math.max(index * step + shift, 0), WIDTH + 2 * shift))} ${round(HEIGHT - (Math.min(value, most) / most) * HEIGHT)}`;
  const parts = values.flatMap((value, index) => {
    if (value === null) return [];
    const isFirst = index === 0 || values[index - 1] === null;
    const isAlone = isFirst && (values[index + 1] ?? null) === null;
    if (isAlone) return [`M${place(value, index, -ALONE / 2)}h${ALONE}`];
    return [`${isFirst ? 'M' : 'L'}${place(value, index)}`];
  });
  return parts.join('');
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Returns the top of the scale: 1, 2 or 5 times a power of ten that is at least the largest value. */
export function topOf(values: readonly (number | null)[], least = 1): number {
  const largest = Math.max(least, ...values.map((value) => value ?? 0));
  const power = 10 ** Math.floor(Math.log10(largest));
  return ([1, 2, 5, 10].find((factor) => factor * power >= largest) ?? 10) * power;
}
