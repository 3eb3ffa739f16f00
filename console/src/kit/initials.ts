const TINTS = 6;

/** Returns up to two letters of a name: "Amara Nwosu" gives AN, "نور الهاشمي" gives ن (joined scripts have no initials). */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = letterOf(words[0]);
  if (!/\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u.test(first)) return first;
  return first + (words.length > 1 ? letterOf(words.at(-1)) : '');
}

/** Returns a number from 1 to 6 for an id: always the same for the same id. */
export function tintOf(id: string): number {
  let sum = 0;
  for (const char of id) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return (sum % TINTS) + 1;
}

const letterOf = (word = ''): string => (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? '').toLocaleUpperCase();
