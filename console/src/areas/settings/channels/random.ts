const random = (count: number): number[] => [...crypto.getRandomValues(new Uint8Array(count))];

export const randomDigits = (count: number): string =>
  random(count)
    .map((byte) => byte % 10)
    .join('');

/** A word that two sides agree on and nobody can guess: 160 bits. */
export const randomWord = (): string =>
  random(20)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
